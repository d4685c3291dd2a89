// Generated from src/motionloom/studio/protocol by `python -m motionloom.studio.typescript`. Do not edit.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const PROTOCOL_VERSION = 1 as const;
export const MAX_CLIPS_A_CHANGE = 200 as const;
export const FEET = ["left_heel", "left_toe", "right_heel", "right_toe"] as const;
export type Foot = "left_heel" | "left_toe" | "right_heel" | "right_toe";
export type Author = "person" | "machine" | "file";
export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number];
export type Paint = "body" | "left" | "right" | "bone" | "joint" | "face";
export type Span = [number, number];
export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled" | "interrupted";
export type Simple = RenameClip | DeleteClips | RestoreClips | SetDetails | SetSubject | SetRate | AddLabel | RemoveLabel | SetLabel | SetNote | AddAnnotation | ChangeAnnotation | SplitAnnotation | RemoveAnnotation | SetPlants | ConfirmPlants | ReleasePlants | Judge;
export type Command = Simple | Batch;
export type JobStart = StartSample | StartExport | StartShare | StartThumbnails | StartReading;
export type ClientMessage = Hello | Ping;
export type ServerMessage = Welcome | Changes | LibraryChanged | JobChanged | JobRemoved | ThumbnailsReady | PanelMessage | Pong | LiveError;

/** The body of every answer with a status of 400 or more: one line that says what to do. */
export interface Problem {
  error: string;
}

/** JavaScript modules of panels that other packages add; the page loads them after its first frame. */
export interface AddedPanels {
  modules: string[];
}

/** A word and how many clips carry it. */
export interface Count {
  name: string;
  clips: number;
}

/** A file format by one of its suffixes (".glb"). */
export interface FormatInfo {
  suffix: string;
  name: string;
  reads: boolean;
  writes: boolean;
}

/** An export preset: what it is called and does, and its settings as they come. `suffix` is that of its files on this machine. */
export interface PresetInfo {
  name: string;
  title: string;
  says: string;
  suffix: string;
  fps: number | null;
  root: "motion" | "in_place";
  root_bone: string;
  mesh: boolean;
  to_floor: boolean;
  unit: string;
  up: "" | "y" | "z";
  bones: string;
  events: boolean;
}

/** The open library, or `state` "none": then offer the sample and a place to drop files. */
export interface LibraryInfo {
  state: "none" | "open";
  protocol: number;
  library: string;
  name: string;
  path: string;
  seq: number;
  clips: number;
  frames: number;
  seconds: number;
  labels: Count[];
  annotations: Count[];
  sources: Count[];
  formats: FormatInfo[];
  presets: PresetInfo[];
  max_upload_bytes: number;
}

/** A clip as the list shows it. `content` names its frames: the same content is the same bytes for ever. */
export interface ClipRow {
  id: string;
  name: string;
  content: string;
  frames: number;
  fps: number;
  joints: number;
  made: boolean;
  source: string;
  subject: string;
  description: string;
  height: number | null;
  labels: string[];
  annotations: string[];
  planted: boolean;
  problems: string[] | null;
  mends: string;
  made_of: string[];
  thumbnail: boolean;
  added: number;
}

/** Clips in order, as of change `seq`; `total` counts matches before limit and offset. */
export interface ClipList {
  seq: number;
  total: number;
  clips: ClipRow[];
}

/** A named half-open span of frames. A person's wins over a machine's. */
export interface Annotation {
  id: string;
  track: string;
  name: string;
  start: number;
  stop: number;
  by: Author;
  confidence: number | null;
}

/** Where the four foot points are held on the ground, in the order of `FEET`; each a list of half-open spans. */
export interface Plants {
  known: boolean;
  spans: Span[][];
  by: Author;
  person: Span[][];
}

/** Everything of a clip that edits can change, as of change `seq`; `row` is null when the clip is deleted. */
export interface ClipState {
  id: string;
  seq: number;
  row: ClipRow | null;
  annotations: Annotation[];
  plants: Plants;
  note: string;
  natural: boolean | null;
}

export interface EndSiteInfo {
  joint: number;
  offset: Vector;
}

/** names and parents (J,), parents[j] < j and -1 for the root; offsets (J, 3) metres in the parent's frame.
 * markers: how many points it stands for where it is no skeleton but markers; 0 else. */
export interface SkeletonInfo {
  names: string[];
  parents: number[];
  offsets: Vector[];
  end_sites: EndSiteInfo[];
  markers: number;
}

/** A piece of the drawn character: a round cone between two points, each fixed to a joint (metres in its frame).
 * `stretch` widens it along the axes `frame` (xyzw), which are fixed to `frame_joint`: a ball with a stretch is an ellipsoid. */
export interface BodyPart {
  start_joint: number;
  start_offset: Vector;
  start_radius: number;
  end_joint: number;
  end_offset: Vector;
  end_radius: number;
  frame_joint: number;
  frame: Quaternion;
  stretch: Vector;
  paint: Paint;
}

/** What the skeleton is as a body. `roles` maps body role to joint; the feet are in the order of `FEET`. */
export interface BodyInfo {
  roles: { [key: string]: number };
  height: number;
  leg_length: number;
  ground: number;
  foot_joints: number[];
  foot_offsets: Vector[];
}

/** A line of how a clip was made, and the clip it is about, "" where it is about none. */
export interface LineageLine {
  words: string;
  indent: number;
  clip: string;
}

/** A clip that was made of another. */
export interface MadeFrom {
  clip: string;
  name: string;
}

/** One clip in full but for its frames. */
export interface ClipDetail {
  state: ClipState;
  skeleton: SkeletonInfo;
  body: BodyInfo | null;
  body_problem: string;
  parts: BodyPart[];
  source_file: string;
  recipe: { [key: string]: Json };
  lineage: LineageLine[];
  made_from_it: MadeFrom[];
  details: { [key: string]: Json };
}

/** One array of a binary answer: `offset` bytes from the start of the answer, little-endian, C order. */
export interface ArrayInfo {
  name: string;
  dtype: "float32" | "int32" | "uint8";
  shape: number[];
  offset: number;
}

/** The JSON header of a binary answer; see docs/studio-protocol.md for the layout. */
export interface ArraysHeader {
  arrays: ArrayInfo[];
  meta: { [key: string]: Json };
}

export interface RenameClip {
  kind: "rename_clip";
  clip: string;
  name: string;
}

/** Undo brings them back. */
export interface DeleteClips {
  kind: "delete_clips";
  clips: string[];
}

