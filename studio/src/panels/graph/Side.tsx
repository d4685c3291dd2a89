/** Beside the graph: what is selected in it, and paths that should be natural. */
import { useEffect, useState } from "react";

import type { MachineDetail, MachineSolution } from "../../protocol/types";
import { openPair } from "../../state/alignment";
import { ask, useDriving } from "../../state/driving";
import { askForPath, chooseWay, forgetPath, isNatural, setCost, showAnswer, solvePath, takeAnswer, useMachineGraph } from "../../state/machineGraph";
import { useMachines } from "../../state/machines";
import { openPanel } from "../../state/workspaces";

export function Side({ machine }: { machine: MachineDetail }) {
  const chosen = useMachineGraph((graph) => graph.chosen);
  const path = useMachineGraph((graph) => graph.path);
  return (
    <div className="graph-side scroll">
      {path ? (
        <AskedPath path={path} />
      ) : (
        <>
          {chosen?.kind === "state" && <OneState machine={machine} name={chosen.name} />}
          {chosen?.kind === "way" && <OneWay machine={machine} source={chosen.source} target={chosen.target} />}
          {!chosen && (
            <p className="soft">
              Click a behaviour to see where it leads, or an arrow to change what it costs. Wide arrows are likely, round boxes go on for ever.
            </p>
          )}
          <button type="button" className="button" onClick={askForPath}>
            Ask for a path…
          </button>
        </>
      )}
    </div>
  );
}

function OneState({ machine, name }: { machine: MachineDetail; name: string }) {
  const state = machine.states.find((each) => each.name === name);
  const driven = useDriving((driving) => driving.machine?.id === machine.id);
  if (!state) return null;
  const out = machine.edges.filter((edge) => edge.source === name).sort((a, b) => b.probability - a.probability);
  const none = machine.missing.filter((each) => each.source === name);
  return (
    <section aria-label={`State ${name}`}>
      <h3>{name}</h3>
      <p className="soft">
        {state.seconds.toFixed(1)} s, {state.cyclic ? "goes on" : `ends in ${state.default}`}
        {state.parameter && `, ${state.parameter.name} ${state.parameter.low.toFixed(1)} to ${state.parameter.high.toFixed(1)}`}
      </p>
      <ul className="spans" aria-label="Leads to">
        {out.map((edge) => (
          <li key={edge.target}>
            <button type="button" className="span-button" onClick={() => chooseWay(name, edge.target)}>
              <span className="name">→ {edge.target}</span>
              <span className="soft numbers">{Math.round(100 * edge.probability)} %</span>
              <span className="faint numbers">{edge.cost.toFixed(2)}</span>
            </button>
          </li>
        ))}
      </ul>
      {none.length > 0 && (
        <details>
          <summary className="soft">No link to {none.length} others</summary>
          <div className="chips">
            {none.map(({ target }) => (
              <button key={target} type="button" className="chip" onClick={() => chooseWay(name, target)}>
                {target}
              </button>
            ))}
          </div>
        </details>
      )}
      {driven && (
        <button type="button" className="button" onClick={() => ask(name)}>
          Go there
        </button>
      )}
    </section>
  );
}

