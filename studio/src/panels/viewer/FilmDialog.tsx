/** Film: what the viewer shows as a file, at any size. While it is drawn, how far it is, and a way to stop. */
import { useState } from "react";

import { Dialog } from "../../app/controls";
import { activeState } from "../../commands/views";
import { stopAsking } from "../../state/asking";
import { film, momentsOf, sizeFor, stopFilming, useFilming, type FilmWish } from "../../state/filming";
import { changeSettings, useSettings } from "../../state/settings";
import { endOf, rangeOf, useTransport } from "../../state/transport";
import { NumberField } from "../library/EditDialogs";
import { Choice } from "../library/ExportDialog";

const SIZES: readonly (readonly [string, string, number, number])[] = [
  ["720p", "720p, 1280 × 720", 1280, 720],
  ["1080p", "1080p, 1920 × 1080", 1920, 1080],
  ["square", "Square, 1080 × 1080", 1080, 1080],
  ["vertical", "Vertical, 1080 × 1920", 1080, 1920],
];
const RATES = [12, 15, 24, 25, 30, 50, 60];

interface Wanted extends FilmWish {
  readonly size: string;
}

const USUAL: Wanted = { kind: "mp4", size: "720p", width: 1280, height: 720, fps: 30, turntable: false };

/** What was wanted last time, where it still makes sense. */
function lastWanted(): Wanted {
  const kept = useSettings.getState().film as Partial<Wanted>;
  const good = Object.entries(kept).filter(([name, value]) => name in USUAL && typeof value === typeof USUAL[name as keyof Wanted]);
  return { ...USUAL, ...(Object.fromEntries(good) as Partial<Wanted>) };
}

export function FilmDialog() {
  const { done, total } = useFilming();
  return total > 0 ? <Drawing done={done} total={total} /> : <Wish />;
}

function Drawing({ done, total }: { done: number; total: number }) {
  return (
    <Dialog title="Filming" narrow aside onClose={stopFilming}>
      <progress max={total} value={done} aria-label="Frames drawn" />
      <p className="numbers soft">
        {done} of {total} frames
      </p>
      <footer>
        <button type="button" className="button" onClick={stopFilming}>
          Stop
        </button>
      </footer>
    </Dialog>
  );
}

function Wish() {
  const [wanted, setWanted] = useState(lastWanted);
  const transport = useTransport();
  const marked = transport.markIn !== null || transport.markOut !== null;
  const [whole, setWhole] = useState(!marked);
  const change = (part: Partial<Wanted>): void => setWanted((old) => ({ ...old, ...part }));
  const [start, end] = whole ? [0, endOf(transport)] : rangeOf(transport);
  const fps = wanted.kind === "gif" ? Math.min(50, wanted.fps) : wanted.fps;
  const frames = momentsOf(start, end, fps).length;
  const submit = async (): Promise<void> => {
    changeSettings({ film: wanted });
    const { kind, turntable } = wanted;
    const [width, height] = sizeFor(kind, wanted.width, wanted.height);
    await film(activeState()?.row?.name ?? "film", { kind, width, height, fps, turntable }, start, end);
    stopAsking();
  };
  return (
    <Dialog title="Film what the viewer shows" narrow aside onClose={stopAsking}>
      <form
        className="numbers-form options"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Choice name="Kind" value={wanted.kind} onChange={(kind) => change({ kind: kind === "gif" ? "gif" : kind === "png" ? "png" : "mp4" })}>
          {[
            ["mp4", "MP4 film"],
            ["gif", "GIF, at most 50 Hz"],
            ["png", "PNG pictures in a zip"],
          ]}
        </Choice>
        <Choice
          name="Size"
          value={wanted.size}
          onChange={(size) => {
            const [, , width, height] = SIZES.find(([key]) => key === size) ?? ["", "", wanted.width, wanted.height];
            change({ size, width, height });
          }}
        >
          {[...SIZES.map(([key, text]) => [key, text]), ["custom", "Another size"]]}
        </Choice>
        {wanted.size === "custom" && (
          <>
            <NumberField name="Across" unit="px" value={wanted.width} step={2} onChange={(width) => change({ width })} />
            <NumberField name="Down" unit="px" value={wanted.height} step={2} onChange={(height) => change({ height })} />
          </>
        )}
        <Choice name="Rate" value={String(wanted.fps)} onChange={(value) => change({ fps: Number(value) })}>
          {[...new Set([...RATES, wanted.fps])].map((rate) => [String(rate), `${rate} Hz`])}
        </Choice>
        <Choice name="Part" value={whole ? "whole" : "marks"} onChange={(value) => setWhole(value === "whole")}>
          {[["whole", "The whole clip"], ...(marked ? [["marks", "Between the marks"]] : [])]}
        </Choice>
        <label className="check">
          <input type="checkbox" checked={wanted.turntable} onChange={(event) => change({ turntable: event.target.checked })} /> Turntable: once round
        </label>
        <p className="faint numbers">
          {frames} frames, {(frames / fps).toFixed(2)} s; camera, ghosts and marks as they are seen.
        </p>
        <footer>
          <button type="button" className="button" onClick={stopAsking}>
            Cancel
          </button>
          <button type="submit" data-first className="button primary">
            Film
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
