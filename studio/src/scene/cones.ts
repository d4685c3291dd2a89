/** Round cones on the GPU: one instanced shape, drawn in one call for all bodies, ghosts or shadows. */
import * as THREE from "three";

import { BODY_FRAGMENT, BODY_VERTEX, SHADOW_FRAGMENT, SHADOW_VERTEX } from "./coneShaders";
import { PAINTS, PART_STRIDE } from "./figure";

/** How finely a cone is cut: around, over each cap, and between the caps. */
const FINE = { around: 20, caps: 6, between: 5 };
const COARSE = { around: 10, caps: 2, between: 1 };
const FLAT = { around: 7, caps: 1, between: 0 };

/** Characters with colours of their own; more than these begin again with the first. */
export const CAST_COLOURS = 6;

/** Lights shared by every part in the scene; colours in linear RGB. */
export interface Lights {
  readonly sky: THREE.IUniform<THREE.Color>;
  readonly soil: THREE.IUniform<THREE.Color>;
  readonly key: THREE.IUniform<THREE.Color>;
  readonly rim: THREE.IUniform<THREE.Color>;
  readonly keyDirection: THREE.IUniform<THREE.Vector3>;
  /** Every character's paints, one after the other; see `layParts`. */
  readonly tones: THREE.IUniform<THREE.Color[]>;
}

export function makeLights(): Lights {
  return {
    sky: { value: new THREE.Color() },
    soil: { value: new THREE.Color() },
    key: { value: new THREE.Color() },
    rim: { value: new THREE.Color() },
    keyDirection: { value: new THREE.Vector3(0.45, 1, 0.35).normalize() },
    tones: { value: Array.from({ length: CAST_COLOURS * PAINTS.length }, () => new THREE.Color()) },
  };
}

/** `table` is the buffer whose parts melt into each other; without one they only touch. */
export function makeBodyMaterial(lights: Lights, table: THREE.Texture | null = null): THREE.ShaderMaterial {
  const uniforms = {
    ...lights,
    opacity: { value: 1 },
    tint: { value: new THREE.Color() },
    tinted: { value: 0 },
    partTable: { value: table },
  };
  const defines = { TONES: CAST_COLOURS * PAINTS.length, ...(table ? { MELTING: 1 } : {}) };
  const marked = { stencilWrite: true, stencilRef: 1, stencilZPass: THREE.ReplaceStencilOp };
  return new THREE.ShaderMaterial({ vertexShader: BODY_VERTEX, fragmentShader: BODY_FRAGMENT, uniforms, defines, ...marked });
}

/** See-through and of one colour, and never over a solid body, which must stay readable. Drawn after a pass of
 * `makeDepthMaterial`, so that overlapping parts do not show. */
export function makeGhostMaterial(lights: Lights, opacity: number): THREE.ShaderMaterial {
  const material = makeBodyMaterial(lights);
  leaveBodiesAlone(material);
  material.uniforms.tinted.value = 1;
  material.uniforms.opacity.value = opacity;
  material.transparent = true;
  material.depthWrite = false;
  return material;
}

export function makeDepthMaterial(lights: Lights): THREE.ShaderMaterial {
  const material = makeBodyMaterial(lights);
  leaveBodiesAlone(material);
  material.colorWrite = false;
  material.transparent = true; // keeps it in the late queue, right before the ghost's colour
  return material;
}

function leaveBodiesAlone(material: THREE.Material): void {
  material.stencilFunc = THREE.NotEqualStencilFunc;
  material.stencilZPass = THREE.KeepStencilOp;
}

export function makeShadowMaterial(lights: Lights, patchArea: THREE.Vector3): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: SHADOW_VERTEX,
    fragmentShader: SHADOW_FRAGMENT,
    uniforms: { keyDirection: lights.keyDirection, patchArea: { value: patchArea } },
    blending: THREE.CustomBlending,
    blendEquation: THREE.MaxEquation,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneFactor,
    depthTest: false,
    depthWrite: false,
    side: THREE.DoubleSide,
  });
}

/** The grid of vertices that the shader bends into a round cone. */
function coneShape({ around, caps, between }: typeof FINE): { positions: number[]; index: number[] } {
  const rings: [number, number][] = [];
  for (let i = 0; i <= caps; i++) rings.push([i / caps - 1, 0]);
  for (let i = 1; i <= between; i++) rings.push([0, i / (between + 1)]);
  for (let i = 0; i <= caps; i++) rings.push([i / caps, 1]);
  const positions: number[] = [];
  const index: number[] = [];
  for (const [cap, along] of rings) for (let k = 0; k <= around; k++) positions.push((k / around) * Math.PI * 2, cap, along);
  const row = around + 1;
  for (let i = 0; i + 1 < rings.length; i++) {
    for (let k = 0; k < around; k++) {
      const a = i * row + k;
      index.push(a, a + row, a + 1, a + 1, a + row, a + row + 1);
    }
  }
  return { positions, index };
}

/** A buffer of parts on the GPU. `parts` is what to write into; `commit` sends the first `count` of them. */
export class PartBuffer {
  readonly parts: Float32Array;
  /** The same numbers as a texture, for parts to look at each other. */
  readonly table: THREE.DataTexture;
  readonly fine = new THREE.InstancedBufferGeometry();
  readonly coarse = new THREE.InstancedBufferGeometry();
  readonly flat = new THREE.InstancedBufferGeometry();
  private readonly buffer: THREE.InstancedInterleavedBuffer;

  constructor(readonly capacity: number) {
    this.parts = new Float32Array(capacity * PART_STRIDE);
    this.buffer = new THREE.InstancedInterleavedBuffer(this.parts, PART_STRIDE);
    this.buffer.setUsage(THREE.DynamicDrawUsage);
    this.table = new THREE.DataTexture(this.parts, PART_STRIDE / 4, capacity, THREE.RGBAFormat, THREE.FloatType);
    for (const [geometry, cut] of [
      [this.fine, FINE],
      [this.coarse, COARSE],
      [this.flat, FLAT],
    ] as const)
      this.build(geometry, cut);
  }

  private build(geometry: THREE.InstancedBufferGeometry, cut: typeof FINE): void {
    const shape = coneShape(cut);
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(shape.positions, 3));
    geometry.setIndex(shape.index);
    ["partStart", "partEnd", "partFrame", "partStretch", "partNear0", "partNear1"].forEach((name, i) => {
      geometry.setAttribute(name, new THREE.InterleavedBufferAttribute(this.buffer, 4, i * 4));
    });
    geometry.instanceCount = 0;
  }

  commit(count: number): void {
    for (const geometry of [this.fine, this.coarse, this.flat]) geometry.instanceCount = count;
    this.buffer.needsUpdate = true;
    this.table.needsUpdate = true;
  }

  dispose(): void {
    for (const geometry of [this.fine, this.coarse, this.flat]) geometry.dispose();
    this.table.dispose();
  }
}

/** A mesh of parts that never culls: its instances, not its geometry, say where it is. */
export function partMesh(geometry: THREE.BufferGeometry, material: THREE.Material, order: number): THREE.Mesh {
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = order;
  return mesh;
}
