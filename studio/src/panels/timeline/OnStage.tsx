/** The timeline while somebody is live: who is on stage and what they do. A performance is made while it plays, so there are no tracks of it. */
import { useLive } from "../../state/live";

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
