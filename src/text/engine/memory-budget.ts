/** A worker, or a model in memory. */
export type Occupant = {
  readonly isIdle: boolean;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly lastUsedAt: number;
  retire(): void;
};

/** A mode that starts workers, or a model to load. */
export type Tenant = {
  /** Memory that one more occupant will need. */
  readonly bytesNeeded: number;
  /** Called with the measured memory of an occupant. */
  measured?(bytes: number): void;
  /** Called when memory may be free. */
  wake(): void;
};

export type Lease<Kind extends Occupant> = {
  readonly tenant: Tenant;
  since: number;
  bytes: number;
  /** When `bytes` was measured; undefined while it is an estimate. */
  measuredAt: number | undefined;
  occupant: Kind | undefined;
};

export type MemoryBudgetOptions<Kind extends Occupant> = {
  readonly bytesMax: number;
  /** An occupant without work for this long is retired. */
  readonly idleMsMax: number;
  /** A busy occupant may work this long before it must make room for a tenant that has none. */
  readonly tenureMs: number;
  /** How often memory and idleness are checked. */
  readonly surveyMs: number;
  /** Returns the memory of each occupant; 0 for those that have ended. Without it, leases keep their bytes. */
  measure?(occupants: readonly Kind[]): Promise<readonly number[]>;
};

/** Keeps the total memory of all occupants under a limit. Retires the least recently used first. */
export class MemoryBudget<Kind extends Occupant> implements Disposable {
  readonly #options: MemoryBudgetOptions<Kind>;
  readonly #leases = new Set<Lease<Kind>>();
  readonly #waiting = new Set<Tenant>();
  readonly #timer: NodeJS.Timeout;
  #survey: Promise<void> | undefined;

  constructor(options: MemoryBudgetOptions<Kind>) {
    this.#options = options;
    this.#timer = setInterval(() => void this.survey(), options.surveyMs).unref();
  }

  /**
   * Reserves memory for one more occupant; undefined if there is none, and `wake` is called later. `isSpare`: the
   * tenant already has an occupant, so no other tenant frees memory for it.
   */
  lease(tenant: Tenant, isSpare = false): Lease<Kind> | undefined {
    if (isSpare && this.#waiting.size > 0) return undefined;
    const fits = (): boolean => this.#fits(tenant);
    if (!isSpare) this.#retireIdle(fits);
    if (!isSpare && !fits()) {
      this.#waiting.add(tenant);
      this.#retireBusy(fits);
    }
    if (!fits()) return undefined;
    this.#waiting.delete(tenant);
    const since = performance.now();
    const lease = { tenant, since, bytes: tenant.bytesNeeded, measuredAt: undefined, occupant: undefined };
    this.#leases.add(lease);
    return lease;
  }

  occupy(lease: Lease<Kind>, occupant: Kind, bytes = lease.bytes): void {
    Object.assign(lease, { occupant, bytes, since: performance.now() });
  }

  /** Frees a lease: its occupant has ended or never started. */
  release(lease: Lease<Kind>): void {
    if (!this.#leases.delete(lease)) return;
    for (const tenant of [...this.#waiting]) tenant.wake();
  }

  forget(tenant: Tenant): void {
    this.#waiting.delete(tenant);
  }

  get bytesMax(): number {
    return this.#options.bytesMax;
  }

  get bytesHeld(): number {
    return [...this.#leases].reduce((sum, lease) => sum + lease.bytes, 0);
  }

  /** Retires occupants that are idle too long or exceed the limit. Calls join a survey: it may outlast `surveyMs`. */
  survey(): Promise<void> {
    this.#survey ??= this.#runSurvey().finally(() => {
      this.#survey = undefined;
    });
    return this.#survey;
  }

  async #runSurvey(): Promise<void> {
    await this.#measure();
    const idleSince = performance.now() - this.#options.idleMsMax;
    for (const { occupant } of this.#leases) {
      if (occupant?.isIdle === true && occupant.lastUsedAt < idleSince) occupant.retire();
    }
    const isWithin = (): boolean => this.bytesHeld <= this.#options.bytesMax;
    if (!isWithin()) this.#retireIdle(isWithin);
    this.#retireBusy(() => isWithin() && [...this.#waiting].every((tenant) => this.#fits(tenant)));
    // A measurement can leave room without a release.
    for (const tenant of [...this.#waiting]) if (this.#fits(tenant)) tenant.wake();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #measure(): Promise<void> {
    const measuredAt = performance.now();
    // An occupant's memory does not change while it is unused.
    const due = [...this.#leases].filter(({ occupant, measuredAt: before }) => {
      return occupant !== undefined && (before === undefined || occupant.lastUsedAt > before);
    });
    const occupants = due.flatMap(({ occupant }) => occupant ?? []);
    const bytesOf = (await this.#options.measure?.(occupants)) ?? [];
    for (const [index, lease] of due.entries()) {
      const bytes = bytesOf[index] ?? 0;
      if (bytes === 0) continue;
      Object.assign(lease, { bytes, measuredAt });
      lease.tenant.measured?.(bytes);
    }
  }

  #fits(tenant: Tenant): boolean {
    return this.bytesHeld + tenant.bytesNeeded <= this.#options.bytesMax;
  }

  /** Retires idle occupants, the least recently used first, until `isEnough`. */
  #retireIdle(isEnough: () => boolean): void {
    const idle = this.#occupants().filter(({ occupant }) => occupant.isIdle);
    for (const { occupant } of idle.toSorted((one, other) => one.occupant.lastUsedAt - other.occupant.lastUsedAt)) {
      if (isEnough()) return;
      occupant.retire();
    }
  }

  /** Retires the longest-working occupants, which would block others, until `isEnough` or one does not free memory. */
  #retireBusy(isEnough: () => boolean): void {
    const startedBefore = performance.now() - this.#options.tenureMs;
    for (const { since, occupant } of this.#occupants().toSorted((one, other) => one.since - other.since)) {
      if (isEnough() || since >= startedBefore) return;
      const before = this.bytesHeld;
      occupant.retire();
      if (this.bytesHeld === before) return;
    }
  }

  #occupants(): readonly (Lease<Kind> & { readonly occupant: Kind })[] {
    return [...this.#leases].filter((lease) => lease.occupant !== undefined) as never;
  }
}
