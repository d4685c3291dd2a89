/** The skeleton: its joints as a tree, and the numbers of one joint at the moment shown. */
import { useEffect, useMemo, useRef } from "react";

import { Empty, IconButton } from "../app/controls";
import { channelsAt, copyText, treeOf, type Channels } from "../state/channels";
import { selectJoint, useSelection } from "../state/selection";
import { useStage, type LoadedClip } from "../state/stage";
import { toast } from "../state/toasts";
import { currentFrame, useTransport } from "../state/transport";

export function SkeletonPanel() {
  const clip = useStage((stage) => (stage.active ? stage.loaded.get(stage.active) : undefined));
  if (!clip)
    return (
      <Empty icon="bone" title="No clip open">
        <p>Pick one from the library.</p>
      </Empty>
    );
  return (
    <div className="skeleton-panel">
      <Tree clip={clip} />
      <Numbers clip={clip} />
    </div>
  );
}

function Tree({ clip }: { clip: LoadedClip }) {
  const { names, parents } = clip.detail.skeleton;
  const joints = useMemo(() => treeOf(parents), [parents]);
  const roles = useMemo(() => new Map(Object.entries(clip.detail.body?.roles ?? {}).map(([role, joint]) => [joint, role.replaceAll("_", " ")])), [clip]);
  const chosen = useSelection((selection) => selection.joint) ?? 0;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const onKey = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -joints.length, End: joints.length }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey) return;
    const at = joints.findIndex(({ joint }) => joint === chosen);
    selectJoint(joints[Math.max(0, Math.min(joints.length - 1, at + step))].joint);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ul className="joint-tree scroll" role="listbox" aria-label="Joints" tabIndex={0} ref={list} onKeyDown={onKey}>
      {joints.map(({ joint, depth }) => (
        <li key={joint} role="option" aria-selected={joint === chosen} style={{ paddingLeft: 10 + depth * 10 }} onClick={() => selectJoint(joint)}>
          {names[joint]}
          {roles.has(joint) && <span className="role">{roles.get(joint)}</span>}
        </li>
      ))}
    </ul>
  );
}

const ROWS = [
  ["position", "Position, m"],
  ["local", "To its parent, °"],
  ["world", "In the world, °"],
] as const;

/** Written without React: they change with every drawn frame. */
function Numbers({ clip }: { clip: LoadedClip }) {
  const joint = Math.min(useSelection((selection) => selection.joint) ?? 0, clip.frames.joints - 1);
  const body = useRef<HTMLTableSectionElement>(null);
  const now = (): Channels => channelsAt(clip.frames, clip.detail.skeleton.parents, joint, currentFrame());
  useEffect(() => {
    const write = (): void => {
      const channels = now();
      ROWS.forEach(([row, _], line) => {
        const cells = body.current?.rows[line]?.cells;
        channels[row].forEach((value, axis) => {
          const cell = cells?.[axis + 1];
          const text = value.toFixed(row === "position" ? 3 : 1);
          if (cell && cell.textContent !== text) cell.textContent = text;
        });
      });
    };
    write();
    return useTransport.subscribe(write);
  });
  const name = clip.detail.skeleton.names[joint];
  const copy = (): void => {
    void navigator.clipboard.writeText(copyText(name, currentFrame(), now())).then(
      () => toast("info", `The numbers of ${name} are copied.`),
      () => toast("error", "The browser does not let this page copy."),
    );
  };
  return (
    <section className="channels" aria-label="Channels">
      <div className="row">
        <strong>{name}</strong>
        <span className="spring" />
        <IconButton icon="copy" label={`Copy the numbers of ${name}`} onClick={copy} />
      </div>
      <table className="numbers" data-testid="channels">
        <thead>
          <tr>
            <td />
            <th scope="col">X</th>
            <th scope="col">Y</th>
            <th scope="col">Z</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {ROWS.map(([row, title]) => (
            <tr key={row}>
              <th scope="row">{title}</th>
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="faint">Angles are Euler angles, turned about X, then Y, then Z of the joint.</p>
    </section>
  );
}
