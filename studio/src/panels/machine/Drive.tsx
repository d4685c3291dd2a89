/** Live control: what the driven character does, what waits, and everything it can be asked for. */
import type { MachineDetail } from "../../protocol/types";
import { phaseOf, type Behaviour, type Controls } from "../../state/controls";
import { addDriven, ask, chooseDriven, holdTurn, MOST_CHARACTERS, setFeet, setNewest, toggleRecording, useDriving } from "../../state/driving";

export function Drive({ machine }: { machine: MachineDetail }) {
  const driven = useDriving((driving) => driving.machine?.id === machine.id);
  if (!driven) return null;
  return (
    <>
      <Status />
      <Record />
      <Behaviours />
      <Steering />
      <Characters />
    </>
  );
}

function Status() {
  const state = useDriving(({ characters, active }) => characters[active]?.state ?? "");
  const mode = useDriving(({ characters, active }) => characters[active]?.mode ?? "playback");
  const target = useDriving(({ characters, active }) => characters[active]?.target ?? null);
  const route = useDriving(({ characters, active }) => (characters[active]?.route ?? []).join(" → "));
  const queue = useDriving(({ characters, active }) => (characters[active]?.queue ?? []).join(", "));
  return (
    <section aria-label="Live state">
      <h3>Doing</h3>
      <dl className="origin">
        <div>
          <dt>State</dt>
          <dd data-testid="machine-state">{state || "…"}</dd>
        </div>
        <div>
          <dt>Phase</dt>
          <dd>
            <span data-testid="machine-mode">{phaseOf(mode, target)}</span>
            {target && <span className="soft"> into {target}</span>}
          </dd>
        </div>
        <div>
          <dt>Way</dt>
          <dd data-testid="machine-goal">{route || <span className="faint">nothing asked</span>}</dd>
        </div>
        <div>
          <dt>Queue</dt>
          <dd data-testid="machine-queue">{queue || <span className="faint">empty</span>}</dd>
        </div>
      </dl>
    </section>
  );
}

function Behaviours() {
  const controls = useDriving((driving) => driving.controls);
  const state = useDriving(({ characters, active }) => characters[active]?.state ?? "");
  const goal = useDriving(({ characters, active }) => characters[active]?.goal ?? null);
  if (!controls) return null;
  const button = (behaviour: Behaviour) => (
    <button
      key={behaviour.state}
      type="button"
      className={`button ${behaviour.state === goal ? "wanted" : ""}`}
      aria-pressed={behaviour.state === state}
      title={keysOf(controls, behaviour)}
      onClick={() => ask(behaviour.state)}
    >
      <span>{behaviour.state}</span>
    </button>
  );
  return (
    <section aria-label="Behaviours">
      <h3>Ask for</h3>
      <div className="activities">{[...controls.gaits, ...controls.acts].map(button)}</div>
      {controls.ways.length > 0 && (
        <>
          <p className="faint">On the way from one to another; you can ask for these too:</p>
          <div className="activities">{controls.ways.map(button)}</div>
        </>
      )}
    </section>
  );
}

/** A behaviour with the keys that ask for it. */
function keysOf(controls: Controls, { state, key }: Behaviour): string {
  const keys = [key, state === controls.leap ? "Space" : ""].filter(Boolean).join(", ");
  return keys ? `${state} (${keys})` : state;
}

/** What is driven from now on becomes a clip: with its recipe, so that it can be made again. */
function Record() {
  const recording = useDriving((driving) => driving.recording !== null);
  const keeping = useDriving((driving) => driving.keeping);
  const feet = useDriving((driving) => driving.feet);
  return (
    <section aria-label="Recording">
      <h3>Keep</h3>
      <button type="button" className={`button ${recording ? "primary" : ""}`} disabled={keeping} aria-pressed={recording} onClick={toggleRecording}>
        {keeping ? "Keeping…" : recording ? "Stop and keep it" : "Record"}
      </button>
      <label className="check-line">
        <input type="checkbox" checked={feet} onChange={(event) => setFeet(event.target.checked)} /> Hold planted feet still
      </label>
      <p className="faint">What you drive becomes a clip of the library.</p>
    </section>
  );
}

function Steering() {
  const turn = useDriving((driving) => driving.turn);
  const newest = useDriving((driving) => driving.newest);
  const pad = useDriving((driving) => driving.pad);
  const turns = useDriving((driving) => driving.controls !== null && driving.controls.turn[0] < driving.controls.turn[1]);
  return (
    <section aria-label="Steering">
      <h3>Steer</h3>
      {turns ? (
        <label className="steer">
          <span className="soft">left</span>
          <input type="range" min={-1} max={1} step={0.05} value={-turn} aria-label="Turn" onChange={(event) => holdTurn(-Number(event.target.value))} />
          <span className="soft">right</span>
        </label>
      ) : (
        <p className="faint">None of its states has clips that turn.</p>
      )}
      <label className="check-line">
        <input type="checkbox" checked={newest} onChange={(event) => setNewest(event.target.checked)} /> A new request drops those that wait
      </label>
      <p className="faint">{pad ? `Gamepad: ${pad.split(" (")[0]}` : "A gamepad works too: press one of its buttons."}</p>
    </section>
  );
}

function Characters() {
  const count = useDriving((driving) => driving.characters.length);
  const active = useDriving((driving) => driving.active);
  return (
    <section aria-label="Characters">
      <h3>Characters</h3>
      <div className="performers">
        {Array.from({ length: count }, (_, index) => (
          <button
            key={index}
            type="button"
            className={`chip ${index === active ? "active" : ""}`}
            aria-pressed={index === active}
            onClick={() => chooseDriven(index)}
          >
            {index + 1}
          </button>
        ))}
        <button type="button" className="chip" disabled={count >= MOST_CHARACTERS} onClick={addDriven}>
          Add one
        </button>
      </div>
    </section>
  );
}
