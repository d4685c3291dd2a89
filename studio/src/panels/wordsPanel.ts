/** Words: where it stands and what its keys say; the rest is in words.tsx. */
import { later } from "../app/later";
import { hasFocus } from "../state/focus";
import { answerQuestion, paintWord, skipQuestion, turnWord, useWording } from "../state/words";
import type { Panel } from "./panel";

/** One key a word, in the order of the vocabulary; with Alt it paints. */
export const WORD_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "Q", "W", "E", "T"] as const;

/** These keys answer: only in this panel, and in the timeline while a question is open. */
const answersHere = (): boolean => hasFocus("words") || (useWording.getState().question !== null && hasFocus("timeline"));
const wordAt = (index: number): string | undefined => useWording.getState().status?.words[index];
const KEY_LIST: readonly string[] = WORD_KEYS;

export const wordsPanel: Panel = {
  id: "words",
  title: "Words",
  icon: "tag",
  dock: "right",
  workspaces: ["enrich"],
  Component: later(() => import("./views").then(({ WordsPanel }) => WordsPanel)),
  actions: [
    { keys: ["Enter"], label: "That is what it is: ask the next second", group: "Words", run: () => void answerQuestion(), when: answersHere },
    { keys: ["Shift+Enter"], label: "Skip this second: ask another", group: "Words", run: () => void skipQuestion(), when: answersHere },
    {
      keys: WORD_KEYS,
      label: "A word holds in this second, or does not",
      group: "Words",
      run: (chord) => {
        const word = wordAt(KEY_LIST.indexOf(chord));
        if (word) turnWord(word);
      },
      when: answersHere,
    },
    {
      keys: WORD_KEYS.map((key) => `Alt+${key}`),
      label: "Begin or end painting a word at the playhead",
      group: "Words",
      run: (chord) => {
        const word = wordAt(KEY_LIST.indexOf(chord.replace("Alt+", "")));
        if (word) paintWord(word);
      },
      when: answersHere,
    },
  ],
};
