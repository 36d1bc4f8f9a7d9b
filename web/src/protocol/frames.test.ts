import { describe, expect, it } from "vitest";
import { decoded, floats, FrameError, optionalFloats } from "./frames";

/** Writes a frame as the protocol describes it. */
function encoded(header: object, data: Uint8Array[], changes: { length?: number } = {}): ArrayBuffer {
  let text = JSON.stringify(header);
  while ((4 + text.length) % 8) text += " ";
  const bytes = new TextEncoder().encode(text);
  const size = 4 + bytes.length + data.reduce((sum, part) => sum + part.length, 0);
  const buffer = new ArrayBuffer(size);
  new DataView(buffer).setUint32(0, changes.length ?? bytes.length, true);
  const all = new Uint8Array(buffer);
  all.set(bytes, 4);
  let at = 4 + bytes.length;
  for (const part of data) [all.set(part, at), (at += part.length)];
  return buffer;
}

const bytesOf = (values: number[]) => new Uint8Array(new Float32Array(values).buffer);
const header = (offset: number, shape = [2, 3]) => ({
  type: "TrailFrame",
  motion: "m",
  joint: 3,
  blob: "b",
  fps: 30,
  arrays: [{ name: "positions", dtype: "float32", shape, offset }],
});

/** The data begins behind the padded header, whose length depends on the offset's own digits. */
function sample(shape = [2, 3]): ArrayBuffer {
  let offset = 0;
  for (let i = 0; i < 4; i++) {
    let length = JSON.stringify(header(offset, shape)).length;
    while ((4 + length) % 8) length++;
    offset = 4 + length;
  }
  return encoded(header(offset, shape), [bytesOf([1, 2, 3, 4, 5, 6])]);
}

describe("binary frames", () => {
  it("come back with header, numbers and shape", () => {
    const frame = decoded(sample());
    expect(frame.header).toMatchObject({ type: "TrailFrame", joint: 3 });
    expect([...floats(frame, "positions")]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(frame.arrays.get("positions")!.shape).toEqual([2, 3]);
  });

  it("are laid over the buffer, not copied", () => {
    const buffer = sample();
    expect(floats(decoded(buffer), "positions").buffer).toBe(buffer);
  });

  it("may leave arrays out", () => {
    expect(optionalFloats(decoded(sample()), "translations")).toBeNull();
    expect(() => floats(decoded(sample()), "translations")).toThrow(FrameError);
  });

  it.each([
    ["too short", new ArrayBuffer(2)],
    ["with a header past the end", encoded(header(0), [], { length: 9999 })],
    ["with a header that is no JSON", new Uint8Array([4, 0, 0, 0, 1, 2, 3, 4]).buffer],
    ["without arrays", encoded({ type: "TrailFrame" }, [])],
    ["with an array past the end", sample([2, 3000])],
    ["with an unaligned array", encoded(header(5), [bytesOf([1, 2, 3, 4, 5, 6])])],
    [
      "with an unknown number type",
      encoded({ type: "PoseFrame", arrays: [{ name: "a", dtype: "float16", shape: [1], offset: 0 }] }, []),
    ],
  ])("are refused when %s", (_, buffer) => {
    expect(() => decoded(buffer)).toThrow(FrameError);
  });
});
