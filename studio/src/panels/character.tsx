/** Character: the user's own skinned mesh wears the open clip; its joint map is seen, corrected and kept; its file goes out with clips in it. */
import { useEffect, useRef, useState } from "react";

import { Empty, IconButton } from "../app/controls";
import type { CharacterList, CharacterRow } from "../protocol/types";
import {
  addCharacter,
  chooseCharacter,
  chosenRow,
  dropCharacter,
  exportAddress,
  followCharacters,
  keepWorn,
  loadCharacters,
  mapRole,
  pickRole,
  useCharacters,
} from "../state/characters";
import { useSelection } from "../state/selection";
import { useSession } from "../state/session";
import { useStage } from "../state/stage";
import { toastError } from "../state/toasts";

export function CharacterPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const list = useCharacters((state) => state.list);
  useEffect(() => {
    if (library) loadCharacters().catch(toastError);
  }, [library]);
  useEffect(() => followCharacters(), []);
  usePicking();
  if (!library || !list) return <Empty icon="person" title={library ? "Looking for characters…" : "No library yet"} />;
  return (
    <div className="clip-panel character-panel scroll">
      <Chooser list={list} />
      <Chosen list={list} />
    </div>
  );
}

/** A joint that is picked on the character while a role waits for one plays that role. */
function usePicking(): void {
  useEffect(
    () =>
      useSelection.subscribe((now, before) => {
        const { role, worn } = useCharacters.getState();
        if (role === null || worn === null || now.joint === null || now.joint === before.joint) return;
        mapRole(role, worn.detail.skeleton.names[now.joint]);
      }),
    [],
  );
}

function Chooser({ list }: { list: CharacterList }) {
  const chosen = useCharacters((state) => state.chosen);
  const busy = useCharacters((state) => state.busy);
  const files = useRef<HTMLInputElement>(null);
  return (
    <section aria-label="Character" className="character-head">
      <select className="field" aria-label="Who wears the clip" value={chosen ?? ""} onChange={(event) => chooseCharacter(event.target.value || null)}>
        <option value="">Our mannequin</option>
        {list.characters.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <IconButton icon="plus" label="Add a character (.glb, .vrm, .fbx or .usd with a skin)" onClick={() => files.current?.click()} />
      <input
        ref={files}
        type="file"
        accept=".glb,.vrm,.fbx,.usd,.usda,.usdc,.usdz"
        hidden
        aria-label="Character file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) void addCharacter(file);
        }}
      />
      {busy && <span className="faint">Putting it on…</span>}
    </section>
  );
}

function Chosen({ list }: { list: CharacterList }) {
  const row = useCharacters(chosenRow);
  if (!row)
    return (
      <Empty icon="person" title="Your own character">
        <p>Add a .glb, .fbx or .usd with a skin, or drop it here: clips play on its mesh, and go out as .glb with all that was in it.</p>
      </Empty>
    );
  return (
    <>
      <Export row={row} />
      <JointMap row={row} list={list} />
    </>
  );
}

function Export({ row }: { row: CharacterRow }) {
  const active = useStage((stage) => stage.active);
  const selected = useSelection((selection) => selection.clips);
  const [inPlace, setInPlace] = useState(false);
  const clips = selected.size > 1 ? [...selected] : active ? [active] : [];
  const able = row.missing.length === 0 && clips.length > 0;
  return (
    <section aria-label="Export">
      <div className="character-actions">
        <a
          className={`button primary ${able ? "" : "disabled"}`}
          aria-disabled={!able}
          href={able ? exportAddress(row.id, clips, inPlace) : undefined}
          download={`${row.name}.glb`}
        >
          Export .glb with {clips.length === 1 ? "this clip" : `${clips.length} clips`}
        </a>
        <label>
          <input type="checkbox" checked={inPlace} onChange={(event) => setInPlace(event.target.checked)} /> in place
        </label>
      </div>
      <div className="character-actions">
        <button type="button" className="button" disabled={!able} onClick={() => void keepWorn().catch(toastError)}>
          Keep as a clip
        </button>
        <IconButton icon="trash" label={`Take ${row.name} off the shelf`} onClick={() => void dropCharacter().catch(toastError)} />
      </div>
    </section>
  );
}

function JointMap({ row, list }: { row: CharacterRow; list: CharacterList }) {
  const waiting = useCharacters((state) => state.role);
  return (
    <section aria-label="Joint map">
      <h3>Joint map</h3>
      {row.missing.length > 0 && <p className="bad">Missing: {row.missing.map(words).join(", ")}. Press a role, then the joint on the body.</p>}
      {waiting && (
        <p className="good">
          Press the joint on the body that plays {words(waiting)}.{" "}
          <button type="button" className="link" onClick={() => pickRole(null)}>
            Leave it
          </button>
        </p>
      )}
      <ul className="joint-map">
        {list.roles.map((role) => {
          const joint = row.roles[role] ?? "";
          const needed = joint === "" && !list.optional.includes(role);
          return (
            <li key={role} className={`${role === waiting ? "waiting" : ""} ${needed ? "needed" : ""}`}>
              <button type="button" className="role" aria-pressed={role === waiting} onClick={() => pickRole(role === waiting ? null : role)}>
                {words(role)}
              </button>
              <select className="field" aria-label={words(role)} value={joint} onChange={(event) => mapRole(role, event.target.value)}>
                <option value="">{row.said[role] ? "find it by itself" : "none"}</option>
                {row.names.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
              {row.said[role] && <span className="faint">yours</span>}
            </li>
          );
        })}
      </ul>
      {Object.entries(row.hung).map(([joint, above]) => (
        <p key={joint} className="soft">
          {joint} hangs elsewhere in the file; it moves as the end of {above}.
        </p>
      ))}
    </section>
  );
}

const words = (role: string): string => role.replaceAll("_", " ");
