/** The timeline while somebody is live: who is on stage and what they do. A performance is made while it plays, so there are no tracks of it. */
import { useEffect, useRef } from "react";

import { IconButton } from "../../app/controls";
import { endLive, toggleLive, useLive } from "../../state/live";

export function OnStage() {
  const characters = useLive((live) => live.characters);
  const active = useLive((live) => live.active);
  return (
    <div className="on-stage scroll" role="region" aria-label="On stage">
      <p className="soft">
        {characters.length === 1 ? "A performance" : `${characters.length} characters`} on stage, made while it plays. The clip is where you left it.
      </p>
      <ul className="spans">
        {characters.map((character) => (
          <li key={character.id} className={character.id === active ? "selected" : ""}>
            <span className="span-button">
              <span className="name">{character.name}</span>
              <span>{character.doing}</span>
              <span className={character.good === null ? "faint" : character.good ? "good" : "bad"}>{character.note}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Play and the moment shown, of what is live. */
export function LiveTransport() {
  const running = useLive((live) => live.running);
  const seconds = useRef<HTMLElement>(null);
  useEffect(() => {
    const write = ({ time }: { readonly time: number }): void => {
      if (seconds.current) seconds.current.textContent = time.toFixed(2);
    };
    write(useLive.getState());
    return useLive.subscribe(write);
  }, []);
  return (
    <div className="transport" role="toolbar" aria-label="Transport">
      <div className="readout numbers" aria-label="Moment shown">
        <strong ref={seconds} />
        <span className="faint">s</span>
        <span className="soft" data-testid="frame">
          live
        </span>
      </div>
      <span className="spring" />
      <IconButton className="play" icon={running ? "pause" : "play"} label={running ? "Pause" : "Play"} keys="Space" onClick={toggleLive} />
      <IconButton icon="close" label="Leave the performance" keys="Esc" onClick={endLive} />
      <span className="spring" />
    </div>
  );
}
