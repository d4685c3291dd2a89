// Holds planted feet of a playing machine without delay: the same as motionloom.behaviours.footing.
// Every heel and toe has a place of its own in the world. It goes as fast as the clips' feet do, by weight, which is not at all where they
// stand, and while it is free it comes back to where the pose has it. The foot, the pelvis and the leg follow. Three.js gives vectors only.
import { Quaternion, Vector3 } from 'three';
const UP = new Vector3(0, 1, 0), { sqrt, abs, acos, cos, sin, exp, tanh, atan2, PI } = Math;
const clamp = (x, low, high) => Math.min(Math.max(x, low), high), mix = (a, b, part) => a + part * (b - a);
// Radians: a knee straighter than STRAIGHT counts as if it bent as evenly as there, one bent backwards goes over to the other side within
// FLIP of twice its bend. HINGE: how much the hinge at rest counts against that of a bent knee.
const STRAIGHT = 0.1, HINGE = 0.15, FLIP = 0.08;
const between = (a, b) => new Quaternion().setFromUnitVectors(a.clone().normalize(), b.clone().normalize());
const openOf = (gate) => 1 - gate * gate * (3 - 2 * gate); // how freely a point moves, 1 to 0
const inverse = (q) => q.clone().invert(), times = (a, b) => a.clone().multiply(b);
const turned = (v, q) => v.clone().applyQuaternion(q), minus = (a, b) => a.clone().sub(b), plus = (a, b) => a.clone().add(b);

// A knee by the distance of its ankle from its hip: its bend (0: straight), the distance of a bend, and how fast it bends.
const bendOf = (size, a, b) => acos(clamp((size * size - a * a - b * b) / (2 * a * b), -1, 1));
const sizeOf = (bend, a, b) => sqrt(a * a + b * b + 2 * a * b * cos(bend));
const slopeOf = (bend, a, b) => { const x = Math.max(bend, STRAIGHT); return sizeOf(x, a, b) / (a * b * sin(x)); };
const asIf = (size, a, b) => { // the bend, carried on in a straight line where the leg is nearly straight or too short: then below 0
  const most = sizeOf(STRAIGHT, a, b);
  return size < most ? bendOf(size, a, b) : STRAIGHT - (size - most) * slopeOf(STRAIGHT, a, b);
};

function keepHeights(sole, size) { // a foot as long as it is: flat ones keep how much they rise, steep ones their direction
  const straight = sole.clone().multiplyScalar(size / Math.max(sole.length(), 1e-9)), steep = abs(straight.y) / size;
  if (steep > 0.95) return straight;
  const rise = clamp(sole.y, -0.96 * size, 0.96 * size), x = clamp((steep - 0.4) / 0.55, 0, 1);
  const share = sqrt(size * size - rise * rise) / Math.max(Math.hypot(sole.x, sole.z), 1e-9);
  return straight.lerp(new Vector3(sole.x * share, rise, sole.z * share), (1 + 2 * x) * (1 - x) * (1 - x));
}

function bendKnee(hip, knee, ankle, hinge, size) { // the turn of the shin about the knee that brings the ankle so far from the hip
  const up = minus(hip, knee), down = minus(ankle, knee), thigh = up.length(), shin = down.length();
  let cosine = clamp((thigh * thigh + shin * shin - size * size) / (2 * thigh * shin), -1, 1), wanted = PI - acos(cosine);
  const bent = up.divideScalar(thigh).clone().cross(down.divideScalar(shin)), angle = acos(clamp(up.dot(down), -1, 1));
  const axis = bent.clone().multiplyScalar(bent.dot(hinge) / Math.max(bent.length(), 1e-12)).addScaledVector(hinge, HINGE);
  const backwards = bent.dot(axis) < 0, share = clamp((wanted / 2 - (PI - angle)) / Math.max(Math.min(FLIP, wanted / 2), 1e-9), -1, 1);
  if (backwards) wanted *= share * (3 - share * share) / 2, cosine = -cos(wanted); // through straight, as some captured knees
  const guess = PI - wanted - (backwards ? 2 * PI - angle : angle);
  if (abs(guess) < 1e-9) return new Quaternion();
  axis.addScaledVector(down, -axis.dot(down)).normalize(); // turned by x about it, thigh and shin have the cosine a cos x + b sin x
  const a = up.dot(down), b = up.dot(axis.clone().cross(down)), middle = atan2(b, a);
  const spread = acos(clamp(cosine / Math.max(sqrt(a * a + b * b), 1e-12), -1, 1));
  const wrap = (x) => x - 2 * PI * Math.floor((x + PI) / (2 * PI)), [low, high] = [wrap(middle - spread), wrap(middle + spread)];
  return new Quaternion().setFromAxisAngle(axis, abs(wrap(low - guess)) < abs(wrap(high - guess)) ? low : high);
}

