/** The viewer that is on the page, for those who film it. */
import type { Viewer } from "./viewer";

export const theViewer: { current: Viewer | null } = { current: null };
