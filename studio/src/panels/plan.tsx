/** Plan: draw obstacles and goals on the floor, and characters of a machine find their way; every edit plans anew. */
import { useEffect, useState } from "react";

import { Empty, IconButton } from "../app/controls";
import { stopDriving, useDriving } from "../state/driving";
import { letMove } from "../state/floorPlan";
import { loadMachines, openMachine, useMachines } from "../state/machines";
import {
  chooseTool,
  deleteScene,
  editScene,
  endPlay,
  keepPlans,
  loadScenes,
  newScene,
  openScene,
  playPlans,
  renameScene,
  showLooked,
  usePlanning,
  wordsOf,
} from "../state/planning";
import { useSession } from "../state/session";
import { chooseSteered, keepSteered, stopSteering, useSteering } from "../state/steering";
import { toastError } from "../state/toasts";
import { openPanel } from "../state/workspaces";
import { driveScene, steerScene, TOOLS } from "./planPanel";
import { FloorMap, useLeavingTools } from "./plan/FloorMap";

export function PlanPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const machines = useMachines((state) => state.list);
  const machine = useMachines((state) => state.open);
  const scenes = usePlanning((planning) => planning.scenes);
  const steered = useSteering((steering) => steering.machine !== null);
  const driven = useDriving((driving) => driving.scene !== null);
  useLeavingTools();
  useEffect(() => {
    if (library) void Promise.all([loadMachines(), loadScenes()]);
    return () => {
      stopSteering();
      endPlay();
    };
  }, [library]);
  if (!library || !machines || !scenes) return <Empty icon="map" title={library ? "Looking for scenes…" : "No library yet"} />;
  if (!machine) {
    return (
      <Empty icon="machine" title="Plans need a machine">
        <p>A behaviour machine does the walking. Build one of this library's clips first.</p>
        <button type="button" className="button primary" onClick={() => openPanel("machine")}>
          Build a machine
        </button>
      </Empty>
    );
  }
  return (
    <div className="plan-panel">
      <Head />
      <Tools />
      <FloorMap />
      {steered ? <SteeredNow /> : driven ? <DrivenNow /> : <Selected />}
      {!steered && !driven && <Told />}
      <SteerButtons />
    </div>
  );
}

