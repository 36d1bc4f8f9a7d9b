/** An edit's label says what would be done or undone ("Add the octopus"); a toast says what was ("Added the octopus"). */

const PAST: Readonly<Record<string, string>> = {
  Add: "Added",
  Arrange: "Arranged",
  Bend: "Bent",
  Blend: "Blended",
  Call: "Called",
  Change: "Changed",
  Clear: "Cleared",
  Colour: "Coloured",
  Delete: "Deleted",
  Duplicate: "Copied",
  Erase: "Rubbed out",
  Fade: "Faded",
  Forget: "Forgot",
  Import: "Imported",
  Keep: "Kept",
  Loop: "Repeated",
  Mark: "Marked",
  Mirror: "Mirrored",
  Move: "Moved",
  Mute: "Muted",
  Remove: "Removed",
  Rename: "Renamed",
  Reorder: "Reordered",
  Repeat: "Repeated",
  Shift: "Shifted",
  Show: "Showed",
  Smooth: "Smoothed",
  Solo: "Soloed",
  Stretch: "Stretched",
  Teach: "Taught",
};

/** A label as news. A verb that is not known stays as it is. */
export function told(label: string): string {
  const [verb = "", ...rest] = label.split(" ");
  return [PAST[verb] ?? verb, ...rest].join(" ");
}

/** A label that was taken back, or done again. */
export function toldAgain(label: string, what: "undo" | "redo"): string {
  const small = label.charAt(0).toLowerCase() + label.slice(1);
  return `${what === "undo" ? "Undid" : "Redid"}: ${small}`;
}
