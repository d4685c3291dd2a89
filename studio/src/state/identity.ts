/** Names the client makes itself: of this window, of its commands, of annotations. */

/** A random UUID; `crypto.randomUUID` exists only where the page counts as secure. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** This window's name: kept over a reload, so that undo reaches back past it. */
export function windowId(storage: Storage = sessionStorage): string {
  let id = storage.getItem("window");
  if (!id) storage.setItem("window", (id = makeId()));
  return id;
}
