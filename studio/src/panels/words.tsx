/** Words: a person says what a second of motion is, or paints it while it plays; the guess and its doubt follow the playhead. */
import { useEffect, useMemo, useState } from "react";

import { Empty, IconButton } from "../app/controls";
import { useActiveState } from "../commands/views";
import { useSession } from "../state/session";
import { currentFrame, useTransport } from "../state/transport";
import {
  answerQuestion,
  chanceAt,
  guessLibrary,
  guessWords,
  loadGuess,
  loadWords,
  nextQuestion,
  paintWord,
  setVocabulary,
  showQuestion,
  skipQuestion,
  stripOf,
  turnWord,
  useWording,
} from "../state/words";
import { WORD_KEYS as KEYS } from "./wordsPanel";

const COLUMNS = 60;

export function WordsPanel() {
  const library = useSession((session) => session.info?.library ?? null);
  const connected = useSession((session) => session.connected);
  const { undo, redo } = useSession((session) => session.history); // answers are undone with everything else
  const status = useWording((wording) => wording.status);
  const state = useActiveState();
  const clip = state?.row?.id ?? null;
  useEffect(() => {
    if (library && connected) void loadWords();
  }, [library, connected, undo, redo]);
  useEffect(() => {
    if (!clip || !connected) return;
    const asked = new AbortController();
    void loadGuess(clip, asked.signal);
    return () => asked.abort();
  }, [clip, connected, status]);
  if (!library) return <Empty icon="tag" title="No library yet" />;
  if (!status) return <Empty icon="tag" title="Looking for words…" />;
  return (
    <div className="clip-panel scroll">
      <Question />
      <Vocabulary />
      <Writing />
    </div>
  );
}

function Question() {
  const { status, question, busy } = useWording();
  const fps = useTransport((transport) => transport.fps);
  if (!status) return null;
  return (
    <section aria-label="Question">
      <h3>Question</h3>
      {question === null ? (
        <>
          <p className="soft">
            {status.words.length === 0
              ? "Begin with the words you want: run, walk, wave…"
              : "The most useful second is played. Press the keys of the words that hold in it, then Enter."}
          </p>
          <button type="button" className="button primary" disabled={busy || status.words.length === 0} onClick={() => void nextQuestion()}>
            Ask me
          </button>
        </>
      ) : (
        <>
          <p className="soft">
            <span className="numbers">
              {(question.start / fps).toFixed(1)} – {(question.stop / fps).toFixed(1)} s
            </span>
            {question.word ? <> of this clip; most in doubt is “{question.word}”.</> : " of this clip."}
          </p>
          <div className="two-way three">
            <button type="button" className="button" disabled={busy} onClick={() => void showQuestion()}>
              Show it
            </button>
            <button
              type="button"
              className="button"
              disabled={busy}
              title="Hard to tell? It comes again after all others (Shift Enter)"
              onClick={() => void skipQuestion()}
            >
              Skip
            </button>
            <button type="button" className="button primary" disabled={busy} onClick={() => void answerQuestion()}>
              That is it
            </button>
          </div>
        </>
      )}
      <p className="faint numbers" data-testid="words-answers">
        {status.answers} {status.answers === 1 ? "second" : "seconds"} answered
      </p>
    </section>
  );
}

function Vocabulary() {
  const words = useWording((wording) => wording.status?.words) ?? [];
  const [fresh, setFresh] = useState("");
  const add = (): void => {
    if (fresh.trim()) void setVocabulary([...words, fresh.trim()]).then(() => setFresh(""));
  };
  return (
    <section aria-label="Vocabulary">
      <h3>Words</h3>
      <ul className="spans">
        {words.map((word, index) => (
          <WordRow key={word} word={word} hotkey={KEYS[index] ?? ""} />
        ))}
      </ul>
      <div className="two-way">
        <input
          className="field"
          aria-label="A new word"
          placeholder="A new word"
          maxLength={60}
          value={fresh}
          onChange={(event) => setFresh(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && add()}
        />
        <button type="button" className="button" disabled={!fresh.trim()} onClick={add}>
          Add
        </button>
      </div>
    </section>
  );
}

/** A word: whether it holds in the question, its chance at the playhead, and along the clip. */
function WordRow({ word, hotkey }: { word: string; hotkey: string }) {
  const said = useWording((wording) => wording.said.has(word));
  const asking = useWording((wording) => wording.question !== null);
  const painting = useWording((wording) => wording.painting?.word === word);
  const words = useWording((wording) => wording.status?.words) ?? [];
  const guess = useWording((wording) => wording.guess);
  const chance = useTransport((transport) => chanceAt(guess, word, currentFrame(transport)));
  const strip = useMemo(() => (guess ? stripOf(guess, word, COLUMNS) : []), [guess, word]);
  return (
    <li className="example-row">
      <button
        type="button"
        className="span-button"
        aria-pressed={asking && said}
        title={asking ? "It holds in this second, or not" : undefined}
        onClick={() => asking && turnWord(word)}
      >
        <kbd>{hotkey}</kbd>
        <span className="name">
          {asking && said ? "✓ " : ""}
          {word}
        </span>
        <svg width={COLUMNS} height={14} aria-label={`Guess of ${word} along the clip`} role="img">
          {strip.map((value, column) => (
            <rect key={column} x={column} y={14 - 14 * value} width={1} height={14 * value} fill="currentColor" opacity={0.25 + 1.5 * Math.abs(value - 0.5)} />
          ))}
        </svg>
        <span className="faint numbers column" title="How likely at the playhead; 50 % is most in doubt">
          {chance === null ? "" : `${Math.round(100 * chance)} %`}
        </span>
      </button>
      <IconButton
        icon={painting ? "check" : "pencil"}
        label={painting ? `Stop painting ${word} here` : `Paint ${word} from here`}
        onClick={() => paintWord(word)}
      />
      <IconButton
        icon="close"
        label={`Take ${word} out of the vocabulary`}
        disabled={words.length < 2}
        onClick={() => void setVocabulary(words.filter((each) => each !== word))}
      />
    </li>
  );
}

function Writing() {
  const { status, busy } = useWording();
  const open = useActiveState()?.row ?? null;
  const ready = status?.taught.some(Boolean) ?? false;
  return (
    <section aria-label="Write guesses">
      <h3>Write guesses</h3>
      <div className="two-way">
        <button type="button" className="button" disabled={busy || !open || !ready} onClick={() => void guessWords()}>
          On this clip
        </button>
        <button type="button" className="button" disabled={busy || !ready} onClick={() => void guessLibrary()}>
          On every capture
        </button>
      </div>
      <p className="faint">What you said yourself stays as it is. Faint strips are in doubt.</p>
    </section>
  );
}
