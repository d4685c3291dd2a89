/** The workspaces of the studio, in the order of the bar and of the keys Ctrl 1 to 9. A new one is a file beside this one and a line here. */
import { animate } from "./animate";
import { browse } from "./browse";
import { clean } from "./clean";
import { enrich } from "./enrich";
import { lab } from "./lab";
import { machine } from "./machine";
import { order } from "./order";
import { perform } from "./perform";
import { review } from "./review";
import { sketch } from "./sketch";
import type { Workspace } from "./workspace";

const ALL = [browse, clean, animate, sketch, perform, order, machine, enrich, review, lab] as const;

export type WorkspaceId = (typeof ALL)[number]["id"];
export const WORKSPACES: readonly Workspace[] = ALL;
