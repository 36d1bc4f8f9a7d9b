/** What the panels of Keys share. */

import { usePage, type Page } from "../../../timeline/context";
import { useWorkspaceState } from "../../states";
import type { KeyBlocking } from "./blocking.svelte";
import type { Keys } from "./keys.svelte";
import type { KeyLayering } from "./layering.svelte";
import type { KeyMeasuring } from "./measuring.svelte";
import type { KeyPosing } from "./posing.svelte";

export interface HasKeys {
  keys: Keys;
  measuring: KeyMeasuring;
  posing: KeyPosing;
  blocking: KeyBlocking;
  layering: KeyLayering;
}

export type KeysPage = Page & HasKeys;

export const useKeys = (): KeysPage => ({ ...usePage(), ...useWorkspaceState<HasKeys>("keys") });
