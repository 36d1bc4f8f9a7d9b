/** Keys: the motion that is open in the Keys workspace, the keys that are chosen for it, and what is selected of them.
 *
 *     source ── OpenKeys ──► choices ── ChooseKeys ──► shown, arrays, distances      (a drag: previews, newest wins)
 *                                          │ end
 *                                          ▼
 *                            result (a record) ── RequestKeys, RequestCurves ──► shown, arrays, curves
 *                                          ▲ EditKeys (columns, keys, handles)
 */

import { errorText } from "../../../text/format";
import { untrack } from "svelte";
import { curvesOf, type Curves, type KeyColumn } from "../../../timeline/curves/curves";
import { floats, type Frame } from "../../../protocol/frames";
import type { KeyCommand } from "../../../ui/keyboard";
import { editedLayer, isKeyed } from "../model/layers";
import { AUTOMATIC, settingsName, withFixed, withForbidden, withLeading } from "../model/settings";
import * as keying from "../model/keying";
import { ColumnsToSelect, KEYS_VIEWS, NOTHING, type KeySelection, type KeysState, type KeysView } from "./selection";
import type { ClipArrays } from "../../../document/motion";
import { Callbacks } from "../../../document/callbacks";
import { Drag } from "../../../document/drag";
import { characterOf, motionOf } from "../../../document/records";
import type {
  ChooseKeys,
  CurvesFrame,
  KeyChoicesFrame,
  KeyEdit,
  KeySettings,
  KeysFrame,
  MotionRecord,
  PreviewEnded,
} from "../../../protocol/generated";
import type { Ask } from "../../../protocol/socket";
import type { Playback } from "../../../timeline/playback.svelte";
import type { Room } from "../../../document/room.svelte";
import type { Studio } from "../../../document/studio.svelte";

const handName = (hand: readonly number[]) => hand.join(" ");

export class Keys {
  choices = $state.raw<keying.KeyChoices | null>(null);
  settings = $state.raw<KeySettings>(AUTOMATIC);
  shown = $state.raw<keying.ShownKeys | null>(null);
  curves = $state.raw<Curves | null>(null);
  /** The motion that the keys give; changes with every step of a drag. */
  arrays = $state.raw<ClipArrays | null>(null);
  original = $state.raw<ClipArrays | null>(null);
  /** How far each joint is from the original, frame by frame: (N, J) [m]. */
  distances = $state.raw<Float32Array | null>(null);
  selection = $state.raw<KeySelection>(NOTHING);
  view = $state<KeysView>("overlay");
  heat = $state(false);
  ghosts = $state(true);
  /** Whether poses are shown as held until the next keyframe; the curves stay as they are. */
  stepped = $state(false);
  /** Whether what follows moves along where keyframes are moved or retimed. */
  ripple = $state(false);
  pickingLeading = $state(false);
  /** Why the motion could not be opened, or a choice or an edit not be made. */
  trouble = $state<string | null>(null);
  opening = $state(false);
  /** How many keys the automatic choice has, once that was measured: it may need more than the thresholds say. */
  automatic = $state<number | null>(null);
  /** The number of keys under the hand, before the engine has answered. */
  wanted = $state<number | null>(null);
  /** Whether the slider leads: the curves are those of before. */
  choosing = $state(false);
  /** Whether the final curves are being fitted. */
  fitting = $state(false);
  /** Commands for the dopesheet or the graph: the one that is shown carries them out. */
  readonly commands = new Callbacks<KeyCommand>();

