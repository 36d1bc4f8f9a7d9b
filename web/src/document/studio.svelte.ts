/** Studio: the page's end of the connection. Holds what the server says and asks it for changes; computes no motion. */

import { connectionText, starting, type Connection } from "../protocol/connection";
import { Messages, type Message, type MessageType } from "../protocol/messages";
import { Callbacks } from "./callbacks";
import { fromProgress, jobsAfter, JobEnds, type Job, type JobEnd } from "./jobs";
import {
  changedRecords,
  characterOf,
  charactersOf,
  motionOf,
  motionsOf,
  stageOf,
  viewOf,
  type Records,
} from "./records";
import type {
  CastMember,
  CharacterRecord,
  DocumentChanged,
  DocumentInfo,
  Done,
  EditKind,
  FileState,
  FormatInfo,
  SeatInfo,
  ServerEvent,
  ViewRecord,
  Welcome,
} from "../protocol/generated";
import { withToken } from "../protocol/session";
import { Refusal, Socket, type Ask, type Listener, type Tell } from "../protocol/socket";
import type { ThemeName } from "../ui/theme/tokens";
import { toasts } from "./toasts.svelte";
import { strings } from "./strings";

export class Studio {
  connection = $state.raw<Connection>(starting);
  document = $state.raw<DocumentInfo | null>(null);
  /** The document's file: its size, and what keeps edits from being saved. */
  file = $state.raw<FileState | null>(null);
  records = $state.raw<Records>(new Map());
  undoLabel = $state<string | null>(null);
  /** What kind of edit undo would take back. */
  undoKind: EditKind | null = null;
  redoLabel = $state<string | null>(null);
  cast = $state.raw<readonly CastMember[]>([]);
  formats = $state.raw<readonly FormatInfo[]>([]);
  jobs = $state.raw<Job[]>([]);
  pending = $state(0);
  uploadLimit = Infinity;
  version = $state("");
  /** The student whose document this is, in a class. */
  seat = $state.raw<SeatInfo | null>(null);
  /** Whether this page may only look. */
  viewing = $state(false);

  readonly characters = $derived(charactersOf(this.records));
  readonly motions = $derived(motionsOf(this.records));
  readonly stage = $derived(stageOf(this.records));
  readonly view = $derived(viewOf(this.records));
  readonly character = $derived(characterOf(this.records, this.view?.character));
  /** The character that a workspace works on: the active one, or the first. */
  readonly lead = $derived(this.character ?? this.characters[0] ?? null);
  readonly motion = $derived(motionOf(this.records, this.view?.motion));
  readonly follower = $derived(characterOf(this.records, this.view?.follow));
  readonly title = $derived(this.stage?.title || this.document?.file.replace(/\.kine$/, "") || "untitled");
  readonly ready = $derived(this.document !== null);
  readonly trouble = $derived(connectionText(this.connection));
  /** Why nothing can be edited though the connection is there: the file is read-only, or gone. */
  readonly fileTrouble = $derived(this.file?.problem || this.file?.viewOnly || "");
  readonly canEdit = $derived(
    this.connection.state === "open" && this.document !== null && !this.fileTrouble && !this.viewing,
  );

  private readonly socket: Socket;
  /** What a file brought, by the records' ids. */
  readonly imported = new Callbacks<readonly string[]>();
  /** The studio looks at something else, on this page or another. before: null for the first view of a document. */
  readonly viewed = new Callbacks<{ before: ViewRecord | null; after: ViewRecord }>();
  private readonly messages = new Messages();
  private readonly jobEnds = new JobEnds();

  constructor(readonly token: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const listener: Listener = {
      connection: (connection) => (this.connection = connection),
      welcome: (welcome) => this.welcomed(welcome),
      event: (event) => this.happened(event),
      frame: (frame) => this.messages.deliver(frame),
      pending: (count) => (this.pending = count),
    };
    this.socket = new Socket(withToken(`${scheme}://${location.host}/socket`, token), listener, () =>
      this.whyNotLetIn(),
    );
    document.addEventListener("visibilitychange", () => this.tell({ type: "Watch", visible: !document.hidden }));
  }

  private async whyNotLetIn(): Promise<string | null> {
    const response = await fetch("/api/access", { headers: { Authorization: `Bearer ${this.token}` } }).catch(
      () => null,
    );
    if (response?.status !== 403) return null;
    const answer: { message?: string } = await response.json().catch(() => ({}));
    return answer.message ?? strings.unknownPage;
  }

  private welcomed(welcome: Welcome): void {
    // Another page opened another document: nothing that this page holds belongs to it.
    if (this.document && isOther(this.document, welcome.document)) return location.reload();
    this.document = welcome.document;
    this.file = welcome.file;
    this.take(changedRecords(new Map(), welcome.records, []));
    [this.undoLabel, this.undoKind, this.redoLabel] = [welcome.undoLabel, welcome.undoKind, welcome.redoLabel];
    [this.cast, this.formats, this.uploadLimit, this.version] = [
      welcome.cast,
      welcome.formats,
      welcome.uploadLimit,
      welcome.version,
    ];
    const before = this.jobs;
    this.jobs = welcome.jobs.map(fromProgress);
    this.jobEnds.reconnected(before, this.jobs);
    [this.seat, this.viewing] = [welcome.seat, welcome.viewing];
    this.tell({ type: "Watch", visible: !document.hidden });
  }

