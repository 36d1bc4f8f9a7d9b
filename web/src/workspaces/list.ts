/** The workspaces, in the order of their tabs. A new one is added here; all else of it is in its own folder. */

import { CREATURES } from "./creatures/entry";
import { DOODLE } from "./doodle/entry";
import { KEYS } from "./keys/entry";
import { PERFORM } from "./perform/entry";
import type { WorkspaceEntry } from "./session";
import { STAGE } from "./stage/entry";

export const WORKSPACES: readonly WorkspaceEntry[] = [STAGE, PERFORM, DOODLE, CREATURES, KEYS];
