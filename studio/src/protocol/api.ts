/** Every request the client makes; the only place that knows the server's paths. */
import { decodeArrays, type Arrays } from "./arrays";
import type {
  AddedPanels,
  CharacterRow,
  ClipDetail,
  ClipList,
  CommandRequest,
  CommandResult,
  HistoryRequest,
  Job,
  JobStart,
  LibraryInfo,
  Problem,
  ReadAgain,
  WantedThumbnails,
} from "./types";

/** The server understood and said no; the message is for people. */
export class RefusedError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The server did not answer, or not as itself: worth trying again. */
export class UnreachableError extends Error {}

const part = encodeURIComponent;

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new UnreachableError("the studio's server does not answer");
  }
  if (response.ok) return response;
  const message = await problemOf(response);
  if (response.status >= 500) throw new UnreachableError(message);
  throw new RefusedError(message, response.status);
}

async function problemOf(response: Response): Promise<string> {
  try {
    return ((await response.json()) as Problem).error ?? response.statusText;
  } catch {
    return `${response.status} ${response.statusText}`;
  }
}

async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await ask(path, signal ? { signal } : undefined)).json()) as T;
}

function asPost(body?: unknown): RequestInit {
  if (body === undefined) return { method: "POST" };
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

async function postForArrays(path: string, body: unknown): Promise<Arrays> {
  return decodeArrays(await (await ask(path, asPost(body))).arrayBuffer());
}

async function postJson<T>(path: string, body?: unknown): Promise<T> {
  const response = await ask(path, asPost(body));
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function getArrays(path: string, signal?: AbortSignal): Promise<Arrays> {
  return decodeArrays(await (await ask(path, signal ? { signal } : undefined)).arrayBuffer());
}

export const api = {
  library: () => getJson<LibraryInfo>("/api/library"),
  clips: () => getJson<ClipList>("/api/clips"),
  clip: (clip: string, signal?: AbortSignal) => getJson<ClipDetail>(`/api/clips/${part(clip)}`, signal),
  frames: (clip: string, content: string, signal?: AbortSignal) => getArrays(`/api/clips/${part(clip)}/frames?v=${part(content)}`, signal),
  command: (request: CommandRequest) => postJson<CommandResult>("/api/commands", request),
  undo: (request: HistoryRequest) => postJson<CommandResult>("/api/undo", request),
  redo: (request: HistoryRequest) => postJson<CommandResult>("/api/redo", request),
  addedPanels: () => getJson<AddedPanels>("/api/panels/"),
  wantThumbnails: (wanted: WantedThumbnails) => postJson<void>("/api/thumbnails", wanted),
  jobs: () => getJson<Job[]>("/api/jobs"),
  startJob: (start: JobStart) => postJson<Job>("/api/jobs", start),
  cancelJob: (job: string) => postJson<Job>(`/api/jobs/${part(job)}/cancel`),
  resumeJob: (job: string) => postJson<Job>(`/api/jobs/${part(job)}/resume`),
  readAgain: (job: string, request: ReadAgain) => postJson<Job>(`/api/jobs/${part(job)}/read-again`, request),
  forgetJob: async (job: string) => void (await ask(`/api/jobs/${part(job)}`, { method: "DELETE" })),
};

/** A panel's own server side: `path` is below /api/panels/{panel}/. */
export const panelApi = {
  get: <T>(panel: string, path: string, signal?: AbortSignal) => getJson<T>(`/api/panels/${panel}/${path}`, signal),
  post: <T>(panel: string, path: string, body?: unknown) => postJson<T>(`/api/panels/${panel}/${path}`, body),
  arrays: (panel: string, path: string, signal?: AbortSignal) => getArrays(`/api/panels/${panel}/${path}`, signal),
  postArrays: (panel: string, path: string, body: unknown) => postForArrays(`/api/panels/${panel}/${path}`, body),
};

/** Sends one frame of a film, as a PNG. */
export async function sendFrame(film: string, number: number, picture: Blob): Promise<void> {
  await ask(`/api/panels/film/${part(film)}/frames/${number}`, { method: "POST", headers: { "Content-Type": "image/png" }, body: picture });
}

/** Puts a character's file on the shelf, which `window` can undo. */
export async function sendCharacter(file: File, window: string): Promise<CharacterRow> {
  const address = `/api/panels/characters/add?name=${part(file.name)}&window=${part(window)}`;
  return (await (await ask(address, { method: "POST", headers: { "Content-Type": "model/gltf-binary" }, body: file })).json()) as CharacterRow;
}

/** Counts up with `STYLE` of studio/pictures.py: browsers keep pictures for good. */
const PICTURE_STYLE = 2;

export function thumbnailAddress(clip: string, content: string): string {
  return `/api/clips/${part(clip)}/thumbnail.png?v=${part(content)}&style=${PICTURE_STYLE}`;
}

export function filmstripAddress(clip: string, content: string): string {
  return `/api/clips/${part(clip)}/filmstrip.png?v=${part(content)}&style=${PICTURE_STYLE}`;
}

/** A file with its place among the others: folders matter, an AMC finds its ASF beside it. */
export interface PlacedFile {
  readonly file: File;
  readonly path: string;
}

/** Sends files to be imported, which `window` can undo; `onProgress` hears the part of the bytes that are over (0 to 1). */
export function uploadFiles(files: readonly PlacedFile[], window: string, onProgress: (part: number) => void): Promise<Job> {
  const form = new FormData();
  for (const { file, path } of files) form.append("files", file, path);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch tells nothing of an upload's progress
    request.open("POST", `/api/import?window=${part(window)}`);
    request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0);
    request.onerror = () => reject(new UnreachableError("the server closed the connection during the upload; the file may be too large"));
    request.onload = () => {
      if (request.status < 300) return resolve(JSON.parse(request.responseText) as Job);
      reject(new RefusedError(readProblem(request), request.status));
    };
    request.send(form);
  });
}

function readProblem(request: XMLHttpRequest): string {
  try {
    return (JSON.parse(request.responseText) as Problem).error;
  } catch {
    return `${request.status} ${request.statusText}`;
  }
}
