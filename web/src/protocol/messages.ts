/** Listeners by the type of message: `on("KeysFrame", …)` gets a frame with its arrays, `on("PenRead", …)` an event. */

import type { Frame } from "./frames";
import type { FrameHeader, ServerEvent } from "./generated";

export type MessageType = FrameHeader["type"] | ServerEvent["type"];

/** A message of a type. */
export type Message<Type extends MessageType> = Type extends FrameHeader["type"]
  ? Frame<Extract<FrameHeader, { type: Type }>>
  : Extract<ServerEvent, { type: Type }>;

type Listener = (message: never) => void;

export class Messages {
  private readonly listeners = new Map<MessageType, Set<Listener>>();

  /** Returns how to stop listening. */
  on<Type extends MessageType>(type: Type, listener: (message: Message<Type>) => void): () => void {
    const all = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, all.add(listener));
    return () => void all.delete(listener);
  }

  /** Hands a frame or an event to the listeners for its type. */
  deliver(message: Frame | ServerEvent): void {
    const type = "header" in message ? message.header.type : message.type;
    for (const listener of [...(this.listeners.get(type) ?? [])]) listener(message as never);
  }
}
