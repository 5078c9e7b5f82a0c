import { type LanguagePair, pairName } from '../../core/languages/language.ts';
import type { BergamotLimits } from './limits.ts';
import type { InstalledModel } from './model.ts';
import { type ModelBytes, readModel } from './model-bytes.ts';
import { Pace } from './pace.ts';
import { Setbacks } from './setbacks.ts';
import { WorkQueue } from './work-queue.ts';

/** What identifies a model in a worker. The same files may serve two pairs. */
export function keyOf({ pair, digest }: Pick<InstalledModel, 'pair' | 'digest'>): string {
  return `${pairName(pair)} ${digest}`;
}

/** A model that is on disk, what waits for it, and how it fares. */
export class ServedModel implements Disposable {
  readonly key: string;
  readonly installed: InstalledModel;
  readonly queue = new WorkQueue();
  readonly pace: Pace;
  readonly setbacks: Setbacks;
  /** Whether it was removed or replaced: what was accepted is still translated. */
  isGone = false;
  /** When it had its last turn; counts turns. */
  turn = 0;
  /** Whether its texts may go through the library together; known once it was read. */
  isBatched = false;
  #bytes: Promise<ModelBytes> | undefined;

  constructor(installed: InstalledModel, limits: BergamotLimits, changed: () => void) {
    this.key = keyOf(installed);
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
    const reading = this.#bytes ?? readModel(this.installed.files);
    this.#bytes = reading;
    try {
      const bytes = await reading;
      this.isBatched = bytes.isBatched;
      return bytes;
    } catch (error) {
      this.#bytes = undefined;
      throw error;
    }
  }

  /** No worker is going to need the files for now. */
  forget(): void {
    this.#bytes = undefined;
  }

  [Symbol.dispose](): void {
    this.setbacks[Symbol.dispose]();
  }
}
