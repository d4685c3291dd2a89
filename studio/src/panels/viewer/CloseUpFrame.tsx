/** The frame of the small view of a foot, and what its heel and toe do at the moment. */
import { useEffect, useRef } from "react";

import { IconButton } from "../../app/controls";
import { CLOSE_UP } from "../../scene/closeUp";
import { useLive } from "../../state/live";
import { changeSettings, useSettings } from "../../state/settings";
import { useStage } from "../../state/stage";
import { whenDrawn } from "./drawn";

const POINTS = ["Heel", "Toe"] as const;

export function CloseUpFrame() {
  const foot = useSettings((settings) => settings.closeUp);
  const feet = useStage((stage) => (stage.active ? stage.loaded.get(stage.active)?.detail.body != null : false));
  const live = useLive((now) => now.owner !== null);
  if (foot === "none" || !feet || live) return null;
  const other = foot === "left" ? "right" : "left";
  return (
    <div className="close-up" style={CLOSE_UP} role="region" aria-label={`Close-up of the ${foot} foot`}>
      <header>
        <strong className={foot}>{foot === "left" ? "Left" : "Right"} foot</strong>
        <span className="spring" />
        <IconButton icon="swap" label={`The ${other} foot`} action="Close-up of a foot: left, right, none" onClick={() => changeSettings({ closeUp: other })} />
        <IconButton icon="close" label="No close-up" onClick={() => changeSettings({ closeUp: "none" })} />
      </header>
      <Readings first={foot === "left" ? 0 : 2} />
    </div>
  );
}

/** Height over the floor and speed, written without React: they change with every drawn frame. */
function Readings({ first }: { first: number }) {
  const list = useRef<HTMLDListElement>(null);
  useEffect(
    () =>
      whenDrawn((viewer) => {
        const { feet } = viewer;
        POINTS.forEach((_, point) => {
          const reading = feet[first + point];
          const line = list.current?.children[point] as HTMLElement | undefined;
          if (!line || !reading) return;
          line.dataset["planted"] = String(reading.planted);
          const text = `${(100 * reading.height).toFixed(1)} cm  ${reading.speed.toFixed(2)} m/s`;
          const value = line.lastElementChild;
          if (value && value.textContent !== text) value.textContent = text;
        });
      }),
    [first],
  );
  return (
    <dl ref={list} className="numbers" data-testid="foot-readings">
      {POINTS.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd />
        </div>
      ))}
    </dl>
  );
}