export interface RestoreClips {
  kind: "restore_clips";
  clips: string[];
}

/** Fields left out stay. */
export interface SetDetails {
  kind: "set_details";
  clip: string;
  description?: string | null;
  subject?: string | null;
  source?: string | null;
  licence?: string | null;
}

/** Says who performed clips; empty text takes it away. */
export interface SetSubject {
  kind: "set_subject";
  clips: string[];
  subject: string;
}

/** Corrects the frames a second of clips whose header lied; the frames stay. */
export interface SetRate {
  kind: "set_rate";
  clips: string[];
  fps: number;
}

export interface AddLabel {
  kind: "add_label";
  clips: string[];
  label: string;
}

export interface RemoveLabel {
  kind: "remove_label";
  clips: string[];
  label: string;
}

/** Makes this the one label of the clips, in place of all others. */
export interface SetLabel {
  kind: "set_label";
  clips: string[];
  label: string;
}

export interface SetNote {
  kind: "set_note";
  clip: string;
  text: string;
}

/** `annotation` is an id the client makes (a UUID), so that repeating the request adds nothing. */
export interface AddAnnotation {
  kind: "add_annotation";
  clip: string;
  annotation: string;
  name: string;
  start: number;
  stop: number;
  track?: string;
}

/** Moves, stretches or renames; fields left out stay. */
export interface ChangeAnnotation {
  kind: "change_annotation";
  clip: string;
  annotation: string;
  name?: string | null;
  start?: number | null;
  stop?: number | null;
  track?: string | null;
}

/** Cuts at frame `at`; the later part becomes `other`, an id the client makes. */
export interface SplitAnnotation {
  kind: "split_annotation";
  clip: string;
  annotation: string;
  other: string;
  at: number;
}

export interface RemoveAnnotation {
  kind: "remove_annotation";
  clip: string;
  annotation: string;
}

/** Sets one foot point planted or free over a half-open range. */
export interface SetPlants {
  kind: "set_plants";
  clip: string;
  foot: Foot;
  start: number;
  stop: number;
  planted: boolean;
}

/** A person has looked at these frames and says their plants are right: the machine may not change them again. */
export interface ConfirmPlants {
  kind: "confirm_plants";
  clip: string;
  start: number;
  stop: number;
}

/** Gives these frames' plants back to the machine. */
export interface ReleasePlants {
  kind: "release_plants";
  clip: string;
  start: number;
  stop: number;
}

/** A person's natural / unnatural; null takes the judgement back. */
export interface Judge {
  kind: "judge";
  clip: string;
  natural: boolean | null;
}

/** Several edits that happen, and are undone, as one: all or none. */
export interface Batch {
  kind: "batch";
  title: string;
  commands: Simple[];
}

/** `id` is made by the client (a UUID): sending it twice applies it once, even across a server restart. */
export interface CommandRequest {
  id: string;
  window: string;
  command: Command;
}

/** Undo or redo of this window's own last edit. `id` as in CommandRequest. */
export interface HistoryRequest {
  id: string;
  window: string;
}

/** What this window's undo and redo would do, for menus; null where there is nothing. */
export interface History {
  undo: string | null;
  redo: string | null;
}

/** `applied` is False when this id had been applied before (or there was nothing to undo). */
export interface CommandResult {
  seq: number;
  applied: boolean;
  history: History;
  clips: ClipState[];
  reload: boolean;
  kept: string[];
}

/** One item of a job that failed while the rest went on. */
export interface JobProblem {
  name: string;
  error: string;
}

/** Long work. cancelled, failed and interrupted (its process was stopped) jobs can be resumed. */
export interface Job {
  id: string;
  kind: string;
  title: string;
  state: JobState;
  done: number;
  total: number;
  message: string;
  seconds_left: number | null;
  problems: JobProblem[];
  error: string;
  clips: string[];
  entries: string[];
  download: string | null;
  created: number;
  changed: number;
}

/** Makes the sample performers; creates a library first where there is none. */
export interface StartSample {
  kind: "sample";
  window?: string | null;
}

/** A preset by name, with its settings as a person wants them (`PresetInfo`). */
export interface ExportPreset {
  name: string;
  fps: number | null;
  root: "motion" | "in_place";
  root_bone: string;
  mesh: boolean;
  to_floor: boolean;
  unit: "" | "m" | "cm" | "mm" | "in" | "ft";
  up: "" | "y" | "z";
  bones?: string;
  events?: boolean;
}

/** Writes clips in one format, as a preset says where one is given; several clips come as a zip, or as one file of that name. */
export interface StartExport {
  kind: "export";
  clips: string[];
  suffix: string;
  preset?: ExportPreset | null;
  one_file?: string;
}

/** Writes clips as one HTML page that plays by itself; they are seen together. */
export interface StartShare {
  kind: "share";
  clips: string[];
  title?: string;
}

export interface StartThumbnails {
  kind: "thumbnails";
}

/** What a person says about files that the files do not say, or say wrongly. What is left out is as the file has it, or guessed. */
export interface ReadAs {
  unit?: "m" | "cm" | "mm" | "in" | "ft" | "cmu" | null;
  fps?: number | null;
  up?: "x" | "y" | "z" | null;
  clip?: string | null;
  drop_bad_frames?: boolean;
  keep_rest_frame?: boolean;
}

/** Reads the files of clips again, in another way. A clip whose frames are not the same in number then stays, beside a new one. */
export interface StartReading {
  kind: "reading";
  clips: string[];
  read_as: ReadAs;
  window?: string | null;
}

/** The files that an import could not read, once more. */
export interface ReadAgain {
  read_as: ReadAs;
}

/** Clips now in view: their thumbnails are made first. */
export interface WantedThumbnails {
  clips: string[];
}

/** First message of a window: what it has seen. `library` and `seq` of the last answer, or null when new. */
export interface Hello {
  type: "hello";
  window: string;
  library?: string | null;
  seq?: number | null;
}

export interface Ping {
  type: "ping";
  at: number;
}

/** Answer to hello; `changes` with what was missed follow at once. `reload`: forget everything and load again. */
export interface Welcome {
  type: "welcome";
  library: LibraryInfo;
  reload: boolean;
  jobs: Job[];
  history: History;
}

/** One edit by whomever; `window` and `command` tell a window that it was its own. */
export interface Change {
  seq: number;
  kind: string;
  title: string;
  window: string;
  command: string;
  clips: string[];
}

/** Edits in order and the state after them (newer than the last of them where more are on the way).
 * `reload` is set when too much changed to send: load the list again. */
