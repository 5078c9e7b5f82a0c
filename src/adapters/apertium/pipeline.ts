import type { Request as QueuedRequest, Room } from '../../text/engine/waiting-requests.ts';
import type { Framed } from './frame.ts';
import type { ApertiumLimits } from './limits.ts';
import type { Stage } from './mode.ts';
import type { PlaceholderNouns } from './placeholder-nouns/noun-choice.ts';
import { type ProcessGroup, startGroup } from './process-group.ts';
import { openTaggerNotes } from './tagger-data.ts';

/** `new_class`: the tagger met a class that its data lacks, so answers depend on earlier ones. `retired`: unneeded. */
export type PipelineEnd = 'exited' | 'hung' | 'out_of_step' | 'flooded' | 'new_class' | 'retired';

export type Wire = {
  /** Returns the text to write for one request, including the NUL. */
  frame(framed: Framed): string;
  /** Undefined if `reply`, without its NUL, answers another request: the pipeline is out of step. */
  read(reply: string, framed: Framed): string | undefined;
  /** The first request, mostly an empty one; its answer is discarded. */
  readonly opening: string;
  /** Sent before each request to reset the state that the previous one left in a program; its answer is discarded. */
  readonly prelude: string | undefined;
};

export type PipelineInput = { readonly text: string; readonly placeholders?: PlaceholderNouns | undefined };

type Request = QueuedRequest<PipelineInput, string>;

export type PipelineReport = {
  readonly reason: PipelineEnd;
  /** Whether it ever answered, and whether it ever answered a request. */
  readonly hadStarted: boolean;
  readonly hadDelivered: boolean;
  /** Sent but not delivered, in the order of sending. */
  readonly undelivered: readonly Request[];
  /** The one that the pipeline was working on when it failed. */
  readonly suspect: Request | undefined;
  /** For `new_class`: the names of the tags of each class. */
  readonly classes: readonly (readonly string[])[];
};

const noRoom: Room = { requests: 0, units: 0 };

export type PipelineOptions = {
  readonly stages: readonly Stage[];
  /** Whether it runs at a lower priority. */
  readonly yields: boolean;
  /** Which stage is a tagger to be watched, if any. */
  readonly watched: number | undefined;
  readonly wire: Wire;
  readonly limits: ApertiumLimits;
  /** Called on the first answer: every program has read its data. */
  started(): void;
  delivered(request: Request, translation: string): void;
  /** Called when answers were delivered: there is room again. */
  advanced(): void;
  ended(report: PipelineReport): void;
};

type Sent = PipelineInput & { readonly number: number; readonly request: Request | undefined };

/** A longer reply counts as one without an end. */
const replyBytesMax = 8 * 1024 * 1024;

