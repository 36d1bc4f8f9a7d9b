/** What the panels of the scene share. */

import { usePage, type Page } from "../../../timeline/context";
import { useWorkspaceState } from "../../states";
import type { Scene } from "./scene.svelte";

export interface HasScene {
  scene: Scene;
}

export const useScene = (): Page & HasScene => ({ ...usePage(), ...useWorkspaceState<HasScene>("stage") });
