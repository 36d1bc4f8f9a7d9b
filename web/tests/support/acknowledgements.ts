/** What a page sent of its takes, and what of it the studio has acknowledged: overheard on the socket. */

import type { Page } from "@playwright/test";

interface TakeSamples {
  type: string;
  request: number;
  take: string;
  samples: [number, number, number, number][];
}

export class Acknowledgements {
  /** Times of samples [s], by take. */
  readonly sent = new Map<string, Set<number>>();
  readonly acknowledged = new Map<string, Set<number>>();
  private waiting = new Map<number, TakeSamples>();

  /** Listens to all sockets that a page opens from now on. */
  listenTo(page: Page): this {
    page.on("websocket", (socket) => {
      this.waiting = new Map();
      socket.on("framesent", ({ payload }) => this.heardPage(String(payload)));
      socket.on("framereceived", ({ payload }) => typeof payload === "string" && this.heardStudio(payload));
    });
    return this;
  }

  heardPage(text: string): void {
    if (!text.includes('"TakeSamples"')) return;
    const message = JSON.parse(text) as TakeSamples;
    this.waiting.set(message.request, message);
    add(this.sent, message);
  }

  heardStudio(text: string): void {
    if (!text.includes('"Done"')) return;
    const { type, request } = JSON.parse(text) as { type: string; request: number };
    const message = type === "Done" ? this.waiting.get(request) : undefined;
    if (message) add(this.acknowledged, message);
  }

  /** Of the take that was begun last: times of the samples that are certainly on disk [s], in order. */
  get last(): number[] {
    const take = [...this.sent.keys()].at(-1) ?? "";
    return [...(this.acknowledged.get(take) ?? [])].sort((a, b) => a - b);
  }
}

function add(to: Map<string, Set<number>>, { take, samples }: TakeSamples): void {
  const times = to.get(take) ?? new Set<number>();
  for (const [time] of samples) times.add(time);
  to.set(take, times);
}