export class Feet {
  constructor(machine) { // points: left heel, left toe, right heel, right toe; gate: how firmly a point is held, 0 to 1
    Object.assign(this, { machine, bones: machine.bones, ...machine.data.feet, state: null, pelvis: { rise: 0, speed: 0 } });
    for (const state of machine.data.states) { // plants are written as spans of frames
      state.stands = state.plants.map((points) => points.map((spans) => (frame) => spans.some(([a, b]) => a <= frame && frame < b)));
    }
  }

  say() { // what the clips that play say of each point, by weight: speed and offset seen from the heading, height, and whether it stands
    const said = this.points.map(() => [0, 0, 0, 0, 0, 0]), voices = this.machine.voices(this.machine.at);
    const row = (table, at) => clamp(Math.floor(at), 0, table.length - 2);
    const slope = ({ frames }, at, k, low = row(frames, at)) => frames[low + 1][k] - frames[low][k];
    const vote = ({ state, weights, at }) => weights.reduce((sum, weight, k) => sum + weight / slope(state, at, k), 0);
    const pace = this.machine.data.rate * voices.reduce((sum, voice) => sum + voice.part / voice.rate * vote(voice), 0);
    for (const { state, weights, at, rate, part } of voices) weights.forEach((weight, k) => {
      const clip = state.feet[k], place = clamp(at, 0, state.frames.length - 1), low = row(state.frames, place);
      const frame = clamp(mix(state.frames[low][k], state.frames[low + 1][k], place - low), 0, clip.length - 1), first = row(clip, frame);
      const faster = pace * rate * slope(state, at, k), near = Math.min(Math.floor(frame + 0.5), clip.length - 1);
      said.forEach((point, p) => {
        const tells = clip[first][p].map((value, c) => mix(value, clip[first + 1][p][c], frame - first));
        tells.forEach((value, c) => { point[c] += part * weight * value * (c < 2 ? faster : 1); });
        point[5] += part * weight * state.stands[k][p](near);
      });
    });
    return said;
  }

  move(said, bare, dt) { // the points by a step of dt seconds
    const level = (x, z) => new Vector3(x, 0, z).applyAxisAngle(UP, this.machine.place.y), back = 1 - exp(-dt / this.back);
    const homes = said.map(([, , x, z], p) => plus(bare[p], level(x, z)));
    this.state ??= homes.map((home, p) => ({ x: home.x, z: home.z, gate: +(said[p][5] > 0.5) }));
    this.state.forEach((point, p) => {
      const closing = this.closing + this.braking * Math.hypot(said[p][0], said[p][1]);
      point.gate = clamp(point.gate + (said[p][5] > 0.5 ? dt / closing : -dt / this.opening), 0, 1);
      const free = this.free(p), speed = level(said[p][0], said[p][1]).multiplyScalar(dt);
      // A foot that leaves goes its clips' ways sooner than it comes back: they pull away by themselves, and smoothly.
      speed.multiplyScalar(said[p][5] > 0.5 ? free : openOf(Math.max(1 - (1 - point.gate) * this.opening / this.leaving, 0)));
      point.x += speed.x, point.z += speed.z;
      const x = homes[p].x - point.x, z = homes[p].z - point.z, slides = 1 - this.farthest / Math.max(Math.hypot(x, z), this.farthest);
      const share = Math.max(back * Math.max(free, slides), 1 - exp(-this.raised(said, p) * dt / this.rising_back));
      point.x += share * x, point.z += share * z;
    });
    for (const h of [0, 2]) { // heel and toe stay as far apart as they are, about the one that is held more firmly
      const heel = this.aim(said, bare, h), way = minus(this.aim(said, bare, h + 1), heel);
      const sole = keepHeights(way, bare[h].distanceTo(bare[h + 1])), [a, b] = [this.free(h) + 1e-3, this.free(h + 1) + 1e-3];
      heel.addScaledVector(minus(way, sole), a / (a + b));
      Object.assign(this.state[h], { x: heel.x, z: heel.z }), Object.assign(this.state[h + 1], { x: heel.x + sole.x, z: heel.z + sole.z });
    }
  }

