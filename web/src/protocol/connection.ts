/** The connection's life, as a pure state machine: the socket itself lives in `protocol/socket.ts`.
 *
 *     connecting ── welcomed ──► open ── lost ──► waiting ── tick ──► connecting ...
 *          └── lost ──► waiting            refused (from any state): final, with a sentence
 */

export type Connection =
  | { state: "connecting"; attempt: number }
  | { state: "open" }
  | { state: "waiting"; attempt: number; delay: number }
  | { state: "refused"; reason: string };

export const starting: Connection = { state: "connecting", attempt: 0 };

const FIRST_DELAY = 0.25;
const LONGEST_DELAY = 8;

/** Seconds to wait before try number `attempt` (from 1): doubling, bounded, spread by `luck` in 0..1 so that many pages don't knock at once. */
export function backOff(attempt: number, luck: number): number {
  const delay = Math.min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY);
  return delay * (0.75 + 0.5 * luck);
}

export const welcomed = (connection: Connection): Connection =>
  connection.state === "refused" ? connection : { state: "open" };

/** The socket closed. What the server refuses outright is not tried again. */
export function lost(connection: Connection, luck: number): Connection {
  if (connection.state === "refused" || connection.state === "waiting") return connection;
  const attempt = connection.state === "connecting" ? connection.attempt + 1 : 1;
  return { state: "waiting", attempt, delay: backOff(attempt, luck) };
}

/** The wait is over, or "Try now" was pressed. */
export const retried = (connection: Connection): Connection =>
  connection.state === "waiting" ? { state: "connecting", attempt: connection.attempt } : connection;

export const refused = (reason: string): Connection => ({ state: "refused", reason });

/** What to show; null when all is well, and for a first try that has only begun. */
export function connectionText(connection: Connection): string | null {
  if (connection.state === "open") return null;
  if (connection.state === "refused") return connection.reason;
  if (connection.attempt === 0) return null;
  if (connection.attempt < 6) return "Reconnecting…";
  return "The studio does not answer. Is “kinegraph studio” still running in its terminal?";
}
