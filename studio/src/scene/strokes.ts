/** Lines of a width in pixels that end in nothing: joint trails, drawn as one instanced strip of quads a trail. */
import * as THREE from "three";

const STRIDE = 8;

const VERTEX = /* glsl */ `
  attribute vec4 from;
  attribute vec4 to;
  uniform vec2 resolution;
  uniform float width;
  varying float vStrength;
  void main() {
    vec4 a = projectionMatrix * viewMatrix * vec4(from.xyz, 1.0);
    vec4 b = projectionMatrix * viewMatrix * vec4(to.xyz, 1.0);
    vec2 direction = (b.xy / b.w - a.xy / a.w) * resolution;
    float length_ = length(direction);
    vec2 normal_ = length_ > 1e-4 ? vec2(-direction.y, direction.x) / length_ : vec2(0.0, 1.0);
    vec4 here = position.x < 0.5 ? a : b;
    here.xy += normal_ * position.y * width / resolution * here.w;
    vStrength = position.x < 0.5 ? from.w : to.w;
    gl_Position = here;
  }
`;

const FRAGMENT = /* glsl */ `
  uniform vec3 colour;
  varying float vStrength;
  void main() {
    gl_FragColor = vec4(colour, vStrength);
    #include <colorspace_fragment>
  }
`;

export class Stroke {
  readonly mesh: THREE.Mesh;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly segments: Float32Array;
  private readonly buffer: THREE.InstancedInterleavedBuffer;
  private readonly material: THREE.ShaderMaterial;

  constructor(capacity: number, colour: THREE.ColorRepresentation, resolution: THREE.Vector2, width = 2.2) {
    this.segments = new Float32Array(capacity * STRIDE);
    this.buffer = new THREE.InstancedInterleavedBuffer(this.segments, STRIDE);
    this.buffer.setUsage(THREE.DynamicDrawUsage);
    this.geometry.setAttribute("position", new THREE.Float32BufferAttribute([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.geometry.setAttribute("from", new THREE.InterleavedBufferAttribute(this.buffer, 4, 0));
    this.geometry.setAttribute("to", new THREE.InterleavedBufferAttribute(this.buffer, 4, 4));
    this.material = new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { colour: { value: new THREE.Color(colour) }, resolution: { value: resolution }, width: { value: width } },
      transparent: true,
      depthWrite: false,
      side: THREE.DoubleSide,
    });
    this.mesh = new THREE.Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 5;
  }

  /** Follows points[0..count) (3 floats each); `strength` gives each point's opacity. */
  follow(points: Float32Array, count: number, strength: (index: number) => number): void {
    const segments = Math.max(0, Math.min(count - 1, this.segments.length / STRIDE));
    for (let i = 0; i < segments; i++) {
      const base = i * STRIDE;
      for (let k = 0; k < 3; k++) {
        this.segments[base + k] = points[i * 3 + k];
        this.segments[base + 4 + k] = points[i * 3 + 3 + k];
      }
      this.segments[base + 3] = strength(i);
      this.segments[base + 7] = strength(i + 1);
    }
    this.geometry.instanceCount = segments;
    this.buffer.needsUpdate = true;
  }

  /** Separate lines, from points[pairs[2i]] to points[pairs[2i + 1]], all as strong. */
  join(points: Float32Array, pairs: readonly number[], strength = 1): void {
    const count = Math.min(pairs.length / 2, this.segments.length / STRIDE);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        this.segments[i * STRIDE + k] = points[pairs[2 * i] * 3 + k];
        this.segments[i * STRIDE + 4 + k] = points[pairs[2 * i + 1] * 3 + k];
      }
      this.segments[i * STRIDE + 3] = this.segments[i * STRIDE + 7] = strength;
    }
    this.geometry.instanceCount = count;
    this.buffer.needsUpdate = true;
  }

  /** Seen through everything, or not. */
  setOver(over: boolean): void {
    this.material.depthTest = !over;
    this.mesh.renderOrder = over ? 25 : 5;
  }

  setColour(colour: THREE.ColorRepresentation): void {
    this.material.uniforms.colour.value.set(colour);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
