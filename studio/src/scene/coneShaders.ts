/** Shaders of the round cones that bodies are made of: where their skin is, how it melts into its neighbours', and its light. */

const TURN = /* glsl */ `
  vec3 turn(vec4 q, vec3 v) {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
  }
`;

/** A vertex is (angle around, cap, along): cap -1 is the pole of the first ball and 1 that of the second; at 0 it lies on the cone between
 * them, `along` of the way. The seam is where the tangent cone leaves each ball, so the skin of one part is smooth. Everything
 * happens in the part's own space, which `stretch` may squash. */
const PLACE = /* glsl */ `
  attribute vec4 partStart;
  attribute vec4 partEnd;
  attribute vec4 partFrame;
  attribute vec4 partStretch;

  vec3 placePart(out vec3 worldNormal) {
    vec3 stretch = partStretch.xyz;
    vec3 axis = turn(vec4(-partFrame.xyz, partFrame.w), partEnd.xyz - partStart.xyz) / stretch;
    float length_ = length(axis);
    axis = length_ > 1e-5 ? axis / length_ : vec3(0.0, 1.0, 0.0);
    vec3 side = normalize(abs(axis.y) < 0.9 ? cross(axis, vec3(0.0, 1.0, 0.0)) : cross(axis, vec3(1.0, 0.0, 0.0)));
    float seam = asin(clamp((partStart.w - partEnd.w) / max(length_, 1e-5), -0.99, 0.99));
    float cap = position.y;
    float latitude = cap < 0.0 ? mix(seam, -1.5707963, -cap) : mix(seam, 1.5707963, cap);
    float along = cap < 0.0 ? 0.0 : cap > 0.0 ? 1.0 : position.z;
    vec3 n = cos(latitude) * (side * cos(position.x) + cross(side, axis) * sin(position.x)) + sin(latitude) * axis;
    worldNormal = normalize(turn(partFrame, n / stretch));
    return mix(partStart.xyz, partEnd.xyz, along) + turn(partFrame, n * mix(partStart.w, partEnd.w, along) * stretch);
  }
`;

/** Where two parts of one body meet, the skin of both is lifted a little (a vertex at a time) and takes a normal between theirs (a pixel
 * at a time): no crease shows. The other parts are read from a texture that holds the instance buffer: six texels a part. */
const NEAR = /* glsl */ `
  uniform sampler2D partTable;

  /* Over how many metres skins melt together. */
  const float SOFT = 0.014;

  /* Distance from a point to part \`other\`, the direction away from it, and its paint. */
  float distanceTo(int other, vec3 point, out vec3 away, out int paint) {
    vec4 start = texelFetch(partTable, ivec2(0, other), 0);
    vec4 end = texelFetch(partTable, ivec2(1, other), 0);
    vec4 frame = texelFetch(partTable, ivec2(2, other), 0);
    vec4 stretched = texelFetch(partTable, ivec2(3, other), 0);
    vec3 stretch = stretched.xyz;
    paint = int(stretched.w + 0.5);
    vec4 back = vec4(-frame.xyz, frame.w);
    vec3 p = turn(back, point - start.xyz) / stretch;
    vec3 axis = turn(back, end.xyz - start.xyz) / stretch;
    float length_ = max(length(axis), 1e-5);
    float lean = clamp((start.w - end.w) / length_, -0.99, 0.99);
    float y = dot(p, axis) / length_;
    float x = length(p - axis * (y / length_));
    float t = clamp((y - x * lean * inversesqrt(1.0 - lean * lean)) / length_, 0.0, 1.0);
    vec3 from = p - axis * t;
    float reach = max(length(from), 1e-6);
    float radius = mix(start.w, end.w, t);
    vec3 gradient = from / reach / stretch;
    float scale = length(gradient);
    away = turn(frame, gradient / scale);
    return (reach - radius) / scale;
  }
`;