  free(p) { return openOf(this.state[p].gate); }
  raised(said, p, up = clamp((Math.min(said[p][4], said[p ^ 1][4]) - this.low) / (this.high - this.low), 0, 1)) {
    return Math.min(this.free(p), this.free(p ^ 1)) * up * up * (3 - 2 * up); // a foot that is free and well up: nothing to hold
  }
  aim(said, bare, p) { return new Vector3(this.state[p].x, mix(said[p][4], bare[p].y, this.raised(said, p)), this.state[p].z); }

  eased(bend, change) { // a bend that changes by so much, but less where the knee gets nearly straight
    const most = bend * bend / (bend + this.keep), least = this.straightest * tanh(abs(change) / this.straightest);
    const eased = bend + (change > 0 ? change : change / sqrt(1 + (change / Math.max(most, 1e-6)) ** 2));
    return least < 1e-9 ? eased : eased + least * exp(-((eased / least) ** 2));
  }

  hold(dt) { // call after every step, when the bones have the bare pose
    this.machine.body.updateMatrixWorld(true);
    const turnOf = (bone) => bone.getWorldQuaternion(new Quaternion()), placeOf = (bone) => bone.getWorldPosition(new Vector3());
    const said = this.say(), bare = this.points.map(({ joint, at }) => this.bones[joint].localToWorld(new Vector3(...at)));
    this.move(said, bare, dt);
    const legs = this.legs.map((joints, s) => {
      const [hip, knee, ankle] = joints.map((j) => placeOf(this.bones[j])), [a, b] = [this.thigh[s], this.shin[s]];
      const heel = this.aim(said, bare, 2 * s);
      const foot = between(minus(bare[2 * s + 1], bare[2 * s]), minus(this.aim(said, bare, 2 * s + 1), heel));
      const target = plus(heel, turned(minus(ankle, bare[2 * s]), foot)), before = ankle.distanceTo(hip);
      const goal = this.eased(bendOf(before, a, b), asIf(target.distanceTo(hip), a, b) - asIf(before, a, b));
      return { joints, hip, knee, ankle, target, foot, before, goal, a, b, held: 1 - this.free(2 * s) * this.free(2 * s + 1) };
    });
    this.follow(this.rise(legs), dt);
    this.bones[0].position.y += this.pelvis.rise;
    legs.forEach((leg, s) => this.reach(leg, this.hinges[s], this.pelvis.rise, turnOf));
  }

  rise(legs) { // how far the pelvis rises so that held knees bend as they should: least squares of knees and pelvis, three rounds
    let rise = 0;
    for (let round = 0; round < 3; round += 1) {
      let [above, below] = [0, this.cost];
      for (const { hip, target, goal, a, b, held } of legs) {
        const away = minus(target, hip).addScaledVector(UP, -rise), size = away.length(), bend = asIf(size, a, b);
        const slope = slopeOf(bend, a, b), worth = held * (slope * a * b / (a + b)) ** 2, lift = -away.y / Math.max(size, 1e-9);
        above += worth * lift * (lift * rise - (goal - bend) / slope);
        below += worth * lift * lift;
      }
      rise = above / below;
    }
    return rise;
  }

  follow(wanted, dt) { // the pelvis goes down at once, for a leg that must reach, and up like a weight on a damped spring
    const { rise, speed } = this.pelvis, off = rise - wanted, push = speed + off / this.up, fade = exp(-dt / this.up);
    if (dt === 0) this.pelvis = { rise: wanted, speed: 0 };
    else if (off > 0) this.pelvis = { rise: wanted, speed: -off / dt };
    else this.pelvis = { rise: wanted + (off + push * dt) * fade, speed: (speed - push * dt / this.up) * fade };
  }

  reach({ joints, hip, knee, ankle, target, foot, before, goal, a, b, held }, hinge, rise, turnOf) { // turn hip, knee and ankle
    const [turns, parents] = [joints.map((j) => turnOf(this.bones[j])), joints.map((j) => turnOf(this.bones[j].parent))];
    const away = minus(target, hip).addScaledVector(UP, -rise), far = away.length();
    const size = Math.min(mix(far, Math.min(sizeOf(goal, a, b), far), 1 - held), Math.max(sizeOf(this.straightest / 2, a, b), before));
    const kneeTurn = bendKnee(hip, knee, ankle, turned(new Vector3(...hinge), turns[0]), size);
    const hipTurn = between(plus(knee, turned(minus(ankle, knee), kneeTurn)).sub(hip), away);
    const seen = [hipTurn, kneeTurn, times(inverse(times(hipTurn, kneeTurn)), foot)];
    joints.forEach((j, k) => this.bones[j].quaternion.copy(times(inverse(parents[k]), times(seen[k], turns[k]))));
  }
}
