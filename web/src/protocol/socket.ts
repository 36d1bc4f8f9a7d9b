/** The socket: requests with answers, events, binary frames, and the way back after a lost connection. */

import { lost, refused, retried, starting, welcomed, type Connection } from "./connection";
import { decoded, type Frame } from "./frames";
import { PROTOCOL, READS, type Command, type Done, type ServerEvent, type Welcome } from "./generated";

/** A command as the caller writes it: the request number is the socket's business. */
export type Ask = DistributiveOmit<Extract<Command, { request: number }>, "request">;
export type Tell = Exclude<Command, { request: number }>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The server said no, in a sentence. */
export class Refusal extends Error {}
/** Nothing could be sent: there is no connection. Whether a command was carried out is not known. */
export class Disconnected extends Refusal {}

export interface Listener {
  connection(connection: Connection): void;
  welcome(welcome: Welcome): void;
  event(event: Exclude<ServerEvent, Welcome | Done>): void;
  frame(frame: Frame): void;
  pending(count: number): void;
}

interface Waiting {
  edits: boolean;
  resolve(done: Done): void;
  reject(error: Error): void;
}

export class Socket {
  private socket: WebSocket | null = null;
  private state: Connection = starting;
  private session: string | null = null;
  private requests = 0;
  private readonly waiting = new Map<number, Waiting>();
  private timer = 0;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    /** Asks over HTTP why a socket was not let in: a browser does not report it. Null where it is no refusal. */
    private readonly refusal: () => Promise<string | null>,
  ) {
    this.open();
    addEventListener("online", () => this.retry());
  }

  private open(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    const hello = ++this.requests;
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: "Hello", request: hello, protocol: PROTOCOL, session: this.session }));
    socket.onmessage = (message) => this.receive(message.data, hello);
    socket.onclose = () => void this.closed(socket);
  }

  private async closed(socket: WebSocket): Promise<void> {
    if (socket !== this.socket) return;
    this.dropWaiting();
    const reason = this.state.state === "connecting" ? await this.refusal() : null;
    if (socket !== this.socket) return;
    this.become(reason === null ? lost(this.state, Math.random()) : refused(reason));
    if (this.state.state === "waiting") this.timer = window.setTimeout(() => this.retry(), 1000 * this.state.delay);
  }

  private receive(data: string | ArrayBuffer, hello: number): void {
    if (typeof data !== "string") return this.listener.frame(decoded(data));
    const event = JSON.parse(data) as ServerEvent;
    if (event.type === "Welcome") {
      this.session = event.session;
      this.become(welcomed(this.state));
      this.listener.welcome(event);
    } else if (event.type === "Done") {
      this.settle(event.request)?.resolve(event);
    } else if (event.type === "Failure" && event.request === hello) {
      this.become(refused(event.message));
      this.socket?.close();
    } else if (event.type === "Failure" && event.request !== null && this.waiting.has(event.request)) {
      this.settle(event.request)!.reject(new Refusal(event.message));
    } else {
      this.listener.event(event);
    }
  }

  private settle(request: number): Waiting | undefined {
    const waiting = this.waiting.get(request);
    this.waiting.delete(request);
    this.tellPending();
    return waiting;
  }

  private dropWaiting(): void {
    for (const { reject } of this.waiting.values())
      reject(new Disconnected("The connection was lost before the studio answered."));
    this.waiting.clear();
    this.tellPending();
  }

  private tellPending(): void {
    this.listener.pending([...this.waiting.values()].filter(({ edits }) => edits).length);
  }

  private become(state: Connection): void {
    this.state = state;
    this.listener.connection(state);
  }

  /** Tries again now. */
  retry(): void {
    if (this.state.state !== "waiting") return;
    clearTimeout(this.timer);
    this.become(retried(this.state));
    this.open();
  }

  /** Sends a command; resolves when it is carried out, rejects with a Refusal. */
  ask(command: Ask): Promise<Done> {
    if (this.state.state !== "open" || !this.socket)
      return Promise.reject(new Disconnected("There is no connection to the studio right now."));
    const request = ++this.requests;
    this.socket.send(JSON.stringify({ ...command, request }));
    return new Promise((resolve, reject) => {
      this.waiting.set(request, { resolve, reject, edits: !READS.has(command.type) });
      this.tellPending();
    });
  }

  /** Sends what needs no answer; dropped while there is no connection, and while the socket is behind. */
  tell(command: Tell): void {
    if (this.state.state !== "open" || !this.socket || this.socket.bufferedAmount > 65536) return;
    this.socket.send(JSON.stringify(command));
  }
}