export const BODY_VERTEX = /* glsl */ `
  ${TURN}
  ${PLACE}
  uniform vec3 tones[TONES];
  varying vec3 vNormal;
  varying vec3 vTone;
  varying vec3 vWorld;
  #ifdef MELTING
  ${NEAR}
  attribute vec4 partNear0;
  attribute vec4 partNear1;
  flat varying vec4 vNear0;
  flat varying vec4 vNear1;
  varying float vLift;
  #endif

  void main() {
    vec3 normal_;
    vec3 world = placePart(normal_);
    #ifdef MELTING
    vNear0 = partNear0;
    vNear1 = partNear1;
    float touched = 1.0;
    for (int i = 0; i < 8; i++) {
      float other = i < 4 ? partNear0[i] : partNear1[i - 4];
      if (other < 0.0) break;
      vec3 away;
      int paint;
      touched += exp(-abs(distanceTo(int(other), world, away, paint)) / SOFT);
    }
    vLift = SOFT * log(touched);
    world += normal_ * vLift;
    #endif
    vNormal = normal_;
    vTone = tones[int(partStretch.w + 0.5)];
    vWorld = world;
    gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
  }
`;

/** A sky and a ground light, one wrapped key light and a thin rim: readable from every side, cheap without a GPU. */
export const BODY_FRAGMENT = /* glsl */ `
  uniform vec3 sky;
  uniform vec3 soil;
  uniform vec3 key;
  uniform vec3 keyDirection;
  uniform vec3 rim;
  uniform float opacity;
  uniform vec3 tint;
  uniform float tinted;
  varying vec3 vNormal;
  varying vec3 vTone;
  varying vec3 vWorld;
  #ifdef MELTING
  ${TURN}
  ${NEAR}
  uniform vec3 tones[TONES];
  flat varying vec4 vNear0;
  flat varying vec4 vNear1;
  varying float vLift;

  /* Every part's direction counts the more the nearer it is, and its paint even more so: the same sums on both sides of a seam. */
  void melt(inout vec3 normal_, inout vec3 tone) {
    float own = exp(-vLift / SOFT);
    vec3 directions = normal_ * own;
    vec4 paints = vec4(tone, 1.0) * own * own * own;
    for (int i = 0; i < 8; i++) {
      float other = i < 4 ? vNear0[i] : vNear1[i - 4];
      if (other < 0.0) break;
      vec3 away;
      int paint;
      float weight = exp(-max(distanceTo(int(other), vWorld, away, paint), -2.0 * SOFT) / SOFT);
      directions += away * weight;
      paints += vec4(tones[paint], 1.0) * weight * weight * weight;
    }
    normal_ = normalize(directions);
    tone = paints.rgb / paints.a;
  }
  #endif

  void main() {
    vec3 n = normalize(vNormal);
    vec3 tone = vTone;
    #ifdef MELTING
    melt(n, tone);
    #endif
    float edge = 1.0 - max(0.0, dot(n, normalize(cameraPosition - vWorld)));
    float wrapped = max(0.0, (dot(n, keyDirection) + 0.25) / 1.25);
    float open = clamp(0.72 + 0.6 * vWorld.y, 0.72, 1.0); // the floor shades what is close to it
    vec3 light = mix(soil, sky, 0.5 + 0.5 * n.y) * open + key * wrapped;
    vec3 colour = mix(tone, tint, tinted) * light + rim * edge * edge * edge;
    gl_FragColor = vec4(colour, opacity * mix(1.0, 0.5 + 0.5 * edge, tinted));
    #include <colorspace_fragment>
  }
`;

export const SHADOW_VERTEX = /* glsl */ `
  ${TURN}
  ${PLACE}
  uniform vec3 keyDirection;
  uniform vec3 patchArea; /* x and z of the centre, half the size, metres */
  varying float vHeight;
  void main() {
    vec3 unused;
    vec3 world = placePart(unused);
    vHeight = max(0.0, world.y);
    vec2 fallen = world.xz - keyDirection.xz / keyDirection.y * vHeight;
    gl_Position = vec4((fallen - patchArea.xy) / patchArea.z, 0.0, 1.0);
  }
`;

/** Red: what is near the floor, to be drawn sharp; green: everything, to be drawn soft. */
export const SHADOW_FRAGMENT = /* glsl */ `
  varying float vHeight;
  void main() {
    gl_FragColor = vec4(1.0 - smoothstep(0.03, 0.3, vHeight), 1.0 - 0.55 * smoothstep(0.1, 1.8, vHeight), 0.0, 1.0);
  }
`;
