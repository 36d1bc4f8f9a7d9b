import { expect, it } from "vitest";
import { Turns } from "./turns";

it("lets a limited number begin; the next begins when one is over, or has gone", () => {
  const turns = new Turns(2);
  const begun: string[] = [];
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => turns.take(() => begun.push(name)));
  expect(begun).toEqual(["a", "b"]);
  c!(); // gone before its turn
  a!();
  a!();
  expect(begun).toEqual(["a", "b", "d"]);
  b!();
  d!();
  turns.take(() => begun.push("e"));
  turns.take(() => begun.push("f"));
  turns.take(() => begun.push("g"));
  expect(begun.slice(3)).toEqual(["e", "f"]);
});
