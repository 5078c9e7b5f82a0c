import type { BergamotLimits } from './limits.ts';
import type { ServedModel } from './served-model.ts';

const mebibyte = 1024 * 1024;

/** A thread without models. Measured: 25 MiB when it has started, more once its code is compiled. */
export const workerBytes = 48 * mebibyte;

/** Scratch space of all threads for one model, and of one thread: enough for about ten long sentences. */
const scratchBytesMax = 1024 * mebibyte;
const threadScratchBytes = 16 * mebibyte;

/** The memory that models take, and which models are unloaded to make room. */
export class ModelMemory {
  /** Threads that use a model, and the scratch space of each. */
  readonly scratch: { readonly threads: number; readonly scratchBytes: number };
  readonly #models: ReadonlySet<ServedModel>;
  readonly #tenureMs: number;
  /** The memory of threads is subtracted first. */
  readonly #bytesMax: number;

  constructor(models: ReadonlySet<ServedModel>, { workersMax, memoryBytesMax, tenureMs }: BergamotLimits) {
    const threads = workersMax + 1;
    this.#models = models;
    this.#tenureMs = tenureMs;
    this.scratch = { threads, scratchBytes: Math.min(threadScratchBytes, Math.floor(scratchBytesMax / threads)) };
    this.#bytesMax = memoryBytesMax - threads * workerBytes;
  }

  get bytes(): number {
    const present = [...this.#models].filter(({ memory, isLoading }) => memory !== undefined || isLoading);
    return present.reduce((sum, model) => sum + this.#bytesOf(model), 0);
  }

  /** Whether a model fits into memory alone. */
  canHold(model: ServedModel): boolean {
    return this.#bytesOf(model) <= this.#bytesMax;
  }

  /**
   * Returns the models to unload for another one; undefined if that does not free enough. Models in use go last. Before
   * them go models without work, the least recently used first, then those loaded long enough.
   */
  leaversFor(model: ServedModel, isInUse: (model: ServedModel) => boolean): readonly ServedModel[] | undefined {
    const loadedBefore = performance.now() - this.#tenureMs;
    const rank = (one: ServedModel): number => 2 * Number(isInUse(one)) + Number(one.isWanted);
    const free = [...this.#models]
      .filter((one) => one.memory !== undefined)
      .filter((one) => !one.isWanted || one.hasHadItsTime(loadedBefore))
      .toSorted((a, b) => rank(a) - rank(b) || a.usedAt - b.usedAt);
    let missing = this.bytes + this.#bytesOf(model) - this.#bytesMax;
    const leavers: ServedModel[] = [];
    for (const one of free) {
      if (missing <= 0) break;
      leavers.push(one);
      missing -= this.#bytesOf(one);
    }
    return missing > 0 ? undefined : leavers;
  }

  #bytesOf({ memory, installed }: ServedModel): number {
    return memory?.bytes ?? estimatedBytes(installed.bytes, this.scratch);
  }
}

/** The most memory that a model takes: most weights are kept twice, the vocabulary has tables. */
export function estimatedBytes(fileBytes: number, { threads, scratchBytes }: ModelMemory['scratch']): number {
  return 16 * mebibyte + 2 * fileBytes + threads * scratchBytes;
}
