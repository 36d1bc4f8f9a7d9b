/** What the panels of Creatures share. */

import { usePage, type Page } from "../../../timeline/context";
import { useWorkspaceState } from "../../states";
import type { Channels } from "./channels.svelte";
import type { Creatures } from "./creatures.svelte";

export interface HasCreatures {
  creatures: Creatures;
  channels: Channels;
}

export type CreaturesPage = Page & HasCreatures;

export const useCreatures = (): CreaturesPage => ({ ...usePage(), ...useWorkspaceState<HasCreatures>("creatures") });
