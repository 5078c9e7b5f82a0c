import type { ApertiumLimits } from './limits.ts';
import { readGroupMemory } from './process-memory.ts';

/** A pipeline as the budget sees it. */
export type Occupant = {
  readonly groupId: number | undefined;
  readonly isIdle: boolean;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly lastUsedAt: number;
  /** Ends as soon as it has delivered what it was sent. */
  retire(): void;
};

/** Who starts pipelines of one mode. */
export type Tenant = {
  /** What one more pipeline is going to take. */
  readonly bytesNeeded: number;
  measured(bytes: number): void;
  /** There may be memory now. */
  wake(): void;
};

export type Lease = {
  readonly tenant: Tenant;
  readonly since: number;
  bytes: number;
  /** When `bytes` was measured; undefined while it is a guess. */
  measuredAt: number | undefined;
  occupant: Occupant | undefined;
};

/** A busy pipeline may work this long before it must make room for a mode that has none. */
const tenureMs = 2_000;

/** Keeps the memory of all pipelines together under a limit: the one that was used least recently goes first. */
export class MemoryBudget {
  readonly #limits: ApertiumLimits;
  readonly #leases = new Set<Lease>();
  readonly #waiting = new Set<Tenant>();
  readonly #timer: NodeJS.Timeout;
  #survey: Promise<void> | undefined;

  constructor(limits: ApertiumLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => void this.survey(), limits.surveyMs).unref();
  }

  /**
   * Reserves memory for one more pipeline.
   *
   * @param isSpare the tenant has one running already: no other tenant has to free memory
   * @returns undefined when there is none; then `wake` is called later
   */
  lease(tenant: Tenant, isSpare: boolean): Lease | undefined {
    if (isSpare && this.#waiting.size > 0) return undefined;
    if (!this.#fits(tenant) && !isSpare) this.#retireIdle(() => this.#fits(tenant));
    if (this.#fits(tenant)) {
      this.#waiting.delete(tenant);
      const lease = openLease(tenant);
      this.#leases.add(lease);
      return lease;
    }
    if (!isSpare) {
      this.#waiting.add(tenant);
      this.#retireBusy();
    }
    return undefined;
  }

  /** The pipeline of `lease` has ended, or never started. */
  release(lease: Lease): void {
    if (!this.#leases.delete(lease)) return;
    for (const tenant of [...this.#waiting]) tenant.wake();
  }

  /** The tenant no longer wants memory. */
  forget(tenant: Tenant): void {
    this.#waiting.delete(tenant);
  }

  get bytesMax(): number {
    return this.#limits.memoryBytesMax;
  }

  /** Bytes that all pipelines hold, as far as known. */
  get bytesHeld(): number {
    return [...this.#leases].reduce((sum, lease) => sum + lease.bytes, 0);
  }

  /**
   * Measures what each pipeline holds, and ends those that are idle for too long or too many. Calls during a survey join
   * it: reading the process table can take longer than `surveyMs`, and surveys beside each other would never end.
   */
  survey(): Promise<void> {
    this.#survey ??= this.#runSurvey().finally(() => {
      this.#survey = undefined;
    });
    return this.#survey;
  }

  async #runSurvey(): Promise<void> {
    await this.#measure();
    const idleSince = performance.now() - this.#limits.idleMsMax;
    for (const { occupant } of this.#leases) {
      if (occupant?.isIdle === true && occupant.lastUsedAt < idleSince) occupant.retire();
    }
    const isWithin = (): boolean => this.bytesHeld <= this.#limits.memoryBytesMax;
    if (!isWithin()) this.#retireIdle(isWithin);
    if (!isWithin() || this.#waiting.size > 0) this.#retireBusy();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #measure(): Promise<void> {
    const measuredAt = performance.now();
    // What has not been used since it was measured still holds the same.
    const due = [...this.#leases].filter(({ occupant, measuredAt: before }) => {
      return occupant !== undefined && (before === undefined || occupant.lastUsedAt > before);
    });
    const groups = due.map(({ occupant }) => occupant?.groupId).filter((id) => id !== undefined);
    const bytesByGroup = await readGroupMemory(new Set(groups));
    for (const lease of due) {
      const bytes = bytesByGroup.get(lease.occupant?.groupId ?? -1) ?? 0;
      if (bytes === 0) continue;
      Object.assign(lease, { bytes, measuredAt });
      lease.tenant.measured(bytes);
    }
  }

  #fits(tenant: Tenant): boolean {
    return this.bytesHeld + tenant.bytesNeeded <= this.#limits.memoryBytesMax;
  }

  /** Ends idle pipelines, the least recently used first, until `isEnough`. */
  #retireIdle(isEnough: () => boolean): void {
    const idle = [...this.#leases].filter(({ occupant }) => occupant?.isIdle === true);
    const byUse = idle.toSorted((one, other) => (one.occupant?.lastUsedAt ?? 0) - (other.occupant?.lastUsedAt ?? 0));
    for (const lease of byUse) {
      if (isEnough()) return;
      lease.occupant?.retire();
    }
  }

  /** Asks the one that has worked longest to make room, lest modes under constant load lock the others out. */
  #retireBusy(): void {
    const startedBefore = performance.now() - tenureMs;
    const [eldest] = [...this.#leases].toSorted((one, other) => one.since - other.since);
    if (eldest !== undefined && eldest.since < startedBefore) eldest.occupant?.retire();
  }
}

function openLease(tenant: Tenant): Lease {
  return { tenant, since: performance.now(), bytes: tenant.bytesNeeded, measuredAt: undefined, occupant: undefined };
}
