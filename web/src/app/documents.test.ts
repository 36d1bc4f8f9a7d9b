import { expect, test, vi } from "vitest";
import type { ListedDocument } from "../protocol/generated";
import { Documents } from "./documents.svelte";

const walk: ListedDocument = { id: "a1", title: "Walk", file: "walk.kine", changed: 1, size: 10, current: false };

function documents(answer: () => Response | Promise<Response>) {
  const [request, reload] = [vi.fn(async () => answer()), vi.fn()];
  return { request, reload, documents: new Documents({ token: "t" }, request as unknown as typeof fetch, reload) };
}

test("the list is asked for with the token", async () => {
  const made = documents(() => Response.json({ documents: [walk] }));
  expect(await made.documents.refresh()).toBeNull();
  expect(made.documents.list).toEqual([walk]);
  expect(made.request).toHaveBeenCalledWith("/api/documents", {
    method: "GET",
    headers: { Authorization: "Bearer t" },
  });
});

test("the page starts anew with the document that it opens", async () => {
  const made = documents(() => new Response(null, { status: 204 }));
  expect(await made.documents.open(walk)).toBeNull();
  expect(made.request.mock.calls[0]![0 as never]).toBe("/api/documents/a1/open");
  expect(made.reload).toHaveBeenCalledOnce();
});

test("a document that cannot be opened gives the studio's sentence, and the page stays", async () => {
  const made = documents(() => Response.json({ message: "It is gone." }, { status: 400 }));
  expect(await made.documents.open(walk)).toBe("It is gone.");
  expect(made.reload).not.toHaveBeenCalled();
  expect(made.documents.opening).toBe(false);
});

test("showing the folder changes nothing", async () => {
  const made = documents(() => new Response(null, { status: 204 }));
  expect(await made.documents.act("reveal")).toBeNull();
  expect(made.reload).not.toHaveBeenCalled();
});

test("without an answer there is no reason to give", async () => {
  const made = documents(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await made.documents.refresh()).toBe("");
  expect(made.documents.list).toBeNull();
});
