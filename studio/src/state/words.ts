/** Teaching words: the second that is asked about, what a person says of it, the guess for the open clip. The server keeps all of it. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import { floats } from "../protocol/arrays";
import type { Job, WordsAnswer, WordsKeep, WordsQuestion, WordsSkip, WordsStatus, WordsVocabulary } from "../protocol/types";
import { busily } from "./busily";
import { makeId, windowId } from "./identity";
import { allSent, sendCommand, useSession } from "./session";
import { openClip, useStage } from "./stage";
import { toast, toastError } from "./toasts";
import { currentFrame, lookAt, play } from "./transport";

/** How likely each word holds in each frame of a clip: values (W, F). */
export interface Guess {
  readonly clip: string;
  readonly frames: number;
  readonly words: readonly string[];
  readonly values: Float32Array;
}

export interface Wording {
  readonly status: WordsStatus | null;
  readonly question: WordsQuestion | null;
  /** The words that the person says hold in the question; they begin as the guess. */
  readonly said: ReadonlySet<string>;
  readonly guess: Guess | null;
  /** A word that is being painted, and the frame at which that began. */
  readonly painting: { readonly word: string; readonly clip: string; readonly frame: number } | null;
  readonly busy: boolean;
}

export const useWording = create<Wording>(() => ({ status: null, question: null, said: new Set(), guess: null, painting: null, busy: false }));
const now = useWording.getState;

const during = <T>(work: () => Promise<T>): Promise<T | null> => busily(useWording, work);

export async function loadWords(): Promise<void> {
  if (!useSession.getState().connected) return;
  try {
    useWording.setState({ status: await panelApi.get<WordsStatus>("words", "status") });
  } catch (error) {
    toastError(error);
  }
}

/** The guess for the open clip, for scrubbing through it. */
export async function loadGuess(clip: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await panelApi.arrays("words", `clips/${clip}/chances`, signal);
    const words = answer.meta["words"] as readonly string[];
    useWording.setState({ guess: { clip, frames: Number(answer.meta["frames"]), words, values: floats(answer, "values") } });
  } catch {
    if (!signal.aborted) useWording.setState({ guess: null }); // a body without roles: nothing to guess
  }
}

/** How likely a word holds at a frame of the guess; null where nothing is known. Pure. */
export function chanceAt(guess: Guess | null, word: string, frame: number): number | null {
  const row = guess?.words.indexOf(word) ?? -1;
  if (!guess || row < 0 || frame < 0 || frame >= guess.frames) return null;
  return guess.values[row * guess.frames + frame] ?? null;
}

/** The guess of a word in a few columns, the mean of each, for a strip. Pure. */
export function stripOf(guess: Guess, word: string, columns: number): readonly number[] {
  const row = guess.words.indexOf(word);
  if (row < 0) return [];
  return Array.from({ length: columns }, (_, column) => {
    const first = Math.floor((column * guess.frames) / columns);
    const last = Math.max(first + 1, Math.floor(((column + 1) * guess.frames) / columns));
    let sum = 0;
    for (let frame = first; frame < last; frame++) sum += guess.values[row * guess.frames + frame] ?? 0;
    return sum / (last - first);
  });
}

/** Brings the second whose answer teaches most, opens it and plays it round and round; busy until it is on stage, so nobody answers unseen. */
export async function nextQuestion(): Promise<void> {
  await during(async () => {
    const question = await panelApi.get<WordsQuestion>("words", "question");
    const said = new Set(question.status.words.filter((_, i) => (question.chances[i] ?? 0) > 0.5));
    useWording.setState({ status: question.status, question, said });
    await showQuestion();
  });
}

export async function showQuestion(): Promise<void> {
  const { question } = now();
  if (!question) return nextQuestion();
  if (useStage.getState().active !== question.clip) await openClip(question.clip);
  if (useStage.getState().active !== question.clip) return;
  lookAt(question.start, question.stop, question.start);
  play();
}

/** A word holds in the question, or does not; between two questions there is nothing to say it of. */
export function turnWord(word: string): void {
  if (!now().question) return;
  const said = new Set(now().said);
  if (!said.delete(word)) said.add(word);
  useWording.setState({ said });
}

/** The person has said it: it is written, learnt from, and the next second is asked. */
export async function answerQuestion(): Promise<void> {
  const { question, said } = now();
  if (!question) return nextQuestion();
  if (useStage.getState().active !== question.clip) return showQuestion();
  await allSent(); // what was just painted counts
  const { clip, start, stop } = question;
  const request: WordsAnswer = { window: windowId(), clip, start, stop, words: [...said] };
  const status = await during(() => panelApi.post<WordsStatus>("words", "answer", request));
  if (!status) return;
  useWording.setState({ status, question: null });
  await nextQuestion();
}

export async function skipQuestion(): Promise<void> {
  const { question } = now();
  if (!question) return;
  const { clip, start, stop } = question;
  const request: WordsSkip = { window: windowId(), clip, start, stop };
  if (await during(() => panelApi.post<WordsStatus>("words", "skip", request))) await nextQuestion();
}

/** Begins to paint a word at the playhead, or ends it there: what lies between becomes an annotation. */
export function paintWord(word: string): void {
  const { painting } = now();
  const clip = useStage.getState().active;
  const frame = currentFrame();
  if (!clip) return;
  if (!painting || painting.clip !== clip) return useWording.setState({ painting: { word, clip, frame } });
  useWording.setState({ painting: null });
  const [start, stop] = painting.frame <= frame ? [painting.frame, frame + 1] : [frame, painting.frame + 1];
  sendCommand({ kind: "add_annotation", annotation: makeId(), clip, name: painting.word, start, stop });
}

export async function setVocabulary(words: readonly string[]): Promise<void> {
  const request: WordsVocabulary = { window: windowId(), words: [...words] };
  const status = await during(() => panelApi.post<WordsStatus>("words", "vocabulary", request));
  if (status) useWording.setState({ status });
}

/** Writes the guess of the open clip on its timeline. */
export async function guessWords(): Promise<void> {
  const clip = useStage.getState().active;
  const request: WordsKeep = { window: windowId() };
  if (clip) await during(() => panelApi.post<WordsStatus>("words", `clips/${clip}/guess`, request));
}

/** Keeps the words on the shelf and lets a job write their guesses on every capture. */
export async function guessLibrary(): Promise<void> {
  const request: WordsKeep = { window: windowId() };
  const status = await during(() => panelApi.post<WordsStatus>("words", "keep", request));
  if (!status) return;
  useWording.setState({ status });
  if (await during(() => panelApi.post<Job>("words", "guess", request))) toast("info", "Words are written on every capture; Jobs shows how far it is.");
}
