import { beforeEach, describe, expect, it, vi } from "vitest";

import { RefusedError, UnreachableError } from "../protocol/api";
import type { CommandResult } from "../protocol/types";
import { Outbox, type Letter } from "./outbox";

const RESULT: CommandResult = { seq: 1, applied: true, history: { undo: null, redo: null }, clips: [], reload: false, kept: [] };
const letter = (id: string): Letter => ({
  what: "command",
  request: { id, window: "w", command: { kind: "set_note", clip: "a", text: id } },
});

function memory(): Pick<Storage, "getItem" | "setItem"> & { data: Map<string, string> } {
  const data = new Map<string, string>();
  return { data, getItem: (key) => data.get(key) ?? null, setItem: (key, value) => void data.set(key, value) };
}

describe("outbox", () => {
  const results: string[] = [];
  const refused: string[] = [];
  const events = {
    onQueue: () => undefined,
    onResult: (sent: Letter) => results.push(sent.request.id),
    onRefused: (sent: Letter) => refused.push(sent.request.id),
  };
  beforeEach(() => {
    results.length = refused.length = 0;
    vi.useFakeTimers();
  });

  it("sends in order, one at a time", async () => {
    let flying = 0;
    const outbox = new Outbox(
      async () => {
        expect(++flying).toBe(1);
        await Promise.resolve();
        flying--;
        return RESULT;
      },
      events,
      memory(),
    );
    ["1", "2", "3"].forEach((id) => outbox.push(letter(id)));
    await vi.runAllTimersAsync();
    expect(results).toEqual(["1", "2", "3"]);
    expect(outbox.queue).toHaveLength(0);
  });

  it("repeats under the same id until the server answers", async () => {
    const sent: string[] = [];
    const outbox = new Outbox(
      (mail) => {
        sent.push(mail.request.id);
        return sent.length < 4 ? Promise.reject(new UnreachableError("away")) : Promise.resolve(RESULT);
      },
      events,
      memory(),
    );
    outbox.push(letter("1"));
    outbox.push(letter("2"));
    await vi.runAllTimersAsync();
    expect(sent).toEqual(["1", "1", "1", "1", "2"]);
    expect(results).toEqual(["1", "2"]);
  });

  it("drops what the server refuses and goes on", async () => {
    const outbox = new Outbox((mail) => (mail.request.id === "bad" ? Promise.reject(new RefusedError("no", 400)) : Promise.resolve(RESULT)), events, memory());
    outbox.push(letter("bad"));
    outbox.push(letter("good"));
    await vi.runAllTimersAsync();
    expect(refused).toEqual(["bad"]);
    expect(results).toEqual(["good"]);
  });

  it("does not send again what the live socket has confirmed", async () => {
    const sent: string[] = [];
    const outbox = new Outbox(
      (mail) => {
        sent.push(mail.request.id);
        return Promise.reject(new UnreachableError("away"));
      },
      events,
      memory(),
    );
    outbox.push(letter("1"));
    await vi.advanceTimersByTimeAsync(50);
    outbox.confirm(new Set(["1"]));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(["1"]);
    expect(outbox.queue).toHaveLength(0);
  });

  it("tries at once when the server is back", async () => {
    let up = false;
    const outbox = new Outbox(() => (up ? Promise.resolve(RESULT) : Promise.reject(new UnreachableError("away"))), events, memory());
    outbox.push(letter("1"));
    await vi.advanceTimersByTimeAsync(5000);
    up = true;
    outbox.retryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(results).toEqual(["1"]);
  });

  it("keeps unsent letters over a reload", async () => {
    const storage = memory();
    new Outbox(() => new Promise(() => undefined), events, storage).push(letter("1"));
    const after = new Outbox(() => Promise.resolve(RESULT), events, storage);
    after.start();
    await vi.runAllTimersAsync();
    expect(results).toEqual(["1"]);
    storage.setItem("outbox", "{half a list");
    expect(new Outbox(() => Promise.resolve(RESULT), events, storage).queue).toEqual([]);
  });
});
