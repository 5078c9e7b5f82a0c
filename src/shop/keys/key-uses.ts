import { assert } from '../../ground/assert.ts';
import type { UnixMs } from '../../ground/units.ts';
import type { ShopEvents } from '../events.ts';
import { type KeyId, type KeyStore, type KeyUse, keyUseIntervalMs } from './key-store.ts';

export type KeyUsesParts = {
  readonly store: Pick<KeyStore, 'recordUses'>;
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
};

/** At most this many uses wait to be written; more are dropped, and recorded with a later use of the key. */
const waitingMax = 10_000;

/** Keys whose newest use is in memory. */
const newestMax = 10_000;

/** Uses per write. */
const writeMax = 100;

/** Pause after a failed write, to keep load off a failing database. */
const restAfterFailureMs = 10_000;

/**
 * Records when keys were last used, without delaying or failing their requests. Uses of a key within `keyUseIntervalMs`
 * are written as one, one write at a time. The newest use is in memory. Disposing writes the waiting uses.
 */
export class KeyUses implements AsyncDisposable {
  readonly #parts: KeyUsesParts;
  /** The key used last comes last. */
  readonly #newest = new Map<KeyId, UnixMs>();
  #waiting = new Map<KeyId, UnixMs>();
  #underWay: ReadonlyMap<KeyId, UnixMs> = new Map();
  #writing: Promise<void> | undefined;
  #failedAt: UnixMs | undefined;
  #closing = false;

  constructor(parts: KeyUsesParts) {
    this.#parts = parts;
  }

  /** Schedules the recording of a use, unless one of about the same time is scheduled or recorded. */
  note({ keyId, at }: KeyUse, recordedAt?: UnixMs): void {
    this.#remember(keyId, at);
    if (recordedAt !== undefined && at < recordedAt + keyUseIntervalMs) return;
    if (this.#closing || this.#isResting(at)) return;
    const noted = this.#waiting.get(keyId) ?? this.#underWay.get(keyId);
    if (noted !== undefined && at < noted + keyUseIntervalMs) return;
    if (this.#waiting.size >= waitingMax && !this.#waiting.has(keyId)) return;
    this.#waiting.set(keyId, at);
    this.#writing ??= this.#write();
  }

  /** Returns when this node last saw a use of the key; undefined when it saw none, or many other keys since. */
  newestOf(keyId: KeyId): UnixMs | undefined {
    return this.#newest.get(keyId);
  }

  #remember(keyId: KeyId, at: UnixMs): void {
    this.#newest.delete(keyId);
    this.#newest.set(keyId, at);
    if (this.#newest.size <= newestMax) return;
    const [oldest] = this.#newest.keys();
    if (oldest !== undefined) this.#newest.delete(oldest);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing = true;
    await this.#writing;
  }

  /** A clock that was set back does not prolong the pause. */
  #isResting(at: UnixMs): boolean {
    return this.#failedAt !== undefined && at >= this.#failedAt && at < this.#failedAt + restAfterFailureMs;
  }

  async #write(): Promise<void> {
    while (this.#waiting.size > 0) {
      const uses = this.#take();
      try {
        await this.#parts.store.recordUses(uses);
        this.#failedAt = undefined;
      } catch (cause) {
        this.#failedAt = uses.at(-1)?.at;
        this.#waiting.clear();
        this.#parts.events.backgroundFailed({ task: 'last use of keys', cause });
      }
      this.#underWay = new Map();
    }
    this.#writing = undefined;
  }

  #take(): readonly KeyUse[] {
    const taken = [...this.#waiting].slice(0, writeMax);
    assert(taken.length > 0, 'only uses that wait are written');
    for (const [keyId] of taken) this.#waiting.delete(keyId);
    this.#underWay = new Map(taken);
    return taken.map(([keyId, at]) => ({ keyId, at }));
  }
}
