/** The player of shared pages and notebooks: the studio's stage, a bar to play and look by, and a timeline to scrub. */
import { Viewer } from "../scene/viewer";
import { PLAIN_VIEW, type ViewOptions } from "../scene/layer";
import type { Theme } from "../scene/palette";
import type { Frames } from "../scene/pose";
import { Clock, type ClockState } from "./clock";
import styles from "./player.css?inline";
import { unpack, type Shown, type ShownActor } from "./shown";
import { Timeline } from "./timeline";

const SPEEDS = [0.25, 0.5, 1, 2];
const GHOSTS = { count: 3, seconds: 0.25 };
const LOOK: ViewOptions = { ...PLAIN_VIEW, onion: { count: 0, seconds: GHOSTS.seconds } };

/** What a player that is on the page can be told, and says. */
export interface MountedPlayer {
  readonly clock: Clock;
  /** The characters' frames, for tests. */
  readonly frames: readonly Frames[];
  /** How often the picture was drawn, for tests. */
  readonly drawn: { count: number; time: number };
  look(options: Partial<ViewOptions>): void;
  dispose(): void;
}

/** Builds a player in an element; `changed` hears of time and playing. */
export async function mount(element: HTMLElement, shown: Shown, changed: (state: ClockState) => void = () => undefined): Promise<MountedPlayer> {
  const frames = await Promise.all(shown.actors.map(unpack));
  const length = Math.max(...shown.actors.map((actor) => (actor.frames - 1) / actor.fps));
  const root = make("div", "mlp");
  const style = make("style");
  style.textContent = styles;
  const stage = make("div", "mlp-stage");
  const drawn = { count: 0, time: 0 };
  let options = LOOK;
  element.replaceChildren(style, root);
  root.append(heading(shown), stage);
  const viewer = new Viewer(stage, {
    onHover: () => undefined,
    onPick: () => undefined,
    onDrawn: (time) => {
      drawn.count += 1;
      drawn.time = time;
    },
  });
  let ready = false;
  const clock = new Clock(length, (state) => {
    viewer.setTime(state.time);
    timeline.setTime(state.time);
    bar.tell(state);
    if (ready) changed(state);
  });
  const timeline = new Timeline(length, (time) => clock.set({ time, playing: false }));
  const look = (part: Partial<ViewOptions>): void => {
    options = { ...options, ...part };
    viewer.setOptions(options);
    bar.mark(options);
  };
  const choose = (index: number): void => {
    viewer.setActors(
      shown.actors.map((actor, i) => ({
        id: String(i),
        name: actor.name,
        frames: frames[i],
        begins: 0,
        figure: actor.figure,
        ground: actor.ground,
        plants: actor.plants,
        offset: [0, 0],
        support: null,
        ghost: false,
      })),
      String(index),
    );
    timeline.show(shown.actors[index]);
  };
  const bar = new Bar(shown.actors, clock, look, () => viewer.frame(), choose);
  root.append(bar.element, timeline.canvas);
  root.addEventListener("keydown", (event) => press(event, clock, shown.actors[0].fps));
  const stopTheme = followTheme((theme) => {
    root.dataset.theme = theme;
    viewer.setTheme(theme);
    timeline.setTheme(theme);
  });
  look({});
  choose(0);
  viewer.frame(true);
  clock.set({ time: 0 });
  ready = true;
  return {
    clock,
    frames,
    drawn,
    look,
    dispose: () => {
      stopTheme();
      clock.dispose();
      timeline.dispose();
      viewer.dispose();
      element.replaceChildren();
    },
  };
}

/** The bar below the picture. */
class Bar {
  readonly element = make("div", "mlp-bar");
  private readonly play = button("Play", "mlp-play");
  private readonly loop = button("Loop");
  private readonly time = make("span", "mlp-time");
  private readonly ghosts = button("Ghosts");
  private readonly plants = button("Plants");
  private readonly bones = button("Bones");
  private readonly follow = button("Follow");

