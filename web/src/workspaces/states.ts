/** The state of each workspace, handed down through Svelte's context by the workspace's name. */

import { getContext, setContext } from "svelte";

/** Returns a workspace's state. A workspace's panels are shown only once its state is there. */
export type StateOf = (workspace: string) => unknown;

const STATES = Symbol("workspaces");

export const provideStates = (stateOf: StateOf): StateOf => setContext(STATES, stateOf);

export const useWorkspaceState = <State>(workspace: string): State => getContext<StateOf>(STATES)(workspace) as State;
