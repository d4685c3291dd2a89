/** Feet: the oracle guesses plants, a person puts them right, it learns; and clean-up of skating feet. */
import { useEffect, useState } from "react";

import { Empty } from "../app/controls";
import { useActiveState } from "../commands/views";
import type { FeetLesson, FeetStatus } from "../protocol/types";
import {
  cleanClip,
  confirmSequence,
  guessClip,
  loadTeaching,
  nextSequence,
  openSequence,
  percent,
  showSequence,
  skipSequence,
  useTeaching,
} from "../state/feet";
import { useSession } from "../state/session";
import { changeSettings, useSettings } from "../state/settings";
import { openClip } from "../state/stage";
import { seekFrame } from "../state/transport";

const RECENT = 10; // lessons over which the server takes its share of bits guessed right

export function FeetPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const connected = useSession((session) => session.connected);
  // Lessons are undone and done again with everything else.
  const { undo, redo } = useSession((session) => session.history);
  const status = useTeaching((teaching) => teaching.status);
  useEffect(() => {
    if (library && connected) void loadTeaching();
  }, [library, connected, undo, redo]);
  if (!library) return <Empty icon="foot" title="No library yet" />;
  if (!status) return <Empty icon="foot" title={connected ? "Asking the oracle…" : "The oracle answers when the server is back"} />;
  return (
    <div className="clip-panel scroll">
      <Sequence status={status} />
      <CloseUp />
      <Lessons status={status} />
      <ThisClip />
      <section aria-label="Oracle">
        <h3>Oracle</h3>
        <p className="soft">
          {status.frames > 0
            ? `Taught with ${status.frames.toLocaleString("en")} frames of ${status.clips} ${status.clips === 1 ? "clip" : "clips"} here.`
            : "Not taught here yet: it knows what came with Motionloom."}
        </p>
        <p className="faint numbers">
          {status.examples.toLocaleString("en")} examples, version {status.oracle}
        </p>
      </section>
    </div>
  );
}

function Sequence({ status }: { status: FeetStatus }) {
  const busy = useTeaching((teaching) => teaching.busy);
  const here = useTeaching((teaching) => openSequence(teaching) !== null);
  const fps = useActiveState()?.row?.fps ?? 30;
  const { current } = status;
  return (
    <section aria-label="Sequence">
      <h3>Sequence</h3>
      {current === null ? (
        <>
          <p className="soft">The oracle picks the sequence from which it can learn most and guesses it. You put it right.</p>
          <button type="button" className="button primary" disabled={busy} onClick={() => void nextSequence()}>
            Next sequence
          </button>
        </>
      ) : (
        <>
          <p className="soft">
            {here ? (
              <>
                {(current.start / fps).toFixed(2)} – {(current.stop / fps).toFixed(2)} s, between the marks. Faint bars are doubtful: drag their borders, or
                press Q and W for the left heel and toe, E and T for the right.
              </>
            ) : (
              "A sequence is waiting to be put right."
            )}
          </p>
          <div className="two-way three">
            <button type="button" className="button" disabled={busy} onClick={() => void showSequence(current)}>
              Show it
            </button>
            <button
              type="button"
              className="button"
              disabled={busy}
              title="Hard to tell? It comes again after all others (Shift Enter)"
              onClick={() => void skipSequence()}
            >
              Skip
            </button>
            <button type="button" className="button primary" disabled={busy || !here} onClick={() => void confirmSequence()}>
              Right: next
            </button>
          </div>
        </>
      )}
    </section>
  );
}

/** A foot seen from near, with its height and speed in numbers. */
function CloseUp() {
  const closeUp = useSettings((settings) => settings.closeUp);
  return (
    <section aria-label="Close-up">
      <h3>Close-up</h3>
      <div className="two-way three" role="group" aria-label="Close-up of a foot">
        {(["none", "left", "right"] as const).map((foot) => (
          <button key={foot} type="button" className="button" aria-pressed={closeUp === foot} onClick={() => changeSettings({ closeUp: foot })}>
            {{ none: "None", left: "Left foot", right: "Right foot" }[foot]}
          </button>
        ))}
      </div>
    </section>
  );
}

function Lessons({ status }: { status: FeetStatus }) {
  return (
    <section aria-label="Lessons">
      <h3>Guessed right</h3>
      {status.recent === null ? (
        <p className="faint">Nothing put right yet.</p>
      ) : (
        <p>
          <strong className="numbers" data-testid="feet-accuracy">
            {percent(status.recent)}
          </strong>{" "}
          <span className="soft">
            of heels and toes in the last {Math.min(RECENT, status.lessons.length)} {status.lessons.length === 1 ? "sequence" : "sequences"}, before you put
            them right. Stop when that is good enough.
          </span>
        </p>
      )}
      <ul className="spans">
        {status.lessons.map((lesson) => (
          <LessonRow key={`${lesson.clip}/${lesson.start}`} lesson={lesson} />
        ))}
      </ul>
    </section>
  );
}

function LessonRow({ lesson }: { lesson: FeetLesson }) {
  const show = async (): Promise<void> => {
    await openClip(lesson.clip);
    seekFrame(lesson.start);
  };
  return (
    <li>
      <button type="button" className="span-button" onClick={() => void show()}>
        <span className="name">{lesson.name}</span>
        <span className="faint numbers">
          {lesson.start}–{lesson.stop}
        </span>
        <span className="numbers">{percent(lesson.accuracy)}</span>
      </button>
    </li>
  );
}

function ThisClip() {
  const busy = useTeaching((teaching) => teaching.busy);
  const state = useActiveState();
  const [asked, setAsked] = useState<string | null>(null);
  const [firm, setFirm] = useState(false);
  if (!state?.row) return null;
  const fromFile = state.plants.known && state.plants.by === "file";
  if (fromFile && asked === state.id) return <AskToReplace name={state.row.name} onDone={() => setAsked(null)} />;
  return (
    <section aria-label="This clip">
      <h3>This clip</h3>
      <div className="two-way">
        <button type="button" className="button" disabled={busy} onClick={() => (fromFile ? setAsked(state.id) : void guessClip())}>
          Guess plants
        </button>
        <button type="button" className="button" disabled={busy || !state.plants.known} onClick={() => void cleanClip(firm)}>
          Hold feet still
        </button>
      </div>
      <label className="check-line" title="Otherwise a plant of a captured clip is let go where holding it would jerk the leg.">
        <input type="checkbox" checked={firm} onChange={(event) => setFirm(event.target.checked)} />
        Firmly, even where a leg jerks
      </label>
    </section>
  );
}

/** A machine does not replace what came with a file unless a person says so. */
function AskToReplace({ name, onDone }: { name: string; onDone: () => void }) {
  const busy = useTeaching((teaching) => teaching.busy);
  return (
    <section aria-label="This clip" role="alertdialog">
      <h3>This clip</h3>
      <p>The foot plants of {name} came with its file. Replace them with the oracle’s guess? What you set yourself stays, and undo brings them back.</p>
      <div className="two-way">
        <button type="button" className="button" autoFocus onClick={onDone}>
          Leave them
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => void guessClip(true).then(onDone)}>
          Replace them
        </button>
      </div>
    </section>
  );
}
