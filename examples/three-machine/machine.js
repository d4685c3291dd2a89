// Plays what `motionloom machine export` writes: the same frames as motionloom.behaviours.control.Controller.
import { Quaternion, Vector3, Vector4 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { Feet } from './feet.js';
import { Laps } from './laps.js';
const UP = new Vector3(0, 1, 0), turn = (angle) => new Quaternion().setFromAxisAngle(UP, angle);
const clamp = (x, low, high) => Math.min(Math.max(x, low), high), mix = (a, b, part) => a + part * (b - a);
// The row of a table below a place and how far it is to the next; the table's value and its slope there.
const split = (count, at, row = clamp(Math.floor(at), 0, count - 2)) => [row, clamp(at, 0, count - 1) - row];
const read = (table, at, k) => { const [row, part] = split(table.length, at); return mix(table[row][k], table[row + 1][k], part); };
const slope = (table, at, k) => { const [row] = split(table.length, at); return table[row + 1][k] - table[row][k]; };

function readClip(gltf, path) { // tracks: the rotations of all joints in order, then the root's places
  const rotations = gltf.animations[0].tracks.map((track) => track.values), places = rotations.pop(), q = new Quaternion();
  path.forEach((row, f) => { // the machine leads the root: its heading is taken out here
    q.fromArray(rotations[0], 4 * f).premultiply(turn(-row[2])).toArray(rotations[0], 4 * f);
    row.push(places[3 * f + 1]);
  });
  return { rotations, path };
}

export class Machine {
  static async load(folder, seed = 0) { // seed: of the order in which laps are played
    const data = await (await fetch(`${folder}/machine.json`)).json(), loader = new GLTFLoader();
    for (const state of data.states) {
      state.gltf = await Promise.all(state.clips.map((file) => loader.loadAsync(`${folder}/${file}`)));
      state.motions = state.gltf.map((gltf, k) => readClip(gltf, state.paths[k]));
    }
    return new Machine(data, seed);
  }

  constructor(data, seed) { // place: x and z in metres, and as y the heading in radians
    const states = Object.fromEntries(data.states.map((state) => [state.name, state])), state = states[data.start];
    Object.assign(this, { data, states, state, at: 0, place: new Vector3(), asked: { turn: 0 }, heard: { turn: 0 }, queue: [] });
    [this.weights, this.body, this.laps] = [this.aim(state), state.gltf[0].scene, new Laps(seed)]; // any clip's body will do
    this.bones = state.gltf[0].animations[0].tracks.slice(0, -1).map(({ name }) => this.body.getObjectByName(name.split('.')[0]));
    this.feet = data.feet && new Feet(this); // without, poses are as they are blended
    this.draw(0);
  }

  go(state) { this.queue.push(state); } // in its turn
  steer(value, parameter = 'turn') { this.asked[parameter] = value ?? (parameter === 'turn' ? 0 : null); } // at once; null: no longer

  aim({ parameter, plane, clips }) { // weights for what is asked; the reference clip alone where nobody asked
    const { turn, speed } = this.heard, place = ({ least, most, count }, value) => (value - least) / (most - least) * (count - 1);
    if (plane && speed != null) {
      const [row, part] = split(plane.turn.count, place(plane.turn, turn)), [near, far] = plane.weights.slice(row, row + 2);
      return clips.map((_, k) => mix(...[near, far].map((weights) => read(weights, place(plane.speed, speed), k)), part));
    }
    if (this.heard[parameter?.name] == null) return clips.map((_, k) => +!k);
    return clips.map((_, k) => read(parameter.weights, place(parameter, this.heard[parameter.name]), k));
  }

  choose({ source, target, start, frames }) { // weights of the target's clips that look most like the source now
    const to = this.states[target], row = (rows, frame) => rows[clamp(Math.round(frame), 0, rows.length - 1)];
    if (source === target || to.parameter?.at_once) return source === target ? [...this.weights] : this.aim(to);
    const blend = (clips, weights) => clips[0].map((_, d) => weights.reduce((sum, weight, k) => sum + weight * clips[k][d], 0));
    const now = blend(row(this.state.looks, start), this.weights), there = row(to.looks, frames[0]);
    const costs = to.samples.map((each) => Math.hypot(...blend(there, each).map((value, d) => value - now[d])));
    return [...to.samples[costs.indexOf(Math.min(...costs))]];
  }

  voices(at) { // what plays at a reference frame: the state, and in a transition its target; rate: frames for one of the state's
    const { state, weights, point } = this;
    if (!point) return [{ state, weights, at, rate: 1, part: 1 }];
    const table = point.frames.map((frame) => [frame]), last = table.length - 1, width = (point.stop - point.start) / last;
    const s = clamp((at - point.start) / (point.stop - point.start), 0, 1), part = s * s * (3 - 2 * s); // rounded as in Python
    const target = { state: this.states[point.target], weights: this.entering, at: read(table, s * last, 0), part };
    return [{ state, weights, at, rate: 1, part: 1 - part }, { ...target, rate: slope(table, (at - point.start) / width, 0) / width }];
  }

  move(moved, { state, weights }, begin, end, part) { // adds what the clips do between two reference frames, seen from their headings
    state.motions.forEach(({ path }, k) => {
      const [a, b] = [begin, end].map((at) => new Vector3(...[0, 2, 1].map((c) => read(path, read(state.frames, at, k), c))));
      moved.addScaledVector(b.clone().sub(a).applyAxisAngle(UP, -(a.y + b.y) / 2), part * weights[k]);
    });
  }

  next(begin, end) { // the transition to take while the reference goes from begin to end
    const { state, goal, data } = this, ways = (name) => data.transitions.filter((p) => p.source === state.name && p.target === name);
    const wanted = goal ? ways(data.next[state.name][goal]) : [], found = wanted.find(({ start }) => begin <= start && start <= end);
    this.laps.enter(state, begin);
    if (found || state.loop) return found ?? this.laps.next(begin, end, goal);
    const home = ways(state.default).at(-1);
    return end < home.start || wanted.at(-1)?.start > end ? null : home;
  }

  step(dt = 1 / this.data.rate) {
    while (!this.point && !this.goal && this.queue.length) {
      const goal = this.queue.shift();
      if (goal !== this.state.name) this.goal = goal;
    }
    const begin = this.at, { point } = this, before = this.voices(begin), fade = (ease = this.data.ease) => 1 - Math.exp(-dt / ease);
    for (const { state, weights, at, rate, part } of before) { // each clip wants the reference to run so that it runs at its own pace
      this.aim(state).forEach((goal, k) => { weights[k] += fade(state.parameter?.ease) * (goal - weights[k]); });
      this.at += dt * this.data.rate * part / rate * weights.reduce((sum, weight, k) => sum + weight / slope(state.frames, at, k), 0);
    }
    const moved = new Vector3(), after = this.voices(point ? Math.min(this.at, point.stop) : this.at);
    before.forEach((voice, v) => this.move(moved, voice, voice.at, after[v].at, (voice.part + after[v].part) / 2));
    if (point && this.at >= point.stop) { // arrived, a little past the end
      const { state, weights, at, rate } = after[1];
      [this.state, this.weights, this.point, this.at] = [state, weights, null, at + (this.at - point.stop) * rate];
      this.move(moved, after[1], at, this.at, 1);
      if (this.goal === state.name) this.goal = null;
    } else if (!point && (this.point = this.next(begin, this.at))) this.entering = this.choose(this.point);
    const fades = (name) => this.data.states.some(({ parameter }) => parameter?.name === name && parameter.at_once) ? 1 : fade();
    for (const [name, to] of Object.entries(this.asked)) this.heard[name] = to === null ? to : mix(this.heard[name] ?? to, to, fades(name));
    this.place.add(moved.applyAxisAngle(UP, this.place.y + moved.y / 2));
    this.draw(dt);
  }

  draw(dt) { // the pose: rotations of all clips, weighted and added up; then feet are held
    const clips = this.voices(this.at).flatMap(({ state, weights, at, part }) => state.motions.map((motion, k) =>
      ({ ...motion, amount: part * weights[k], frame: read(state.frames, at, k) })));
    this.bones.forEach((bone, j) => {
      const sum = new Vector4(0, 0, 0, 0);
      for (const { rotations, path, amount, frame } of clips) {
        const [row, part] = split(path.length, frame);
        const q = new Vector4().fromArray(rotations[j], 4 * row).lerp(new Vector4().fromArray(rotations[j], 4 * row + 4), part);
        sum.addScaledVector(q, sum.dot(q) < 0 ? -amount : amount);
      }
      bone.quaternion.copy(sum).normalize();
    });
    const height = clips.reduce((sum, { path, amount, frame }) => sum + amount * read(path, frame, 3), 0);
    this.bones[0].quaternion.premultiply(turn(this.place.y));
    this.bones[0].position.set(this.place.x, height, this.place.z);
    this.feet?.hold(dt);
  }
}