  readonly active = $derived.by(() => this.room.workspace === "keys");
  readonly source = $derived.by<MotionRecord | null>(() => {
    const motion: MotionRecord | null = this.studio.motion;
    const source = motion?.keying?.source ?? motion?.layering?.source;
    return source ? (motionOf(this.studio.records, source) ?? motion) : motion;
  });
  /** The motion with layers that is open; its source is what it came of. */
  readonly layered = $derived.by<MotionRecord | null>(() => (this.studio.motion?.layering ? this.studio.motion : null));
  /** The layer that was chosen to be edited, by name. */
  chosenLayer = $state<string | null>(null);
  /** The layer that is edited, by name; empty for the base, and where there are no layers. */
  readonly layer = $derived.by(() => editedLayer(this.layered?.layering, this.chosenLayer));
  readonly result = $derived.by<MotionRecord | null>(() => {
    const { source, layered } = this;
    if (layered) return null;
    return this.studio.motions.find((motion: MotionRecord) => motion.keying?.source === source?.id) ?? null;
  });
  /** The motion whose curves are open: the layered one, the result, or a source that is keyed itself. */
  readonly keyed = $derived(this.layered ?? this.result ?? (this.source?.form === "animation" ? this.source : null));
  /** Whether a pose can become a keyframe: a layer that holds a capture has none. */
  readonly takesPoses = $derived.by(() => !this.layered?.layering || isKeyed(this.layered.layering, this.layer));
  /** Times of the keyframes that were set by hand [s]: they stay when others are chosen. */
  readonly hand = $derived.by<readonly number[]>(() => this.result?.keying?.hand ?? []);
  readonly character = $derived.by(() => characterOf(this.studio.records, this.source?.character));
  readonly fps = $derived(this.source?.fps ?? 30);
  /** How many keys there are: under the hand, shown, or kept. */
  readonly count = $derived(this.wanted ?? this.shown?.count ?? this.choices?.automatic ?? 0);
  readonly automaticCount = $derived(this.automatic ?? this.choices?.automatic ?? 0);
  readonly isAutomatic = $derived(this.count === this.automaticCount);
  readonly columns = $derived.by<readonly KeyColumn[]>(() => {
    if (this.curves && !this.choosing) return keying.columnsOfCurves(this.curves);
    return this.shown ? keying.columnsOfKeys(this.shown, this.fps) : [];
  });
  readonly state = $derived.by<KeysState>(() => {
    if (!this.active) return "away";
    if (!this.source) return "nothing";
    if (this.source.form === "markers") return "markers";
    if (this.layered ? this.shown?.result === this.layered.id : this.choices?.motion === this.source.id) return "open";
    return this.trouble && !this.opening ? "failed" : "opening";
  });

