/** A clip in the list or the grid. */
import { memo, useState, type MouseEvent } from "react";

import { Icon } from "../../app/icons";
import { filmstripAddress, thumbnailAddress } from "../../protocol/api";
import { useFirstFrame } from "../../state/firstFrame";
import type { ClipRow } from "../../protocol/types";

const FILMSTRIP_POSES = 8;

interface ItemProps {
  readonly row: ClipRow;
  readonly grid: boolean;
  readonly selected: boolean;
  readonly active: boolean;
  readonly focused: boolean;
  readonly problems: string; // in words, "" where there are none
  readonly onPick: (clip: string, event: MouseEvent) => void;
  readonly onOpen: (clip: string) => void;
  readonly onMenu: (clip: string, event: MouseEvent) => void;
}

export const ClipItem = memo(function ClipItem({ row, grid, selected, active, focused, problems, onPick, onOpen, onMenu }: ItemProps) {
  const seconds = row.frames / row.fps;
  return (
    <div
      id={`clip-${row.id}`}
      className={`clip-item ${grid ? "card" : "row"} ${selected ? "selected" : ""} ${active ? "active" : ""} ${focused ? "focused" : ""}`}
      role="option"
      aria-selected={selected}
      aria-label={`${row.name}, ${seconds.toFixed(1)} seconds${row.labels.length > 0 ? `, ${row.labels.join(", ")}` : ""}${problems ? `, problems: ${problems}` : ""}`}
      title={row.description || row.name}
      onClick={(event) => onPick(row.id, event)}
      onDoubleClick={() => onOpen(row.id)}
      onContextMenu={(event) => onMenu(row.id, event)}
    >
      <Picture row={row} />
      <div className="words">
        <div className="name">{row.name}</div>
        <div className="facts numbers">
          {seconds.toFixed(seconds < 10 ? 1 : 0)} s{grid ? "" : ` · ${Math.round(row.fps)} Hz`}
          {row.source ? ` · ${row.source}` : ""}
          {row.made && <span className="chip made">{row.mends ? "mended" : "made"}</span>}
          {problems && (
            <span className="chip problem" title={`Problems: ${problems}. Check shows them, Mend mends what can be.`}>
              <Icon name="warning" size={10} />
              <span className="word">{shortly(problems)}</span>
            </span>
          )}
        </div>
        {!grid && row.labels.length > 0 && (
          <div className="labels">
            {row.labels.slice(0, 3).map((label) => (
              <span className="chip" key={label}>
                <span className="word">{label}</span>
              </span>
            ))}
            {row.labels.length > 3 && <span className="faint">+{row.labels.length - 3}</span>}
          </div>
        )}
      </div>
    </div>
  );
});

/** The thumbnail; under the pointer it becomes the filmstrip, which the pointer leafs through. */
function Picture({ row }: { row: ClipRow }) {
  const [pose, setPose] = useState<number | null>(null);
  const later = useFirstFrame((first) => !first.drawn);
  if (!row.thumbnail || later) {
    return (
      <div className="picture waiting">
        <Icon name="film" size={18} />
      </div>
    );
  }
  const onMove = (event: MouseEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - box.left) / Math.max(1, box.width);
    setPose(Math.min(FILMSTRIP_POSES - 1, Math.max(0, Math.floor(part * FILMSTRIP_POSES))));
  };
  return (
    <div className="picture" onMouseMove={onMove} onMouseLeave={() => setPose(null)}>
      <img src={thumbnailAddress(row.id, row.content)} alt="" loading="lazy" draggable={false} />
      {pose !== null && (
        <div
          className="strip"
          style={{
            backgroundImage: `url("${filmstripAddress(row.id, row.content)}")`,
            backgroundPosition: `${(pose / (FILMSTRIP_POSES - 1)) * 100}% 50%`,
          }}
        />
      )}
    </div>
  );
}

/** "jumps +2": the first of them, and how many more there are. */
function shortly(problems: string): string {
  const [first, ...more] = problems.split(", ");
  return more.length > 0 ? `${first} +${more.length}` : first;
}