export interface Changes {
  type: "changes";
  seq: number;
  changes: Change[];
  clips: ClipState[];
  history: History;
  reload: boolean;
}

/** Another library was opened, or its counts changed. */
export interface LibraryChanged {
  type: "library";
  library: LibraryInfo;
}

export interface JobChanged {
  type: "job";
  job: Job;
}

export interface JobRemoved {
  type: "job_removed";
  id: string;
}

export interface ThumbnailsReady {
  type: "thumbnails";
  clips: string[];
}

/** A panel's own news. */
export interface PanelMessage {
  type: "panel";
  panel: string;
  data: { [key: string]: Json };
}

export interface Pong {
  type: "pong";
  at: number;
}

/** The last message was not understood; the socket stays open. */
export interface LiveError {
  type: "error";
  error: string;
}

/** Frames in the air, how fast the centre of mass falls in them (m/s2), and how high the arc is (metres). */
export interface FlightInfo {
  start: number;
  stop: number;
  fall: number;
  arc: number;
}

/** Frames start:stop in which something is wrong: which kind, and all of it in words. */
export interface GlitchInfo {
  kind: string;
  title: string;
  start: number;
  stop: number;
  joint: string;
  words: string;
  mendable: boolean;
}

/** `implied_fps` is the rate at which the fall, or the steps, would be right; null where there was nothing to judge by. */
export interface CheckReport {
  fps: number;
  fall: number | null;
  implied_fps: number | null;
  suspicious: boolean;
  words: string;
  flights: FlightInfo[];
  glitches: GlitchInfo[];
}

/** Make a mended clip of each; they are one step on the undo stack of this window. */
export interface MendClips {
  window: string;
  clips: string[];
}

/** What came of a clip: the mended one, "" where there was nothing to mend; and what was done or left, in words. */
export interface MendedClip {
  source: string;
  name: string;
  clip: string;
  lines: string[];
}

/** What came of each clip; those that a job is making, since they are many, are not there yet. */
export interface MendReport {
  clips: MendedClip[];
  making: number;
}

/** How many clips nobody has looked at yet. */
export interface ExamineReport {
  left: number;
}

/** Only what lies between two moments, seconds; `end` null: to the end. */
export interface EditTrim {
  kind: "trim";
  start: number;
  end?: number | null;
}

/** All but what lies between two moments, seconds; the seam is eased over `blend` seconds. */
export interface EditCut {
  kind: "cut";
  start: number;
  end: number;
  blend?: number;
}

/** Two clips, before and from a moment, seconds. */
export interface EditSplit {
  kind: "split";
  at: number;
}

/** One clip of all, in the order they are named, each eased into the next over `blend` seconds. */
export interface EditJoin {
  kind: "join";
  blend?: number;
}

/** Left and right exchanged; or planted feet held still. */
export interface EditPlain {
  kind: "mirror" | "clean";
}

/** The same performance at another rate. */
export interface EditRate {
  kind: "resample";
  fps: number;
}

/** Without its way along the ground, and unless it keeps it, without its turning. */
export interface EditInPlace {
  kind: "in_place";
  keep_turning?: boolean;
}

/** Metres along x and z and up, degrees to the left; its floor is first put to height 0 where that is asked. */
export interface EditMove {
  kind: "move";
  x?: number;
  z?: number;
  up?: number;
  turn_degrees?: number;
  to_floor?: boolean;
}

/** Cut where it loops best, between two moments where they are given. */
export interface EditLoop {
  kind: "loop";
  start?: number;
  end?: number | null;
}

/** One edit of clips; what is made is one step on the undo stack of this window. */
export interface EditClips {
  window: string;
  clips: string[];
  edit: EditTrim | EditCut | EditSplit | EditJoin | EditPlain | EditRate | EditInPlace | EditMove | EditLoop;
}

/** A new clip: what it was made of, its name, and the moment of its source, seconds, that it begins with. */
export interface EditedClip {
  source: string;
  clip: string;
  name: string;
  begins: number;
}

/** A clip that was left as it is, and why. */
export interface EditLeft {
  name: string;
  why: string;
}

/** The new clips, and those that were left; or the job that is making them, since they are many. */
export interface EditReport {
  clips: EditedClip[];
  left: EditLeft[];
  job: Job | null;
}

/** The oracle's guess of the plants of clips, as one step; `replace`: also in place of those that came with a file. */
export interface GuessPlants {
  window: string;
  clips: string[];
  replace?: boolean;
}

/** Frames start:stop of a clip, and the frame of it about which the oracle knows least. */
export interface FeetSequence {
  clip: string;
  start: number;
  stop: number;
  frame: number;
}

/** A sequence that was put right, and the share of its bits that the oracle had guessed right. */
export interface FeetLesson {
  clip: string;
  name: string;
  start: number;
  stop: number;
  accuracy: number;
  wrong: number;
}

/** Which oracle is at work, what it was taught here, the sequence that is being put right, and the lessons so far, newest first.
 * recent: the share of bits it guessed right in the last ten lessons, null before the first. */
export interface FeetStatus {
  oracle: string;
  examples: number;
  frames: number;
  clips: number;
  current: FeetSequence | null;
  recent: number | null;
  lessons: FeetLesson[];
}

/** A person wants the next sequence; `window` can undo it. */
export interface FeetNext {
  window: string;
}

/** A person wants the oracle's guess; `replace`: they were asked, and want it in place of what came with the file too. */
export interface FeetGuess {
  window: string;
  replace?: boolean;
}

/** A person says that these frames are right now. */
export interface FeetConfirm {
  window: string;
  clip: string;
  start: number;
  stop: number;
}

/** A person would rather not judge these frames. */
export interface FeetSkip {
  window: string;
  clip: string;
  start: number;
  stop: number;
}

/** Hold the planted feet of a clip still; the new clip is on the undo stack of this window.
 * firm: hold every plant, also where that jerks a leg of a captured clip. */
export interface FeetClean {
  window: string;
  firm?: boolean;
}

/** A new clip with its planted feet held still: how far they slid before and after, how much joints moved, and what to know.
 * The scores, metres, are those of the compare panel: less is more natural. */
export interface FeetCleaned {
  clip: string;
  before_score: number;
  after_score: number;
  before_cm_per_second: number;
  after_cm_per_second: number;
  mean_displacement_mm: number;
  notes: string[];
}

