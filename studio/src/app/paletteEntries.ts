/** What the palette offers: actions, clips, labels and what panels keep on the shelf. */
import { useEffect, useMemo, useState } from "react";

import { useRows } from "../commands/views";
import type { ClipRow } from "../protocol/types";
import type { Panel } from "../panels/panel";
import { countWords, showFilter } from "../state/filter";
import type { Entry } from "../state/finding";
import { useSession } from "../state/session";
import { openClip } from "../state/stage";
import { toast } from "../state/toasts";
import { openPanel } from "../state/workspaces";
import { isRow, nameOf, type OwnedAction } from "./actions";
import { chordText } from "./keys";

/** Everything, actions first. */
export function useEntries(actions: readonly OwnedAction[], panels: readonly Panel[]): readonly Entry[] {
  const rows = useRows();
  const kept = useKept(panels);
  return useMemo(() => [...actions.flatMap(ofAction), ...kept, ...ofLabels(rows), ...rows.map(ofClip)], [actions, kept, rows]);
}

function ofAction(action: OwnedAction): Entry[] {
  if (!isRow(action)) {
    const keys = action.keys[0];
    return [{ key: nameOf(action), title: action.label, group: action.group, run: () => act(action, keys ?? ""), ...(keys ? { keys: chordText(keys) } : {}) }];
  }
  return action.keys.map((chord) => ({
    key: `${nameOf(action)} ${chord}`,
    title: action.labelOf?.(chord) ?? `${action.label}: ${chord}`,
    group: action.group,
    keys: chordText(chord),
    run: () => act(action, chord),
  }));
}

/** Does it: at once where its panel is in sight, so that the key pressed next finds it done; else the panel is shown first. */
export function act(action: OwnedAction, chord: string): void {
  const run = (): void => {
    if (action.when?.() ?? true) action.run(chord);
    else toast("info", `“${action.label}” has nothing to do now.`);
  };
  if (action.seen()) {
    run();
    return;
  }
  if (action.panel !== null) openPanel(action.panel);
  // The panel has to be there before it can do anything.
  void action.ready().then(() => requestAnimationFrame(run));
}

function ofClip(row: ClipRow): Entry {
  return { key: row.id, title: row.name, group: "Clip", words: [row.subject, row.source, ...row.labels].join(" "), run: () => void openClip(row.id) };
}

function ofLabels(rows: readonly ClipRow[]): Entry[] {
  return countWords(rows, (row) => row.labels).map(({ name, clips }) => ({
    key: `label ${name}`,
    title: name,
    group: `Label, ${clips === 1 ? "a clip" : `${clips} clips`}`,
    run: () => {
      openPanel("library");
      showFilter({ label: name });
    },
  }));
}

/** What panels keep: asked for when the palette is opened. Each panel's is there when it answers, so a slow one holds up no other. */
function useKept(panels: readonly Panel[]): readonly Entry[] {
  const [kept, setKept] = useState<ReadonlyMap<string, readonly Entry[]>>(new Map());
  useEffect(() => {
    let wanted = true;
    if (useSession.getState().info?.state !== "open") return; // nothing is kept where there is no library
    for (const { id, kept: ask } of panels) {
      void ask?.().then(
        (entries) => wanted && setKept((before) => new Map(before).set(id, entries)),
        () => undefined, // one that cannot say leaves the others be
      );
    }
    return () => {
      wanted = false;
    };
  }, [panels]);
  return useMemo(() => panels.flatMap(({ id }) => kept.get(id) ?? []), [panels, kept]);
}
