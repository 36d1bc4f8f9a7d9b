/** Bringing files in: dropped, pasted or chosen, one import for each set of files that belong together. */

import { acceptText, importBody, sorted } from "./files";
import type { Studio } from "./studio.svelte";
import { toasts } from "./toasts.svelte";
import { strings } from "./strings";

/** Sends files to the studio; what cannot be read is said in a sentence. */
export async function importFiles(studio: Studio, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  if (!studio.canEdit) return toasts.fail(strings.offline);
  const { sets, refusals } = sorted(files, studio.formats, studio.uploadLimit);
  for (const refusal of refusals) toasts.fail(refusal);
  await Promise.all(sets.map((set) => send(studio, set)));
}

async function send(studio: Studio, files: readonly File[]): Promise<void> {
  try {
    const response = await fetch("/api/import", {
      method: "POST",
      headers: { Authorization: `Bearer ${studio.token}` },
      body: importBody(files),
    });
    if (response.ok) return;
    const answer: { message?: string } = await response.json().catch(() => ({}));
    toasts.fail(answer.message ?? strings.files.notImported(files[0]!.name, response.status));
  } catch {
    toasts.fail(strings.files.notReceived(files[0]!.name));
  }
}

/** Opens the browser's own file chooser. */
export function chooseFiles(studio: Studio): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = acceptText(studio.formats);
  input.onchange = () => void importFiles(studio, [...(input.files ?? [])]);
  input.click();
}

/** Files inside what was dropped or pasted; folders give what is directly in them. */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => (item.kind === "file" ? item.webkitGetAsEntry?.() : null));
  if (!entries.some((entry) => entry?.isDirectory)) return [...transfer.files];
  const lists = await Promise.all(entries.map((entry) => (entry ? filesIn(entry) : [])));
  return lists.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  return (await Promise.all(children.filter((child) => child.isFile).map(filesIn))).flat();
}