/** A film that a window is about to draw: its size in pixels, how many frames at which rate, and the kind of file. */
export interface FilmBegin {
  name: string;
  kind: "mp4" | "gif" | "png";
  width: number;
  height: number;
  fps: number;
  frames: number;
}

/** What the film is called while its frames come: send them to `{film}/frames/{number}`, then `{film}/finish`. */
export interface FilmBegun {
  film: string;
}

/** A body that a table can be made of. */
export interface TransitionBody {
  skeleton: string;
  name: string;
  clips: number;
  seconds: number;
}

/** A table of the shelf: for whom, how long its transitions are, from how many windows; note: what is to be said of it. */
export interface TransitionTableRow {
  id: string;
  name: string;
  body: string;
  seconds: number;
  representatives: number;
  clips: number;
  note: string;
}

/** What there is to perform with, and what it could be made of. */
export interface TransitionStatus {
  tables: TransitionTableRow[];
  bodies: TransitionBody[];
}

/** Makes the table of a body and puts it on the shelf, where the window can undo it. */
export interface TransitionBuild {
  window: string;
  skeleton: string;
  seconds: number;
  representatives: number;
  mirrored: boolean;
}

/** A name to ask for; `count` frames at which it can be entered, 0 where nothing leads into it for a transition's length. */
export interface TransitionActivity {
  name: string;
  annotated: boolean;
  count: number;
}

/** A table that is open: what can be asked for, the rarity up to which a transition counts as natural, the body to draw. */
export interface TransitionTableInfo {
  id: string;
  seconds: number;
  natural: number;
  activities: TransitionActivity[];
  skeleton: SkeletonInfo;
  body: BodyInfo;
  parts: BodyPart[];
}

/** An edit that needs nothing but to be told who makes it. */
export interface TransitionEdit {
  window: string;
}

/** Another name for a table. */
export interface TransitionRename {
  window: string;
  name: string;
}

/** Makes a clip of the transition between two frames of the table's stock, and of the activity that was asked for, to its end. */
export interface TransitionKeep {
  window: string;
  source: number;
  target: number;
  name: string;
  activity?: string;
}

/** Frames first to last of the table's stock, played as captured, and what they were asked for as. */
export interface TransitionPart {
  first: number;
  last: number;
  activity?: string;
}

/** Makes one clip of a whole performance: its parts, with a transition from each to the next. */
export interface TransitionRecord {
  window: string;
  parts: TransitionPart[];
  name: string;
}

/** The clip that a transition became. */
export interface TransitionKept {
  clip: string;
}

/** A clip that leads into its own beginning; cut at `first` and `last` seconds, where its joints were `distance` metres apart. */
export interface TransitionLoop {
  clip: string;
  first: number;
  last: number;
  distance: number;
}

/** Makes the rival of a transition, which the window can undo. */
export interface CompareMakeRival {
  window: string;
}

/** The same transition without the intermediaries of its recipe, as a clip. */
export interface CompareRival {
  clip: string;
}

/** What a person is asked, the words of the answers, how many items there are, and who learns from it. */
export interface ReviewQuestion {
  name: string;
  text: string;
  yes: string;
  no: string;
  pending: number;
  accepted: number;
  rejected: number;
  learners: string[];
}

/** A proposal or a made clip. `item` is its key; `original` the clip it was made of, `clip` itself or what it became, "" where none. */
export interface ReviewItem {
  item: string;
  question: string;
  name: string;
  what: string;
  state: "pending" | "accepted" | "rejected";
  score: number | null;
  confidence: number | null;
  reason: string;
  why: string;
  original: string;
  clip: string;
}

/** The questions, and one page of the items that were asked for. */
export interface ReviewQueue {
  seq: number;
  questions: ReviewQuestion[];
  items: ReviewItem[];
}

/** What a character is drawn from. */
export interface ReviewBody {
  skeleton: SkeletonInfo;
  body: BodyInfo | null;
  parts: BodyPart[];
}

/** An item to look at: its body, the original's where there is one to show beside it, and a score beside it in words. */
export interface ReviewDetail {
  item: ReviewItem;
  fps: number;
  score: number | null;
  words: string;
  body: ReviewBody;
  original: ReviewBody | null;
}

/** Yes, no or (null) neither to items, all as one undo step of the window. `id`: sent twice, it is done once. */
export interface ReviewVerdicts {
  id: string;
  window: string;
  question: string;
  items: string[];
  yes: boolean | null;
  why?: string;
}

/** A scorer, and whether it was fitted here and has to be before it says anything. */
export interface ReviewScorer {
  name: string;
  title: string;
  learns: boolean;
  needs_fitting: boolean;
  fitted: boolean;
}

/** A judged item, its score, and whether the scorer calls it natural by a line drawn from all the others. */
export interface ReviewCall {
  item: string;
  name: string;
  natural: boolean;
  score: number;
  called: boolean;
}

/** How well a scorer says what people say. `note` tells what a fitted one rests on, and how it was measured. */
export interface ReviewAgreement {
  scorer: string;
  fitted: boolean;
  agree: number;
  area: number | null;
  line: number | null;
  calls: ReviewCall[];
  note: string;
}

/** Teaches who registered for a question by what people answered; `window` can undo it. */
export interface ReviewTeach {
  window: string;
  question: string;
  learner: string;
}

/** Compares random pairs of frames of a table; the comparison goes onto the shelf, where the window can undo it. */
export interface ScatterCompare {
  window: string;
  table: string;
  pairs: number;
}

/** A machine of the library; `content` changes with every edit. */
export interface MachineRow {
  id: string;
  name: string;
  subject: string;
  states: number;
  version: number;
  content: string;
}

/** Somebody of whose clips a machine can be made. */
export interface MachineSubject {
  name: string;
  clips: number;
}

export interface MachineList {
  machines: MachineRow[];
  subjects: MachineSubject[];
}

/** A state that could be built: `chosen` where the first machine has it. */
export interface MachineProposedState {
  name: string;
  clips: string[];
  cyclic: boolean;
  default: string;
  chosen: boolean;
}

/** A label that is not in the machine, and why. */
export interface MachineLeftOut {
  label: string;
  reason: string;
}

export interface MachineProposal {
  subject: string;
  states: MachineProposedState[];
  left_out: MachineLeftOut[];
}

/** Cuts a person's clips into what they do, mines and builds a machine; null takes the proposal. `machine`: that one is built again. */
export interface MachineBuild {
  window: string;
  machine?: string | null;
  subject?: string | null;
  name?: string | null;
  states?: string[] | null;
}

