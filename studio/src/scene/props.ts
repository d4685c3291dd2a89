/** Props: boxes that stand on the floor, lit as the bodies are, with their edges drawn. */
import * as THREE from "three";

import type { Layer, MakeLayer, Moment } from "./layer";

const VERTEX = /* glsl */ `
  varying vec3 vNormal;
  varying float vHeight;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    vNormal = normalize(mat3(modelMatrix) * (normal / vec3(length(modelMatrix[0]), length(modelMatrix[1]), length(modelMatrix[2]))));
    vHeight = world.y;
    gl_Position = projectionMatrix * viewMatrix * world;
  }
`;

const FRAGMENT = /* glsl */ `
  uniform vec3 sky;
  uniform vec3 soil;
  uniform vec3 key;
  uniform vec3 keyDirection;
  uniform vec3 colour;
  varying vec3 vNormal;
  varying float vHeight;
  void main() {
    vec3 n = normalize(vNormal);
    vec3 light = mix(soil, sky, 0.5 + 0.5 * n.y) * clamp(0.72 + 0.6 * vHeight, 0.72, 1.0) + key * max(0.0, dot(n, keyDirection));
    gl_FragColor = vec4(colour * light, 1.0);
    #include <colorspace_fragment>
  }
`;

export const makeProps: MakeLayer = ({ lights }): Layer => {
  const object = new THREE.Group();
  const box = new THREE.BoxGeometry(1, 1, 1).translate(0, 0.5, 0); // it stands on its base
  const edges = new THREE.EdgesGeometry(box);
  const { sky, soil, key, keyDirection } = lights;
  const solid = new THREE.ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { sky, soil, key, keyDirection, colour: { value: new THREE.Color() } },
  });
  const line = new THREE.LineBasicMaterial();
  return {
    object,
    update({ active, options: { props }, palette }: Moment) {
      while (object.children.length < props.length) {
        const mesh = new THREE.Mesh(box, solid);
        mesh.add(new THREE.LineSegments(edges, line));
        object.add(mesh);
      }
      solid.uniforms.colour.value.set(palette.paints.face);
      line.color.set(palette.strong);
      const [x, z] = active?.input.offset ?? [0, 0];
      object.children.forEach((child, index) => {
        const prop = props[index];
        child.visible = prop !== undefined && active !== null;
        if (!prop) return;
        child.position.set(prop.x + x, prop.y ?? 0, prop.z + z);
        child.rotation.y = THREE.MathUtils.degToRad(prop.turn_degrees ?? 0);
        child.scale.set(prop.width, prop.height, prop.depth);
      });
    },
    dispose() {
      for (const thing of [box, edges, solid, line]) thing.dispose();
    },
  };
};
