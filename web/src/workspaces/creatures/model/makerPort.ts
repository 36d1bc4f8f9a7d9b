/** What a hand on the stage builds on: the creature in the maker, as far as a hand needs to know it. */

import type { Picked } from "./pieces";
import type { CharacterRecord, CreatureHandles, PlanEdit } from "../../../protocol/generated";

export interface MakerPort {
  /** Whether the workspace is open. */
  readonly active: boolean;
  /** The creature that is worked on. */
  readonly creature: CharacterRecord | null;
  /** Whether its body can be edited: it was built here, and edits are possible. */
  readonly editable: boolean;
  /** Where it can be grabbed, in its own space; null until that is known. */
  readonly handles: CreatureHandles | null;
  readonly picked: Picked | null;
  choose(creature: string): void;
  pick(what: Picked | null): void;
  /** A drag begins. */
  begin(): void;
  /** The edits of the drag since its start; none to restore the start. */
  step(edits: readonly PlanEdit[]): void;
  end(kept: boolean): Promise<void>;
  /** One edit by itself; what follows soon after on the same handle belongs to it. */
  nudge(edit: (times: number) => PlanEdit, what: string, times: number): void;
}