/** What a state is steered by: turn in radians or speed in metres a second, and how far it goes. */
export interface MachineParameter {
  name: string;
  low: number;
  high: number;
}

/** A state; `pace` is its reference's speed over the ground in metres a second. */
export interface MachineState {
  name: string;
  cyclic: boolean;
  default: string;
  seconds: number;
  pace: number;
  clips: string[];
  parameter: MachineParameter | null;
}

/** A way from one state to another: its cost, the probability that shows it, its transitions and how far apart the best is, metres. */
export interface MachineEdge {
  source: string;
  target: string;
  cost: number;
  probability: number;
  points: number;
  apart: number;
}

/** Why two states have no edge, and what to do about it. */
export interface MachineMissing {
  source: string;
  target: string;
  reason: string;
  advice: string;
}

/** A machine in full but for its motion, and the body to draw. */
export interface MachineDetail {
  id: string;
  name: string;
  content: string;
  states: MachineState[];
  edges: MachineEdge[];
  missing: MachineMissing[];
  left_out: MachineLeftOut[];
  skeleton: SkeletonInfo;
  body: BodyInfo | null;
  parts: BodyPart[];
}

export interface MachineRename {
  window: string;
  name: string;
}

/** An edit that needs nothing but to be told who makes it. */
export interface MachineEdit {
  window: string;
}

/** Ask a character for a state; `replace` drops what waits and has not begun. */
export interface MachineGo {
  character: number;
  state: string;
  replace?: boolean;
}

/** What the stick says: holds from now on, without waiting for anything. */
export interface MachineSteer {
  character: number;
  turn: number;
}

/** What a character did from frame `first` of the drive on. */
export interface MachineRecorded {
  character: number;
  first: number;
}

/** Time goes on by whole frames of the machine; then requests are taken. `add` brings one more character.
 * recorded: asks for what a character did, as a run that can be kept; feet: planted feet are held still. */
export interface MachineStep {
  serial: number;
  frames: number;
  go?: MachineGo[];
  steer?: MachineSteer[];
  add?: boolean;
  recorded?: MachineRecorded | null;
  feet?: boolean;
}

/** Asked of a character just before a step: a state to go to, or a value of a parameter. */
export interface MachineRequest {
  step: number;
  state?: string;
  parameter?: string;
  value?: number | null;
  replace?: boolean;
}

/** All that is needed to play the same again: where a character began, what it was asked at which step, which steps are kept; `seed` of
 * the order of its laps. */
export interface MachineRun {
  start: string;
  at: number[];
  requests: MachineRequest[];
  skip: number;
  frames: number;
  seed?: number;
}

/** Keeps a run as a clip; `feet` holds planted feet still. */
export interface MachineRecord {
  window: string;
  content: string;
  run: MachineRun;
  feet?: boolean;
  name?: string | null;
}

/** The clip that a run became. */
export interface MachineRecording {
  clip: string;
  name: string;
}

/** One character after a step.
 * phase: how far it is through its state, 0 to 1; target and share: where a transition goes and how far it is; goal: what it
 * pursues, by way of `route`; queue: what waits behind that, first come first served; done: how many requests it has carried out. */
export interface MachineCharacter {
  state: string;
  mode: "playback" | "preparation" | "transition";
  phase: number;
  target: string | null;
  share: number;
  goal: string | null;
  route: string[];
  queue: string[];
  done: number;
  turn: number;
}

/** Somebody who is driven through a scene: goals met, in order, and where the next one is; metres off the line that is followed now and,
 * root mean square, off all so far; what was touched; seconds, and where they are (x, z, heading). */
export interface CourseNow {
  goals: number;
  reached: number;
  next: number[] | null;
  behaviour: string;
  off_now: number | null;
  off_line: number | null;
  touched: string[];
  seconds: number;
  place: number[];
}

/** The meta of a step's binary answer; its arrays are `positions` (N, F, J, 3) and `rotations` (N, F, J, 4) in the world.
 * Frame 0 is now, the others, `rate` a second, are to come if nothing is asked. frame: how many frames the drive has lasted; run: what
 * a character did, where that was asked; course: how the first fares in the scene that it is driven through. */
export interface MachineMoment {
  serial: number;
  rate: number;
  frame: number;
  characters: MachineCharacter[];
  run: MachineRun | null;
  course: CourseNow | null;
}

/** A transition: seconds of the source's reference, and of the target's at evenly spaced moments of that window; metres apart.
 * jerk: the largest acceleration of a joint when it was tried, m/s2, and limit: the captures' own 99.9th percentile. */
export interface MachinePoint {
  start: number;
  stop: number;
  frames: number[];
  cost: number;
  jerk: number;
  limit: number;
}

/** The meta of a cost matrix: `costs` float32 (Fa, Fb) metres at `rate` Hz. Transitions may leave and enter between these seconds. */
export interface MachineAlignment {
  rate: number;
  points: MachinePoint[];
  leave: [number, number];
  enter: [number, number];
  blend: number;
}

/** The meta of a preview: source, blend and target, `positions` (3, F, J, 3) and `rotations` (3, F, J, 4).
 * places: seconds of source and target at each frame, null where the blend is not in it. */
export interface MachinePreview {
  point: MachinePoint;
  rate: number;
  begins: number;
  ends: number;
  places: ([number | null, number | null])[];
}

/** A transition to keep (`index` among those there are) or to put by hand. */
export interface MachinePlacement {
  index?: number | null;
  start?: number;
  enter?: number;
  blend?: number;
}

/** All transitions from one state to another from now on; none takes the edge out. */
export interface MachinePlacements {
  window: string;
  source: string;
  target: string;
  points: MachinePlacement[];
}

/** At second `at` of a state's reference a clip shows its second `shows`. */
export interface MachineKey {
  at: number;
  shows: number;
}

/** A clip of a state (counted from 0, which is the reference) warped through keys onto the reference from now on. */
export interface MachineClipWarp {
  window: string;
  state: string;
  clip: number;
  keys: MachineKey[];
}

/** Gives an edge another cost; a new one gets its transitions found; null takes it out. */
export interface MachineEdgeEdit {
  window: string;
  source: string;
  target: string;
  cost: number | null;
}

/** Paths that should be the natural ones; `solver` picks an answer and saves it. */
export interface MachinePaths {
  window: string;
  paths: string[][];
  solver?: "local" | "exact" | null;
}

export interface MachineEdgeChange {
  source: string;
  target: string;
  before: number;
  after: number;
}

