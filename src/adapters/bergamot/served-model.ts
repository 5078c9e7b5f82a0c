import { type LanguagePair, pairName } from '../../core/languages/language.ts';
import type { BergamotLimits } from './limits.ts';
import type { InstalledModel } from './model.ts';
import { type ModelBytes, pieceCounterOf, readModel } from './model-bytes.ts';
import { Pace } from './pace.ts';
import type { PieceCounter } from './piece-counter.ts';
import { Setbacks } from './setbacks.ts';
import { WorkQueue } from './work-queue.ts';
import type { EngineText } from './worker-thread.ts';

/** In UTF-16 units. */
const countedMax = 200;

export type ServedModelOptions = {
  /** Whether it says how sure it is of its translations. */
  readonly isScored: boolean;
  readonly limits: BergamotLimits;
  /** It was withdrawn, or may be tried again. */
  changed(): void;
};

/** A model that is on disk, what waits for it, and how it fares. */
export class ServedModel implements Disposable {
  /** What workers call it. The same files may serve two pairs. */
  readonly key: string;
  readonly isScored: boolean;
  readonly installed: InstalledModel;
  readonly queue = new WorkQueue();
  readonly pace: Pace;
  readonly setbacks: Setbacks;
  /** Whether it was removed or replaced: what was accepted is still translated. */
  isGone = false;
  /** When it had its last turn; counts turns. */
  turn = 0;
  /** Known once it was read, where texts of one length go through the library together. */
  #countPieces: PieceCounter | undefined;
  #bytes: Promise<ModelBytes> | undefined;
  /**
   * What was read and forgotten, until it is collected. Shared memory does not count as garbage that presses: read anew each
   * time, a model that comes and goes would fill the machine with copies of itself.
   */
  #forgotten: WeakRef<ModelBytes> | undefined;

  constructor(installed: InstalledModel, { isScored, limits, changed }: ServedModelOptions) {
    this.key = `${pairName(installed.pair)} ${installed.digest} ${isScored ? 'scored' : 'plain'}`;
    this.isScored = isScored;
    this.installed = installed;
    this.pace = new Pace(limits);
    this.setbacks = new Setbacks({ withdrawMs: limits.withdrawMs, changed });
  }

  get pair(): LanguagePair {
    return this.installed.pair;
  }

  /** What its files take in memory now; all workers share them. */
  get bytesShared(): number {
    return this.#bytes === undefined ? 0 : this.installed.bytes;
  }

  /** Reads the files, unless they are in memory. */
  async read(): Promise<ModelBytes> {
    const reading = this.#bytes ?? this.#recall() ?? readModel(this.installed.files);
    this.#bytes = reading;
    try {
      const bytes = await reading;
      this.#forgotten = new WeakRef(bytes);
      this.#countPieces ??= pieceCounterOf(bytes);
      return bytes;
    } catch (error) {
      this.#bytes = undefined;
      throw error;
    }
  }

  /** How long a text is to the library; undefined where it goes through that alone, whatever its length. */
  lengthOf({ text, isHtml }: EngineText): number | undefined {
    // Of longer ones hardly two have the same length.
    if (text.length > countedMax || this.#countPieces === undefined) return undefined;
    return this.#countPieces(isHtml ? text.replaceAll(/<[^<>]*>/g, '') : text);
  }

  /** No worker is going to need the files for now. */
  forget(): void {
    this.#bytes = undefined;
    // What did not load may be mended on disk.
    if (this.setbacks.reason !== undefined) this.#forgotten = undefined;
  }

  #recall(): Promise<ModelBytes> | undefined {
    const bytes = this.#forgotten?.deref();
    return bytes && Promise.resolve(bytes);
  }

  [Symbol.dispose](): void {
    this.setbacks[Symbol.dispose]();
  }
}
