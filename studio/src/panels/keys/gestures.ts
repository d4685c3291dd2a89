/** What the pointer does in the sheet: choose, box, drag, scale (Alt), bend tangents, scrub the ruler. */
import { changeKeys, isChosen, moveKeys, scaleKeys, type Channels, type Chosen } from "../../state/sketchKeys";
import { editSketch, saveSketch, useSketching } from "../../state/sketching";
import { pause, seek } from "../../state/transport";
import { handleAt, keyAt, keysIn, RULER, secondsAt, slopeAt, valueStep, type Handle, type Sheet } from "./sheet";

const STILL = 3;
type Kind = "scrub" | "box" | "move" | "scale" | "tangent";

interface Hold {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  readonly channels: Channels;
  readonly chosen: readonly Chosen[];
  /** The sheet as it was: what is dragged does not run away under the pointer. */
  readonly sheet: Sheet;
  readonly handle: Handle | null;
  readonly about: number;
  moved: boolean;
}

export class Gestures {
  private hold: Hold | null = null;
  box: readonly [number, number, number, number] | null = null;

  /** A press; `add`: with Shift or Ctrl, keys are added to the chosen ones; `scale`: with Alt. */
  down(sheet: Sheet, x: number, y: number, add: boolean, scale: boolean, playhead: number): void {
    const { channels, chosen: before } = useSketching.getState();
    const start = (kind: Kind, chosen: readonly Chosen[], handle: Handle | null = null): void => {
      this.hold = { kind, x, y, channels, chosen, sheet, handle, about: playhead, moved: false };
    };
    if (y < RULER) {
      pause();
      seek(secondsAt(sheet, x));
      return start("scrub", before);
    }
    const handle = handleAt(sheet, x, y);
    if (handle) return start("tangent", before, handle);
    const key = keyAt(sheet, x, y);
    if (!key) {
      this.box = [x, y, x, y];
      return start("box", add ? before : []);
    }
    const had = isChosen(before, key.channel, key.at);
    const chosen = add ? (had ? before.filter((each) => each.channel !== key.channel || each.at !== key.at) : [...before, key]) : had ? before : [key];
    useSketching.setState({ chosen });
    start(scale && chosen.length > 1 ? "scale" : "move", chosen);
  }

  /** A move; whether the sheet must be drawn again. `lock`: with Shift only along the larger way. */
  move(x: number, y: number, lock: boolean): boolean {
    const { hold } = this;
    if (!hold) return false;
    const [dx, dy] = [x - hold.x, y - hold.y];
    if (!hold.moved && Math.hypot(dx, dy) < STILL) return false;
    hold.moved = true;
    const { fps, frames } = { fps: hold.sheet.fps, frames: useSketching.getState().frames };
    if (hold.kind === "scrub") seek(secondsAt(hold.sheet, x));
    else if (hold.kind === "box") {
      this.box = [hold.x, hold.y, x, y];
      const inside = keysIn(hold.sheet, hold.x, hold.y, x, y);
      useSketching.setState({ chosen: [...hold.chosen, ...inside.filter((key) => !isChosen(hold.chosen, key.channel, key.at))] });
    } else if (hold.kind === "tangent" && hold.handle) this.bend(hold, hold.handle, x, y, lock);
    else if (hold.chosen.length > 0) {
      const across = lock && Math.abs(dy) > Math.abs(dx) ? 0 : dx;
      const down = hold.sheet.mode === "dope" || (lock && Math.abs(dx) >= Math.abs(dy)) ? 0 : dy;
      if (hold.kind === "move")
        editSketch(moveKeys(hold.channels, hold.chosen, across / (hold.sheet.view.scale * fps), down * valueStep(hold.sheet), fps, frames), null);
      else {
        const values = hold.chosen.flatMap(({ channel, at }) => (hold.channels[channel] ?? []).filter((key) => key.at === at).map((key) => key.value));
        const middle = (Math.min(...values) + Math.max(...values)) / 2;
        editSketch(
          scaleKeys(
            hold.channels,
            hold.chosen,
            Math.max(0.05, 1 + across / 120),
            hold.about,
            hold.sheet.mode === "dope" ? 1 : 1 - down / 120,
            middle,
            fps,
            frames,
          ),
          null,
        );
      }
    }
    return true;
  }

  private bend(hold: Hold, handle: Handle, x: number, y: number, lock: boolean): void {
    const slope = slopeAt(hold.sheet, handle, x, y);
    const { channels } = changeKeys(hold.channels, [handle], (key) => {
      const other = key.tangent === "free" ? { left: key.left, right: key.right } : { left: slope, right: slope };
      return { ...key, tangent: "free", ...other, ...(lock ? { [handle.side]: slope } : { left: slope, right: slope }) };
    });
    editSketch({ channels }, null);
  }

  up(): void {
    const { hold } = this;
    this.hold = null;
    this.box = null;
    if (!hold) return;
    const count = hold.chosen.length === 1 ? "a key" : `${hold.chosen.length} keys`;
    if (hold.moved && (hold.kind === "move" || hold.kind === "scale")) saveSketch(`${hold.kind === "move" ? "Move" : "Scale"} ${count}`);
    else if (hold.moved && hold.kind === "tangent") saveSketch("Bend a tangent");
    else if (!hold.moved && hold.kind === "box") useSketching.setState({ chosen: hold.chosen });
  }
}
