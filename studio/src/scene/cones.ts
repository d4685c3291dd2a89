/** Round cones drawn in one call: one instanced shape, placed and lit by its own small shaders. */
import * as THREE from "three";

import { PAINTS, PART_STRIDE } from "./figure";

const AROUND = 14;
const RINGS = 4;

/* A vertex is (angle around, share of the way from pole to seam, end 0 or 1). The seam is where the tangent cone leaves each
   ball, so the skin is smooth; all of it happens in the part's own space, which `stretch` may squash. */
const PLACE = /* glsl */ `
  attribute vec4 partStart;
  attribute vec4 partEnd;
  attribute vec4 partFrame;
  attribute vec4 partStretch;

  vec3 turn(vec4 q, vec3 v) {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
  }

  vec3 placePart(out vec3 worldNormal) {
    vec4 back = vec4(-partFrame.xyz, partFrame.w);
    vec3 stretch = partStretch.xyz;
    vec3 along = turn(back, partEnd.xyz - partStart.xyz) / stretch;
    float length_ = length(along);
    vec3 axis = length_ > 1e-5 ? along / length_ : vec3(0.0, 1.0, 0.0);
    vec3 side = normalize(abs(axis.y) < 0.9 ? cross(axis, vec3(0.0, 1.0, 0.0)) : cross(axis, vec3(1.0, 0.0, 0.0)));
    vec3 front = cross(side, axis);
    float seam = asin(clamp((partStart.w - partEnd.w) / max(length_, 1e-5), -0.99, 0.99));
    float end = position.z;
    float latitude = end < 0.5 ? mix(-1.5707963, seam, position.y) : mix(seam, 1.5707963, position.y);
    vec3 n = cos(latitude) * (side * cos(position.x) + front * sin(position.x)) + sin(latitude) * axis;
    float radius = end < 0.5 ? partStart.w : partEnd.w;
    worldNormal = normalize(turn(partFrame, n / stretch));
    return (end < 0.5 ? partStart.xyz : partEnd.xyz) + turn(partFrame, n * radius * stretch);
  }
`;

const VERTEX = /* glsl */ `
  ${PLACE}
  uniform vec3 tones[TONES];
  varying vec3 vNormal;
  varying vec3 vTone;
  varying vec3 vWorld;
  void main() {
    vec3 normal_;
    vec3 world = placePart(normal_);
    vNormal = normal_;
    vTone = tones[int(partStretch.w + 0.5)];
    vWorld = world;
    gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
  }
`;

/** A sky and a ground light, one wrapped key light and a thin rim: readable from every side, cheap without a GPU. */
const FRAGMENT = /* glsl */ `
  uniform vec3 sky;
  uniform vec3 soil;
  uniform vec3 key;
  uniform vec3 keyDirection;
  uniform vec3 rim;
  uniform float ground;
  uniform float opacity;
  uniform vec3 tint;
  uniform float tinted;
  varying vec3 vNormal;
  varying vec3 vTone;
  varying vec3 vWorld;
  void main() {
    vec3 n = normalize(vNormal);
    vec3 eye = normalize(cameraPosition - vWorld);
    float wrapped = max(0.0, (dot(n, keyDirection) + 0.25) / 1.25);
    float edge = 1.0 - max(0.0, dot(n, eye));
    float near = smoothstep(-0.05, 0.45, vWorld.y - ground);
    vec3 light = mix(soil, sky, 0.5 + 0.5 * n.y) * mix(0.72, 1.0, near) + key * wrapped;
    vec3 tone = mix(vTone, tint, tinted);
    vec3 colour = tone * light + rim * edge * edge * edge;
    gl_FragColor = vec4(colour, opacity * mix(1.0, 0.55 + 0.45 * edge, tinted));
    #include <colorspace_fragment>
  }
`;

const SHADOW_VERTEX = /* glsl */ `
  ${PLACE}
  uniform vec3 keyDirection;
  uniform vec3 patchArea; /* x and z of the centre, half the size, metres */
  uniform float ground;
  varying float vHeight;
  void main() {
    vec3 unused;
    vec3 world = placePart(unused);
    vHeight = max(0.0, world.y - ground);
    vec2 cast = world.xz - keyDirection.xz / keyDirection.y * vHeight;
    gl_Position = vec4((cast - patchArea.xy) / patchArea.z, 0.0, 1.0);
  }
`;

/** Red: what is near the floor, to be drawn sharp; green: everything, to be drawn soft. */
const SHADOW_FRAGMENT = /* glsl */ `
  varying float vHeight;
  void main() {
    gl_FragColor = vec4(1.0 - smoothstep(0.03, 0.3, vHeight), 1.0 - 0.55 * smoothstep(0.1, 1.8, vHeight), 0.0, 1.0);
  }
`;

