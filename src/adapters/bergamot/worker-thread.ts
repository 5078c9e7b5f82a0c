import { Worker } from 'node:worker_threads';
import { UnusableModel } from '../../../packages/marian/src/index.ts';
import { assert } from '../../ground/assert.ts';
import { moduleBeside } from '../../ops/module-address.ts';
import { areRelated } from '../../text/checks/copies.ts';
import { keepsNumbers } from '../../text/checks/numbers.ts';
import { type LanguagePair, pairName } from '../../text/languages/language.ts';
import type { ModelFiles } from './model.ts';
import type {
  EngineTranslation,
  FromWorker,
  LoadedModel,
  LoadTask,
  ToWorker,
  TranslateTask,
  WorkerData,
} from './worker.ts';

/** Why a thread ended. `reason` is for the operator, in one line without customer text. */
export type WorkerEnd = {
  /** `failed`: an error in a translation; `overdue`: a call exceeded its limit; `died`: the thread exited unexpectedly. */
  readonly kind: 'disposed' | 'failed' | 'overdue' | 'died';
  readonly reason: string;
};

/** The error of a call if its thread ended before or during the call. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
  readonly end: WorkerEnd;

  constructor(end: WorkerEnd) {
    super(end.reason);
    this.end = end;
  }
}

/** Starting takes about 50 ms, loading 0.1 to 1 s; more on a machine that swaps. */
const startMaxMs = 30_000;
const loadMaxMs = 60_000;

/** JavaScript heap of a thread, without the memory of models. */
const heapMib = 256;

/** Limits of one call. Node may end the whole process if a message does not fit into the heap of its thread. */
const callMax = { texts: 4_096, units: 1_000_000 };

type Call = {
  readonly answer: (message: FromWorker) => void;
  readonly fail: (error: WorkerEnded) => void;
  readonly overdue: NodeJS.Timeout;
};

/** A thread that loads models and translates. Takes one call at a time. */
export class WorkerThread implements AsyncDisposable {
  readonly ended: Promise<WorkerEnd>;
  readonly #thread: Worker;
  readonly #abandoned = new Int32Array(new SharedArrayBuffer(4));
  #call: Call | undefined;
  #end: WorkerEnd | undefined;

  private constructor(slot: number) {
    const workerData: WorkerData = { slot, abandoned: this.#abandoned };
    this.#thread = new Worker(moduleBeside(import.meta.url, 'worker'), {
      name: 'neural translation',
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMib },
    });
    this.#thread.on('message', (message: FromWorker) => this.#receive(message));
    this.#thread.on('error', (error: unknown) => this.#finish({ kind: 'died', reason: causeOf(error) }));
    this.ended = new Promise((resolve) => {
      this.#thread.on('exit', (code) =>
        resolve(this.#finish({ kind: 'died', reason: `the thread ended with code ${code}` })),
      );
    });
  }

  /** `slot`: which scratch space of models the thread uses. @throws WorkerEnded when it cannot start */
  static async start(slot = 0): Promise<WorkerThread> {
    const worker = new WorkerThread(slot);
    await worker.#wait(startMaxMs);
    return worker;
  }

  /** Also tests the model. @throws UnusableModel; WorkerEnded; Error if a file cannot be read: a retry may succeed */
  async load({ pair, ...task }: Omit<LoadTask, 'samples'> & { readonly pair: LanguagePair }): Promise<LoadedModel> {
    const samples = task.files.sha256 === undefined ? [] : sampleTexts(pair);
    const answer = await this.#ask({ kind: 'load', ...task, samples }, loadMaxMs);
    if (answer.kind === 'refused') throw new UnusableModel(answer.reason);
    if (answer.kind === 'unreadable') throw new Error('its files cannot be read');
    assert(answer.kind === 'loaded', 'a model is loaded or refused');
    if (!translatesSamples(pair, samples, answer.loaded.translations)) {
      throw new UnusableModel(
        `its translations of ${samples.length} test texts for ${pairName(pair)} fail their checks`,
      );
    }
    return answer.loaded;
  }

  /**
   * Returns one translation for each text: at most 4,096, of a million UTF-16 units together. Undefined if they were
   * abandoned. After `limitMs` the thread is ended. @throws WorkerEnded
   */
  async translate(task: TranslateTask, limitMs: number): Promise<readonly EngineTranslation[] | undefined> {
    const units = task.texts.reduce((sum, { text }) => sum + text.length, 0);
    assert(task.texts.length <= callMax.texts && units <= callMax.units, 'a call is bounded');
    Atomics.store(this.#abandoned, 0, 0);
    const answer = await this.#ask({ kind: 'translate', ...task }, limitMs);
    assert(answer.kind === 'translated', 'texts are translated');
    return answer.translations;
  }

  /** Ends the current translation at its next step. */
  abandon(): void {
    Atomics.store(this.#abandoned, 0, 1);
  }

  /** Frees the memory of a model when the current call ends. */
  forget(key: number): void {
    this.#post({ kind: 'forget', key });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#finish({ kind: 'disposed', reason: 'the worker was closed' });
    await this.ended;
  }

  #ask(message: ToWorker, limitMs: number): Promise<FromWorker> {
    if (this.#end !== undefined) return Promise.reject(new WorkerEnded(this.#end));
    const answer = this.#wait(limitMs);
    this.#post(message);
    return answer;
  }

  #post(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own has no origin
    this.#thread.postMessage(message);
  }

  #wait(limitMs: number): Promise<FromWorker> {
    assert(this.#call === undefined, 'a worker takes one call at a time');
    return new Promise((answer, fail) => {
      const overdue = setTimeout(
        () => this.#finish({ kind: 'overdue', reason: `a call took longer than ${limitMs} ms` }),
        limitMs,
      );
      this.#call = { answer, fail, overdue };
    });
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'failed') this.#finish({ kind: 'failed', reason: message.reason });
    else this.#release()?.answer(message);
  }

  /** Only the first reason counts; later ones are its consequences. */
  #finish(end: WorkerEnd): WorkerEnd {
    if (this.#end !== undefined) return this.#end;
    this.#end = end;
    this.#release()?.fail(new WorkerEnded(end));
    void this.#thread.terminate();
    return end;
  }

  #release(): Call | undefined {
    const call = this.#call;
    this.#call = undefined;
    if (call !== undefined) clearTimeout(call.overdue);
    return call;
  }
}

