import { nextRound, type Steps } from './steps.ts';

/** How long one piece of work may block the thread. */
const turnMsMax = 2;

/**
 * Shares the thread between long pieces of work and everything else. A piece that has run for two milliseconds pauses
 * until new events were handled. Of several paused pieces, one continues in each round, so that other work waits for
 * two milliseconds at most.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Starts a turn. */
  begin(): Turn {
    return new Turn(this);
  }

  /**
   * Runs `steps`, and pauses when they take long. Synchronous for a single step.
   *
   * @throws the signal's reason when `signal` aborts in a pause
   */
  run<Result>(steps: Steps<Result>, signal: AbortSignal): Result | Promise<Result> {
    const turn = this.begin();
    const { done, value } = steps.next();
    return done ? value : this.#runOn(turn, steps, signal);
  }

  async #runOn<Result>(turn: Turn, steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
    for (;;) {
      if (turn.isOver) {
        await turn.pause();
        signal.throwIfAborted();
      }
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** Resolves at this caller's next turn. */
  nextRound(): Promise<void> {
    this.#last = this.#last.then(nextRound);
    return this.#last;
  }
}

/** One piece of work's time on the thread. */
class Turn {
  readonly #turns: Turns;
  #beganAt = performance.now();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Cheap enough to check after every sentence. */
  get isOver(): boolean {
    return performance.now() - this.#beganAt >= turnMsMax;
  }

  /** Lets other work run. */
  async pause(): Promise<void> {
    await this.#turns.nextRound();
    this.#beganAt = performance.now();
  }
}