/** What one solver would do: edges changed, how many other shortest paths change with them; or why it cannot (`refused`). */
export interface MachineSolution {
  solver: "local" | "exact";
  refused: string;
  edges: MachineEdgeChange[];
  paths: number;
  change: number;
  margin: number;
}

/** Both answers, and the shortest paths as they are now between the same ends. */
export interface MachineSolutions {
  now: string[][];
  solutions: MachineSolution[];
}

/** A scene as plain data (docs/navigation.md), and how long to look for a way, seconds for each goal. */
export interface PlanAsk {
  scene: { [key: string]: Json };
  samples?: number;
  budget?: number;
}

/** A state from one second of a plan to another. */
export interface PlanSpan {
  state: string;
  start: number;
  end: number;
}

/** What one agent does: places x, z a tenth of a second apart, states, and what is to be said about it. */
export interface PlannedAgent {
  name: string;
  reached: number;
  goals: number;
  seconds: number;
  metres: number;
  clearance: number | null;
  planned_in: number;
  blocked: string;
  way: [number, number][];
  spans: PlanSpan[];
  run: MachineRun;
}

/** All agents of a scene; looked: short lines x, z, x, z that the searches went along. */
export interface PlanAnswer {
  rate: number;
  agents: PlannedAgent[];
  looked: number[][];
}

/** Runs of a machine to be kept as clips, one step of undo; content: the machine's, as they were planned with it. */
export interface PlanKeep {
  window: string;
  content: string;
  runs: MachineRun[];
  names: string[];
}

/** The clips that were made. */
export interface PlanKept {
  clips: string[];
}

/** A scene on the shelf. */
export interface SceneRow {
  id: string;
  name: string;
  agents: number;
  obstacles: number;
}

/** The scenes on the shelf. */
export interface SceneList {
  scenes: SceneRow[];
}

/** A scene as plain data. */
export interface SceneData {
  id: string;
  name: string;
  scene: { [key: string]: Json };
}

/** A scene that is put on the shelf under an id of the window's own, in place of what was there. */
export interface SetScene {
  id: string;
  window: string;
  title: string;
  name: string;
  scene: { [key: string]: Json };
}

/** Takes a scene off the shelf. */
export interface DropScene {
  id: string;
  window: string;
}

/** A scene as plain data; go: everybody sets off for their own goals at once, a crowd. */
export interface SteerBegin {
  scene: { [key: string]: Json };
  go?: boolean;
  seed?: number;
}

/** A character is sent to a place x, z on the floor. */
export interface SteerSend {
  character: number;
  at: number[];
}

/** So many frames have passed; who is sent where now, and whether everybody's run so far is wanted. */
export interface SteerStep {
  serial: number;
  frames: number;
  send?: SteerSend[];
  runs?: boolean;
}

/** What somebody does: its state, where it is (x, z, heading), where it goes, if anywhere, and how much room its body has, metres. */
export interface SteeredCharacter {
  name: string;
  state: string;
  place: number[];
  goal: number[] | null;
  arrived: boolean;
  room: number | null;
}

/** How everybody stands after a step; runs where they were wanted. */
export interface SteerMoment {
  serial: number;
  rate: number;
  frame: number;
  characters: SteeredCharacter[];
  runs: MachineRun[] | null;
}

/** A scene as plain data (docs/navigation.md): its first agent with goals is driven, from where it begins. */
export interface DriveBegin {
  scene: { [key: string]: Json };
}

/** What narrows the list: as the client's filter, but for its order. */
export interface SearchWords {
  search?: string;
  label?: string | null;
  annotation?: string | null;
  source?: string | null;
  made?: boolean | null;
  problems?: boolean;
  unlabelled?: boolean;
  collection?: string | null;
  made_of?: string | null;
}

/** A named set of clips; those that were deleted are left out. */
export interface CollectionInfo {
  id: string;
  name: string;
  clips: string[];
}

/** A search under a name. */
export interface SearchInfo {
  id: string;
  name: string;
  words: SearchWords;
}

/** What was gathered, by name. */
export interface CollectionList {
  collections: CollectionInfo[];
  searches: SearchInfo[];
}

/** Puts clips into a collection; `collection` is an id that the client makes where it is a new one. */
export interface CollectClips {
  id: string;
  window: string;
  collection: string;
  name: string;
  clips: string[];
}

/** Takes clips out of a collection; they stay in the library. */
export interface TakeOut {
  id: string;
  window: string;
  collection: string;
  clips: string[];
}

/** Keeps a search under a name; `search` is an id that the client makes. */
export interface SaveSearch {
  id: string;
  window: string;
  search: string;
  name: string;
  words: SearchWords;
}

/** Deletes a collection or a search, not its clips. */
export interface ForgetKept {
  id: string;
  window: string;
  document: string;
}

/** A box: width (x), height and depth (z) in metres, the middle of its base over the clip's floor, and its turn about the vertical. */
export interface PropBox {
  id: string;
  width: number;
  height: number;
  depth: number;
  x: number;
  y?: number;
  z: number;
  turn_degrees?: number;
}

/** The boxes of a clip. */
export interface ClipProps {
  boxes: PropBox[];
}

/** The boxes of a clip in place of those that it had. */
export interface SetProps {
  id: string;
  window: string;
  title: string;
  boxes: PropBox[];
}

/** A pose key: its moment, seconds; rotation vectors by joint, radians; how far the root is moved, metres; null: nothing. */
export interface PoseKeyInfo {
  at: number;
  turns: { [key: string]: number[] };
  root: number[] | null;
}

/** A time key: at this moment the one `shift` seconds away is shown. */
export interface TimeKeyInfo {
  at: number;
  shift: number;
}

/** A layer of offset keys; a fade of null holds the first or last key to the motion's end. */
export interface LayerInfo {
  name: string;
  weight: number;
  muted: boolean;
  fade_in: number | null;
  fade_out: number | null;
  poses: PoseKeyInfo[];
  times: TimeKeyInfo[];
}

/** Layers from the bottom up, and what planted feet do. */
export interface LayerStackInfo {
  layers: LayerInfo[];
  feet: "keep" | "move" | "free";
}

/** The layers of a clip in place of those that it had. */
export interface LayersSet {
  id: string;
  window: string;
  title: string;
  stack: LayerStackInfo;
}

/** Layers to look at, saved or not. */
export interface LayersCompose {
  stack: LayerStackInfo;
}

/** Make a clip of the saved layers. */
export interface LayersApply {
  window: string;
}

/** The new clip. */
export interface LayersApplied {
  clip: string;
  name: string;
}

