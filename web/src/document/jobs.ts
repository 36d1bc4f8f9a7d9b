/** Jobs as the page shows them: what, how much, how long, and how it ended. */

import type { JobDone, JobFailed, JobProgress, JobStarted } from "../protocol/generated";
import { strings } from "./strings";

export type JobKind = JobStarted["kind"];

export interface Job {
  id: string;
  kind: JobKind;
  label: string;
  /** 0..1, null where it cannot be known. */
  share: number | null;
  secondsLeft: number | null;
}

export type JobEnd = JobDone | JobFailed;
type JobEvent = JobStarted | JobProgress | JobDone | JobFailed;

/** The jobs under way after an event; the order in which they started stays. */
export function jobsAfter(jobs: readonly Job[], event: JobEvent): Job[] {
  if (event.type === "JobDone" || event.type === "JobFailed") return jobs.filter((job) => job.id !== event.job);
  const known = jobs.find((job) => job.id === event.job);
  const next =
    event.type === "JobStarted"
      ? { id: event.job, kind: event.kind, label: event.label, share: null, secondsLeft: null }
      : fromProgress(event);
  return known ? jobs.map((job) => (job.id === event.job ? next : job)) : [...jobs, next];
}

export function fromProgress(event: JobProgress): Job {
  const share = event.total > 0 ? Math.min(Math.max(event.done / event.total, 0), 1) : null;
  return { id: event.job, kind: event.kind, label: event.label, share, secondsLeft: event.secondsLeft };
}

/** Callers that wait for the end of a job. */
export class JobEnds {
  private readonly waiting = new Map<string, (end: JobEnd) => void>();

  listen(job: string, hear: (end: JobEnd) => void): void {
    this.waiting.set(job, hear);
  }

  /** Returns whether one waited for it. */
  tell(end: JobEnd): boolean {
    const hear = this.waiting.get(end.job);
    this.waiting.delete(end.job);
    hear?.(end);
    return hear !== undefined;
  }

  /** The connection is back. What is no longer under way ended unheard: for callers that wait it has failed. before, now: jobs under way. */
  reconnected(before: readonly Job[], now: readonly Job[]): void {
    for (const job of [...this.waiting.keys()]) {
      if (now.some(({ id }) => id === job)) continue;
      const kind = before.find(({ id }) => id === job)?.kind ?? "export";
      this.tell({ type: "JobFailed", job, kind, message: strings.interrupted, cancelled: false });
    }
  }
}

/** "42 % · about 8 s left". */
export function progressText(job: Job): string {
  const share = job.share === null ? "" : `${Math.round(job.share * 100)} %`;
  return [share, leftText(job.secondsLeft)].filter(Boolean).join(" · ");
}

/** Coarse on purpose: an estimate that ticks down by single seconds from minutes away is a lie. */
function leftText(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return "";
  if (seconds < 1.5) return "almost there";
  if (seconds < 20) return `about ${Math.round(seconds)} s left`;
  if (seconds < 100) return `about ${Math.round(seconds / 10) * 10} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}
