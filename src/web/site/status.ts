import { within } from '../../ground/abort.ts';
import type { Clock } from '../../ground/units.ts';
import type { Readiness } from '../../shop/health/readiness.ts';

/** How long one check is valid for all visitors: a check writes a row and may translate a sentence. */
const validMs = 10_000;

/** How long a page waits. An engine or a database that takes longer is not reported as working. */
const patienceMs = 2_000;

/** Reports to visitors whether the service works, at the cost of one check at a time. */
export class Status {
  readonly #readiness: Pick<Readiness, 'check'>;
  readonly #now: Clock;
  #seen: Promise<boolean> | undefined;
  #until = 0;

  constructor(readiness: Pick<Readiness, 'check'>, now: Clock) {
    this.#readiness = readiness;
    this.#now = now;
  }

  /** Never rejects. */
  isWorking(): Promise<boolean> {
    const now = this.#now();
    if (this.#seen === undefined || now >= this.#until) {
      this.#until = now + validMs;
      this.#seen = this.#readiness.check().then(({ ready }) => ready);
    }
    return within(this.#seen, patienceMs, false);
  }
}