/** A layer, by its number from the bottom, copied on top of those of other clips. */
export interface LayersCopy {
  id: string;
  window: string;
  layer: number;
  clips: string[];
}

/** Go to a frame of what layers make of the clip; what was posed and not keyed is forgotten. */
export interface PoseBegin {
  kind: "begin";
  serial: number;
  frame: number;
  stack: LayerStackInfo;
}

/** A joint is dragged to a place, metres in the clip's world. fresh: the first move of a drag, from the pose that is seen.
 * brush: metres along the bones over which others go along; natural: soft limits of joints, as the library's captures show them. */
export interface PoseDrag {
  kind: "drag";
  serial: number;
  joint: number;
  to: number[];
  pins: number[];
  brush?: number;
  fresh?: boolean;
  natural?: boolean;
}

/** A joint is turned about its bone by an angle, radians, since the twist began. */
export interface PoseTwist {
  kind: "twist";
  serial: number;
  joint: number;
  angle: number;
  fresh?: boolean;
}

/** Take the last drag or twist back, or all of them. */
export interface PoseUndo {
  kind: "undo";
  serial: number;
  all?: boolean;
}

/** Say the key of a layer that makes the pose that is seen. */
export interface PoseToKey {
  kind: "key";
  serial: number;
  layer: number;
}

/** Beside a pose (J): which message it answers, of which frame, how many drags it holds, how far the dragged joint is from its place
 * (metres), and how long the solver took (milliseconds). */
export interface PoseMoment {
  serial: number;
  frame: number;
  drags: number;
  miss: number;
  took: number;
}

/** The key that was asked for. */
export interface PoseKeyed {
  serial: number;
  layer: number;
  key: PoseKeyInfo;
}

/** A character on the shelf: its joints by name, which plays which role, which of that a person said, and the roles it lacks. */
export interface CharacterRow {
  id: string;
  name: string;
  content: string;
  vertices: number;
  names: string[];
  roles: { [key: string]: string };
  said: { [key: string]: string };
  missing: string[];
  hung: { [key: string]: string };
}

/** The characters on the shelf, and all roles there are, in the order of the body. */
export interface CharacterList {
  characters: CharacterRow[];
  roles: string[];
  optional: string[];
}

/** A clip on a character, or its rest pose where it lacks roles: its body as the stage draws one, which node of the file each joint is,
 * and metres in one of the file's units. */
export interface WornClip {
  clip: string;
  character: string;
  fps: number;
  skeleton: SkeletonInfo;
  body: BodyInfo | null;
  parts: BodyPart[];
  nodes: number[];
  unit: number;
}

/** Says which joint plays a role; an empty joint finds it again by itself. */
export interface MapRole {
  id: string;
  window: string;
  role: string;
  joint: string;
}

/** Takes a character off the shelf. */
export interface DropCharacter {
  window: string;
}

/** Keeps clips on a character as clips of the library, one step of undo. */
export interface KeepWorn {
  window: string;
  clips: string[];
}

/** The clips that were made. */
export interface KeptWorn {
  clips: string[];
}

/** An example: frames of a source and of its edit; timed: they have timings of their own. A clip that is gone has no name. */
export interface SpreadPair {
  source: string;
  source_name: string;
  start: number;
  stop: number;
  edited: string;
  edited_name: string;
  edited_start: number;
  edited_stop: number;
  seconds: number;
  timed: boolean;
}

/** Examples of one edit on the shelf. */
export interface SpreadSet {
  id: string;
  name: string;
  predictor: string;
  seconds: number;
  pairs: SpreadPair[];
}

/** All edits that were taught. */
export interface SpreadSets {
  sets: SpreadSet[];
}

/** How much counts what was learned of poses and their change, and what the source says of both. */
export interface SpreadWeights {
  pose: number;
  dynamics: number;
  source_pose: number;
  source_dynamics: number;
}

/** Frames of a made clip, paired with what they were made of, join the examples of an edit: `document`, or a new one by `name`.
 * replace: the number of the example whose place they take. */
export interface SpreadAdd {
  window: string;
  clip: string;
  start: number;
  stop: number;
  document?: string | null;
  name?: string;
  replace?: number | null;
}

/** An example is taken out. */
export interface SpreadRemove {
  window: string;
  document: string;
  number: number;
}

/** Clips with an edit; weights null: those that suit the examples. */
export interface SpreadPredict {
  window: string;
  document: string;
  clips: string[];
  strength?: number;
  weights?: SpreadWeights | null;
}

/** An edit with a strength and weights, about a frame of a clip; weights null: those that suit the examples. */
export interface SpreadPreview {
  document: string;
  frame: number;
  strength?: number;
  weights?: SpreadWeights | null;
}

/** A predicted clip, what it was made of, how sure it is on the whole and at least, and the frame of the latter. */
export interface SpreadMade {
  clip: string;
  source: string;
  name: string;
  confidence: number;
  least: number;
  least_frame: number;
}

/** What was predicted; or the job that predicts it, since they are many. */
export interface SpreadReport {
  made: SpreadMade[];
  job: Job | null;
}

/** The vocabulary, which of it has examples, how many seconds a person looked at, and whether it is kept on the shelf. */
export interface WordsStatus {
  words: string[];
  taught: boolean[];
  answers: number;
  kept: boolean;
}

/** Frames start:stop of a clip, how likely each word holds there, and the word that is most in doubt. */
export interface WordsQuestion {
  clip: string;
  start: number;
  stop: number;
  chances: number[];
  word: string;
  status: WordsStatus;
}

/** Another vocabulary. */
export interface WordsVocabulary {
  window: string;
  words: string[];
}

/** Which words hold in frames start:stop; the others of the vocabulary do not. Where a person painted one of them, it holds there. */
export interface WordsAnswer {
  window: string;
  clip: string;
  start: number;
  stop: number;
  words: string[];
}

/** A person would rather not judge these frames. */
export interface WordsSkip {
  window: string;
  clip: string;
  start: number;
  stop: number;
}

/** Keep the words as they are taught now on the shelf. */
export interface WordsKeep {
  window: string;
}

/** A cut of a body: its name, words for it, and the joints that go with it. */
export interface EnrichPart {
  name: string;
  title: string;
  joints: number[];
}

/** A body at rest as seen from the front: for each joint x, y in shares of its height, and its parent; and the cuts. */
export interface EnrichBody {
  places: [number, number][];
  parents: number[];
  cuts: EnrichPart[];
}

