/** The axes of the world as the camera sees them; a press on an end looks from there. */
import { useEffect, useRef } from "react";

import { axisOnScreen, type Side } from "../../scene/sides";
import { whenDrawn } from "./drawn";

interface End {
  readonly axis: readonly [number, number, number];
  readonly name: string;
  readonly side: Side;
  readonly line: boolean;
}

const ENDS: readonly End[] = [
  { axis: [1, 0, 0], name: "X", side: "right", line: true },
  { axis: [0, 1, 0], name: "Y", side: "top", line: true },
  { axis: [0, 0, 1], name: "Z", side: "front", line: true },
  { axis: [-1, 0, 0], name: "", side: "left", line: false },
  { axis: [0, 0, -1], name: "", side: "back", line: false },
];
const REACH = 25; // pixels from the middle to an end

export function Gizmo({ onLook }: { onLook: (side: Side) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      whenDrawn((viewer) => {
        const held = box.current;
        if (!held) return;
        ENDS.forEach(({ axis }, index) => {
          const [x, y, towards] = axisOnScreen(axis, viewer.turned);
          const end = held.children[index] as HTMLElement;
          end.style.transform = `translate(${(x * REACH).toFixed(1)}px, ${(-y * REACH).toFixed(1)}px)`;
          end.style.zIndex = towards > 0 ? "2" : "1";
          const line = held.children[ENDS.length + index] as HTMLElement | undefined;
          if (line) line.style.transform = `rotate(${Math.atan2(-y, x)}rad) scaleX(${(Math.hypot(x, y) * REACH).toFixed(2)})`;
        });
      }),
    [],
  );
  return (
    <div className="gizmo" ref={box} role="group" aria-label="Axes">
      {ENDS.map(({ name, side }) => (
        <button
          key={side}
          type="button"
          className={`end ${name.toLowerCase()} ${name ? "" : "back"}`}
          title={`Look from the ${side}`}
          aria-label={`Look from the ${side}`}
          onClick={() => onLook(side)}
        >
          {name}
        </button>
      ))}
      {ENDS.filter(({ line }) => line).map(({ name }) => (
        <i key={name} className={`axis ${name.toLowerCase()}`} aria-hidden="true" />
      ))}
    </div>
  );
}
