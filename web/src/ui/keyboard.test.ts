import { describe, expect, it } from "vitest";
import { caps, commandOf, keptBy, keyOf, sheet, SHORTCUTS, type KeyPress } from "./keyboard";

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe("the table", () => {
  it("gives no key two meanings in any workspace", () => {
    for (const workspace of new Set(SHORTCUTS.map((shortcut) => shortcut.where))) {
      const keys = SHORTCUTS.filter((each) => each.where === workspace).flatMap((shortcut) => shortcut.keys);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("leaves every command a key in every workspace, also where one of its keys means something else", () => {
    for (const workspace of new Set(SHORTCUTS.map((shortcut) => shortcut.where))) {
      const own = SHORTCUTS.filter((each) => each.where === workspace).flatMap((each) => each.keys);
      for (const shortcut of SHORTCUTS.filter((each) => !each.where && workspace))
        expect(
          shortcut.keys.filter((key) => !own.includes(key)),
          shortcut.command,
        ).not.toEqual([]);
    }
    expect(commandOf(press("1"), "perform")).toBe("chooseSet");
    expect(commandOf(press("1"), "stage")).toBe("viewFront");
    expect(commandOf(press("1", { altKey: true }), "perform")).toBe("viewFront");
  });

  it("names every command once a workspace", () => {
    const commands = SHORTCUTS.map(({ command, where = "" }) => `${where} ${command}`);
    expect(new Set(commands).size).toBe(commands.length);
  });

  it("is all on the cheat sheet, the open workspace first", () => {
    expect(sheet().flatMap((section) => section.shortcuts)).toHaveLength(SHORTCUTS.length);
    expect(sheet("keys")[0]!.group).toBe("keys");
    expect(sheet("stage")[0]!.group).toBe("stage");
    expect(sheet()[0]!.group).toBe("play");
  });
});

describe("a key press", () => {
  it("finds its command", () => {
    expect(commandOf(press(" "))).toBe("play");
    expect(commandOf(press("f"))).toBe("frame");
    expect(commandOf(press("z", { ctrlKey: true }))).toBe("undo");
    expect(commandOf(press("Z", { ctrlKey: true, shiftKey: true }))).toBe("redo");
    expect(commandOf(press("ArrowRight", { shiftKey: true }))).toBe("toEnd");
  });

  it("takes Command for Ctrl", () => {
    expect(commandOf(press("z", { metaKey: true }))).toBe("undo");
  });

  it("takes signs with and without Shift, as keyboards differ", () => {
    expect(commandOf(press("?", { shiftKey: true }))).toBe("cheatSheet");
    expect(commandOf(press("?"))).toBe("cheatSheet");
    expect(commandOf(press("+", { shiftKey: true }))).toBe("faster");
  });

  it("distinguishes comma and full stop with Shift from those without, on keyboards that differ", () => {
    const shifted = (key: string, code: string) => commandOf(press(key, { shiftKey: true, code }), "keys");
    expect([shifted("<", "Comma"), shifted(";", "Comma")]).toEqual(["previousKey", "previousKey"]);
    expect([shifted(">", "Period"), shifted(":", "Period")]).toEqual(["nextKey", "nextKey"]);
    expect(shifted("/", "Period")).toBe("search");
    expect(commandOf(press(",", { code: "Comma" }), "keys")).toBe("stepBack");
  });

  it("belongs to its workspace alone", () => {
    expect(commandOf(press("k"), "keys")).toBe("addKey");
    expect(commandOf(press("u"), "stage")).toBeNull();
    expect(commandOf(press("k"))).toBeNull();
    expect(commandOf(press(" "), "keys")).toBe("play");
  });

  it("means nothing with a modifier that is not in the table", () => {
    expect(commandOf(press("f", { altKey: true }))).toBeNull();
    expect(commandOf(press("F", { shiftKey: true }))).toBeNull();
  });
});

describe("focus", () => {
  it("lets text fields type, and undo their own typing", () => {
    const field = { tagName: "INPUT", type: "text" };
    expect(keptBy(field, press("f"))).toBe(true);
    expect(keptBy(field, press(" "))).toBe(true);
    expect(keptBy(field, press("z", { ctrlKey: true }))).toBe(true);
    expect(keptBy(field, press("e", { ctrlKey: true }))).toBe(false);
  });

  it("leaves undo to the page in lists, and in number fields that are not being typed into", () => {
    const undo = press("z", { ctrlKey: true });
    expect(keptBy({ tagName: "SELECT" }, undo)).toBe(false);
    expect(keptBy({ tagName: "SELECT" }, press("f"))).toBe(true);
    const number = { tagName: "INPUT", type: "text", readOnly: true };
    expect(keptBy(number, undo)).toBe(false);
    expect(keptBy(number, press(" "))).toBe(false);
    expect(keptBy(number, press("Enter"))).toBe(true);
    expect(keptBy({ ...number, readOnly: false }, press(" "))).toBe(true);
  });

  it("leaves buttons their Space and Tab, but not the letters", () => {
    expect(keptBy({ tagName: "BUTTON" }, press(" "))).toBe(true);
    expect(keptBy({ tagName: "BUTTON" }, press("Tab"))).toBe(true);
    expect(keptBy({ tagName: "BUTTON" }, press("f"))).toBe(false);
  });

  it("plays with Space after a click on a control, but for menus", () => {
    const box = { tagName: "INPUT", type: "checkbox" };
    expect(keptBy(box, press(" "), false)).toBe(true);
    expect(keptBy(box, press(" "), true)).toBe(false);
    expect(keptBy(box, press("Enter"), true)).toBe(true);
    expect(keptBy({ tagName: "BUTTON", role: "menuitemradio" }, press(" "), true)).toBe(true);
    expect(keptBy({ tagName: "INPUT", type: "text" }, press(" "), true)).toBe(true);
  });

  it("goes on with Tab from every control, and presses what is a button by its role", () => {
    const row = { tagName: "DIV", role: "button" };
    expect(["Tab", " ", "Enter", "f"].map((key) => keptBy(row, press(key)))).toEqual([true, true, true, false]);
    expect(keptBy({ tagName: "DIV", role: "slider" }, press("Tab"))).toBe(true);
  });

  it("keeps nothing where nothing has it", () => {
    expect(keptBy(null, press("Tab"))).toBe(false);
  });
});

describe("key caps", () => {
  it("read as on the keyboard", () => {
    expect(caps("Ctrl+Shift+Z", false)).toEqual(["Ctrl", "Shift", "Z"]);
    expect(caps("Ctrl+Shift+Z", true)).toEqual(["⌘", "⇧", "Z"]);
    expect(caps("+", false)).toEqual(["+"]);
  });

  it("give tooltips their key", () => {
    expect(keyOf("redo", false)).toBe("Ctrl+Shift+Z");
    expect(keyOf("play", false)).toBe("Space");
  });
});
