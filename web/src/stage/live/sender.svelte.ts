/** Sends what is seen on the stage over the live link, while it is on. */

import type { LiveSender } from "../../document/room.svelte";
import type { Studio } from "../../document/studio.svelte";
import type { CharacterRecord } from "../../protocol/generated";
import type { Actor } from "../actors/actor";
import { describeCharacter, packPose, sayGone } from "./frames";

/** More than this waits only where nothing reads [bytes]. */
const MOST_WAITING = 1 << 20;

interface Sent {
  number: number;
  actor: Actor;
  name: string;
}

export class StageSender implements LiveSender {
  on = $state(false);
  private socket: WebSocket | null = null;
  private readonly sent = new Map<string, Sent>();

  constructor(
    private readonly actors: ReadonlyMap<string, Actor>,
    private readonly studio: Studio,
  ) {}

  start(): void {
    if (this.socket) return;
    const url = new URL(this.studio.address("/api/live/page"), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.socket = new WebSocket(url);
    this.socket.onopen = () => this.drawn(); // also where nothing moves
    this.socket.onclose = () => this.stop();
    this.on = true;
  }

  /** Returns null: what is left of the link. */
  stop(): null {
    this.socket?.close();
    this.socket = null;
    this.sent.clear();
    this.on = false;
    return null;
  }

  /** Sends the poses of all actors as they were drawn now. */
  drawn(): void {
    const { socket, actors } = this;
    if (socket?.readyState !== WebSocket.OPEN) return;
    for (const [id, { number }] of this.sent) {
      if (actors.has(id)) continue;
      this.sent.delete(id);
      socket.send(sayGone(number));
    }
    const time = performance.now() / 1000;
    for (const [id, actor] of actors) {
      const record = this.studio.characters.find((each) => each.id === id);
      if (!record || socket.bufferedAmount > MOST_WAITING) continue;
      socket.send(packPose(this.numberOf(record, actor, socket), time, actor.joints));
    }
  }

  /** The number of a character; one that is new, or has another body, is described first. */
  private numberOf(record: CharacterRecord, actor: Actor, socket: WebSocket): number {
    const known = this.sent.get(record.id);
    if (known && known.actor === actor && known.name === record.name) return known.number;
    const taken = new Set([...this.sent.values()].map((each) => each.number));
    let number = known?.number ?? 0;
    while (!known && taken.has(number)) number++;
    this.sent.set(record.id, { number, actor, name: record.name });
    socket.send(describeCharacter(number, record.name, record.joints, record.parents, actor.atRest));
    return number;
  }
}
