/** The floor: a grid in metres that fades towards the horizon. Kept cheap: without a GPU it is most of the picture's cost. */
import * as THREE from "three";

const FLOOR_RADIUS = 60;

const VERTEX = /* glsl */ `
  varying vec2 vAt;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    vAt = world.xz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }
`;

const FRAGMENT = /* glsl */ `
  uniform vec3 floorColour;
  uniform vec3 lineColour;
  uniform vec3 strongColour;
  uniform vec3 horizon;
  uniform vec3 centre; /* under what it is drawn around; y: how much is seen */
  uniform float lines;
  varying vec2 vAt;

  void main() {
    float away = distance(vAt, centre.xz) / max(1.0, centre.y);
    float fade = clamp(1.4 - away * 0.065, 0.0, 1.0);
    vec2 pixel = fwidth(vAt);
    // How much of this pixel a line covers; gone where lines would be denser than pixels.
    vec2 thin = clamp(1.1 - abs(fract(vAt - 0.5) - 0.5) / pixel, 0.0, 1.0) * clamp(1.6 - 3.0 * pixel, 0.0, 1.0);
    vec2 wide = clamp(1.2 - abs(fract(vAt * 0.2 - 0.5) - 0.5) * 5.0 / pixel, 0.0, 1.0) * clamp(1.6 - 0.6 * pixel, 0.0, 1.0);
    vec3 colour = mix(floorColour, lineColour, lines * max(thin.x, thin.y));
    colour = mix(colour, strongColour, lines * max(wide.x, wide.y));
    gl_FragColor = vec4(mix(horizon, colour, fade * fade), 1.0);
  }
`;

export interface FloorColours {
  readonly floor: string;
  readonly line: string;
  readonly strong: string;
  readonly horizon: string;
}

export class Ground {
  readonly mesh: THREE.Mesh;
  private readonly material = new THREE.ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      floorColour: { value: new THREE.Color() },
      lineColour: { value: new THREE.Color() },
      strongColour: { value: new THREE.Color() },
      horizon: { value: new THREE.Color() },
      centre: { value: new THREE.Vector3() },
      lines: { value: 1 },
    },
    depthWrite: false,
  });

  constructor() {
    this.mesh = new THREE.Mesh(new THREE.CircleGeometry(FLOOR_RADIUS, 48).rotateX(-Math.PI / 2), this.material);
    this.mesh.renderOrder = -10;
    this.mesh.frustumCulled = false;
  }

  setColours(colours: FloorColours): void {
    // Mixed as they are shown, not as light: converting every pixel of the floor would double its cost.
    const set = (name: string, colour: string): void => void this.material.uniforms[name].value.set(colour).convertLinearToSRGB();
    set("floorColour", colours.floor);
    set("lineColour", colours.line);
    set("strongColour", colours.strong);
    set("horizon", colours.horizon);
  }

  /** A grid, a plain floor, or none. */
  show(kind: "grid" | "plain" | "none"): void {
    this.mesh.visible = kind !== "none";
    this.material.uniforms.lines.value = kind === "grid" ? 1 : 0;
  }

  /** Moves the floor under the camera, so that it has no edge. */
  place(over: THREE.Vector3): void {
    this.mesh.position.set(over.x, 0, over.z);
    this.mesh.scale.setScalar(Math.max(1, over.y));
    this.material.uniforms.centre.value.copy(over);
  }

  dispose(): void {
    this.material.dispose();
    this.mesh.geometry.dispose();
  }
}