  /** Selected when what an edit makes of them is here. */
  readonly next = new ColumnsToSelect();
  private opened = "";
  /** The keyframes set by hand that the choices were made around. */
  private openedAround = "";
  private last: string | null = null;
  /** This page's drags. */
  private readonly own = new Set<string>();
  private readonly remembered = new Map<string, KeySettings>();
  private keeping: Promise<void> | null = null;
  /** Drags under way, by name. */
  private readonly drags = new Map<string, Drag>();

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly room: Room,
  ) {
    studio.on("KeyChoicesFrame", (frame) => this.awaited(frame.header) && (this.choices = keying.choicesOf(frame)));
    studio.on("KeysFrame", (frame) => this.concerns(frame.header) && this.receivedKeys(frame));
    studio.on("CurvesFrame", (frame) => frame.header.motion === this.keyed?.id && this.receivedCurves(frame));
    studio.on("PreviewEnded", (event) => this.ended(event));
    $effect(() => {
      const { source, result, layered } = this;
      const settings = result?.keying?.settings;
      const ready = this.active && studio.connection.state === "open";
      untrack(() => {
        // An undo that takes the result away leaves the settings that it had.
        if (source && settings) this.remembered.set(source.id, settings);
        if (this.active && (layered || source?.form === "markers")) this.close();
        else if (ready) void this.open(source, settings);
      });
    });
    $effect(() => {
      const { id, blob } = this.keyed ?? {};
      void this.layer;
      if (this.active && studio.connection.state === "open") untrack(() => void this.fetch(id, blob));
    });
    $effect(() => {
      // A result that is undone while it is looked at leaves its source open.
      const { source } = this;
      if (source) this.last = source.id;
      else if (this.active && this.last && studio.records.has(this.last)) room.selectMotion(this.last);
    });
    $effect(() => {
      const { source, active } = this;
      if (active && source && source.form !== "markers")
        untrack(() => void playback.need(source).then((arrays) => this.keepOriginal(source.blob, arrays)));
    });
    $effect(() => {
      const beside = this.active ? (this.keyed?.duration ?? 0) : 0;
      untrack(() => playback.lastAtLeast(beside, "keys"));
    });
    $effect(() => {
      const joint = room.joint;
      if (this.active && joint !== null) untrack(() => this.select({ joints: [joint] }));
    });
  }

  // ---------------------------------------------------------------- opening

  /** Opens a motion: the choices are computed once, and the automatic one is shown. */
  private async open(source: MotionRecord | null, settings: KeySettings | undefined): Promise<void> {
    if (!source) return;
    const another = this.choices?.motion !== source.id;
    if (another) this.forget();
    const wanted = settings ?? this.remembered.get(source.id) ?? AUTOMATIC;
    const name = `${source.id} ${source.blob} ${settingsName(wanted)}`;
    if (name === this.opened) return;
    [this.opened, this.settings, this.opening, this.trouble] = [name, wanted, true, null];
    this.openedAround = handName(this.hand);
    if (another) this.playback.play();
    try {
      await this.studio.request({ type: "OpenKeys", motion: source.id, settings: wanted });
    } catch (error) {
      if (this.opened === name) [this.opened] = ["", this.failed(error)];
    }
    if (this.opened !== name && this.opened !== "") return; // another is on its way
    this.opening = false;
    if (this.opened === name && !this.keyed) {
      await this.look().catch((error) => this.failed(error));
      if (this.automatic !== null) await this.showFinal();
    }
  }

  private forget(): void {
    [this.choices, this.shown, this.curves, this.arrays, this.distances] = [null, null, null, null, null];
    [this.selection, this.wanted, this.choosing, this.pickingLeading] = [NOTHING, null, false, false];
  }

  /** Captured points have no keys, and layers leave nothing to choose: what was open before them is no longer shown. */
  private close(): void {
    const had = this.opened !== "" || this.choices !== null;
    this.opened = "";
    if (had || this.shown?.result !== this.layered?.id) this.forget();
  }

  /** What there is to choose from changes with the keyframes set by hand: it is asked for when it is about to be needed. */
  refresh(): void {
    if (this.state !== "open" || this.opening || this.openedAround === handName(this.hand)) return;
    this.opened = "";
    void this.open(this.source, this.settings);
  }

  /** Tries again what could not be opened. */
  retry(): void {
    this.opened = "";
    void this.open(this.source, this.result?.keying?.settings);
  }

  /** Shows the final curves of the automatic choice, once they are known, where only quick ones were looked at. */
  async showFinal(): Promise<void> {
    if (this.keyed || !this.shown?.quick || this.wanted !== null || this.drags.size || this.keeping) return;
    await this.look().catch((error) => this.failed(error));
  }

  /** Shows what the automatic choice would give; the document stays as it is. */
  private async look(): Promise<void> {
    const { source, choices, settings } = this;
    if (!source || !choices) return;
    const gesture = this.begin();
    const drag = this.drags.get(gesture)!;
    await drag.open({ type: "ChooseKeys", motion: source.id, settings, count: null, gesture });
    this.drags.delete(gesture);
    await drag.finish(false);
  }

  /** Brings what is kept: the keys' motion with its error, and the curves. */
  private async fetch(motion: string | undefined, blob: string | undefined): Promise<void> {
    if (!motion || !blob) {
      const had = this.curves !== null;
      this.curves = null;
      if (had && this.active && this.choices) await this.look().catch((error) => this.failed(error));
      return;
    }
    try {
      const { layer } = this;
      await this.studio.request({ type: "RequestKeys", motion, layer });
      await this.studio.request({ type: "RequestCurves", motion, layer });
    } catch (error) {
      this.failed(error);
    }
  }

  private keepOriginal(blob: string, arrays: unknown): void {
    if (this.source?.blob === blob) this.original = (arrays as ClipArrays | null) ?? null;
  }

  // ---------------------------------------------------------------- choosing

  /** Begins a drag; returns its name. */
  begin(): string {
    const drag = new Drag(this.studio, (error) => this.failed(error));
    this.drags.set(drag.id, drag);
    this.own.add(drag.id);
    return drag.id;
  }

  /** Chooses a number of keys, or (null) the automatic one: with a gesture as a step of a drag, without as an edit of its own. */
  choose(count: number | null, gesture?: string, keepEdits = true): void {
    const { source, settings } = this;
    if (!source || !this.studio.canEdit) return;
    [this.wanted, this.choosing, this.trouble] = [count ?? this.automaticCount, true, null];
    const command: Ask = { type: "ChooseKeys", motion: source.id, settings, count, keepEdits, gesture };
    if (gesture) this.drags.get(gesture)?.step(command);
    else void this.committed(() => this.studio.request(command));
  }

  /** Chooses all keyframes from the capture again, also those that were set by hand. */
  dropEdits(): void {
    this.choose(this.count, undefined, false);
  }

  /** Takes keys, curves or columns a step further; without a gesture it is an edit of its own. */
  async edit(edits: readonly KeyEdit[], gesture?: string): Promise<boolean> {
    if (!this.studio.canEdit) return false;
    // What was only looked at has to be there before it can be edited.
    if (!this.keyed && this.choices) await this.keep();
    const motion = this.keyed?.id;
    if (!motion) return false;
    this.trouble = null;
    const command: Ask = { type: "EditKeys", motion, layer: this.layer, edits: [...edits], gesture };
    if (!gesture) return this.studio.request(command).then(() => true, (error) => (this.failed(error), false)); // prettier-ignore
    this.drags.get(gesture)?.step(command);
    return true;
  }

  /** Makes a motion of a choice that is only looked at; calls that come meanwhile wait for the same one. */
  private keep(): Promise<void> {
    this.keeping ??= this.committed(() => this.studio.request(this.chosen)).finally(() => (this.keeping = null));
    return this.keeping;
  }

  private get chosen(): Omit<ChooseKeys, "request"> {
    return {
      type: "ChooseKeys",
      motion: this.source!.id,
      settings: this.settings,
      count: this.isAutomatic ? null : this.count,
    };
  }

  /** Ends a drag: its last step becomes one edit, or everything is as it was. */
  async end(gesture: string, kept = true): Promise<void> {
    const drag = this.drags.get(gesture);
    this.drags.delete(gesture);
    await this.committed(async () => drag?.finish(kept));
    if (!kept) await this.restored();
  }

  private async committed(commit: () => Promise<unknown>): Promise<void> {
    this.fitting = true;
    try {
      await commit();
    } catch (error) {
      this.failed(error);
      await this.restored();
    } finally {
      [this.fitting, this.wanted] = [false, null];
    }
  }

  /** Brings what is kept again: a drag that showed something else is over. */
  refetch(): void {
    void this.fetch(this.keyed?.id, this.keyed?.blob);
  }

  /** After a drag that was given up: what the document holds. */
  private async restored(): Promise<void> {
    this.choosing = false;
    const { id, blob } = this.keyed ?? {};
    if (id) await this.fetch(id, blob);
    else await this.look().catch((error) => this.failed(error));
  }

  /** Chooses by other rules: the choices are computed anew, and what was kept follows.
   * automatic: whether the number of keys is left to the engine. */
  async change(settings: KeySettings, automatic = this.isAutomatic): Promise<void> {
    const { source, choices, count } = this;
    if (!source || !choices || !this.studio.canEdit || settingsName(settings) === settingsName(this.settings)) return;
    const before = { opened: this.opened, settings: this.settings };
    this.settings = settings;
    await this.open(source, settings);
    if (this.settings !== settings || this.source?.id !== source.id) return; // changed again meanwhile
    if (this.choices === choices) return void ([this.opened, this.settings] = [before.opened, before.settings]);
    this.remembered.set(source.id, settings);
    if (!this.result) return;
    const { counts } = this.choices!;
    this.choose(automatic ? null : Math.min(Math.max(count, counts[0]!), counts.at(-1)!));
  }

  /** Adds the capture with the keyed stretch in place. */
  async putBack(): Promise<void> {
    if (!this.result || !this.studio.canEdit) return;
    [this.fitting, this.trouble] = [true, null];
    await this.studio
      .request({ type: "PutKeysBack", motion: this.result.id })
      .catch((error: unknown) => this.failed(error));
    this.fitting = false;
  }

  reset(): void {
    void this.change(AUTOMATIC);
  }

  /** Asks that no joint plays farther than this from the original [m], or (null) as far as usual: as many keys as that takes. */
  aim(maxError: number | null): void {
    void this.change({ ...this.settings, maxError }, true);
  }

  /** Puts a joint into the leading part, or takes it out. */
  toggleLeading(joint: number): void {
    const name = this.character?.joints[joint];
    if (name && this.choices) void this.change(withLeading(this.settings, this.choices.leading, name));
  }

  togglePin(frame: number): void {
    void this.change(withFixed(this.settings, frame));
  }

  toggleForbidden(frame: number): void {
    void this.change(withForbidden(this.settings, frame));
  }

  // ---------------------------------------------------------------- selecting and going there

  select(part: Partial<KeySelection>): void {
    this.selection = { ...this.selection, ...part };
  }

  /** Lets columns and keys go; true where there were any. */
  deselect(): boolean {
    const any = this.selection.columns.length > 0 || this.selection.keys.length > 0;
    this.selection = { ...this.selection, columns: [], keys: [] };
    return any;
  }

  /** Escape: ends picking, then lets the selection go; true where there was something to let go. */
  letGo(): boolean {
    if (!this.pickingLeading) return this.deselect();
    this.pickingLeading = false;
    return true;
  }

  nextView(): void {
    this.view = KEYS_VIEWS[(KEYS_VIEWS.indexOf(this.view) + 1) % KEYS_VIEWS.length]!;
  }

  /** Deletes the selected columns or keys; true where there were any. */
  deleteSelected(): boolean {
    const { columns, keys } = this.selection;
    if (columns.length) void this.edit([{ type: "DeleteColumns", columns: [...columns] }]);
    else if (keys.length) void this.edit([{ type: "DeleteKeys", keys: keys.map(([channel, key]) => [channel, key]) }]);
    return this.deselect();
  }

  /** Sets a key for every channel, where the playhead is or elsewhere [s], and selects it; the curves keep their shape. */
  async addColumn(time = this.playback.frame / this.fps): Promise<void> {
    await this.edit([{ type: "AddColumn", time }]);
    if (!this.trouble) this.select({ columns: [time], keys: [] });
  }

  toKey(direction: 1 | -1): void {
    const column = keying.neighbour(this.columns, this.playback.transport.time, direction);
    if (column) this.goTo(column.time);
  }

  /** Goes to a keyframe and selects it. */
  goTo(time: number): void {
    this.playback.pause();
    this.playback.seek(time);
    this.select({ columns: [time], keys: [] });
  }

  /** Goes to where the result is furthest from the original. */
  toWorst(): void {
    const figures = this.shown?.figures;
    if (!figures) return;
    this.playback.pause();
    const missed = this.shown?.missed;
    this.playback.seek((missed?.slides ? missed.frame : figures.frame) / this.fps);
    const joint = this.character?.joints.indexOf(figures.joint) ?? -1;
    if (joint >= 0) this.room.joint = joint;
  }

  // ---------------------------------------------------------------- what arrives

  /** Several may be on their way while settings are changed. */
  private awaited({ motion, settings }: KeyChoicesFrame): boolean {
    return motion === this.source?.id && settingsName(settings) === settingsName(this.settings);
  }

  private concerns({ motion, result }: KeysFrame): boolean {
    if (this.layered || (result !== null && motionOf(this.studio.records, result)?.layering))
      return result === this.layered?.id;
    return motion !== null ? motion === this.source?.id : result === this.keyed?.id;
  }

  private receivedKeys(frame: Frame<KeysFrame>): void {
    // What is kept comes late where the hand has gone on.
    if (!frame.header.preview && frame.header.blob !== this.keyed?.blob) return;
    this.shown = keying.shownOf(frame);
    this.arrays = keying.clipOfKeys(frame);
    this.distances = frame.header.figures ? floats(frame, "distances") : null;
  }

  private receivedCurves(frame: Frame<CurvesFrame>): void {
    if (!frame.header.preview && frame.header.blob !== this.keyed?.blob) return;
    this.curves = curvesOf(frame);
    const columns = this.next.arrived(this.curves);
    if (columns) this.select({ columns, keys: [] });
    if (!frame.header.preview) this.choosing = false;
  }

  /** A drag of another page is over. */
  private ended({ gesture, motion, committed }: PreviewEnded): void {
    const ours = this.own.delete(gesture);
    if (!ours && !committed && (motion === this.source?.id || motion === this.keyed?.id)) void this.restored();
  }

  private failed(error: unknown): void {
    this.trouble = errorText(error);
  }
}