  constructor(
    actors: readonly ShownActor[],
    private readonly clock: Clock,
    look: (options: Partial<ViewOptions>) => void,
    frame: () => void,
    choose: (index: number) => void,
  ) {
    const { play, loop, time, ghosts, plants, bones, follow } = this;
    play.addEventListener("click", () => clock.set({ playing: !clock.now.playing }));
    loop.addEventListener("click", () => clock.set({ loop: !clock.now.loop }));
    ghosts.addEventListener("click", () => look({ onion: { ...GHOSTS, count: pressed(ghosts) ? 0 : GHOSTS.count } }));
    plants.addEventListener("click", () => look({ plants: !pressed(plants) }));
    bones.addEventListener("click", () => look({ shape: pressed(bones) ? "body" : "both" }));
    follow.addEventListener("click", () => look({ follow: !pressed(follow) }));
    const whole = button("Frame");
    whole.addEventListener("click", frame);
    const speed = choice(
      "Speed",
      SPEEDS.map((each) => `${each}×`),
      SPEEDS.indexOf(1),
      (index) => clock.set({ speed: SPEEDS[index] }),
    );
    this.element.append(play, loop, speed, time, make("span", "mlp-grow"));
    if (actors.length > 1)
      this.element.append(
        choice(
          "Character",
          actors.map((actor) => actor.name),
          0,
          choose,
        ),
      );
    this.element.append(ghosts, plants, bones, follow, whole);
    plants.hidden = actors.every((actor) => actor.plants.length === 0);
  }

  tell({ time, playing, loop }: ClockState): void {
    this.play.textContent = playing ? "Pause" : "Play";
    this.loop.setAttribute("aria-pressed", String(loop));
    this.time.textContent = `${time.toFixed(2)} of ${this.clock.length.toFixed(2)} s`;
  }

  mark({ onion, plants, shape, follow }: ViewOptions): void {
    this.ghosts.setAttribute("aria-pressed", String(onion.count > 0));
    this.plants.setAttribute("aria-pressed", String(plants));
    this.bones.setAttribute("aria-pressed", String(shape !== "body"));
    this.follow.setAttribute("aria-pressed", String(follow));
  }
}

function heading(shown: Shown): HTMLElement {
  const header = make("header");
  const title = make("h1");
  title.textContent = shown.title;
  header.append(title);
  for (const { about } of shown.actors.slice(0, 4)) {
    const [facts, ...made] = about;
    const line = make("p");
    line.textContent = facts ?? "";
    header.append(line);
    if (made.length === 0) continue;
    const more = make("details");
    const summary = make("summary");
    summary.textContent = "How it was made";
    const text = make("pre");
    text.textContent = made.join("\n");
    more.append(summary, text);
    header.append(more);
  }
  return header;
}

function press(event: KeyboardEvent, clock: Clock, fps: number): void {
  const { time, playing } = clock.now;
  const step = event.shiftKey ? 0.5 : 1 / fps;
  const onButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLSelectElement;
  const keys: Record<string, () => void> = {
    " ": () => clock.set({ playing: !playing }),
    ArrowLeft: () => clock.set({ time: time - step, playing: false }),
    ArrowRight: () => clock.set({ time: time + step, playing: false }),
    Home: () => clock.set({ time: 0 }),
    End: () => clock.set({ time: clock.length, playing: false }),
  };
  const act = keys[event.key];
  if (!act || (onButton && event.key === " ") || event.target instanceof HTMLSelectElement) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function followTheme(set: (theme: Theme) => void): () => void {
  const query = window.matchMedia("(prefers-color-scheme: light)");
  const tell = (): void => set(query.matches ? "light" : "dark");
  tell();
  query.addEventListener("change", tell);
  return () => query.removeEventListener("change", tell);
}

const pressed = (element: HTMLElement): boolean => element.getAttribute("aria-pressed") === "true";

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = ""): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  return element;
}

function button(text: string, className = ""): HTMLButtonElement {
  const element = make("button", className);
  element.type = "button";
  element.textContent = text;
  return element;
}

function choice(name: string, words: readonly string[], first: number, choose: (index: number) => void): HTMLSelectElement {
  const select = make("select");
  select.setAttribute("aria-label", name);
  select.append(...words.map((word) => new Option(word)));
  select.selectedIndex = first;
  select.addEventListener("change", () => choose(select.selectedIndex));
  return select;
}