  private happened(event: Exclude<ServerEvent, Welcome | Done>): void {
    if (event.type === "DocumentChanged") return this.changed(event);
    if (event.type === "FileState") return this.fileChanged(event);
    if (event.type === "Failure") return toasts.fail(event.message);
    if (event.type === "SeatChanged") return void (this.seat = event.seat);
    if ("job" in event && "kind" in event) this.jobs = jobsAfter(this.jobs, event);
    if (event.type === "JobDone" || event.type === "JobFailed") this.jobEnded(event);
    this.messages.deliver(event);
  }

  private changed(change: DocumentChanged): void {
    this.take(changedRecords(this.records, change.changed, change.removed));
    [this.undoLabel, this.undoKind, this.redoLabel] = [change.undoLabel, change.undoKind, change.redoLabel];
    if (change.label === null || change.preview) return;
    if (change.step === "undo") toasts.takeBack();
    toasts.retire();
    if (this.document) this.document = { ...this.document, fresh: false };
    const importing = this.jobs.some((job) => job.kind === "import");
    if (change.step === "undo") toasts.step(change.report, { label: strings.redo, run: () => this.redo() });
    else if (change.step === "redo") toasts.step(change.report, this.undoAction);
    else if (!importing && !change.quiet) toasts.say(change.report, { action: this.undoAction });
  }

  private take(records: Records): void {
    const before = this.view;
    this.records = records;
    if (this.view && this.view !== before) this.viewed.call({ before, after: this.view });
  }

  private fileChanged(file: FileState): void {
    this.file = file;
    if (this.document) this.document = { ...this.document, file: file.file };
  }

  private jobEnded(event: JobEnd): void {
    if (this.jobEnds.tell(event)) return;
    if (event.type === "JobFailed" && !event.cancelled) toasts.fail(event.message);
    else if (event.type === "JobDone" && event.kind === "import") {
      toasts.say(event.message, {
        detail: event.notes[0] ?? "",
        action: event.created.length ? this.undoAction : null,
      });
      this.imported.call(event.created);
    }
  }

  private get undoAction() {
    return { label: strings.undo, run: () => this.undo() };
  }

  /** Asks the server; a refusal becomes a toast, and the answer is null. */
  async ask(command: Ask): Promise<Done | null> {
    try {
      return await this.socket.ask(command);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      toasts.fail(error.message);
      return null;
    }
  }

  /** Asks the server and lets the caller say what went wrong, beside the thing. */
  request(command: Ask): Promise<Done> {
    return this.socket.ask(command);
  }

  tell(command: Tell): void {
    this.socket.tell(command);
  }

  retry(): void {
    this.socket.retry();
  }

  /** Also what is still on its way to the studio is taken back: it arrives there first. */
  undo(): void {
    if (this.undoLabel !== null || this.pending > 0) void this.ask({ type: "Undo" });
  }

  redo(): void {
    if (this.redoLabel !== null || this.pending > 0) void this.ask({ type: "Redo" });
  }

  cancelJob(job: string): void {
    void this.ask({ type: "CancelJob", job });
  }

  /** Downloads the whole document, with its history, even where its file is gone. */
  saveCopy(): void {
    const name = `${this.title}.kine`;
    const href = this.address(`/api/document/${encodeURIComponent(name)}`);
    Object.assign(document.createElement("a"), { href, download: name }).click();
  }

  /** Reports the end of a job to the caller alone. */
  whenJobEnds(job: string, listen: (end: JobEnd) => void): void {
    this.jobEnds.listen(job, listen);
  }

  /** Listens for frames or events of a type; returns how to stop. */
  on<Type extends MessageType>(type: Type, listen: (message: Message<Type>) => void): () => void {
    return this.messages.on(type, listen);
  }

  /** A character's picture, for the room's light. */
  picture(of: CharacterRecord | CastMember, theme: ThemeName): string {
    const path = "kind" in of ? `characters/${of.id}.png?v=${of.blob}&` : `cast/${of.name}.png?`;
    return this.address(`/api/thumbnails/${path}theme=${theme}`);
  }

  /** A picture of something that creatures are made of, or play. */
  creaturePicture(of: "parts" | "kinds" | "animations", name: string, theme: ThemeName): string {
    return this.address(`/api/thumbnails/creatures/${of}/${encodeURIComponent(name)}.png?theme=${theme}`);
  }

  /** An address on the server, with the token. */
  address(path: string): string {
    return withToken(path, this.token);
  }
}

const isOther = (before: DocumentInfo, now: DocumentInfo) => before.id !== now.id || before.file !== now.file;
