// node play_in_three.mjs THREE_FOLDER FILE.glb ANIMATION SECONDS...: where three.js puts every node, by its name and by its number in the
// file, for each moment, as JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file, name, ...seconds] = process.argv.slice(2);
globalThis.self = globalThis; // the loader asks for a browser's name of it
globalThis.createImageBitmap ??= async () => ({ width: 1, height: 1, close() {} }); // pictures are not looked at
const three = await import(pathToFileURL(`${folder}/build/three.module.js`));
const { GLTFLoader } = await import(pathToFileURL(`${folder}/examples/jsm/loaders/GLTFLoader.js`));
const bytes = readFileSync(file);
const gltf = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), "");
const mixer = new three.AnimationMixer(gltf.scene);
const action = mixer.clipAction(gltf.animations.find((animation) => animation.name === name));
action.clampWhenFinished = true;
action.setLoop(three.LoopOnce, 1).play();
const moments = seconds.map((second) => {
  mixer.setTime(Number(second));
  gltf.scene.updateMatrixWorld(true);
  const places = {};
  gltf.scene.traverse((object) => {
    const place = object.getWorldPosition(new three.Vector3()).toArray();
    places[object.userData.name ?? object.name] = place;
    const number = gltf.parser.associations.get(object)?.nodes;
    if (number !== undefined) places[`#${number}`] = place;
  });
  return places;
});
let skinned = 0;
let morphs = 0;
gltf.scene.traverse((object) => {
  skinned += object.isSkinnedMesh ? 1 : 0;
  morphs += object.morphTargetInfluences?.length ?? 0;
});
console.log(JSON.stringify({ moments, skinned, morphs }));