/** Lights shared by every part in the scene; colours in linear RGB. */
export interface Lights {
  readonly sky: THREE.IUniform<THREE.Color>;
  readonly soil: THREE.IUniform<THREE.Color>;
  readonly key: THREE.IUniform<THREE.Color>;
  readonly rim: THREE.IUniform<THREE.Color>;
  readonly keyDirection: THREE.IUniform<THREE.Vector3>;
  readonly ground: THREE.IUniform<number>;
  /** Every character's paints, one after the other; see `layParts`. */
  readonly tones: THREE.IUniform<THREE.Color[]>;
}

/** Characters with colours of their own; more than these begin again with the first. */
export const CAST_COLOURS = 6;

export function makeLights(): Lights {
  return {
    sky: { value: new THREE.Color() },
    soil: { value: new THREE.Color() },
    key: { value: new THREE.Color() },
    rim: { value: new THREE.Color() },
    keyDirection: { value: new THREE.Vector3(0.45, 1, 0.35).normalize() },
    ground: { value: 0 },
    tones: { value: Array.from({ length: CAST_COLOURS * PAINTS.length }, () => new THREE.Color()) },
  };
}

export function makeBodyMaterial(lights: Lights): THREE.ShaderMaterial {
  const uniforms = { ...lights, opacity: { value: 1 }, tint: { value: new THREE.Color() }, tinted: { value: 0 } };
  return new THREE.ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms, defines: { TONES: CAST_COLOURS * PAINTS.length } });
}

/** See-through and of one colour. Drawn after a pass of `makeDepthMaterial`, so that overlapping parts do not show. */
export function makeGhostMaterial(lights: Lights, colour: THREE.ColorRepresentation, opacity: number): THREE.ShaderMaterial {
  const material = makeBodyMaterial(lights);
  material.uniforms.tint.value.set(colour);
  material.uniforms.tinted.value = 1;
  material.uniforms.opacity.value = opacity;
  material.transparent = true;
  material.depthWrite = false;
  material.depthFunc = THREE.LessEqualDepth;
  return material;
}

export function makeDepthMaterial(lights: Lights): THREE.ShaderMaterial {
  const material = makeBodyMaterial(lights);
  material.colorWrite = false;
  material.transparent = true; // keeps it in the late queue, right before the ghost's colour
  return material;
}

export function makeShadowMaterial(lights: Lights, patchArea: THREE.Vector3): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: SHADOW_VERTEX,
    fragmentShader: SHADOW_FRAGMENT,
    uniforms: { keyDirection: lights.keyDirection, ground: lights.ground, patchArea: { value: patchArea } },
    blending: THREE.CustomBlending,
    blendEquation: THREE.MaxEquation,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneFactor,
    depthTest: false,
    depthWrite: false,
    side: THREE.DoubleSide,
  });
}

/** The grid of vertices that `placePart` bends into a round cone. */
function coneShape(): { positions: number[]; index: number[] } {
  const positions: number[] = [];
  const index: number[] = [];
  const rings = [0, 1].flatMap((end) => Array.from({ length: RINGS + 1 }, (_, i) => [i / RINGS, end]));
  for (const [share, end] of rings) for (let k = 0; k <= AROUND; k++) positions.push((k / AROUND) * Math.PI * 2, share, end);
  const row = AROUND + 1;
  for (let i = 0; i + 1 < rings.length; i++) {
    for (let k = 0; k < AROUND; k++) {
      const a = i * row + k;
      index.push(a, a + row, a + 1, a + 1, a + row, a + row + 1);
    }
  }
  return { positions, index };
}

/** A buffer of parts on the GPU. `parts` is what to write into; `commit` sends the first `count` of them. */
export class PartBuffer {
  readonly geometry = new THREE.InstancedBufferGeometry();
  readonly parts: Float32Array;
  private readonly buffer: THREE.InstancedInterleavedBuffer;

  constructor(capacity: number) {
    this.parts = new Float32Array(capacity * PART_STRIDE);
    this.buffer = new THREE.InstancedInterleavedBuffer(this.parts, PART_STRIDE);
    this.buffer.setUsage(THREE.DynamicDrawUsage);
    const shape = coneShape();
    this.geometry.setAttribute("position", new THREE.Float32BufferAttribute(shape.positions, 3));
    this.geometry.setIndex(shape.index);
    ["partStart", "partEnd", "partFrame", "partStretch"].forEach((name, i) => {
      this.geometry.setAttribute(name, new THREE.InterleavedBufferAttribute(this.buffer, 4, i * 4));
    });
    this.geometry.instanceCount = 0;
  }

  commit(count: number): void {
    this.geometry.instanceCount = count;
    this.buffer.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
  }
}

/** A mesh of parts that never culls: its instances, not its geometry, say where it is. */
export function partMesh(buffer: PartBuffer, material: THREE.Material, order: number): THREE.Mesh {
  const mesh = new THREE.Mesh(buffer.geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = order;
  return mesh;
}
