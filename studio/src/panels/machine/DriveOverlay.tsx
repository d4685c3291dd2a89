/** Over the viewer while somebody is driven: what it does, and the keys that drive it. */
import { useEffect } from "react";

import { chordOf } from "../../app/keys";
import { behavioursOf, phaseOf, wishOf } from "../../state/controls";
import { ask, askGait, holdTurn, stopDriving, toggleRecording, useDriving } from "../../state/driving";
import { RATE } from "../../state/liveClock";

export function DriveOverlay() {
  const driven = useDriving((driving) => driving.machine !== null);
  return driven ? <Overlay /> : null;
}

function Overlay() {
  useDriveKeys();
  const controls = useDriving((driving) => driving.controls);
  if (!controls) return null;
  return (
    <div className="drive-overlay" role="group" aria-label="Driving">
      <Now />
      <ul className="drive-keys">
        {behavioursOf(controls).map(
          ({ state, key }) =>
            key && (
              <li key={state}>
                <kbd>{key}</kbd>
                {state === controls.leap && <kbd>Space</kbd>} {state}
              </li>
            ),
        )}
        <li>
          <kbd>↑</kbd>
          <kbd>↓</kbd> pace
        </li>
        {controls.turn[0] < controls.turn[1] && (
          <li>
            <kbd>←</kbd>
            <kbd>→</kbd> turn
          </li>
        )}
      </ul>
    </div>
  );
}

/** The state, and the transition as it goes. */
function Now() {
  const state = useDriving(({ characters, active }) => characters[active]?.state ?? "");
  const target = useDriving(({ characters, active }) => characters[active]?.target ?? null);
  const mode = useDriving(({ characters, active }) => characters[active]?.mode ?? "playback");
  const goal = useDriving(({ characters, active }) => characters[active]?.goal ?? null);
  const queue = useDriving(({ characters, active }) => (characters[active]?.queue ?? []).join(", "));
  const bar = useDriving(({ characters, active }) => {
    const now = characters[active];
    return now ? Math.round(50 * (now.target ? now.share : now.phase)) / 50 : 0;
  });
  return (
    <p className={`drive-now ${target ? mode : ""}`}>
      <strong>{state}</strong>
      {target && (
        <>
          {" → "}
          <strong>{target}</strong>
        </>
      )}
      <i className="bar" aria-hidden="true">
        <b style={{ width: `${100 * bar}%` }} />
      </i>
      <span className="soft">{phaseOf(mode, target)}</span>
      {goal && goal !== target && <span className="soft">bound for {goal}</span>}
      {queue && <span className="soft">then {queue}</span>}
      <Fares />
      <Recorded />
      <span className="leave">
        <kbd>Esc</kbd> stop
      </span>
    </p>
  );
}

/** How it fares in the scene that it is driven through. */
function Fares() {
  const course = useDriving((driving) => driving.course);
  if (!course) return null;
  const off = course.off_now ?? course.off_line;
  return (
    <span className="soft">
      goal {Math.min(course.reached + 1, course.goals)} of {course.goals}
      {off !== null && `, ${Math.round(100 * off)} cm off the line`}
      {course.touched.length > 0 && <span className="bad">, touched {course.touched[course.touched.length - 1]}</span>}
    </span>
  );
}

/** That what is done now is being kept, and for how long. */
function Recorded() {
  const seconds = useDriving(({ recording, frame }) => (recording ? Math.floor((frame - recording.first) / RATE) : null));
  return seconds === null ? null : <span className="bad">● recording {seconds} s</span>;
}

/** Takes the driving keys before the studio does, and only while somebody is driven. */
function useDriveKeys(): void {
  useEffect(() => {
    const held = new Set<"left" | "right">();
    const turn = (): void => holdTurn((held.has("left") ? 1 : 0) - (held.has("right") ? 1 : 0));
    const onKey = (event: KeyboardEvent): void => {
      const { controls } = useDriving.getState();
      const chord = chordOf(event);
      const wish = controls && wishOf(controls, chord.replace(/^Shift\+/, ""));
      if (!wish || isTyping(event.target) || document.querySelector("[aria-modal=true]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (wish.kind === "turn") {
        if (event.type === "keydown") held.add(wish.side);
        else held.delete(wish.side);
        return turn();
      }
      if (event.type !== "keydown" || event.repeat) return;
      if (wish.kind === "leave") leave();
      else if (wish.kind === "gait") askGait(wish.step);
      else ask(wish.state);
    };
    const letGo = (): void => {
      held.clear();
      turn();
    };
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("keyup", onKey, true);
    window.addEventListener("blur", letGo);
    return () => {
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("keyup", onKey, true);
      window.removeEventListener("blur", letGo);
    };
  }, []);
}

/** A recording is kept first: whoever wants to stop does not want to lose it. */
function leave(): void {
  if (useDriving.getState().recording) toggleRecording();
  else stopDriving();
}

/** Keys belong to what is typed in; sliders, boxes and buttons are worked with the pointer while somebody is driven. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName));
}
