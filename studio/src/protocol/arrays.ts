/** Reads the server's binary answers; the layout is in docs/studio-protocol.md. */
import type { ArrayInfo, ArraysHeader, Json } from "./types";

const MAGIC = "MLAB";
const VIEWS = { float32: Float32Array, int32: Int32Array, uint8: Uint8Array } as const;

export interface Arrays {
  readonly meta: { [key: string]: Json };
  readonly arrays: ReadonlyMap<string, { readonly info: ArrayInfo; readonly data: Float32Array | Int32Array | Uint8Array }>;
}

/** The arrays of a binary answer, as views on it without a copy. */
export function decodeArrays(buffer: ArrayBuffer): Arrays {
  if (buffer.byteLength < 8) throw new Error(`the server's binary answer is ${buffer.byteLength} bytes long; expected a header of 8`);
  const magic = new TextDecoder().decode(new Uint8Array(buffer, 0, 4));
  if (magic !== MAGIC) throw new Error(`the server's binary answer begins with ${JSON.stringify(magic)}; expected ${MAGIC}`);
  const length = new DataView(buffer).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length))) as ArraysHeader;
  const arrays = new Map(
    header.arrays.map((info) => {
      const count = info.shape.reduce((product, size) => product * size, 1);
      return [info.name, { info, data: new VIEWS[info.dtype](buffer, info.offset, count) }] as const;
    }),
  );
  return { meta: header.meta, arrays };
}

/** The float32 array of that name. */
export function floats(answer: Arrays, name: string): Float32Array {
  const found = answer.arrays.get(name);
  if (!(found?.data instanceof Float32Array))
    throw new Error(`the server's binary answer has no float32 array ${name}; it has ${[...answer.arrays.keys()].join(", ")}`);
  return found.data;
}
