/** The connection to the studio, handed down through Svelte's context. */

import { getContext, setContext } from "svelte";
import type { Studio } from "./studio.svelte";

const STUDIO = Symbol("studio");

export const provideStudio = (studio: Studio): Studio => setContext(STUDIO, studio);

export const useStudio = (): Studio => getContext<Studio>(STUDIO);
