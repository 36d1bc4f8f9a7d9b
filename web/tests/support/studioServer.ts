/** Starts the real studio on a document of its own, and ends what it started. */

import { test as base, expect, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ExpertPanel } from "../../src/document/preferences.svelte";

const EXPERT_PANELS: readonly ExpertPanel[] = ["creatures", "keys", "perform", "set"];

export class StudioServer {
  private process: ChildProcess | null = null;
  readonly folder = mkdtempSync(join(tmpdir(), "kinegraph-e2e-"));
  url = "";

  /** What is started, with its arguments. */
  protected command(): string[] {
    return ["studio", this.file()];
  }

  /** The environment that it is started in: documents of its user that it makes or lists are the flow's own. */
  protected environment(): NodeJS.ProcessEnv {
    return { ...process.env, XDG_DATA_HOME: join(this.folder, "share") };
  }

  /** Resolves with the address as soon as the studio prints it. */
  async start(): Promise<void> {
    const local = resolve(import.meta.dirname, "../../../.venv/bin/kinegraph");
    const command = process.env.KINEGRAPH ?? (existsSync(local) ? local : "kinegraph");
    const started = spawn(command, [...this.command(), "--no-browser", "--port", "0"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: this.environment(),
    });
    this.process = started;
    this.url = await new Promise<string>((found, failed) => {
      let said = "";
      const hear = (data: Buffer) => {
        said += data.toString();
        const address = /http:\/\/\S+#token=[\w-]+(?=[^\w-])/.exec(said)?.[0];
        if (address) found(address.replace("#", "?debug#")); // the page tells tests where things are
      };
      started.stdout!.on("data", hear);
      started.stderr!.on("data", hear);
      started.on("exit", (code) => failed(new Error(`The studio ended with ${code} before it was up:\n${said}`)));
    });
  }

  /** Ends the studio as Ctrl+C would. */
  async stop(): Promise<void> {
    const running = this.process;
    this.process = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGINT");
    const patience = setTimeout(() => running.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(patience);
  }

  /** Ends the studio at once, as a crash or a power cut would: nothing in it gets to say goodbye. */
  async kill(): Promise<void> {
    const running = this.process;
    this.process = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await ended;
  }

  /** The file of the open document: a flow may rename it, or delete it. */
  readonly file = (name = "scene.kine"): string => join(this.folder, name);

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What the page shows to tests (see src/app/debugHook.ts). */
export interface Hook {
  drawn: number;
  /** Draw calls of the last frame. */
  calls: number;
  time: number;
  playing: boolean;
  loaded: string[];
  joints(id: string): number[];
  original: number[] | null;
  screen(id: string, joint: number): { x: number; y: number };
  ground(x: number, z: number): { x: number; y: number };
  point(place: [number, number, number]): { x: number; y: number };
  ball: [number, number, number] | null;
  markers: [number, number, number][];
  perform: {
    ball: [number, number, number] | null;
    markers: { set: string; key: string; place: [number, number, number] }[];
    controllers: { set: string; place: [number, number, number] }[];
    suggested: [number, number, number] | null;
    path: { time: number; place: [number, number, number] }[] | null;
    /** The way on the ground that the walk goes along. */
    way: [number, number, number][];
    gizmo: { joint: number; mode: "move" | "turn"; handles: [number, number, number][] } | null;
  };
  maker: { kind: string; name: string; place: [number, number, number] }[];
  /** The arrow before the active creature. */
  front: { place: [number, number, number]; heading: number } | null;
  /** The uneven ground: how high and how low it is drawn [m]; null while it is level. */
  relief: { highest: number; lowest: number } | null;
  /** The last sounds that were due. */
  heard: string[];
  signSounds: string[];
  /** Joints that glow, by character. */
  glows: Record<string, number[]>;
  channels: {
    targets: { id: string; name: string; place: [number, number, number] }[];
    path: [number, number][];
    handle: [number, number, number] | null;
    rings: [number, number, number][];
  };
  /** What Keys draws to pose with. */
  posing: {
    gizmo: { joint: number; mode: "move" | "turn"; handles: [number, number, number][] } | null;
    pins: [number, number, number][];
    /** Keyframes on the trail of a joint, each where the joint is then. */
    trail: { time: number; joint: number; place: [number, number, number] }[];
  };
  things: { kind: string; place: [number, number, number] }[];
  /** Props of the scene, each where it is drawn: the origin of its mesh, and its middle, about which a ball rolls. */
  props: { id: string; place: [number, number, number]; middle: [number, number, number] }[];
  /** Whether the stage is seen through a camera of the scene. */
  film: boolean;
  camera: { eye: [number, number, number]; target: [number, number, number] };
}

declare global {
  interface Window {
    __kinegraph: Hook;
  }
}

interface Fixtures {
  /** Errors in the console that a flow provokes itself. Every other one fails the flow. */
  expectedErrors: RegExp | null;
  /** Whether the page is as in a first visit; else the controls for experts are open in every panel. */
  firstVisit: boolean;
  page: Page;
  studio: Page;
}
interface WorkerFixtures {
  server: StudioServer;
}

/** Limits in a warm studio, longer on a machine that does other work (FLOWS_SLOWNESS). seconds: the limit. */
export const within = (seconds: number) => ({ timeout: 1000 * seconds * Number(process.env.FLOWS_SLOWNESS ?? 1) });

/** A studio that is stopped, or a connection that is cut: the browser reports both in the console. */
export const CONNECTION_LOST = /WebSocket connection to .* failed|net::ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE)/;

/** `server`: one for the file. `page`: fails the flow on any error. `studio`: a page that shows the studio, with a character on stage. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = new StudioServer();
      await server.start();
      await use(server);
      await server.dispose();
    },
    { scope: "worker", ...within(60) },
  ],
  expectedErrors: [null, { option: true }],
  firstVisit: [false, { option: true }],
  page: async ({ page, expectedErrors, firstVisit }, use) => {
    if (!firstVisit)
      await page.addInitScript((expert) => {
        if (location.protocol.startsWith("http")) localStorage["kinegraph.preferences"] ??= JSON.stringify({ expert });
      }, EXPERT_PANELS);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
    });
    await use(page);
    const unexpected = errors.filter((text) => !expectedErrors?.test(text));
    expect(unexpected, "errors on the page and in its console").toEqual([]);
  },
  studio: async ({ page, server }, use) => {
    await page.goto(server.url);
    await onStage(page);
    await use(page);
  },
});

/** Waits until characters stand on the stage. count: exactly this many; else at least one. */
export async function onStage(page: Page, count?: number): Promise<void> {
  const there = expect.poll(() => page.evaluate(() => window.__kinegraph?.loaded.length ?? 0), within(40));
  await (count === undefined ? there.toBeGreaterThan(0) : there.toBe(count));
}

/** Waits until the page has drawn this many frames: what follows from an event is on the screen after two. */
export const framesDrawn = (page: Page, count = 2): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
  }, count);

/** Waits until the page's own clock has gone on: the pace of a hand, which a stalled page does not shorten. seconds: how much. */
export async function pageTime(page: Page, seconds: number): Promise<void> {
  const from = await page.evaluate(() => performance.now());
  await page.waitForFunction((until) => performance.now() >= until, from + 1000 * seconds);
}

/** The hint line; its `data-place` is the kind of place under the pointer, or what the pointer is doing. */
export const hints = (page: Page) => page.locator(".hints");
export const hintsAt = (page: Page, place: string) => expect(hints(page)).toHaveAttribute("data-place", place);

export { expect };
