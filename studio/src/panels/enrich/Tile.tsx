/** A candidate as a moving thumbnail; pressed, it is reviewed. */
import { useEffect, useRef, useState } from "react";

import type { EnrichCandidate } from "../../protocol/types";
import { reviewFrom, thumbnailOf, type Thumbnail } from "../../state/enrich";
import { cancelDraw, requestDraw } from "../../state/frameLoop";
import { useSettings } from "../../state/settings";
import { readColours } from "../../timeline/colours";

/** Thumbnails move at about twelve moments a second. */
const EACH_MS = 80;

export function Tile({ candidate }: { candidate: EnrichCandidate }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [thumbnail, setThumbnail] = useState<Thumbnail | null>(null);
  const theme = useSettings((settings) => settings.theme);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) thumbnailOf(candidate.id).then(setThumbnail, () => undefined);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [candidate.id]);
  useEffect(() => {
    const element = canvas.current;
    if (!element || !thumbnail) return;
    const colours = readColours(element, theme);
    let last = 0;
    const draw = (now: number): boolean => {
      if (now - last > EACH_MS) drawMoment(element, thumbnail, (now / 1000) % Math.max(0.2, thumbnail.seconds), colours.soft, colours.accent);
      if (now - last > EACH_MS) last = now;
      return true;
    };
    requestDraw(draw);
    return () => cancelDraw(draw);
  }, [thumbnail, theme]);
  return (
    <li>
      <button type="button" className="enrich-tile" title={`${candidate.name}. ${candidate.reason}`} onClick={() => void reviewFrom(candidate.item)}>
        <canvas ref={canvas} width={88} height={96} aria-hidden="true" />
        <span className="faint numbers">{candidate.confidence === null ? "" : `${Math.round(100 * candidate.confidence)} %`}</span>
      </button>
    </li>
  );
}

/** Bones as lines, the transplanted ones in the accent's colour. */
function drawMoment(element: HTMLCanvasElement, { points, parents, changed, moments, seconds }: Thumbnail, at: number, plain: string, accent: string): void {
  const context = element.getContext("2d");
  if (!context) return;
  const moment = Math.min(moments - 1, Math.floor((at / Math.max(seconds, 1e-3)) * moments)) * parents.length * 2;
  const { width, height } = element;
  context.clearRect(0, 0, width, height);
  context.lineWidth = 2;
  context.lineCap = "round";
  for (const own of [0, 1]) {
    context.strokeStyle = own ? accent : plain;
    context.beginPath();
    parents.forEach((parent, joint) => {
      if (parent < 0 || changed[joint] !== own) return;
      const [from, to] = [moment + 2 * parent, moment + 2 * joint];
      context.moveTo(width / 2 + (points[from] - 0.5) * 0.92 * height, 4 + points[from + 1] * 0.92 * height);
      context.lineTo(width / 2 + (points[to] - 0.5) * 0.92 * height, 4 + points[to + 1] * 0.92 * height);
    });
    context.stroke();
  }
}
