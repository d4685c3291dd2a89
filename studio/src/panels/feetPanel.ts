/** Feet: where it stands and what its keys do; the rest is in feet.tsx, and comes when it is first shown. */
import { later } from "../app/later";
import { activeState } from "../commands/views";
import { FEET, type Foot, type Span } from "../protocol/types";
import { confirmSequence, openSequence, skipSequence } from "../state/feet";
import { hasFocus } from "../state/focus";
import { sendCommand } from "../state/session";
import { spanAt, turnedSpan } from "../state/spans";
import { toast } from "../state/toasts";
import { currentFrame } from "../state/transport";
import type { Panel } from "./panel";

/** Turns a foot point over, from the playhead to the next border; or from the border before it. While a sequence is open, only in it. */
function turnOver(foot: Foot, onwards: boolean): void {
  const state = activeState();
  if (!state?.row) return;
  const spans = state.plants.spans[FEET.indexOf(foot)] ?? [];
  const frame = currentFrame();
  const sequence = openSequence();
  const range: Span = sequence ? [sequence.start, sequence.stop] : [0, state.row.frames];
  const turned = turnedSpan(spans, frame, range, onwards);
  if (!turned) return toast("info", "The playhead is outside the sequence, so nothing was changed. Skip it to label the rest of the clip.");
  const [start, stop] = turned;
  sendCommand({ kind: "set_plants", clip: state.id, foot, start, stop, planted: spanAt(spans, frame) === null });
}

/** These keys open clips and teach: only in this panel, and in the timeline while a sequence is put right there. */
const teachesHere = (): boolean => hasFocus("feet") || (openSequence() !== null && hasFocus("timeline"));

const KEYS = ["Q", "W", "E", "T"] as const;
const NAMES = ["left heel", "left toe", "right heel", "right toe"] as const;

export const feetPanel: Panel = {
  id: "feet",
  title: "Feet",
  icon: "foot",
  dock: "right",
  workspaces: ["clean"],
  Component: later(() => import("./views").then(({ FeetPanel }) => FeetPanel)),
  actions: [
    { keys: ["Enter"], label: "The sequence is right: bring the next", group: "Feet", run: () => void confirmSequence(), when: teachesHere },
    { keys: ["Shift+Enter"], label: "Skip the sequence: bring another", group: "Feet", run: () => void skipSequence(), when: teachesHere },
    ...FEET.map((foot, i) => ({
      keys: [KEYS[i] ?? "Q"],
      label: `Plant or lift the ${NAMES[i]} from here on`,
      group: "Feet",
      run: () => turnOver(foot, true),
    })),
    ...FEET.map((foot, i) => ({
      keys: [`Shift+${KEYS[i] ?? "Q"}`],
      label: `Plant or lift the ${NAMES[i]} up to here`,
      group: "Feet",
      run: () => turnOver(foot, false),
    })),
  ],
};