/** One running chain of Apertium's programs. Requests are answered in order; a wrong answer ends it. */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #group: ProcessGroup;
  readonly #notes = openTaggerNotes();
  #sent: Sent[] = [];
  #arrived: { readonly request: Request; readonly translation: string }[] = [];
  #classes: (readonly string[])[] = [];
  #unread: Buffer = Buffer.alloc(0);
  #nextNumber = 0;
  #unitsSent = 0;
  #isAlone = false;
  #isRetiring = false;
  #hasStarted = false;
  #hasDelivered = false;
  #end: PipelineEnd | undefined;
  #timer: NodeJS.Timeout;
  #lastUsedAt = performance.now();

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#group = startGroup(options.stages, options);
    this.#group.output.on('data', (chunk: Buffer) => this.#readOutput(chunk));
    this.#group.output.once('close', () => this.#finish('exited'));
    this.#group.notes.on('data', (chunk: Buffer) => this.#readNotes(chunk));
    void this.#group.ended.then(() => this.#finish('exited'));
    this.#timer = this.#watch(options.limits.startMsMax);
    // Its answer shows that every program has read its data. Requests are sent without waiting for it.
    this.#write([{ text: options.wire.opening, request: undefined }]);
  }

  /** Undefined when no process could be started. */
  get groupId(): number | undefined {
    return this.#group.id;
  }

  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  get room(): Room {
    if (this.#end !== undefined || this.#classes.length > 0 || this.#isAlone || this.#isRetiring) return noRoom;
    const { yields, limits } = this.#options;
    const times = yields ? limits.undisturbedTimes : 1;
    return {
      requests: limits.inFlightMax * times - this.#sent.length,
      units: limits.inFlightUnitsMax * times - this.#unitsSent,
    };
  }

  get isIdle(): boolean {
    return this.#sent.every(({ request }) => request === undefined) && this.#arrived.length === 0;
  }

  get lastUsedAt(): number {
    return this.#lastUsedAt;
  }

  /** Resolves once every program has ended. */
  get gone(): Promise<void> {
    return this.#group.ended;
  }

  send(requests: readonly Request[]): void {
    const { prelude } = this.#options.wire;
    const before = prelude === undefined ? [] : [{ text: prelude, request: undefined }];
    this.#write(requests.flatMap((request) => [...before, { ...request.input, request }]));
  }

  /** Sends a request that may crash the pipeline, without others. Only when idle. */
  sendAlone(request: Request): void {
    this.send([request]);
    this.#isAlone = true;
  }

  /** Ends after everything that was sent is delivered. */
  retire(): void {
    this.#isRetiring = true;
    if (this.isIdle) this.#finish('retired');
  }

  kill(): void {
    this.#finish('retired');
  }

  #write(items: readonly (PipelineInput & { readonly request: Request | undefined })[]): void {
    if (this.#sent.length === 0) this.#timer.refresh();
    let frames = '';
    for (const { text, placeholders, request } of items) {
      const number = this.#nextNumber++;
      this.#sent.push({ number, text, placeholders, request });
      this.#unitsSent += text.length;
      frames += this.#options.wire.frame({ text, number, placeholders });
    }
    this.#lastUsedAt = performance.now();
    this.#group.input.write(frames);
  }

  #readOutput(chunk: Buffer): void {
    if (this.#end !== undefined) return;
    const bytes = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    let start = 0;
    const arrivedBefore = this.#arrived.length;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
      if (!this.#readReply(bytes.toString('utf8', start, end))) return this.#finish('out_of_step');
      start = end + 1;
    }
    this.#unread = bytes.subarray(start);
    if (this.#unread.length > replyBytesMax) return this.#finish('flooded');
    if (start > 0) this.#confirm(this.#arrived.length - arrivedBefore);
  }

  /** @returns false if it is not the reply to the oldest request */
  #readReply(reply: string): boolean {
    const due = this.#sent[0];
    if (due === undefined) return false;
    const translation = this.#options.wire.read(reply, due);
    if (translation === undefined) return false;
    this.#sent.shift();
    this.#unitsSent -= due.text.length;
    if (due.request !== undefined) this.#arrived.push({ request: due.request, translation });
    else if (!this.#hasStarted) this.#start();
    return true;
  }

  #start(): void {
    this.#hasStarted = true;
    clearTimeout(this.#timer);
    this.#timer = this.#watch(this.#options.limits.answerMsMax);
    this.#options.started();
  }

  /**
   * Delivers answers unless the tagger reports a changed state. The tagger writes this note before the answer, but the
   * event loop may read the answer first, even in a turn that began before the note was written. After one more whole
   * turn, all earlier notes have been read.
   */
  #confirm(count: number): void {
    this.#timer.refresh();
    setImmediate(() => setImmediate(() => this.#deliver(count)));
  }

  #deliver(count: number): void {
    if (this.#end !== undefined) return;
    if (this.#classes.length > 0) return this.#finishOnceLearned();
    const due = this.#arrived.splice(0, count);
    for (const { request, translation } of due) this.#options.delivered(request, translation);
    this.#hasDelivered ||= due.length > 0;
    if (this.#sent.length === 0) this.#isAlone = false;
    if (this.#isRetiring && this.isIdle) return this.#finish('retired');
    this.#options.advanced();
  }

  #readNotes(chunk: Buffer): void {
    this.#classes.push(...this.#notes.read(chunk));
    if (this.#classes.length > 0 && this.isIdle) this.#finishOnceLearned();
  }

  /** Waits until everything that was sent has passed the tagger, so that one restart adds all missing classes. */
  #finishOnceLearned(): void {
    if (this.#sent.length === 0) this.#finish('new_class');
  }

  #watch(timeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      if (this.#sent.length > 0) this.#finish(this.#classes.length > 0 ? 'new_class' : 'hung');
    }, timeoutMs).unref();
  }

  #finish(reason: PipelineEnd): void {
    if (this.#end !== undefined) return;
    this.#end = reason;
    clearTimeout(this.#timer);
    this.#group.kill();
    const sent = this.#sent.map(({ request }) => request);
    const waiting = [...this.#arrived.map(({ request }) => request), ...sent];
    this.#options.ended({
      reason,
      hadStarted: this.#hasStarted,
      hadDelivered: this.#hasDelivered,
      undelivered: waiting.filter((request) => request !== undefined),
      suspect: sent.find((request) => request !== undefined),
      classes: this.#classes,
    });
  }
}
