/** Marks under planted feet: a filled disc with a ring at each of the four foot points that is held on the ground. */
import * as THREE from "three";

const VERTEX = /* glsl */ `
  attribute vec4 mark; /* x, y, z and radius, metres */
  attribute vec4 tone; /* rgb and strength */
  varying vec2 vAt;
  varying vec4 vTone;
  void main() {
    vAt = position.xy;
    vTone = tone;
    vec3 world = mark.xyz + vec3(position.x, 0.0, position.y) * mark.w;
    gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  varying vec2 vAt;
  varying vec4 vTone;
  void main() {
    float r = length(vAt);
    float soft = fwidth(r);
    float disc = (1.0 - smoothstep(1.0 - soft, 1.0, r)) * 0.45;
    float ring = smoothstep(0.84 - soft, 0.84, r) * (1.0 - smoothstep(1.0 - soft, 1.0, r));
    gl_FragColor = vec4(vTone.rgb, max(ring, disc) * vTone.a);
    #include <colorspace_fragment>
  }
`;

export class Marks {
  readonly mesh: THREE.Mesh;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly marks: THREE.InstancedBufferAttribute;
  private readonly tones: THREE.InstancedBufferAttribute;
  private readonly material: THREE.ShaderMaterial;
  private count = 0;

  constructor(private readonly capacity: number) {
    this.marks = new THREE.InstancedBufferAttribute(new Float32Array(capacity * 4), 4);
    this.tones = new THREE.InstancedBufferAttribute(new Float32Array(capacity * 4), 4);
    this.geometry.setAttribute("position", new THREE.Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
    this.geometry.setIndex([0, 2, 1, 0, 3, 2]);
    this.geometry.setAttribute("mark", this.marks);
    this.geometry.setAttribute("tone", this.tones);
    this.material = new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: THREE.DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -2,
    });
    this.mesh = new THREE.Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -5;
  }

  clear(): void {
    this.count = 0;
  }

  add(x: number, y: number, z: number, radius: number, colour: THREE.Color, strength: number): void {
    if (this.count >= this.capacity) return;
    this.marks.setXYZW(this.count, x, y, z, radius);
    this.tones.setXYZW(this.count, colour.r, colour.g, colour.b, strength);
    this.count += 1;
  }

  commit(): void {
    this.geometry.instanceCount = this.count;
    this.marks.needsUpdate = this.tones.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
