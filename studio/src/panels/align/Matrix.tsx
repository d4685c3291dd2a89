/** The cost matrix as a picture, with the warps to drag over it. */
import { useEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent } from "react";

import { useSize } from "../../app/useSize";
import { addWarp, frameOf, moveSelected, putKey, removeSelected, selectWarp, sizeOf, useAlignment, type Matrix } from "../../state/alignment";
import { cancelDraw, requestDraw } from "../../state/frameLoop";
import { useLive } from "../../state/live";
import { useSettings } from "../../state/settings";
import { blendOf, colourCosts, enterOf, gripAt, RATE, toSeconds, type Grip, type Plot } from "../../state/warps";
import { prepareCanvas } from "../../timeline/draw";
import { drawMatrix } from "./drawMatrix";

const MARGIN = { left: 40, top: 8, right: 10, bottom: 22 };

export function MatrixView({ matrix }: { matrix: Matrix }) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, height] = useSize(box);
  const drag = useRef<{ grip: Grip; at: [number, number] } | null>(null);
  const plot = useMemo(() => plotOf(matrix, width, height), [matrix, width, height]);
  const picture = useMemo(() => pictureOf(matrix), [matrix]);
  useDrawing(canvas, plot, picture, matrix, width, height);

  const place = (event: PointerEvent): [number, number] => {
    const area = event.currentTarget.getBoundingClientRect();
    return [event.clientX - area.left, event.clientY - area.top];
  };
  const onDown = (event: PointerEvent): void => {
    const { warps, selected, clip } = useAlignment.getState();
    const [x, y] = place(event);
    const grip = gripAt(plot, warps, selected, x, y);
    if (!grip) return;
    if (clip !== null) {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { grip, at: [toSeconds(plot, x, y)[0], 0] };
      return;
    }
    selectWarp(grip.warp);
    event.currentTarget.setPointerCapture(event.pointerId);
    const warp = warps[grip.warp];
    const [across, down] = toSeconds(plot, x, y);
    const hold: [number, number] = grip.part === "end" ? [across - warp.stop, 0] : [across - warp.start, down - enterOf(warp)];
    drag.current = { grip, at: hold };
  };
  const onMove = (event: PointerEvent): void => {
    const { warps, selected, clip } = useAlignment.getState();
    const [x, y] = place(event);
    const held = drag.current;
    if (!held) {
      const grip = gripAt(plot, warps, selected, x, y);
      event.currentTarget.setAttribute("data-grip", grip?.part ?? "none");
      return;
    }
    const warp = warps[held.grip.warp];
    if (!warp) return;
    const [across, down] = toSeconds(plot, x, y);
    if (clip !== null) putKey(held.at[0], down);
    else if (held.grip.part === "end") moveSelected({ blend: across - held.at[0] - warp.start });
    else moveSelected({ start: across - held.at[0], enter: down - held.at[1] });
  };
  return (
    <div className="matrix" ref={box}>
      <canvas
        ref={canvas}
        data-testid="matrix"
        tabIndex={0}
        role="application"
        aria-label="Cost matrix: drag a warp's beginning to move it, its end to change its length; arrow keys move it by a frame, Del removes it; double-click adds one"
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
        onDoubleClick={(event) => {
          const area = event.currentTarget.getBoundingClientRect();
          const at: [number, number] = [event.clientX - area.left, event.clientY - area.top];
          if (useAlignment.getState().clip !== null) putKey(...toSeconds(plot, ...at));
          else if (!gripAt(plot, useAlignment.getState().warps, null, ...at)) addWarp(...toSeconds(plot, ...at));
        }}
        onKeyDown={onKey}
      />
    </div>
  );
}

/** Arrow keys move by a frame, with Shift they change the length; these keys are not the studio's while the matrix has them. */
function onKey(event: KeyboardEvent): void {
  const { warps, selected, clip } = useAlignment.getState();
  if (clip !== null) return;
  const warp = selected === null ? undefined : warps[selected];
  if (!warp || event.ctrlKey || event.altKey || event.metaKey) return;
  const frame = 1 / RATE;
  const start = { ArrowLeft: -frame, ArrowRight: frame }[event.key];
  const enter = { ArrowUp: -frame, ArrowDown: frame }[event.key];
  if (event.key === "Delete") removeSelected();
  else if (start !== undefined && event.shiftKey) moveSelected({ blend: blendOf(warp) + start });
  else if (start !== undefined) moveSelected({ start: warp.start + start });
  else if (enter !== undefined) moveSelected({ enter: enterOf(warp) + enter });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function useDrawing(
  canvas: { current: HTMLCanvasElement | null },
  plot: Plot,
  picture: ImageBitmapSource | HTMLCanvasElement,
  matrix: Matrix,
  width: number,
  height: number,
): void {
  const pair = useAlignment((state) => state.pair);
  const theme = useSettings((settings) => settings.theme);
  useEffect(() => {
    const draw = (): void => {
      if (!canvas.current || width === 0) return;
      const context = prepareCanvas(canvas.current, width, height);
      if (!context) return;
      const { warps, selected, preview, problem, keys } = useAlignment.getState();
      const place = preview ? preview.places[frameOf(preview, useLive.getState().time)] : null;
      drawMatrix(context, { plot, picture: picture as HTMLCanvasElement, warps, selected, place, bad: problem !== "", about: matrix.about, pair, keys });
    };
    const ask = (): void => requestDraw(draw);
    ask();
    const stops = [useAlignment.subscribe(ask), useLive.subscribe((now, before) => (now.time !== before.time ? ask() : undefined))];
    return () => {
      stops.forEach((stop) => stop());
      cancelDraw(draw);
    };
  }, [plot, picture, matrix, width, height, pair, theme]);
}

function plotOf(matrix: Matrix, width: number, height: number): Plot {
  return {
    left: MARGIN.left,
    top: MARGIN.top,
    width: Math.max(width - MARGIN.left - MARGIN.right, 1),
    height: Math.max(height - MARGIN.top - MARGIN.bottom, 1),
    size: sizeOf(matrix),
  };
}

/** The matrix as a picture of a pixel a pair of frames. */
function pictureOf({ rows, columns, costs }: Matrix): HTMLCanvasElement {
  const picture = document.createElement("canvas");
  picture.width = rows;
  picture.height = columns;
  picture.getContext("2d")?.putImageData(new ImageData(colourCosts(costs, rows, columns), rows, columns), 0, 0);
  return picture;
}
