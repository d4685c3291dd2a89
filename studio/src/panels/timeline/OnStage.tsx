/** The timeline while somebody is live: a lane for each character, what it did and does, the present at the right end. */
import { useEffect, useRef, type CSSProperties } from "react";

import { cancelDraw, requestDraw } from "../../state/frameLoop";
import { useLanes, type Deed } from "../../state/lanes";
import { useLive } from "../../state/live";
import { annotationColour } from "../../timeline/colours";

/** Pixels a second. */
const SCALE = 48;
/** What goes on has no end yet: the present cuts it off. */
const ENDLESS = 100_000;

export function OnStage() {
  const characters = useLive((live) => live.characters);
  const active = useLive((live) => live.active);
  const what = useLive((live) => live.what);
  const again = useLive((live) => live.loop !== null);
  const lanes = useLanes((state) => state.lanes);
  const strip = useMovingStrip();
  return (
    <div className="on-stage scroll" role="region" aria-label="On stage">
      <p className="soft">
        {what}: {characters.length === 1 ? "one character" : `${characters.length} characters`} on stage, {again ? "again and again" : "made while it plays"}.
        The clip is where you left it.
      </p>
      <div className="lanes">
        <ul className="who">
          {characters.map(({ id, name, note, good }) => (
            <li key={id} className={id === active ? "selected" : ""} title={note ? `${name}: ${note}` : name}>
              <strong>{name}</strong>
              <span className={good === null ? "faint" : good ? "good" : "bad"}>{note}</span>
            </li>
          ))}
        </ul>
        <div className="done">
          <div className="strip" ref={strip}>
            {characters.map(({ id, name }) => (
              <ul key={id} className="lane" aria-label={`What ${name} did`}>
                {(lanes.get(id) ?? []).map((deed, n, all) => (
                  <li key={deed.start} style={place(deed, all[n + 1]?.start)} title={says(deed)} data-good={deed.good ?? undefined}>
                    {deed.doing || deed.note}
                  </li>
                ))}
              </ul>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function place({ start, doing }: Deed, stop: number | undefined): CSSProperties {
  return { left: SCALE * start, width: stop === undefined ? ENDLESS : Math.max(SCALE * (stop - start) - 1, 2), borderLeftColor: annotationColour(doing) };
}

function says({ start, doing, note }: Deed): string {
  return `${doing}, from ${start.toFixed(1)} s${note ? `: ${note}` : ""}`;
}

/** A strip that goes left with time, so that the present is at its right end. Only its place is written, nothing is laid out. */
function useMovingStrip() {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const draw = (): void => {
      if (strip.current) strip.current.style.transform = `translateX(${-SCALE * useLive.getState().time}px)`;
    };
    draw();
    const stop = useLive.subscribe((now, before) => (now.time !== before.time ? requestDraw(draw) : undefined));
    return () => {
      stop();
      cancelDraw(draw);
    };
  }, []);
  return strip;
}
