/** The soft shadow of the bodies: drawn flat into a small picture, blurred there, and laid on the floor around them. */
import * as THREE from "three";

import { makeShadowMaterial, partMesh, type Lights } from "./cones";

const SIZE = 128;
const LEAST_HALF = 1.6;
const MOST_HALF = 9;
/** Bodies throw their shadow this far aside of themselves, metres a metre of height: against the key light. */
const REACH = 0.9;

const FULL_VERTEX = /* glsl */ `
  varying vec2 vUv;
  void main() {
    vUv = position.xy * 0.5 + 0.5;
    gl_Position = vec4(position.xy, 0.0, 1.0);
  }
`;

/** What is near the floor (red) stays sharp, the rest (green) spreads; the answer is one darkness. */
const BLUR_FRAGMENT = /* glsl */ `
  uniform sampler2D map;
  uniform float texel;
  varying vec2 vUv;
  void main() {
    float near = 0.0;
    float far = 0.0;
    for (int y = -1; y <= 1; y++) {
      for (int x = -1; x <= 1; x++) {
        vec2 at = vec2(float(x), float(y));
        float weight = (2.0 - abs(at.x)) * (2.0 - abs(at.y)) / 16.0;
        near += weight * texture2D(map, vUv + at * texel).r;
        far += weight * texture2D(map, vUv + at * texel * 3.0).g;
      }
    }
    gl_FragColor = vec4(vec3(max(near * 0.9, far * 0.75)), 1.0);
  }
`;

const PATCH_VERTEX = /* glsl */ `
  varying vec2 vUv;
  void main() {
    vUv = position.xz * 0.5 + 0.5;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;

const PATCH_FRAGMENT = /* glsl */ `
  uniform sampler2D map;
  uniform vec3 colour;
  uniform float shade;
  varying vec2 vUv;
  void main() {
    gl_FragColor = vec4(colour, texture2D(map, vUv).r * shade);
  }
`;

export class Shadow {
  readonly mesh: THREE.Mesh;
  /** Centre x and z and half the size of the patch, metres. */
  private readonly area = new THREE.Vector3(0, 0, LEAST_HALF);
  private readonly drawn = new THREE.WebGLRenderTarget(SIZE, SIZE, { depthBuffer: false });
  private readonly blurred = new THREE.WebGLRenderTarget(SIZE, SIZE, { depthBuffer: false });
  private readonly casters = new THREE.Scene();
  private readonly blurScene = new THREE.Scene();
  private readonly unusedCamera = new THREE.Camera();
  private readonly casterMaterial: THREE.ShaderMaterial;
  private readonly patchMaterial: THREE.ShaderMaterial;
  private readonly blurMaterial: THREE.ShaderMaterial;
  private readonly square = new THREE.PlaneGeometry(2, 2);

  constructor(lights: Lights) {
    this.casterMaterial = makeShadowMaterial(lights, this.area);
    this.blurMaterial = new THREE.ShaderMaterial({
      vertexShader: FULL_VERTEX,
      fragmentShader: BLUR_FRAGMENT,
      uniforms: { map: { value: this.drawn.texture }, texel: { value: 1 / SIZE } },
      depthTest: false,
      depthWrite: false,
    });
    const blur = new THREE.Mesh(this.square, this.blurMaterial);
    blur.frustumCulled = false;
    this.blurScene.add(blur);
    this.patchMaterial = new THREE.ShaderMaterial({
      vertexShader: PATCH_VERTEX,
      fragmentShader: PATCH_FRAGMENT,
      uniforms: { map: { value: this.blurred.texture }, colour: { value: new THREE.Color() }, shade: { value: 0.5 } },
      // Blended, yet among the opaque things: right after the floor and before the bodies that stand on it.
      blending: THREE.CustomBlending,
      blendSrc: THREE.SrcAlphaFactor,
      blendDst: THREE.OneMinusSrcAlphaFactor,
      blendSrcAlpha: THREE.ZeroFactor, // the canvas itself stays opaque
      blendDstAlpha: THREE.OneFactor,
      depthWrite: false,
      depthTest: false,
      side: THREE.DoubleSide,
    });
    this.mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2).rotateX(-Math.PI / 2), this.patchMaterial);
    this.mesh.renderOrder = -9;
    this.mesh.frustumCulled = false;
  }

  setColours(colour: string, shade: number): void {
    this.patchMaterial.uniforms.colour.value.set(colour).convertLinearToSRGB();
    this.patchMaterial.uniforms.shade.value = shade;
  }

  /** A body that throws a shadow; call the answer to take it away again. */
  addCaster(geometry: THREE.BufferGeometry): () => void {
    const mesh = partMesh(geometry, this.casterMaterial, 0);
    this.casters.add(mesh);
    return () => void this.casters.remove(mesh);
  }

  /** Draws the shadows of bodies that stand within `bounds`. */
  cast(renderer: THREE.WebGLRenderer, bounds: THREE.Box3): void {
    this.mesh.visible = !bounds.isEmpty();
    if (!this.mesh.visible) return;
    const tall = Math.min(REACH * Math.max(0, bounds.max.y), 2);
    const [x0, x1, z0, z1] = [bounds.min.x - tall * 0.5, bounds.max.x, bounds.min.z - tall * 0.4, bounds.max.z];
    const half = Math.min(Math.max(Math.max(x1 - x0, z1 - z0) / 2 + 0.25, LEAST_HALF), MOST_HALF);
    this.area.set((x0 + x1) / 2, (z0 + z1) / 2, half);
    this.mesh.position.set(this.area.x, 0, this.area.y);
    this.mesh.scale.set(half, 1, half);
    renderer.setClearColor(0x000000, 1);
    for (const [target, scene] of [
      [this.drawn, this.casters],
      [this.blurred, this.blurScene],
    ] as const) {
      renderer.setRenderTarget(target);
      renderer.clear(true, false, false);
      renderer.render(scene, this.unusedCamera);
    }
    renderer.setRenderTarget(null);
  }

  dispose(): void {
    this.drawn.dispose();
    this.blurred.dispose();
    for (const material of [this.casterMaterial, this.blurMaterial, this.patchMaterial]) material.dispose();
    this.square.dispose();
    this.mesh.geometry.dispose();
  }
}
