/** Whether this tab shows tests where things are. */

const KEY = "kinegraph.debug";

/** Whether the page was opened with `?debug`, in this tab. */
export function debugging(): boolean {
  try {
    if (new URLSearchParams(location.search).has("debug")) sessionStorage.setItem(KEY, "on");
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
