/** What this browser remembers: looks and sizes. Never part of the document. */

import type { SetHand } from "../protocol/generated";
import { applyTheme, type ThemeName } from "../ui/theme/tokens";

export type RulerUnit = "seconds" | "frames";

/** before, after: how many. step: apart [s]. */
export interface GhostSettings {
  before: number;
  after: number;
  step: number;
}

const KEY = "kinegraph.preferences";

/** What the timeline shows of keys. */
export type KeysTab = "dopesheet" | "graph";

/** Panels with controls that a beginner can do without: `ui/More.svelte` folds them. */
export type ExpertPanel = "creatures" | "keys" | "perform" | "set";

interface Kept {
  theme: ThemeName | "system";
  libraryWidth: number;
  inspectorWidth: number;
  timelineHeight: number;
  keysHeight: number;
  folded: boolean;
  /** The same beside a sheet of paper. */
  sheetFolded: boolean;
  rulerUnit: RulerUnit;
  keysTab: KeysTab;
  ghosts: GhostSettings & { on: boolean };
  bones: boolean;
  keepsInView: boolean;
  cardsClosed: boolean;
  /** The panels whose controls for experts are open. */
  expert: ExpertPanel[];
  /** Whether it counts before a take, and at what speed the performance plays while one is recorded on top. */
  countIn: boolean;
  /** Whether what happens in motions is not heard. */
  muted: boolean;
  recordSpeed: number;
  /** What corrections taught about the user's drawing hand, for other documents. */
  hand: NonNullable<SetHand["lessons"]>;
}

const DEFAULTS: Kept = {
  theme: "system",
  libraryWidth: 232,
  inspectorWidth: 264,
  timelineHeight: 136,
  keysHeight: 280,
  folded: matchMedia("(pointer: coarse)").matches, // a tablet starts with all of the stage
  sheetFolded: true,
  rulerUnit: "seconds",
  keysTab: "dopesheet",
  ghosts: { on: false, before: 3, after: 2, step: 0.2 },
  bones: false,
  keepsInView: true,
  cardsClosed: false,
  expert: [],
  countIn: false,
  muted: false,
  recordSpeed: 1,
  hand: [],
};

/** What was kept, with defaults for what is missing or was kept by another version in another shape. */
function kept(): Kept {
  try {
    const found: Record<string, unknown> = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const same = Object.entries(DEFAULTS).filter(([name, value]) => typeof found[name] === typeof value);
    return { ...DEFAULTS, ...Object.fromEntries(same.map(([name]) => [name, found[name]])) } as Kept;
  } catch {
    return { ...DEFAULTS };
  }
}

class Preferences {
  values = $state<Kept>(kept());
  private systemDark = $state(matchMedia("(prefers-color-scheme: dark)").matches);

  constructor() {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => (this.systemDark = event.matches));
    $effect.root(() => {
      $effect(() => {
        const text = JSON.stringify(this.values);
        try {
          localStorage.setItem(KEY, text);
        } catch {
          // A browser that keeps nothing (private mode, full storage) still works; it just forgets.
        }
      });
      $effect(() => applyTheme(this.theme, document.documentElement));
    });
  }

  get theme(): ThemeName {
    if (this.values.theme !== "system") return this.values.theme;
    return this.systemDark ? "dark" : "light";
  }

  /** Opens or folds what a panel has for experts. */
  showExpert(panel: ExpertPanel, open: boolean): void {
    const others = this.values.expert.filter((each) => each !== panel);
    this.values.expert = open ? [...others, panel] : others;
  }

  /** From dark to light and back; the choice that the system would make anyway is kept as "system". */
  toggleTheme(): void {
    const next = this.theme === "dark" ? "light" : "dark";
    this.values.theme = next === (this.systemDark ? "dark" : "light") ? "system" : next;
  }
}

export const preferences = new Preferences();