/** Error messages could contain customer text. Node's errors about threads have a code. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : typeof error;
  return `the thread failed: ${cause}`;
}

/** Units of CLDR with their symbols in its root, which a language has whose own names CLDR lacks. */
const units = { kilometer: 'km', kilogram: 'kg', minute: 'min', week: 'w', day: 'd', liter: 'l' };
/** Too large to be written out. */
const figures = [24, 35, 46, 57, 68, 79];
const letter = /\p{L}/u;

/** Short texts, such as "24 kilómetros". None if CLDR lacks the name of a unit: a good model copies symbols. */
export function sampleTexts({ source }: LanguagePair): readonly string[] {
  if (Intl.NumberFormat.supportedLocalesOf(source).length === 0) return [];
  const samples = Object.entries(units).map(([unit, symbol], index) => {
    const format = new Intl.NumberFormat(`${source}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' });
    const text = format.format(figures[index] ?? 0);
    return { text, isSymbol: text === `${figures[index]} ${symbol}` };
  });
  return samples.some(({ isSymbol }) => isSymbol) ? [] : samples.map(({ text }) => text);
}

/** Whether any translation keeps its number and is no copy. Damaged models keep none; those of another pair copy. */
export function translatesSamples(
  pair: LanguagePair,
  samples: readonly string[],
  translations: readonly string[],
): boolean {
  if (samples.length === 0) return true;
  return samples.some((sample, index) => {
    const translation = translations[index] ?? '';
    const isCopy = translation === sample && !areRelated(pair);
    return !isCopy && letter.test(translation) && keepsNumbers(sample, translation);
  });
}

/** Letters of several scripts, because the model's language is unknown here. */
const trialTexts = [{ text: 'A, á; б. 1234', isAligned: true }];

/** A usable model needs a few milliseconds. */
const trialMsMax = 30_000;
const trialScratchBytes = 2 ** 24;

/** Refuses a model early, in a thread. @throws UnusableModel; WorkerEnded if the thread could not start or ended */
export async function tryModel(files: ModelFiles, pair: LanguagePair): Promise<void> {
  await using worker = await WorkerThread.start();
  try {
    const { model } = await worker.load({ files, pair, threads: 1, scratchBytes: trialScratchBytes });
    await worker.translate({ key: 0, model, texts: trialTexts, isScored: true }, trialMsMax);
  } catch (error) {
    if (!(error instanceof WorkerEnded) || error.end.kind === 'died') throw error;
    throw new UnusableModel(error.message, { cause: error });
  }
}
