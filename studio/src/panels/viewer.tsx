/** The viewer: the characters in space, at the moment the transport shows. */
import { useEffect, useRef, useState } from "react";

import { Empty } from "../app/controls";
import { clipState, useRows } from "../commands/views";
import type { PickedJoint } from "../scene/picking";
import { Viewer } from "../scene/viewer";
import { useCharacters } from "../state/characters";
import { useDriving } from "../state/driving";
import { useEditing } from "../state/editing";
import { sortRows } from "../state/filter";
import { useLayers } from "../state/layers";
import { useLive } from "../state/live";
import { followProps, useProps } from "../state/props";
import type { Side } from "../scene/sides";
import { plannedFloor, usePlanning } from "../state/planning";
import { drawPosesWith, usePosing } from "../state/posing";
import { selectJoint, useSelection } from "../state/selection";
import { useSession } from "../state/session";
import { changeSettings, useSettings } from "../state/settings";
import { sketchOnStage, useSketching } from "../state/sketching";
import { useSpread } from "../state/spread";
import { openClip, useStage } from "../state/stage";
import { theViewer } from "../scene/theViewer";
import { measure } from "../state/measure";
import { useTraces, type Support } from "../state/traces";
import { useTransport } from "../state/transport";
import { DriveOverlay } from "./machine/DriveOverlay";
import type { Panel } from "./panel";
import { actorsOf, liveActorsOf } from "./viewer/actors";
import { CloseUpFrame } from "./viewer/CloseUpFrame";
import { tellDrawn } from "./viewer/drawn";
import { Gizmo } from "./viewer/Gizmo";
import { addBoxBeside, lookActions, useTurntable } from "./viewer/lookActions";
import { FirstSteps } from "./viewer/FirstSteps";
import { grabEvents, handlesNow, hover, isPosing, withLayers } from "./viewer/posing";
import { sketchActor, withSketch } from "./viewer/sketching";
import { Toolbar } from "./viewer/Toolbar";
import { Welcome } from "./viewer/Welcome";

/** A server that runs has answered by then. */
const PROMPT_MS = 40;

let viewer: Viewer | null = null;
const look = (side: Side): void => viewer?.look(side);

function ViewerPanel() {
  const info = useSession((session) => session.info);
  const listed = useSession((session) => session.listed);
  const rows = useRows();
  const active = useStage((stage) => stage.active);
  const loading = useStage((stage) => stage.loading);
  const live = useLive((now) => now.owner !== null);
  const waiting = useLongerThan(PROMPT_MS);
  if (info?.state === "none" || (listed && rows.length === 0)) return <Welcome />;
  // Starting WebGL keeps the page busy: after the first clip has been asked for, or while the server takes its time.
  if (!listed && !waiting) return <div className="viewer-canvas" />;
  return (
    <>
      <FirstClip />
      <Canvas />
      {active === null && !live && listed && loading === null && (
        <div className="viewer-empty">
          <Empty icon="clip" title="No clip open">
            <p>Pick one from the library.</p>
          </Empty>
        </div>
      )}
    </>
  );
}

/** Whether this component has been on the page for more than `ms`. */
function useLongerThan(ms: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setOver(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
  return over;
}

function Canvas() {
  const box = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<PickedJoint | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    if (!box.current) return;
    try {
      let showHandles = (): void => undefined;
      const mine = (viewer = new Viewer(box.current, {
        onHover: (picked) => {
          setHovered((old) => (old?.joint === picked?.joint && old?.x === picked?.x && old?.y === picked?.y ? old : picked));
          if (hover(picked?.joint ?? null)) showHandles();
        },
        grab: grabEvents(() => showHandles()),
        onPick: (picked) => selectJoint(picked?.joint ?? null),
        onDrawn: (time, actors) => {
          measure.drawn(time, actors);
          tellDrawn(viewer);
        },
      }));
      theViewer.current = mine;
      const { stop, showOptions } = keepCurrent(mine);
      showHandles = showOptions;
      const stopProps = followProps();
      if (!useSession.getState().listed) mine.rehearse();
      return () => {
        stop();
        stopProps();
        tellDrawn(null);
        mine.dispose();
        viewer = theViewer.current = null;
      };
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      return;
    }
  }, []);
  if (failure) {
    return (
      <Empty icon="warning" title="This browser cannot draw in 3D">
        <p>WebGL 2 is needed; a software renderer is enough. {failure}</p>
      </Empty>
    );
  }
  return (
    <>
      <div className="viewer-canvas" ref={box} role="img" aria-label="The characters in space. Drag to orbit, right-drag to pan, scroll to zoom." />
      <Names />
      <Toolbar onFrame={() => viewer?.frame()} onLook={look} onAddBox={() => addBoxBeside(viewer)} />
      <Gizmo onLook={look} />
      <CloseUpFrame />
      <DriveOverlay />
      <FirstSteps />
      {hovered && (
        <div className="joint-label" style={{ left: hovered.x, top: hovered.y }}>
          <strong>{hovered.name}</strong>
          <span className="numbers">{hovered.position.map((value) => value.toFixed(2)).join("  ")} m</span>
        </div>
      )}
    </>
  );
}

