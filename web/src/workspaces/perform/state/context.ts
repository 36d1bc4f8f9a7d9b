/** What the panels of Perform share. */

import { usePage, type Page } from "../../../timeline/context";
import { useWorkspaceState } from "../../states";
import type { Perform } from "./perform.svelte";

export interface HasPerform {
  perform: Perform;
}

export type PerformPage = Page & HasPerform;

export const usePerform = (): PerformPage => ({ ...usePage(), ...useWorkspaceState<HasPerform>("perform") });
