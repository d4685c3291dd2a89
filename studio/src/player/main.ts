/** The player as one script: in a page it plays what the page holds, in a notebook it is a widget (anywidget). */
import type { ClockState } from "./clock";
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
  let busy = false; // with what one side says, which is no news for it
  const quietly = (act: () => void): void => {
    if (busy) return;
    busy = true;
    act();
    busy = false;
  };
  const tell = ({ time, playing }: ClockState): void => {
    const now = performance.now();
    if (playing && model.get("playing") === true && now - told < TELL_MS) return;
    told = now;
    quietly(() => {
      model.set("time", time);
      model.set("playing", playing);
      model.save_changes();
    });
  };
  const player = await mount(box, JSON.parse(String(model.get("shown"))) as Shown, tell);
  const hearTime = (): void => quietly(() => player.clock.set({ time: Number(model.get("time")) }));
  const hearPlaying = (): void => quietly(() => player.clock.set({ playing: Boolean(model.get("playing")) }));
  const asked = { time: Number(model.get("time")), playing: Boolean(model.get("playing")) };
  model.on("change:time", hearTime);
  model.on("change:playing", hearPlaying);
  quietly(() => player.clock.set(asked));
  return () => {
    model.off("change:time", hearTime);
    model.off("change:playing", hearPlaying);
    player.dispose();
  };
}

export default { render };
