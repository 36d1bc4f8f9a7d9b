import { describe, expect, it, vi } from "vitest";
import { CancelStack, takeEscape } from "./cancel";

const press = (key: string) => ({ key, preventDefault: vi.fn(), stopPropagation: vi.fn() });

describe("the cancel stack", () => {
  it("runs the newest action first, and only that one", () => {
    const stack = new CancelStack();
    const ran: string[] = [];
    stack.push(() => !!ran.push("drag"));
    stack.push(() => !!ran.push("menu"));
    expect(stack.run()).toBe(true);
    expect(ran).toEqual(["menu"]);
  });

  it("passes over actions that have nothing to give up", () => {
    const stack = new CancelStack();
    const drag = vi.fn(() => true);
    stack.push(drag);
    stack.push(() => false);
    expect(stack.run()).toBe(true);
    expect(drag).toHaveBeenCalledOnce();
  });

  it("reports when nothing was given up", () => {
    const stack = new CancelStack();
    expect(stack.run()).toBe(false);
    stack.push(() => false);
    expect(stack.run()).toBe(false);
  });

  it("removes one entry of an action that was pushed twice", () => {
    const stack = new CancelStack();
    const action = vi.fn(() => false);
    stack.push(action)();
    stack.push(action);
    stack.run();
    expect(action).toHaveBeenCalledOnce();
  });

  it("survives an action that removes itself while it runs", () => {
    const stack = new CancelStack();
    const below = vi.fn(() => true);
    stack.push(below);
    const pop = stack.push(() => (pop(), false));
    expect(stack.run()).toBe(true);
    expect(below).toHaveBeenCalledOnce();
  });
});

describe("Escape", () => {
  it("is taken where something was cancelled, and goes on where nothing was", () => {
    const stack = new CancelStack();
    const idle = press("Escape");
    expect(takeEscape(idle, stack)).toBe(false);
    expect(idle.preventDefault).not.toHaveBeenCalled();
    stack.push(() => true);
    const taken = press("Escape");
    expect(takeEscape(taken, stack)).toBe(true);
    expect(taken.preventDefault).toHaveBeenCalledOnce();
    expect(taken.stopPropagation).toHaveBeenCalledOnce();
  });

  it("is the only key that cancels", () => {
    const stack = new CancelStack();
    const action = vi.fn(() => true);
    stack.push(action);
    expect(takeEscape(press("Enter"), stack)).toBe(false);
    expect(action).not.toHaveBeenCalled();
  });
});
