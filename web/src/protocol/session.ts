/** The session's secret: it arrives in the address, moves to the tab's own storage and leaves the address bar. */

const KEY = "kinegraph.token";

/** Takes the token from `#token=...` (or the tab's storage after a reload) and cleans the address. */
export function takeToken(location: Location, history: History, storage: Storage): string | null {
  const found = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!found) return storage.getItem(KEY);
  storage.setItem(KEY, found);
  history.replaceState(null, "", location.pathname + location.search);
  return found;
}

/** An address of the server with the token, for what cannot carry a header: pictures, models, downloads. */
export function withToken(path: string, token: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
}
