import { expect, it } from "vitest";
import type { Frame } from "./frames";
import type { PreviewEnded, TrailFrame } from "./generated";
import { Messages } from "./messages";

const trail = { header: { type: "TrailFrame", joint: 3 }, arrays: new Map() } as unknown as Frame<TrailFrame>;
const ended = { type: "PreviewEnded", gesture: "g" } as PreviewEnded;

it("delivers a message to the listeners of its type alone", () => {
  const messages = new Messages();
  const heard: string[] = [];
  const stop = messages.on("TrailFrame", ({ header }) => heard.push(`joint ${header.joint}`));
  messages.on("PreviewEnded", ({ gesture }) => heard.push(gesture));
  messages.deliver(trail);
  messages.deliver(ended);
  stop();
  messages.deliver(trail);
  expect(heard).toEqual(["joint 3", "g"]);
});
