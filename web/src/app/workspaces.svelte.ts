/** The workspaces of this page: which are loaded, which one is open. A workspace is loaded when it is opened, or before, when the pointer is on its tab. */

import type { Room } from "../document/room.svelte";
import type { WorkspaceEntry, WorkspaceModule, WorkspaceSession } from "../workspaces/session";

interface Loaded {
  id: string;
  module: WorkspaceModule;
}

export class Workspaces {
  /** Loaded workspaces; each is opened by a component, and stays. */
  loaded = $state.raw<readonly Loaded[]>([]);
  /** Sessions that are open, by the workspaces' ids. */
  private sessions = $state.raw<ReadonlyMap<string, WorkspaceSession>>(new Map());
  /** The workspace that could not be loaded. */
  private failed = $state<string | null>(null);
  private readonly loads = new Map<string, Promise<void>>();
  private readonly waiting = new Map<string, ((session: WorkspaceSession) => void)[]>();

  readonly all = $derived([...this.sessions.values()]);
  /** Those that this page offers. */
  readonly offered = $derived.by(() => this.entries.filter(({ id }) => this.offers(id)));
  readonly entry = $derived.by(() => this.entries.find(({ id }) => id === this.room.workspace) ?? this.entries[0]!);
  /** The open workspace; null on the stage, and until it is loaded. */
  readonly current = $derived.by(() => this.sessions.get(this.room.workspace) ?? null);
  readonly loading = $derived.by(() => this.entry.load !== undefined && this.current === null);
  readonly trouble = $derived.by(() => this.loading && this.failed === this.entry.id);

  constructor(
    private readonly room: Room,
    readonly entries: readonly WorkspaceEntry[],
    private readonly offers: (id: string) => boolean = () => true,
  ) {
    $effect(() => this.fetch(this.room.workspace));
    $effect(() => {
      if (!this.offers(this.room.workspace)) this.room.enter(this.offered[0]!.id);
    });
  }

  /** Loads a workspace without opening it. */
  fetch(id: string): void {
    const entry = this.entries.find((each) => each.id === id);
    if (!entry?.load || this.loads.has(id)) return;
    const loaded = entry.load().then(
      (module) => void (this.loaded = [...this.loaded, { id, module }]),
      () => {
        this.loads.delete(id);
        this.failed = id;
      },
    );
    this.loads.set(id, loaded);
  }

  /** Loads those that have a section in the library. */
  fetchShelved(): void {
    for (const { id, shelved } of this.entries) if (shelved) this.fetch(id);
  }

  /** A component has opened a loaded workspace. */
  opened(session: WorkspaceSession): void {
    this.sessions = new Map(this.sessions).set(session.id, session);
    for (const resolve of this.waiting.get(session.id) ?? []) resolve(session);
    this.waiting.delete(session.id);
  }

  sessionOf(id: string): WorkspaceSession | null {
    return this.sessions.get(id) ?? null;
  }

  /** Goes to a workspace; resolves once it is there, with null where it needs no session. */
  async enter(id: string): Promise<WorkspaceSession | null> {
    this.room.enter(id);
    const open = this.sessionOf(id);
    if (open || !this.entries.find((each) => each.id === id)?.load) return open;
    this.fetch(id);
    return new Promise((resolve) => this.waiting.set(id, [...(this.waiting.get(id) ?? []), resolve]));
  }
}
