/** What is dragged within the page, by the type of its data. */

/** A member of the cast, by its name. */
export const CAST_DATA = "application/x-kinegraph-cast";
/** A motion of the document, by its id. */
export const MOTION_DATA = "application/x-kinegraph-motion";
