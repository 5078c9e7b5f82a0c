import { within } from '../../core/abort.ts';
import type { Readiness } from '../../core/health/readiness.ts';
import type { Clock } from '../../core/units.ts';

/** For so long one look at the service is good for all visitors: it writes a row and may translate a sentence. */
const believedMs = 10_000;

/** A page waits no longer: an engine or a database that takes longer is not reported as working. */
const patienceMsByDefault = 2_000;

/** Tells visitors whether the service works, however many ask. */
export class Status {
  readonly #readiness: Pick<Readiness, 'check'>;
  readonly #now: Clock;
  readonly #patienceMs: number;
  #seen: Promise<boolean> | undefined;
  #until = 0;

  constructor(readiness: Pick<Readiness, 'check'>, now: Clock, patienceMs = patienceMsByDefault) {
    this.#readiness = readiness;
    this.#now = now;
    this.#patienceMs = patienceMs;
  }

  /** Never rejects. */
  isWorking(): Promise<boolean> {
    const now = this.#now();
    if (this.#seen === undefined || now >= this.#until) {
      this.#until = now + believedMs;
      this.#seen = this.#readiness.check().then(({ ready }) => ready);
    }
    return within(this.#seen, this.#patienceMs, false);
  }
}