function Head() {
  const machines = useMachines((state) => state.list?.machines ?? []);
  const machine = useMachines((state) => state.open);
  const scenes = usePlanning((planning) => planning.scenes ?? []);
  const id = usePlanning((planning) => planning.id);
  const kept = usePlanning((planning) => planning.name);
  const [name, setName] = useState(kept);
  useEffect(() => setName(kept), [kept, id]);
  const open = (chosen: string): void => void (chosen === "" ? newScene() : openScene(chosen).catch(toastError));
  return (
    <div className="plan-head">
      <select className="field" aria-label="Scene" value={id ?? ""} onChange={(event) => open(event.target.value)}>
        <option value="">New scene</option>
        {scenes.map((row) => (
          <option key={row.id} value={row.id}>
            {row.name}
          </option>
        ))}
      </select>
      {id !== null && (
        <input
          className="field"
          aria-label="Scene's name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => renameScene(name.trim())}
          onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
        />
      )}
      <IconButton icon="trash" label="Delete this scene" disabled={id === null} onClick={deleteScene} />
      <select className="field" aria-label="Machine that walks" value={machine?.id ?? ""} onChange={(event) => void openMachine(event.target.value)}>
        {machines.map((row) => (
          <option key={row.id} value={row.id}>
            {row.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Tools() {
  const tool = usePlanning((planning) => planning.tool);
  const looked = usePlanning((planning) => planning.looked);
  return (
    <div className="plan-tools" role="toolbar" aria-label="Draw on the floor">
      {TOOLS.map(([id, icon, label]) => (
        <IconButton key={id} icon={icon} label={label} pressed={tool === id} onClick={() => chooseTool(id)} />
      ))}
      <span className="spring" />
      <label className="check">
        <input type="checkbox" checked={looked} onChange={(event) => showLooked(event.target.checked)} /> Search
      </label>
    </div>
  );
}

function Selected() {
  const selected = usePlanning((planning) => planning.selected);
  const scene = usePlanning((planning) => planning.scene);
  const shape = selected?.what === "obstacle" ? scene.obstacles?.[selected.index] : undefined;
  // A row that is always there: the map must not change its size under the hand that drags.
  if (!selected || !shape) return <p className="check faint">Drag anything; press an obstacle to let it move.</p>;
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={shape.way !== undefined}
        onChange={(event) =>
          editScene(event.target.checked ? "Let an obstacle move" : "Let an obstacle stand", letMove(scene, selected.index, event.target.checked))
        }
      />
      It moves: 4 m there and back, in 12 s
    </label>
  );
}

function Told() {
  const { answer, planning, problem, scene } = usePlanning();
  const empty = (scene.agents ?? []).length === 0;
  if (empty) return <p className="soft">Choose the figure above, press where somebody begins and let go where they are to go. Then draw walls in their way.</p>;
  const whole = answer?.agents.every((agent) => agent.reached === agent.goals) ?? false;
  return (
    <section aria-label="Plans" className="plan-told" aria-busy={planning}>
      {problem && <p className="bad">{problem}</p>}
      <ul>
        {answer?.agents.map((agent, index) => (
          <li key={agent.name} className={`cast-${index}`}>
            <strong>{agent.name}</strong> <span className={agent.reached === agent.goals ? "numbers" : "bad"}>{wordsOf(agent)}</span>
            <span className="faint"> {[...new Set(agent.spans.map((span) => span.state.replaceAll("_", " ")))].join(", ")}</span>
          </li>
        ))}
      </ul>
      <p className="faint">
        {planning ? "Planning…" : answer ? `Planned in ${answer.agents.reduce((sum, agent) => sum + agent.planned_in, 0).toFixed(2)} s` : ""}
      </p>
      <div className="two-way">
        <button type="button" className="button" disabled={!answer} onClick={playPlans}>
          Play
        </button>
        <button type="button" className="button primary" disabled={!whole} onClick={() => void keepPlans()}>
          Keep as {answer && answer.agents.length > 1 ? "clips" : "a clip"}
        </button>
      </div>
    </section>
  );
}

/** Sets everybody of the scene on their feet: to go by themselves, or to be sent by hand. */
function SteerButtons() {
  const steered = useSteering((steering) => steering.machine !== null);
  const keeping = useSteering((steering) => steering.keeping);
  const driven = useDriving((driving) => driving.scene !== null);
  const nobody = usePlanning((planning) => (planning.scene.agents ?? []).length === 0);
  if (driven) {
    return (
      <button type="button" className="button" onClick={stopDriving}>
        Stop driving
      </button>
    );
  }
  if (steered) {
    return (
      <div className="two-way">
        <button type="button" className="button" onClick={stopSteering}>
          Stop steering
        </button>
        <button type="button" className="button primary" disabled={keeping} onClick={keepSteered}>
          Keep what they did
        </button>
      </div>
    );
  }
  return (
    <div className="two-way">
      <button
        type="button"
        className="button"
        disabled={nobody}
        title="Press on the floor and hold: whoever is held walks there"
        onClick={() => steerScene(false)}
      >
        Steer by hand
      </button>
      <button
        type="button"
        className="button"
        disabled={nobody}
        title="Everybody goes to their own goals at once, round each other"
        onClick={() => steerScene(true)}
      >
        Let them go
      </button>
      <button type="button" className="button" disabled={nobody} title="Through the scene by the keys that the stage shows" onClick={driveScene}>
        Drive by keys
      </button>
    </div>
  );
}

/** How somebody who is driven through the scene fares. */
function DrivenNow() {
  const course = useDriving((driving) => driving.course);
  if (!course) return <p className="faint">On stage in a moment…</p>;
  return (
    <section aria-label="Driven" className="plan-told">
      <p data-testid="course-goals">
        <strong className="numbers">
          {course.reached} of {course.goals}
        </strong>{" "}
        goals after <span className="numbers">{course.seconds.toFixed(0)} s</span>
        {course.next && course.behaviour && <span className="soft">; the next one in a {course.behaviour}</span>}
      </p>
      <p data-testid="course-line">
        {course.off_line === null ? <span className="faint">No line followed yet</span> : `${Math.round(100 * course.off_line)} cm off the line so far`}
        {course.off_now !== null && <span className="soft">, {Math.round(100 * course.off_now)} cm now</span>}
      </p>
      <p data-testid="course-touched" className={course.touched.length > 0 ? "bad" : "good"}>
        {course.touched.length > 0 ? `Touched: ${course.touched.join(", ")}` : "Nothing touched"}
      </p>
    </section>
  );
}

function SteeredNow() {
  const characters = useSteering((steering) => steering.characters);
  const active = useSteering((steering) => steering.active);
  return (
    <section aria-label="Steered" className="plan-told">
      <p className="faint">Hold the mouse on the floor: {characters[active]?.name ?? "they"} walks there. Press somebody to take hold of them.</p>
      <ul>
        {characters.map(({ name, state, arrived, room }, index) => (
          <li key={name} className={`cast-${index % 8}`}>
            <button type="button" className="link" aria-pressed={index === active} onClick={() => chooseSteered(index)}>
              <strong>{name}</strong>
            </button>{" "}
            <span className="numbers">{arrived ? "arrived" : state.replaceAll("_", " ")}</span>
            {room !== null && room < 2 && <span className="faint"> {Math.round(100 * room)} cm to the next</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
