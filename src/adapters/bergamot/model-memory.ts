import type { BergamotLimits } from './limits.ts';
import type { ServedModel } from './served-model.ts';

const mebibyte = 1024 * 1024;

/** A thread without models. Measured: 25 MiB when it has started, more once its code is compiled. */
export const workerBytes = 48 * mebibyte;

/** Scratch space of all threads for one model, and of one thread: enough for some ten long sentences. */
const scratchBytesMax = 1024 * mebibyte;
const threadScratchBytes = 16 * mebibyte;

/** The memory that models take, and which of them leave when another one needs room. */
export class ModelMemory {
  /** Threads that use a model, and the scratch space of each. */
  readonly scratch: { readonly threads: number; readonly scratchBytes: number };
  readonly #models: ReadonlySet<ServedModel>;
  readonly #tenureMs: number;
  /** Threads have theirs set aside. */
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

  /** Whether there is room for a model when no other is in memory. */
  canHold(model: ServedModel): boolean {
    return this.#bytesOf(model) <= this.#bytesMax;
  }

  /**
   * Returns the models that must leave to make room for another one; undefined if those that can leave are not enough.
   * Models in use go last; of the others those without work first, the least recently used before the others, then those
   * that have had their time.
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

/** What a model takes in memory at most: most weights are kept twice, the vocabulary has tables. */
export function estimatedBytes(fileBytes: number, { threads, scratchBytes }: ModelMemory['scratch']): number {
  return 16 * mebibyte + 2 * fileBytes + threads * scratchBytes;
}
