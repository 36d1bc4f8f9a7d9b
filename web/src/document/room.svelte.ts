/** The room's passing state: what is selected and hovered, which panels are open. Gone with the tab. */

import { untrack } from "svelte";
import { Callbacks } from "./callbacks";
import type { PointerPlace } from "./hints";
import { characterOf, motionOf } from "./records";
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

export class Room {
  /** The record that the inspector shows: a character or a motion. */
  selected = $state<string | null>(null);
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
  /** Whether this is the first that one sees of Kinegraph: the ball goes with the pointer. */
  welcoming = $state(false);
  /** Whether nobody has chosen the workspace yet. */
  visiting = $state(false);
  renaming = $state<string | null>(null);
  stageOnly = $state(false);
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

  readonly selectedCharacter = $derived.by(() => characterOf(this.studio.records, this.selected));
  readonly selectedMotion = $derived.by(() => motionOf(this.studio.records, this.selected));

  constructor(private readonly studio: Studio) {
    // A selection follows the document: what the server made active is shown, what is gone is let go.
    let seen: { motion: string | null; character: string | null; follow: string | null } | null = null;
    $effect(() => {
      if (!studio.view) return;
      const { motion, character, follow } = studio.view;
      const active =
        seen === null
          ? (follow ?? motion ?? character)
          : motion !== seen.motion
            ? follow !== null && follow !== seen.follow // a new document's first: whom one meets comes before what they can do
              ? follow
              : motion
            : character !== seen.character
              ? character
              : undefined;
      seen = { motion, character, follow };
      if (active !== undefined) [this.selected, this.joint] = [active, null];
    });
    this.openWithSomeone();
    $effect(() => {
      if (this.selected && !studio.records.has(this.selected)) this.selected = null;
    });
  }

  /** A new document with someone in it opens where one moves them: the first thing that a hand does is to perform. */
  private openWithSomeone(): void {
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

  selectCharacter(id: string): void {
    [this.selected, this.joint] = [id, null];
    if (this.studio.view?.character !== id) void this.studio.ask({ type: "SelectCharacter", character: id });
  }

  selectMotion(id: string): void {
    const studio = this.studio;
    this.selected = id;
    const owner = motionOf(studio.records, id)?.character ?? null;
    if (owner && studio.view?.follow === owner) void studio.ask({ type: "FollowMode", character: owner, on: false });
    if (studio.view?.motion !== id) void studio.ask({ type: "SelectMotion", motion: id });
  }

  enter(workspace: string): void {
    [this.workspace, this.entered] = [workspace, true];
    this.visiting = this.welcoming = false;
    try {
      sessionStorage.setItem(WORKSPACE, workspace);
    } catch {
      // A browser that keeps nothing opens on the stage again.
    }
  }

  deselect(): void {
    if (this.panel) this.panel = null;
    else if (this.joint !== null) this.joint = null;
    else this.selected = null;
  }

  toggle(panel: Exclude<Panel, null>): void {
    this.panel = this.panel === panel ? null : panel;
  }

  remove(): void {
    const id = this.selected;
    if (id && this.studio.canEdit) void this.studio.ask({ type: "RemoveRecord", id });
  }
}
