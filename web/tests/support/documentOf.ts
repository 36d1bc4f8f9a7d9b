/** What the studio itself says of its document, asked over a socket of its own. */

import type { Page } from "@playwright/test";
import {
  PROTOCOL,
  type MotionRecord,
  type RecordedLayer,
  type SetRecord,
  type Welcome,
} from "../../src/protocol/generated";

type Answer = Pick<Welcome, "records" | "undoLabel">;

/** The whole document as it is on disk. */
export async function documentOf(page: Page): Promise<Answer> {
  return page.evaluate(
    (protocol) =>
      new Promise<Answer>((found, failed) => {
        const token = sessionStorage.getItem("kinegraph.token");
        const socket = new WebSocket(`ws://${location.host}/socket?token=${token}`);
        socket.onopen = () => socket.send(JSON.stringify({ type: "Hello", request: 1, protocol, session: null }));
        socket.onerror = () => failed(new Error("The studio does not answer."));
        socket.onmessage = ({ data }) => {
          const { type, records, undoLabel } = JSON.parse(data as string) as Welcome;
          if (type !== "Welcome") return;
          socket.close();
          found({ records, undoLabel });
        };
      }),
    PROTOCOL,
  );
}

/** The character of a name, by id. */
export const characterIn = ({ records }: Answer, name: string): string =>
  records.find((record) => record.kind === "character" && record.name === name)!.id;
export const setsIn = ({ records }: Answer, character: string): SetRecord[] =>
  records.filter((record): record is SetRecord => record.kind === "set" && record.character === character);
export const performancesIn = ({ records }: Answer, character: string): MotionRecord[] =>
  records.filter(
    (record): record is MotionRecord =>
      record.kind === "motion" && record.form === "performance" && record.character === character,
  );
export const layersIn = (motion: MotionRecord | undefined): RecordedLayer[] => motion?.recording?.layers ?? [];

/** When each event of a layer is [s], as the studio has it on disk. */
export async function timesOf(page: Page, motion: string, layer: string): Promise<number[]> {
  return page.evaluate(
    ([protocol, motion, layer]) =>
      new Promise<number[]>((found, failed) => {
        const token = sessionStorage.getItem("kinegraph.token");
        const socket = new WebSocket(`ws://${location.host}/socket?token=${token}`);
        socket.binaryType = "arraybuffer";
        socket.onopen = () => socket.send(JSON.stringify({ type: "Hello", request: 1, protocol, session: null }));
        socket.onmessage = ({ data }) => {
          if (typeof data === "string") {
            const event = JSON.parse(data) as { type: string; request: number; message: string };
            if (event.type === "Welcome")
              socket.send(JSON.stringify({ type: "RequestPath", request: 2, motion, layer }));
            else if (event.type === "Failure") failed(new Error(event.message));
            return;
          }
          const length = new DataView(data as ArrayBuffer).getUint32(0, true);
          const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data as ArrayBuffer, 4, length))) as {
            type: string;
            arrays: { name: string; shape: number[]; offset: number }[];
          };
          if (header.type !== "PathFrame") return;
          const { offset, shape } = header.arrays.find(({ name }) => name === "times")!;
          socket.close();
          found([...new Float64Array(data as ArrayBuffer, offset, shape[0])]);
        };
      }),
    [PROTOCOL, motion, layer] as const,
  );
}
