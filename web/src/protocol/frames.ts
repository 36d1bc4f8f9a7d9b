/** Binary frames from the server: a JSON header, then named arrays that are laid over the buffer without a copy.
 *
 *     uint32   length of the header
 *     header   JSON: { type, ..., arrays: [{ name, dtype, shape, offset }] }
 *     data     little-endian; `offset` counts from the frame's first byte
 */

import type { ArrayInfo, FrameHeader } from "./generated";

export type NumberArray = Float32Array | Float64Array | Int32Array | BigInt64Array | Uint8Array;

export interface Frame<Header extends FrameHeader = FrameHeader> {
  header: Header;
  arrays: Map<string, { data: NumberArray; shape: number[] }>;
}

const ARRAYS = {
  float32: Float32Array,
  float64: Float64Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
} as const;

/** Raised for a frame that does not hold what its header says. */
export class FrameError extends Error {}

/** Reads one frame. Throws FrameError for anything that does not add up; never reads past the buffer. */
export function decoded(buffer: ArrayBuffer): Frame {
  if (buffer.byteLength < 4) throw new FrameError("A frame is shorter than its own length field.");
  const length = new DataView(buffer).getUint32(0, true);
  if (4 + length > buffer.byteLength) throw new FrameError("A frame's header is longer than the frame.");
  const header = parsed(new Uint8Array(buffer, 4, length));
  return {
    header,
    arrays: new Map(header.arrays.map((info) => [info.name, { data: laidOver(buffer, info), shape: info.shape }])),
  };
}

function parsed(bytes: Uint8Array): FrameHeader {
  try {
    const header: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof header === "object" && header !== null && Array.isArray((header as FrameHeader).arrays))
      return header as FrameHeader;
  } catch {
    // said below, in one sentence for both cases
  }
  throw new FrameError("A frame's header is not what it should be.");
}

function laidOver(buffer: ArrayBuffer, info: ArrayInfo): NumberArray {
  const kind = ARRAYS[info.dtype];
  const count = info.shape.reduce((product, size) => product * size, 1);
  const fits =
    kind !== undefined &&
    info.offset % kind.BYTES_PER_ELEMENT === 0 &&
    info.offset + count * kind.BYTES_PER_ELEMENT <= buffer.byteLength;
  if (!fits) throw new FrameError(`The array “${info.name}” does not fit into its frame.`);
  return new kind(buffer, info.offset, count);
}

/** A frame's array of 32-bit floats. */
export function floats(frame: Frame, name: string): Float32Array {
  const array = frame.arrays.get(name)?.data;
  if (!(array instanceof Float32Array)) throw new FrameError(`The frame has no float32 array “${name}”.`);
  return array;
}

/** The same where it may be absent. */
export const optionalFloats = (frame: Frame, name: string): Float32Array | null =>
  frame.arrays.has(name) ? floats(frame, name) : null;
