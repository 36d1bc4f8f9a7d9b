import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = import.meta.dirname;

/** The page's rooms: a room imports from those before it, and from itself. */
const ROOMS = [
  "text",
  "protocol",
  "ui/theme",
  "document",
  "ui",
  "timeline",
  "stage",
  "workspaces",
  "share",
  "app",
  "classroom",
] as const;
/** The rooms of a workspace, in the same order. */
const WORKSPACE_ROOMS = ["model", "state", "stage", "panels"] as const;
type Room = (typeof WORKSPACE_ROOMS)[number];

const FILES = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((file) => /\.(ts|svelte)$/.test(file));

interface Import {
  file: string;
  from: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path]) => ({
    file,
    from: normalize(join(dirname(file), path!)),
  }));
}

const IMPORTS = FILES.flatMap(importsOf);

/** The most exact room that a file is in; -1 for the tests beside the rooms. */
const roomOf = (path: string) =>
  ROOMS.reduce(
    (best, room, at) => (path.startsWith(`${room}/`) && room.length > (ROOMS[best]?.length ?? 0) ? at : best),
    -1,
  );

/** Beside the rooms of a workspace: its strings come before them, its entry, its session and its tour after them. */
const workspaceOf = (path: string) => {
  const [, name, room = ""] = /^workspaces\/(\w+)\/(\w+)/.exec(path) ?? [];
  const at = ["entry", "session", "tour"].includes(room)
    ? WORKSPACE_ROOMS.length
    : WORKSPACE_ROOMS.indexOf(room as Room);
  return name ? { name, room: at } : null;
};

const written = ({ file, from }: Import) => `${file} -> ${from}`;

describe("the page's rooms", () => {
  it("import only from rooms before them", () => {
    const broken = IMPORTS.filter(({ file, from }) => roomOf(file) < roomOf(from) && roomOf(file) >= 0);
    expect(broken.map(written)).toEqual([]);
  });
  it("keep one workspace apart from another", () => {
    const broken = IMPORTS.filter(({ file, from }) => {
      const [a, b] = [workspaceOf(file), workspaceOf(from)];
      return a && b && a.name !== b.name;
    });
    expect(broken.map(written)).toEqual([]);
  });
  it("keep models, state, stage and panels of a workspace in order", () => {
    const broken = IMPORTS.filter(({ file, from }) => {
      const [a, b] = [workspaceOf(file), workspaceOf(from)];
      return a && b && a.name === b.name && a.room < b.room;
    });
    expect(broken.map(written)).toEqual([]);
  });
  it("hold every file", () => {
    expect(FILES.filter((file) => roomOf(file) < 0)).toEqual([relative(ROOT, import.meta.filename)]);
  });
  it("are read at all: panels do import models", () => {
    expect(IMPORTS.some(({ file, from }) => /panels\/\w+\.svelte$/.test(file) && /\/model\//.test(from))).toBe(true);
  });
});
