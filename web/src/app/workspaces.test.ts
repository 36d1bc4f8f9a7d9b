import { describe, expect, it, vi } from "vitest";
import type { Room } from "../document/room.svelte";
import type { WorkspaceEntry, WorkspaceModule, WorkspaceSession } from "../workspaces/session";
import { Workspaces } from "./workspaces.svelte";

const session = (id: string) => ({ id, state: {} }) as WorkspaceSession;

/** A page with a stage and one workspace, whose folder comes when `load` resolves. */
function page(load: () => Promise<WorkspaceModule>) {
  const room = { workspace: "stage", enter: (id: string) => void (room.workspace = id) };
  const entries: WorkspaceEntry[] = [
    { id: "stage", title: "Stage", purpose: "" },
    { id: "keys", title: "Keys", purpose: "", load },
  ];
  return { room, workspaces: new Workspaces(room as unknown as Room, entries) };
}

describe("a workspace", () => {
  it("is loaded once, however often it is wanted", async () => {
    const load = vi.fn(async () => ({ open: () => session("keys") }));
    const { workspaces } = page(load);
    workspaces.fetch("keys");
    workspaces.fetch("keys");
    await vi.waitFor(() => expect(workspaces.loaded.map(({ id }) => id)).toEqual(["keys"]));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("is entered at once, and there as soon as it is opened", async () => {
    const { room, workspaces } = page(async () => ({ open: () => session("keys") }));
    const entered = workspaces.enter("keys");
    expect(room.workspace).toBe("keys");
    expect(workspaces.loading).toBe(true);
    const open = session("keys");
    workspaces.opened(open);
    expect(await entered).toBe(open);
    expect(workspaces.loading).toBe(false);
    expect(await workspaces.enter("keys")).toBe(open);
  });

  it("that the page itself is needs nothing loaded", async () => {
    const { workspaces } = page(() => Promise.reject(new Error("not asked for")));
    expect(await workspaces.enter("stage")).toBeNull();
    expect(workspaces.loading).toBe(false);
  });

  it("that cannot be loaded says so, and is asked for again", async () => {
    const load = vi.fn(() => Promise.reject<WorkspaceModule>(new Error("gone")));
    const { room, workspaces } = page(load);
    room.enter("keys");
    workspaces.fetch("keys");
    await vi.waitFor(() => expect(workspaces.trouble).toBe(true));
    workspaces.fetch("keys");
    expect(load).toHaveBeenCalledTimes(2);
  });
});
