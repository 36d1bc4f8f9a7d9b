import { expect, it } from "vitest";
import { Callbacks } from "./callbacks";

it("calls the listeners of now, and none that is added later", () => {
  const framing = new Callbacks<string>();
  const heard: string[] = [];
  const stop = framing.add((what) => heard.push(`first ${what}`));
  framing.call("all");
  framing.add((what) => heard.push(`second ${what}`));
  expect(heard).toEqual(["first all"]);
  stop();
  framing.call("front");
  expect(heard).toEqual(["first all", "second front"]);
});
