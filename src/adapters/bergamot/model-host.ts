import type { ServedModel } from './served-model.ts';
import type { EngineText, EngineTranslation, WorkerEnd, WorkerThread } from './worker-thread.ts';

const mebibyte = 1024 * 1024;

/** A worker without models. Measured: 40 MiB when it has started, some more once its code has been used. */
export const hostBytes = 64 * mebibyte;

/**
 * What a model takes in each worker, by the size of its files, beside these: each word of its vocabulary also stands there
 * as numbers of four bytes, which are one byte each in the file. Measured: 36 MB for one of 7 MB with 6,000 pieces, 107 MB
 * for one of 15 MB with 32,000.
 */
export function residentBytes(fileBytes: number): number {
  return 24 * mebibyte + 6 * fileBytes;
}

/**
 * Of the address space of a worker, most of which is never touched: two blocks of 128 MiB, and what the files need. Measured:
 * there is room for seven of 7 MB, five of 15 MB, four of 24 MB.
 */
function addressBytes(fileBytes: number): number {
  return 256 * mebibyte + 7 * fileBytes;
}

/** WebAssembly has 2 GiB in this build; some are the library's own. */
const addressBytesMax = 1_900 * mebibyte;

/** Moments as `performance.now()` has them. */
type Residence = { loadedAt: number; usedAt: number };

/** A worker with the models that it has loaded. */
export class ModelHost {
  readonly startedAt = performance.now();
  readonly #thread: WorkerThread;
  readonly #residences = new Map<ServedModel, Residence>();
  /** Whether it is at work: it takes one call at a time. */
  isBusy = false;
  /** Whether that is work which others should not wait for: of a long text, or of one that may end it. */
  isAtLong = false;
  /** Whether it is to end once it has done what it is at. */
  isLeaving = false;
  usedAt = performance.now();
  #bytesPeak = 0;

  /** Whether it is the one for short texts alone. */
  readonly isExpress: boolean;

  constructor(thread: WorkerThread, { isExpress }: { readonly isExpress: boolean }) {
    this.#thread = thread;
    this.isExpress = isExpress;
  }

  /** Those that are being loaded included. */
  get models(): readonly ServedModel[] {
    return [...this.#residences.keys()];
  }

  /** Whether it may be given something to do. */
  get isIdle(): boolean {
    return !this.isBusy && !this.isLeaving;
  }

  /** What it takes. WebAssembly never gives memory back, so that what was once needed stays. */
  get bytesHeld(): number {
    return hostBytes + this.#bytesPeak;
  }

  holds(model: ServedModel): boolean {
    return this.#residences.has(model);
  }

  residenceOf(model: ServedModel): Readonly<Residence> {
    return this.#residences.get(model) ?? { loadedAt: 0, usedAt: 0 };
  }

  /** Whether a model has been here since before `moment`, and has been of use: it may make room then. */
  hasHadItsTime(model: ServedModel, moment: number): boolean {
    const { loadedAt, usedAt } = this.residenceOf(model);
    return loadedAt < moment && usedAt > loadedAt;
  }

  /** How much more memory it would take with `model`, and without those of `unloaded`. */
  growthWith(model: ServedModel, unloaded: readonly ServedModel[]): number {
    const staying = this.models.filter((one) => one !== model && !unloaded.includes(one));
    return Math.max(0, bytesOf([...staying, model]) - this.#bytesPeak);
  }

  /** Whether its address space would do for `model`, without those of `unloaded`. */
  hasAddressesFor(model: ServedModel, unloaded: readonly ServedModel[]): boolean {
    const models = [...this.models.filter((one) => one !== model && !unloaded.includes(one)), model];
    return models.reduce((sum, { installed }) => sum + addressBytes(installed.bytes), 0) <= addressBytesMax;
  }

  /**
   * @throws WorkerEnded
   * @throws UnusableModel, or why a file could not be read; then the worker goes on
   */
  async load(model: ServedModel): Promise<void> {
    const residence = { loadedAt: performance.now(), usedAt: performance.now() };
    this.#residences.set(model, residence);
    this.#bytesPeak = Math.max(this.#bytesPeak, bytesOf(this.models));
    try {
      await this.#thread.load(model.key, await model.read(), { isScored: model.isScored });
      residence.loadedAt = performance.now();
      residence.usedAt = residence.loadedAt;
    } catch (error) {
      this.#residences.delete(model);
      throw error;
    }
  }

  /** @throws WorkerEnded */
  async unload(model: ServedModel): Promise<void> {
    await this.#thread.unload(model.key);
    this.#residences.delete(model);
  }

  /** @throws WorkerEnded */
  async translate(model: ServedModel, texts: readonly EngineText[]): Promise<readonly EngineTranslation[]> {
    const units = texts.reduce((sum, { text }) => sum + text.length, 0);
    const translations = await this.#thread.translate(model.key, texts, model.pace.overdueMs(units));
    this.usedAt = performance.now();
    const residence = this.#residences.get(model);
    if (residence !== undefined) residence.usedAt = this.usedAt;
    return translations;
  }

  /** Resolves when it is gone and its memory with it. */
  get ended(): Promise<WorkerEnd> {
    return this.#thread.ended;
  }

  /** Ends it, whatever it is at. */
  async end(): Promise<void> {
    this.isLeaving = true;
    await this.#thread[Symbol.asyncDispose]();
  }
}

function bytesOf(models: readonly ServedModel[]): number {
  return models.reduce((sum, { installed }) => sum + residentBytes(installed.bytes), 0);
}
