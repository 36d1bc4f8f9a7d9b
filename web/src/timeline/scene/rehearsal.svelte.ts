/** A performance within the scene: what plays while it is recorded, and where the recording goes. */

export class Rehearsal {
  /** The character that performs; null if none does. */
  character = $state<string | null>(null);
  /** When in the scene it begins [s]. */
  at = $state(0);
  /** The part of the body that is recorded over what the character plays; null for all of it. */
  part = $state<string | null>(null);

  begin(character: string, at: number, part: string | null = null): void {
    [this.character, this.at, this.part] = [character, at, part];
  }

  end(): void {
    this.character = this.part = null;
  }
}
