/** A class as its server describes it, and what the teacher's page says about a student. Pure. */

import { clock } from "../text/format";
import { strings } from "./strings";

/** A copy that was handed in. time: [s since 1970]. */
export interface HandedIn {
  name: string;
  time: number;
}

/** lastSeen: [s since 1970], 0 for never. picture: grows with each new picture, 0 for none. token, view: open the document, for
 * the student and for looking. */
export interface Student {
  id: string;
  name: string;
  state: "closed" | "starting" | "open" | "failed";
  here: boolean;
  last_seen: number;
  trouble: string;
  picture: number;
  hand_ins: readonly HandedIn[];
  token: string;
  view: string;
}

export interface ClassState {
  folder: string;
  simple: boolean;
  students: readonly Student[];
}

export interface Presence {
  tone: "here" | "away" | "trouble";
  text: string;
}

const DAY = 86_400;

/** Whether a student is there, in a few words. now: [s since 1970]. */
export function presenceOf(student: Student, now: number): Presence {
  if (student.state === "failed") return { tone: "trouble", text: student.trouble || strings.failed };
  if (student.here) return { tone: "here", text: strings.here };
  if (student.state === "starting") return { tone: "away", text: strings.opening };
  if (student.last_seen === 0) return { tone: "away", text: strings.never };
  const old = now - student.last_seen > DAY;
  return { tone: "away", text: old ? strings.longAgo : strings.lastSeen(clock(student.last_seen)) };
}

/** The copies of a student, the newest first. */
export const newestFirst = (copies: readonly HandedIn[]): HandedIn[] => [...copies].sort((a, b) => b.time - a.time);

/** How many students are there, and how many have handed in. */
export const countsOf = (students: readonly Student[]) => ({
  here: students.filter(({ here }) => here).length,
  handedIn: students.filter(({ hand_ins }) => hand_ins.length > 0).length,
  all: students.length,
});
