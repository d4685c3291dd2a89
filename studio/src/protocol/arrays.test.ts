import { expect, it } from "vitest";

import { decodeArrays, floats } from "./arrays";

function pack(header: object, body: Float32Array, magic = "MLAB"): ArrayBuffer {
  let json = JSON.stringify(header);
  json += " ".repeat((8 - ((8 + json.length) % 8)) % 8);
  const bytes = new Uint8Array(8 + json.length + body.byteLength);
  bytes.set(new TextEncoder().encode(magic), 0);
  new DataView(bytes.buffer).setUint32(4, json.length, true);
  bytes.set(new TextEncoder().encode(json), 8);
  bytes.set(new Uint8Array(body.buffer), 8 + json.length);
  return bytes.buffer;
}

it("reads arrays without copying them", () => {
  const header = { arrays: [{ name: "values", dtype: "float32", shape: [2, 2], offset: 96 }], meta: { fps: 30 } };
  const length = 8 + Math.ceil(JSON.stringify(header).length / 8) * 8;
  header.arrays[0].offset = length;
  const buffer = pack(header, new Float32Array([1, 2, 3, 4]));
  const answer = decodeArrays(buffer);
  expect(answer.meta).toEqual({ fps: 30 });
  expect([...floats(answer, "values")]).toEqual([1, 2, 3, 4]);
  expect(floats(answer, "values").buffer).toBe(buffer);
});

it("says what is wrong with anything else", () => {
  expect(() => decodeArrays(new ArrayBuffer(3))).toThrow("3 bytes");
  expect(() => decodeArrays(pack({ arrays: [], meta: {} }, new Float32Array(0), "HTML"))).toThrow('"HTML"');
  expect(() => floats(decodeArrays(pack({ arrays: [], meta: {} }, new Float32Array(0))), "positions")).toThrow("positions");
});