/** What a rule gave in the last search; frames at 60 Hz. */
export interface EnrichRule {
  rule: string;
  title: string;
  applications: number;
  pairs: number;
  motions: number;
  frames: number;
  annotatable: number;
  human: number;
  duplicates: number;
}

/** The last search: its rules, how many motions of how many seconds it began with, what its judge rests on. None before the first. */
export interface EnrichYield {
  motions: number;
  seconds: number;
  times: number;
  labels: string;
  rules: EnrichRule[];
}

/** The last search, and how many candidates wait and were answered. */
export interface EnrichStatus {
  last: EnrichYield | null;
  pending: number;
  accepted: number;
  rejected: number;
}

/** A candidate: the item of the review, its name, score (the less the better), how sure the judge is that it looks human, and why. */
export interface EnrichCandidate {
  item: string;
  id: number;
  name: string;
  score: number | null;
  confidence: number | null;
  reason: string;
}

/** Candidates in order. */
export interface EnrichSheet {
  candidates: EnrichCandidate[];
}

/** A part of the donor's clip on the host's, both from their beginnings, as long as the shorter. */
export interface EnrichTransplant {
  window: string;
  host: string;
  donor: string;
  cut: "right_arm" | "left_arm" | "shoulders_and_arms" | "left_arm_and_torso" | "right_arm_and_torso" | "upper_carriage" | "upper_body";
  chest?: "local" | "upright";
}

/** The clip that was made. */
export interface EnrichMade {
  clip: string;
  name: string;
}

/** A search for transplants among clips, or all performed ones where none are named; without a seed one that was not used yet. */
export interface EnrichSearch {
  window: string;
  clips?: string[] | null;
  applications?: number;
  adaptive?: boolean;
  depth?: number;
  alike?: boolean;
  seed?: number | null;
}

/** A key: seconds, value (metres or radians), how the curve goes through it; slopes (units a second) where that is free. */
export interface SketchKey {
  at: number;
  value: number;
  tangent?: "auto" | "linear" | "step" | "free";
  left?: number;
  right?: number;
}

/** Channels that drive the matching from start to stop, seconds. */
export interface SketchDrivers {
  start: number;
  stop: number;
  channels: string[];
}

/** How it is completed; null: proposed. */
export interface SketchOptions {
  drivers?: SketchDrivers[];
  textured?: string[];
  synthesised?: string[] | null;
  band?: number | null;
  paths?: number;
  scale?: boolean;
}

/** What is keyed, channel by channel, and how it is completed. */
export interface SketchKeys {
  frames: number;
  channels: { [key: string]: SketchKey[] };
  options: SketchOptions;
}

/** A new sketch on the body of a clip: a walk of steps, nothing yet, or the clip thinned to keys on root and feet, legs, or all. */
export interface SketchNew {
  window: string;
  clip: string;
  what: "walk" | "empty" | "feet" | "legs" | "all";
  name: string;
  steps?: number;
  seconds?: number;
}

/** Save the keys: one step of undo. */
export interface SketchSet {
  id: string;
  window: string;
  title: string;
  keys: SketchKeys;
}

/** Keys to look at, saved or not. */
export interface SketchShow {
  keys: SketchKeys;
}

/** Keys to complete from the captures of these clips, along a path from 0. */
export interface SketchComplete {
  keys: SketchKeys;
  clips: string[];
  path?: number;
}

/** Keep a path of the saved sketch as a clip. */
export interface SketchAccept {
  window: string;
  clips: string[];
  path?: number;
  name?: string;
}

/** Put all paths of the saved sketch into the review queue. */
export interface SketchPropose {
  window: string;
  clips: string[];
}

/** The new clip. */
export interface SketchMade {
  clip: string;
  name: string;
}

/** How many paths were proposed. */
export interface SketchProposed {
  count: number;
}

/** A sketch on the shelf. */
export interface SketchRow {
  id: string;
  name: string;
  frames: number;
  fps: number;
  keys: number;
}

/** All sketches. */
export interface SketchRows {
  sketches: SketchRow[];
}

/** A sketch with all that is needed to draw and key it but its frames; `all_channels` names what can be keyed. */
export interface SketchDetail {
  id: string;
  name: string;
  fps: number;
  keys: SketchKeys;
  all_channels: string[];
  drivers: string[];
  skeleton: SkeletonInfo;
  body: BodyInfo | null;
  parts: BodyPart[];
}

/** What lies between two moments of a clip, seconds, filled in from captures. */
export interface SketchBetween {
  window: string;
  clip: string;
  start: number;
  end: number;
  captures: string[];
}

/** A word that can be asked for, how many seconds of it there are, and what it means where it is measured. */
export interface OrderWord {
  word: string;
  seconds: number;
  says: string;
}

/** All words of the library, and a clip with the body that orders are made on; problem: why there is none, and no words. */
export interface OrderWords {
  words: OrderWord[];
  body: string;
  frames: number;
  problem: string;
}

/** A demand as plain data (docs/demands.md). seed: another take; without: clips that it must not show.
 * pins: seconds that stay as the order `of` showed them after `at` iterations. */
export interface OrderAsk {
  demand: { [key: string]: Json };
  seed?: number;
  without?: string[];
  pins?: number[][];
  of?: string | null;
  at?: number | null;
}

/** A piece of a clip, in seconds of the order and of the clip. */
export interface OrderPiece {
  start: number;
  stop: number;
  clip: string;
  name: string;
  second: number;
  mirrored: boolean;
}

/** The best so far. held: for every tenth of a second the share of asked words that hold, -1 where nothing is asked; way: x, z. */
export interface OrderAnswer {
  order: string;
  rate: number;
  seconds: number;
  cost: number;
  iteration: number;
  iterations: number;
  better: boolean;
  held: number[];
  way: [number, number][];
  pieces: OrderPiece[];
  natural: boolean;
  rarity: number;
}

/** Keep an order as a clip. */
export interface OrderKeep {
  window: string;
  name: string;
}

/** The clip that was made. */
export interface OrderKept {
  clip: string;
  name: string;
}

/** A demand on the shelf. */
export interface DemandRow {
  id: string;
  name: string;
  seconds: number;
}

/** The demands on the shelf. */
export interface DemandList {
  demands: DemandRow[];
}

/** A demand as plain data. */
export interface DemandData {
  id: string;
  name: string;
  demand: { [key: string]: Json };
}

/** A demand that is put on the shelf under an id of the window's own, in place of what was there. */
export interface SetDemand {
  id: string;
  window: string;
  title: string;
  name: string;
  demand: { [key: string]: Json };
}
