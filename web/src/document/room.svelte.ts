/** The room's passing state: what is selected and hovered, which panels are open. Gone with the tab. */

import { untrack } from "svelte";
import { Callbacks } from "./callbacks";
import type { PointerPlace } from "./hints";
import { broughtBy, characterOf, motionOf } from "./records";
import type { Studio } from "./studio.svelte";

const WORKSPACE = "kinegraph.workspace";

export type Panel = "export" | "cheatSheet" | null;

export type Framed = "selected" | "all" | "front" | "side" | "top";

/** The workspace that this tab was in; null for a new tab, or in a browser that keeps nothing. */
function keptWorkspace(): string | null {
  try {
    return sessionStorage.getItem(WORKSPACE);
  } catch {
    return null;
  }
}

/** The stage as a film sees it. begin: takes a size [px], until what it returns is called. show: draws a moment of what plays [s], so long
 * after the one before [s]. */
export interface Filmed {
  readonly canvas: HTMLCanvasElement;
  begin(width: number, height: number): () => void;
  show(time: number, elapsed: number): void;
}

/** Sends what is seen on the stage to programs on this machine, while it is on. */
export interface LiveSender {
  readonly on: boolean;
  start(): void;
  stop(): void;
}

export class Room {
  /** What was selected last, here or by a view of the document; it may be gone. */
  private picked = $state<string | null>(null);
  /** The joint that is picked on the active character. */
  joint = $state<number | null>(null);
  /** What the gizmo on that joint does. */
  gizmo = $state<"move" | "turn">("turn");
  /** The joint under the pointer, on the stage or in a list. */
  hovered = $state.raw<{ character: string; joint: number } | null>(null);
  place = $state.raw<PointerPlace>({ over: "nothing" });
  panel = $state<Panel>(null);
  /** Which workspace is open; a tab that is loaded again stays where it was. */
  workspace = $state<string>(keptWorkspace() ?? "stage");
  /** Whether this is the first start: the ball follows the pointer. */
  welcoming = $state(false);
  /** Whether no workspace has been chosen yet. */
  visiting = $state(false);
  renaming = $state<string | null>(null);
  /** The workspace whose tour is on. */
  touring = $state<string | null>(null);
  stageOnly = $state(false);
  /** A record is chosen here, also where it was chosen before. */
  readonly chosen = new Callbacks<string>();
  /** A search is asked for. */
  readonly searching = new Callbacks();
  /** The camera is asked to show a part of the room. */
  readonly framing = new Callbacks<Framed>();
  /** Characters whose bodies are on the stage, by id. */
  drawn = $state.raw<ReadonlySet<string>>(new Set());
  /** What is dragged over the page from outside, if anything. */
  dropping = $state(false);
  /** How many characters are still loading onto the stage. */
  loading = $state(0);
  stageTrouble = $state<string | null>(null);
  /** The stage, for films; null until it can be drawn. */
  filmed = $state.raw<Filmed | null>(null);
  /** Its live link to other programs. */
  live = $state.raw<LiveSender | null>(null);

  /** The record that the inspector shows: a character or a motion. */
  readonly selected = $derived.by(() =>
    this.picked !== null && this.studio.records.has(this.picked) ? this.picked : null,
  );
  readonly selectedCharacter = $derived.by(() => characterOf(this.studio.records, this.selected));
  readonly selectedMotion = $derived.by(() => motionOf(this.studio.records, this.selected));

  constructor(private readonly studio: Studio) {
    studio.viewed.add(({ before, after }) => {
      const brought = broughtBy(before, after);
      if (brought !== undefined) [this.picked, this.joint] = [brought, null];
    });
    this.openInPerform();
  }

  /** A new document with a character opens in Perform: moving the pointer moves the character. */
  private openInPerform(): void {
    $effect(() => {
      const { document, characters } = this.studio;
      if (this.entered || !document || (document.fresh && characters.length === 0)) return;
      this.entered = true;
      if (document.fresh) untrack(() => ([this.welcoming, this.visiting, this.workspace] = [true, true, "perform"]));
    });
  }
  private entered = keptWorkspace() !== null;

  /** Shows a part of the room: the stage listens and moves its camera. */
  frame(what: Framed): void {
    this.framing.call(what);
  }

  /** Shows a record in the inspector; the studio looks at what it did. */
  select(id: string): void {
    this.picked = id;
    this.chosen.call(id);
  }

  selectCharacter(id: string): void {
    [this.picked, this.joint] = [id, null];
    this.chosen.call(id);
    if (this.studio.view?.character !== id) void this.studio.ask({ type: "SelectCharacter", character: id });
  }

  selectMotion(id: string): void {
    const studio = this.studio;
    this.picked = id;
    this.chosen.call(id);
    const owner = motionOf(studio.records, id)?.character ?? null;
    if (owner && studio.view?.follow === owner) void studio.ask({ type: "FollowMode", character: owner, on: false });
    if (studio.view?.motion !== id) void studio.ask({ type: "SelectMotion", motion: id });
  }

  enter(workspace: string): void {
    [this.workspace, this.entered] = [workspace, true];
    this.visiting = this.welcoming = false;
    if (this.touring !== workspace) this.touring = null;
    try {
      sessionStorage.setItem(WORKSPACE, workspace);
    } catch {
      // A browser that keeps nothing opens on the stage again.
    }
  }

  deselect(): void {
    if (this.panel) this.panel = null;
    else if (this.joint !== null) this.joint = null;
    else this.picked = null;
  }

  toggle(panel: Exclude<Panel, null>): void {
    this.panel = this.panel === panel ? null : panel;
  }

  remove(): void {
    const id = this.selected;
    if (id && this.studio.canEdit) void this.studio.ask({ type: "RemoveRecord", id });
  }
}
