import { until } from './abort.ts';

/** Requests before the first reply that says how many there may be. */
const firstRequests = 4;

/** Keeps to the `RateLimit` header of the replies. Other clients of the account are seen only in the next reply. */
export class RequestPace {
  /** Requests that may be sent now; below 0 while some that are under way may be subtracted twice. */
  #left = firstRequests;
  /** When the service admits one more; infinite while a request is under way whose reply will say it. */
  #freeAt = Number.POSITIVE_INFINITY;
  #underWay = 0;
  #sent = 0;
  /** Of the replies with the header, the one whose request was sent last. */
  #newest = { number: -1, left: 0 };
  readonly #waiting = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Resolves with the number of a request that may be sent now. @throws the reason of `signal` */
  enter(signal: AbortSignal | undefined): Promise<number> {
    return until(signal, (done) => {
      const leave = () => this.#waiting.delete(go);
      const go = () => {
        leave();
        done(this.force());
      };
      this.#waiting.add(go);
      this.#release();
      return leave;
    });
  }

  /** Returns the number of a request that need not wait, because a refusal promised its admission now. */
  force(): number {
    this.#underWay++;
    return this.#sent++;
  }

  /** @param header `RateLimit` of the reply, as in `"account";r=41;t=12`; null without one */
  leave(number: number, header: string | null): void {
    this.#underWay--;
    // Source: draft-ietf-httpapi-ratelimit-headers-10.
    const [left, resetSeconds] = [/;\s*r=(\d+)/, /;\s*t=([\d.]+)/].map((part) => Number(part.exec(header ?? '')?.[1]));
    if (left === undefined || resetSeconds === undefined || Number.isNaN(left + resetSeconds)) {
      // Lost replies are counted, unless the service has no limit.
      if (this.#newest.number === -1) this.#left++;
      else if (this.#underWay === 0) this.#freeAt = Math.min(this.#freeAt, performance.now());
    } else if (number > this.#newest.number) {
      this.#newest = { number, left };
      // The service may not have counted those that are under way.
      this.#left = left - this.#underWay;
      this.#freeAt = performance.now() + resetSeconds * 1_000;
    } else if (left > this.#newest.left) {
      // It was admitted before the newest, so that it was subtracted twice.
      this.#left++;
    }
    this.#release();
  }

  #release(): void {
    clearTimeout(this.#timer);
    for (const go of this.#waiting) {
      const waitMs = this.#freeAt - performance.now();
      if (this.#left < 1 && waitMs > 0) {
        if (waitMs < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#release(), waitMs);
        return;
      }
      if (this.#left >= 1) this.#left--;
      else this.#freeAt = Number.POSITIVE_INFINITY;
      go();
    }
  }
}
