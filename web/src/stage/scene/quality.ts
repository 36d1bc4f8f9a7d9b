/** How finely the stage is drawn: full where the machine keeps up, coarser where it does not. Never finer again by itself, so it cannot flicker. */

/** pixels: share of the screen's own pixels along each side. shadow: width of the shadow map [px]. ghosts: at most. */
export interface Quality {
  pixels: number;
  shadow: number;
  ghosts: number;
}

export const LEVELS: readonly Quality[] = [
  { pixels: 1, shadow: 2048, ghosts: 12 },
  { pixels: 1, shadow: 1024, ghosts: 12 },
  { pixels: 0.75, shadow: 512, ghosts: 6 },
];

const SLOW = 0.05;
const PATIENCE = 20;

/** Watches frame times [s]: after a run of slow frames it goes down a level. */
export class QualityWatch {
  private slow = 0;
  level = 0;

  get quality(): Quality {
    return LEVELS[this.level]!;
  }

  /** Takes the time that a drawn frame took; true where the level changed. Pauses (a hidden tab, a stall) do not count. */
  drew(seconds: number): boolean {
    if (seconds > 1) return false;
    this.slow = seconds > SLOW ? this.slow + 1 : Math.max(this.slow - 2, 0);
    if (this.slow < PATIENCE || this.level === LEVELS.length - 1) return false;
    this.level += 1;
    this.slow = 0;
    return true;
  }
}
