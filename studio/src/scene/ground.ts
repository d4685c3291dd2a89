/** The floor: a grid in metres that fades towards the horizon, and the soft shadow of the bodies on it. */
import * as THREE from "three";

import { makeShadowMaterial, partMesh, type Lights, type PartBuffer } from "./cones";

const SHADOW_SIZE = 256;
const FLOOR_RADIUS = 60;

const VERTEX = /* glsl */ `
  varying vec3 vWorld;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    vWorld = world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }
`;

const FRAGMENT = /* glsl */ `
  uniform vec3 floorColour;
  uniform vec3 lineColour;
  uniform vec3 strongColour;
  uniform vec3 horizon;
  uniform vec3 patchArea;
  uniform float shade;
  uniform sampler2D shadowMap;
  varying vec3 vWorld;

  /* How much of this pixel a line of the given spacing covers; fades where lines would be denser than pixels. */
  float lines(vec2 at, float spacing, float width) {
    vec2 cell = at / spacing;
    vec2 pixel = fwidth(cell);
    vec2 distance_ = abs(fract(cell - 0.5) - 0.5);
    vec2 cover = 1.0 - smoothstep(pixel * (width - 0.5), pixel * (width + 0.5), distance_);
    cover *= 1.0 - smoothstep(0.25, 0.6, pixel);
    return max(cover.x, cover.y);
  }

  float shadowAt(vec2 at) {
    vec2 uv = (at - patchArea.xy) / patchArea.z * 0.5 + 0.5;
    if (uv.x < 0.0 || uv.y < 0.0 || uv.x > 1.0 || uv.y > 1.0) return 0.0;
    float sharp = textureLod(shadowMap, uv, 1.2).r;
    float s = 1.6 / 256.0;
    float soft = 0.25 * (textureLod(shadowMap, uv + vec2(s, s), 2.2).g + textureLod(shadowMap, uv + vec2(-s, s), 2.2).g
      + textureLod(shadowMap, uv + vec2(s, -s), 2.2).g + textureLod(shadowMap, uv + vec2(-s, -s), 2.2).g);
    return max(sharp * 0.85, soft * 0.75);
  }

  void main() {
    float away = distance(vWorld.xz, cameraPosition.xz);
    float height = max(1.0, abs(cameraPosition.y - vWorld.y));
    float fade = 1.0 - smoothstep(6.0 * height, 22.0 * height, away);
    vec3 colour = mix(horizon, floorColour, fade);
    colour = mix(colour, lineColour, lines(vWorld.xz, 1.0, 0.6) * fade * 0.8);
    colour = mix(colour, strongColour, lines(vWorld.xz, 5.0, 0.7) * fade);
    colour *= 1.0 - shade * shadowAt(vWorld.xz) * fade;
    gl_FragColor = vec4(colour, 1.0);
    #include <colorspace_fragment>
  }
`;

export interface FloorColours {
  readonly floor: string;
  readonly line: string;
  readonly strong: string;
  readonly horizon: string;
  readonly shade: number;
}

export class Ground {
  readonly mesh: THREE.Mesh;
  private readonly patchArea = new THREE.Vector3(0, 0, 3);
  private readonly target = new THREE.WebGLRenderTarget(SHADOW_SIZE, SHADOW_SIZE, {
    generateMipmaps: true,
    minFilter: THREE.LinearMipmapLinearFilter,
    depthBuffer: false,
  });
  private readonly material: THREE.ShaderMaterial;
  private readonly shadowMaterial: THREE.ShaderMaterial;
  private readonly shadowScene = new THREE.Scene();
  private readonly unusedCamera = new THREE.Camera();

  constructor(private readonly lights: Lights) {
    this.shadowMaterial = makeShadowMaterial(lights, this.patchArea);
    this.material = new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        floorColour: { value: new THREE.Color() },
        lineColour: { value: new THREE.Color() },
        strongColour: { value: new THREE.Color() },
        horizon: { value: new THREE.Color() },
        shade: { value: 0.5 },
        patchArea: { value: this.patchArea },
        shadowMap: { value: this.target.texture },
      },
      depthWrite: false,
    });
    this.mesh = new THREE.Mesh(new THREE.CircleGeometry(FLOOR_RADIUS, 48).rotateX(-Math.PI / 2), this.material);
    this.mesh.renderOrder = -10;
    this.mesh.frustumCulled = false;
  }

  setColours(colours: FloorColours): void {
    const u = this.material.uniforms;
    u.floorColour.value.set(colours.floor);
    u.lineColour.value.set(colours.line);
    u.strongColour.value.set(colours.strong);
    u.horizon.value.set(colours.horizon);
    u.shade.value = colours.shade;
  }

  /** Moves the floor under the camera, so that it has no edge, and lays the shadow patch over `bounds`. */
  place(height: number, camera: THREE.Vector3, bounds: THREE.Box3): void {
    this.mesh.position.set(camera.x, height, camera.z);
    const grow = Math.max(1, camera.y - height);
    this.mesh.scale.setScalar(grow);
    this.lights.ground.value = height;
    if (bounds.isEmpty()) return;
    const size = Math.max(bounds.max.x - bounds.min.x, bounds.max.z - bounds.min.z) / 2 + 1.1;
    this.patchArea.set((bounds.min.x + bounds.max.x) / 2 - 0.3, (bounds.min.z + bounds.max.z) / 2 - 0.25, Math.min(Math.max(size, 2), 9));
  }

  /** A body that throws a shadow; call the answer to take it away again. */
  addCaster(buffer: PartBuffer): () => void {
    const mesh = partMesh(buffer, this.shadowMaterial, 0);
    this.shadowScene.add(mesh);
    return () => void this.shadowScene.remove(mesh);
  }

  /** Draws the shadows into the patch. */
  castShadows(renderer: THREE.WebGLRenderer): void {
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.shadowScene, this.unusedCamera);
    renderer.setRenderTarget(null);
  }

  dispose(): void {
    this.target.dispose();
    this.material.dispose();
    this.shadowMaterial.dispose();
    this.mesh.geometry.dispose();
  }
}