function OneWay({ machine, source, target }: { machine: MachineDetail; source: string; target: string }) {
  const edge = machine.edges.find((each) => each.source === source && each.target === target);
  const missing = machine.missing.find((each) => each.source === source && each.target === target);
  const busy = useMachines((machines) => machines.busy);
  const [cost, setText] = useState("");
  useEffect(() => setText(edge ? edge.cost.toFixed(2) : ""), [edge?.cost, source, target]);
  const save = (): void => {
    const value = Number(cost);
    if (edge && cost !== "" && value >= 0 && Math.abs(value - edge.cost) > 0.004) void setCost(source, target, value);
  };
  if (!edge) {
    return (
      <section aria-label="Missing link">
        <h3>
          {source} → {target}
        </h3>
        <p>Nothing leads there yet.</p>
        {missing && (
          <>
            <p className="soft">{capital(missing.reason)}.</p>
            <p className="soft">{capital(missing.advice)}.</p>
          </>
        )}
        <button type="button" className="button" disabled={busy} onClick={() => void setCost(source, target, usual(machine))}>
          Look for one and add it
        </button>
      </section>
    );
  }
  return (
    <section aria-label="Link">
      <h3>
        {source} → {target}
      </h3>
      <label className="pairs">
        <span className="soft">Cost</span>
        <input
          type="number"
          className="field numbers"
          min={0}
          step={0.1}
          value={cost}
          disabled={busy}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === "Enter" && save()}
        />
      </label>
      <p className="soft numbers">
        {Math.round(100 * edge.probability)} % of what follows {source}; {edge.points === 1 ? "1 switch point" : `${edge.points} switch points`},{" "}
        {(100 * edge.apart).toFixed(1)} cm apart at best
      </p>
      <div className="two-way">
        <button
          type="button"
          className="button"
          onClick={() => {
            void openPair(source, target);
            openPanel("align");
          }}
        >
          Align
        </button>
        <button type="button" className="button danger" disabled={busy} onClick={() => void setCost(source, target, null)}>
          Take out
        </button>
      </div>
    </section>
  );
}

function AskedPath({ path }: { path: readonly string[] }) {
  const answers = useMachineGraph((graph) => graph.answers);
  const shown = useMachineGraph((graph) => graph.shown);
  const busy = useMachines((machines) => machines.busy);
  return (
    <section aria-label="Path">
      <h3>This path should be natural</h3>
      <p data-testid="asked-path">
        {path.length > 0 ? path.join(" → ") : <span className="soft">Click the behaviours in the order in which they should follow.</span>}
      </p>
      <div className="two-way">
        <button type="button" className="button" onClick={forgetPath}>
          Cancel
        </button>
        <button type="button" className="button primary" disabled={busy || path.length < 2} onClick={() => void solvePath()}>
          Try it
        </button>
      </div>
      {answers && isNatural(path, answers) && <p className="good">It is the natural one already.</p>}
      {answers && !isNatural(path, answers) && (
        <>
          <p className="soft">Now it goes {answers.now[0]?.join(" → ") || "nowhere"}. Two ways to change that:</p>
          {answers.solutions.map((solution) => (
            <Answer key={solution.solver} solution={solution} shown={shown === solution.solver} />
          ))}
        </>
      )}
    </section>
  );
}

const WORDS = { local: "Only on the path", exact: "The least in all" } as const;

function Answer({ solution, shown }: { solution: MachineSolution; shown: boolean }) {
  const busy = useMachines((machines) => machines.busy);
  const { solver, edges, paths, change, refused } = solution;
  return (
    <div className={`answer ${shown ? "shown" : ""}`} role="group" aria-label={WORDS[solver]} onPointerEnter={() => refused === "" && showAnswer(solver)}>
      <strong>{WORDS[solver]}</strong>
      {refused ? (
        <p className="soft">{capital(refused)}.</p>
      ) : (
        <>
          <p className="soft numbers">
            {edges.length === 1 ? "1 cost" : `${edges.length} costs`} changed by {(100 * change).toFixed(1)} %; {paths === 0 ? "no" : paths} other natural{" "}
            {paths === 1 ? "path" : "paths"} changed
          </p>
          <ul className="changes numbers">
            {edges.map(({ source, target, before, after }) => (
              <li key={`${source}/${target}`}>
                {source} → {target}: {before.toFixed(2)} to {after.toFixed(2)}
              </li>
            ))}
          </ul>
          <button type="button" className="button" disabled={busy} onClick={() => void takeAnswer(solver)}>
            Use this
          </button>
        </>
      )}
    </div>
  );
}

/** The middle of the costs there are, for a way that nobody has mined. */
function usual({ edges }: MachineDetail): number {
  const costs = edges.map((edge) => edge.cost).sort((a, b) => a - b);
  return costs[Math.floor(costs.length / 2)] ?? 1;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
