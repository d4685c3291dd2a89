/** What is wrong with the open clip, at a glance; a press shows it in Check. */
import { useMemo } from "react";

import { useActiveState, useRows } from "../commands/views";
import { mendedClips, problemsOf, sayProblems } from "../state/problems";
import { openPanel } from "../state/workspaces";
import { Icon } from "./icons";

export function ProblemBadge() {
  const row = useActiveState()?.row;
  const rows = useRows();
  const mended = useMemo(() => mendedClips(rows), [rows]);
  const problems = row ? problemsOf(row, mended) : [];
  if (problems.length === 0) return null;
  const words = sayProblems(problems);
  return (
    <button
      type="button"
      className="problem-badge"
      title={`Problems: ${words}. Show them in Check.`}
      aria-label={`Problems: ${words}`}
      onClick={() => openPanel("check")}
    >
      <Icon name="warning" size={12} /> {problems.length}
    </button>
  );
}
