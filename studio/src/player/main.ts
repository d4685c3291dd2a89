/** The player as one script: in a page it plays what the page holds, in a notebook it is a widget (anywidget). */
import { mount, type MountedPlayer } from "./player";
import type { Shown } from "./shown";

declare global {
  interface Window {
    /** The page's player, for whoever looks at it from outside. */
    motionloomPlayer?: MountedPlayer;
  }
}

/** Where a page keeps what it plays, and shows it. */
const HELD = "motionloom-shown";
const PLACE = "motionloom-player";

async function playPage(text: string, place: HTMLElement): Promise<void> {
  try {
    window.motionloomPlayer = await mount(place, JSON.parse(text) as Shown);
    const asks = new URLSearchParams(location.search);
    if (!asks.has("still")) window.motionloomPlayer.clock.set({ playing: true });
  } catch (error) {
    place.textContent = `This page needs WebGL 2 and a browser of 2023 or newer (${String(error)}).`;
    place.className = "mlp-problem";
  }
}

const held = document.getElementById(HELD);
const place = document.getElementById(PLACE);
if (held?.textContent && place) void playPage(held.textContent, place);

/** What of a widget's model (anywidget) is used. */
interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(name: string, call: () => void): void;
  off(name: string, call: () => void): void;
}

/** How often a notebook hears of the time while it plays, milliseconds. */
const TELL_MS = 250;

async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  const box = document.createElement("div");
  box.style.height = `${Number(model.get("height"))}px`;
  el.append(box);
  let told = 0;
  let hearing = false;
  const player = await mount(box, JSON.parse(String(model.get("shown"))) as Shown, ({ time, playing }) => {
    const now = performance.now();
    if (hearing || (playing && now - told < TELL_MS)) return;
    told = now;
    model.set("time", time);
    model.set("playing", playing);
    model.save_changes();
  });
  const hear = (): void => {
    const { clock } = player;
    const [time, playing] = [Number(model.get("time")), Boolean(model.get("playing"))];
    if (time === clock.now.time && playing === clock.now.playing) return;
    hearing = true;
    // While it plays, its own clock is ahead of what the notebook was last told.
    clock.set(playing && clock.now.playing && Math.abs(time - clock.now.time) < 1 ? { playing } : { time, playing });
    hearing = false;
  };
  model.on("change:time", hear);
  model.on("change:playing", hear);
  if (model.get("playing") || model.get("time")) hear();
  return () => {
    model.off("change:time", hear);
    model.off("change:playing", hear);
    player.dispose();
  };
}

export default { render };