/** Who is on stage, with the colour that tells them apart. */
function Names() {
  const live = useLive((now) => now.owner !== null);
  const sketch = useSketching(sketchOnStage);
  if (live) return <LiveNames />;
  if (sketch === null) return <ClipNames />;
  return (
    <ul className="viewer-names" aria-label="On stage">
      <li className="cast-0">{sketch}</li>
    </ul>
  );
}

function LiveNames() {
  const characters = useLive((live) => live.characters);
  const active = useLive((live) => live.active);
  return (
    <ul className="viewer-names" aria-label="Live on stage">
      {characters.map(({ id, name, doing, note, good }, index) => (
        <li key={id} className={`cast-${index} ${id === active ? "active" : ""}`}>
          {name} <span className="doing">{doing}</span> <span className={`numbers ${good === null ? "faint" : good ? "good" : "bad"}`}>{note}</span>
        </li>
      ))}
    </ul>
  );
}

function ClipNames() {
  const stage = useStage();
  const rows = useSession((session) => session.documents.rows);
  const others = [...stage.cast, ...(stage.compare ? [stage.compare] : [])];
  if (!stage.active) return null;
  return (
    <ul className="viewer-names" aria-label="On stage">
      {[stage.active, ...others].map((clip, index) => (
        <li key={clip} className={clip === stage.compare ? "ghost" : `cast-${index}`}>
          {rows.get(clip)?.row?.name ?? ""}
          {clip === stage.compare && <span className="faint"> ghost</span>}
        </li>
      ))}
    </ul>
  );
}

const supportOf = (clip: string): Support | null => {
  const { drawn, traces } = useTraces.getState();
  return (drawn && traces.get(clip)) || null;
};

