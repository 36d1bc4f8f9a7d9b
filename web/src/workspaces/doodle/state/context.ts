/** What the panels of Doodle share. */

import { usePage, type Page } from "../../../timeline/context";
import { useWorkspaceState } from "../../states";
import type { Doodles } from "./doodles.svelte";

export interface HasDoodle {
  doodles: Doodles;
}

export type DoodlePage = Page & HasDoodle;

export const useDoodles = (): DoodlePage => ({ ...usePage(), ...useWorkspaceState<HasDoodle>("doodle") });
