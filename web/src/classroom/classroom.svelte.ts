/** Classroom: the teacher's end of the class. Asks the server again and again; keeps the last answer. */

import { withToken } from "../protocol/session";
import { strings } from "./strings";
import type { ClassState, HandedIn, Student } from "./students";

const EVERY = 2000; // [ms]

export class Classroom {
  state = $state.raw<ClassState | null>(null);
  /** What is wrong, as a sentence. */
  trouble = $state<string | null>(null);
  /** The server's answers come about now [s since 1970]. */
  now = $state(Date.now() / 1000);

  constructor(private readonly token: string) {
    if (!token) this.trouble = strings.noToken;
  }

  /** Begins to ask; returns how to stop. */
  watch(): () => void {
    if (!this.token) return () => {};
    void this.ask();
    const timer = setInterval(() => document.hidden || void this.ask(), EVERY);
    return () => clearInterval(timer);
  }

  simplify(simple: boolean): Promise<void> {
    return this.ask({ method: "PUT", body: JSON.stringify({ simple }) });
  }

  /** The address of the sheet of links. */
  get links(): string {
    return withToken("/api/class/links", this.token);
  }

  pictureOf(student: Student): string {
    return withToken(`/api/class/students/${student.id}/picture?v=${student.picture}`, this.token);
  }

  /** Where a student's document can be looked at. */
  viewOf = (student: Student): string => `/#token=${student.view}`;

  linkOf = (student: Student): string => `${location.origin}/#token=${student.token}`;

  /** Where a copy can be looked at, or saved. */
  copyOf(student: Student, copy: HandedIn, way: "show" | "save"): string {
    const path = `/api/class/students/${student.id}/handed-in/${encodeURIComponent(copy.name)}`;
    return withToken(way === "show" ? `${path}/show` : path, this.token);
  }

  private async ask(options: RequestInit = {}): Promise<void> {
    const headers = { Authorization: `Bearer ${this.token}` };
    const response = await fetch("/api/class", { ...options, headers }).catch(() => null);
    if (!response) this.trouble = strings.offline;
    else if (!response.ok) {
      const answer: { message?: string } = await response.json().catch(() => ({}));
      this.trouble = answer.message ?? strings.offline;
    } else {
      this.state = (await response.json()) as ClassState;
      this.trouble = null;
    }
    this.now = Date.now() / 1000;
  }
}