/** Tells the viewer what the stores say, without React in between. */
function keepCurrent(mine: Viewer): { stop: () => void; showOptions: () => void } {
  let shown = "";
  let dressed: string | undefined;
  let there = 0;
  let owner: string | null = null;
  let shownSupports: readonly (Support | null)[] = [];
  let shownLayers: object | null = null;
  let shownSketch: object | null = null;
  let shownSpread: object | null = null;
  const showLive = (): void => {
    const live = useLive.getState();
    if (live.owner === null) return showActors();
    shown = "";
    const begins = owner !== live.owner;
    owner = live.owner;
    const fresh = mine.setActors(liveActorsOf(live), live.active);
    mine.setTime(live.time);
    if (!fresh && !begins) return;
    selectJoint(null);
    showOptions();
    mine.frame(true);
  };
  const showActors = (): void => {
    if (useLive.getState().owner !== null) return;
    owner = null;
    const stage = useStage.getState();
    const { preview } = useEditing.getState();
    const { shown: layered, open: layering } = useLayers.getState();
    const worn = isPosing() ? null : useCharacters.getState().worn; // what is posed is the clip's own body
    const actors = withSketch(withLayers(actorsOf(stage, useSettings.getState().apart, clipState, supportOf, preview, worn)));
    const sketched = useSketching.getState().shown;
    const spread = useSpread.getState().shown;
    const now = JSON.stringify([
      stage.active,
      preview,
      worn && [worn.clip, worn.detail.character, worn.detail.body?.roles],
      actors.map(({ id, name, frames, begins, ground, plants, offset, ghost }) => [id, name, begins, frames.frames, frames.fps, ground, plants, offset, ghost]),
    ]);
    const supports = actors.map((actor) => actor.support);
    // Most edits change nothing that is drawn.
    if (
      now === shown &&
      layered === shownLayers &&
      sketched === shownSketch &&
      spread === shownSpread &&
      supports.every((support, i) => support === shownSupports[i])
    )
      return;
    [shown, shownSupports, shownLayers, shownSketch, shownSpread] = [now, supports, layered, sketched, spread];
    const changed = worn?.detail.character !== dressed;
    dressed = worn?.detail.character;
    const fresh = mine.setActors(actors, sketchActor() ?? stage.active);
    showOptions();
    if (!fresh && !preview && !layering && !spread && sketched === null && actors.length > there) mine.frame(); // somebody came: in view with the others
    if (!preview && !spread) there = actors.length;
    if (fresh || changed) {
      selectJoint(null);
      mine.setTime(useTransport.getState().time);
      mine.frame(true);
    }
  };
  const showOptions = (): void => {
    const { theme, follow, plants, onionCount, onionSeconds, trailJoints, trailSeconds, shape, ground, background, parallel, closeUp } = useSettings.getState();
    const { active, loaded } = useStage.getState();
    const worn = isPosing() ? null : useCharacters.getState().worn; // what is posed is the clip's own body
    const skeleton = worn?.clip === active ? worn?.detail.skeleton : loaded.get(active ?? "")?.detail.skeleton;
    const names = skeleton?.names ?? [];
    const joints = trailJoints.map((name) => names.indexOf(name)).filter((joint) => joint >= 0);
    mine.setTheme(theme);
    const { joint } = useSelection.getState();
    mine.setOptions({
      follow,
      plants,
      joint,
      onion: { count: onionCount, seconds: onionSeconds },
      trails: { joints, seconds: trailSeconds },
      shape,
      ground,
      background,
      parallel,
      closeUp: useLive.getState().owner === null ? closeUp : "none", // what is live has keys there
      turntable: useTurntable.getState().on,
      props: useLive.getState().owner === null ? useProps.getState().boxes : [],
      handles: handlesNow(),
      floor: plannedFloor(),
    });
  };
  showActors();
  mine.setTime(useTransport.getState().time);
  drawPosesWith(() => mine.invalidate());
  const stops = [
    useLayers.subscribe((now, before) => {
      if (now.shown !== before.shown || now.open !== before.open || now.clip !== before.clip) {
        showActors();
        showOptions();
      }
    }),
    useSketching.subscribe((now, before) => {
      if (
        now.shown !== before.shown ||
        now.ghost !== before.ghost ||
        now.ghosts !== before.ghosts ||
        now.open !== before.open ||
        now.detail?.id !== before.detail?.id
      ) {
        showActors();
        showOptions();
      }
    }),
    usePosing.subscribe((now, before) => {
      if (now.pins !== before.pins || now.grabbed !== before.grabbed || now.brush !== before.brush) showOptions();
      if (now.drags > 0 !== before.drags > 0) showActors();
    }),
    useLive.subscribe((now, before) => {
      if (now.characters !== before.characters || now.owner !== before.owner || now.active !== before.active) showLive();
      else if (now.time !== before.time) {
        if (now.owner === "plan" || (now.owner === "machine" && useDriving.getState().scene)) showOptions(); // what moves on its floor goes on too
        mine.setTime(now.time);
      }
    }),
    useStage.subscribe(showActors),
    useTraces.subscribe(showActors),
    useSpread.subscribe((now, before) => (now.shown !== before.shown ? showActors() : undefined)),
    useCharacters.subscribe((now, before) => (now.worn !== before.worn ? showActors() : undefined)),
    useEditing.subscribe((now, before) => (now.preview !== before.preview ? showActors() : undefined)),
    useSession.subscribe((now, before) => (now.documents !== before.documents ? showActors() : undefined)),
    useSettings.subscribe((now, before) => (now.apart !== before.apart ? showActors() : showOptions())),
    useProps.subscribe(showOptions),
    usePlanning.subscribe((now, before) => (now.scene !== before.scene || now.answer !== before.answer ? showOptions() : undefined)),
    useTurntable.subscribe(showOptions),
    useSelection.subscribe((now, before) => (now.joint !== before.joint ? showOptions() : undefined)),
    useTransport.subscribe((now, before) => {
      if (now.time !== before.time && useLive.getState().owner === null) mine.setTime(now.time);
    }),
  ];
  return { stop: () => stops.forEach((stop) => stop()), showOptions };
}

/** Opens a clip by itself when the library is first shown: the one open last time, a walk, or the first. */
function FirstClip(): null {
  const rows = useRows();
  const listed = useSession((session) => session.listed);
  const active = useStage((stage) => stage.active);
  const opened = useRef(false);
  useEffect(() => {
    if (active) localStorage.setItem("clip", active);
    // News of a clip can be here before the list is; only the list says whether the one open last time is still there.
    if (active || opened.current || !listed || rows.length === 0) return;
    opened.current = true;
    const last = localStorage.getItem("clip");
    const sorted = sortRows(rows, "name");
    const first = rows.find((row) => row.id === last) ?? sorted.find((row) => row.labels.includes("walk")) ?? sorted[0];
    void openClip(first.id);
  }, [rows, listed, active]);
  return null;
}

export const viewerPanel: Panel = {
  id: "viewer",
  title: "Viewer",
  icon: "eye",
  dock: "centre",
  workspaces: "all",
  Component: ViewerPanel,
  actions: [
    { keys: ["F"], label: "Frame the selected joint, or the characters", group: "View", run: () => viewer?.frame() },
    {
      keys: ["C"],
      label: "Camera follows on or off",
      group: "View",
      run: () => changeSettings({ follow: !useSettings.getState().follow }),
    },
    {
      keys: ["G"],
      label: "Onion skin on or off",
      group: "View",
      run: () => changeSettings({ onionCount: useSettings.getState().onionCount > 0 ? 0 : 3 }),
    },
    { keys: ["P"], label: "Plant marks on or off", group: "View", run: () => changeSettings({ plants: !useSettings.getState().plants }) },
    ...lookActions(() => viewer),
  ],
};
