/** Actions that belong to no panel. */
import { endLive, toggleLive, useLive } from "../state/live";
import { redo, undo } from "../state/session";
import { isShared, showAlone, useStage } from "../state/stage";
import { pause, play, setMark, shuttle, step, togglePlay, useTransport, seek, endOf, toggleLoop, currentFrame } from "../state/transport";
import { editActions } from "../panels/library/editActions";
import type { Action } from "./actions";
import { chooseFiles } from "./importFiles";

const moment = (): number => currentFrame() / useTransport.getState().fps;

export const studioActions: readonly Action[] = [
  { keys: ["Space"], label: "Play or pause", group: "Play", run: () => (useLive.getState().owner === null ? togglePlay() : toggleLive()) },
  { keys: ["Escape"], label: "From a performance back to the clip", group: "Play", run: endLive, when: () => useLive.getState().owner !== null },
  { keys: ["Escape"], label: "From several clips back to the open one", group: "Play", run: showAlone, when: () => isShared(useStage.getState()) },
  { keys: ["ArrowLeft"], label: "One frame back", group: "Play", run: () => step(-1) },
  { keys: ["ArrowRight"], label: "One frame on", group: "Play", run: () => step(1) },
  { keys: ["Shift+ArrowLeft"], label: "Ten frames back", group: "Play", run: () => step(-10) },
  { keys: ["Shift+ArrowRight"], label: "Ten frames on", group: "Play", run: () => step(10) },
  { keys: ["J"], label: "Play backwards; again: faster", group: "Play", run: () => shuttle(-1) },
  { keys: ["K"], label: "Stop", group: "Play", run: pause },
  { keys: ["L"], label: "Play; again: faster", group: "Play", run: () => shuttle(1) },
  { keys: ["Home"], label: "To the start", group: "Play", run: () => seek(0) },
  { keys: ["End"], label: "To the end", group: "Play", run: () => seek(endOf(useTransport.getState())) },
  { keys: ["I"], label: "Mark in here", group: "Play", run: () => setMark("in", moment()) },
  { keys: ["O"], label: "Mark out here", group: "Play", run: () => setMark("out", moment()) },
  {
    keys: ["X"],
    label: "Clear the marks",
    group: "Play",
    run: () => {
      setMark("in", null);
      setMark("out", null);
    },
  },
  { keys: ["R"], label: "Loop on or off", group: "Play", run: toggleLoop },
  { keys: ["Shift+Space"], label: "Play from the in mark", group: "Play", run: playFromMark },
  { keys: ["Ctrl+O"], label: "Import files…", group: "Studio", run: chooseFiles },
  { keys: ["Ctrl+Z"], label: "Undo", group: "Edit", run: undo },
  { keys: ["Ctrl+Y", "Ctrl+Shift+Z"], label: "Redo", group: "Edit", run: redo },
  ...editActions,
];

function playFromMark(): void {
  seek(useTransport.getState().markIn ?? 0);
  play(1);
}
