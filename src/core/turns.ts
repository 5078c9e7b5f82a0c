import { nextRound, type Steps } from './steps.ts';

/** How long one piece of work may keep all others from the thread. */
const turnMsMax = 2;

/**
 * Shares the one thread among long pieces of work and everything else: a piece that has worked for two milliseconds
 * pauses until newly arrived work was looked at. Of several that pause, one goes on in each round, so that others
 * wait for two milliseconds however many there are.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** A turn begins. */
  begin(): Turn {
    return new Turn(this);
  }

  /** Works off `items` in order, with pauses where it takes long. */
  async map<Item, Result>(items: Iterable<Item>, work: (item: Item) => Result): Promise<Result[]> {
    const turn = this.begin();
    const results: Result[] = [];
    for (const item of items) {
      if (turn.isOver) await turn.pause();
      results.push(work(item));
    }
    return results;
  }

  /**
   * Carries `steps` out, with pauses where they take long.
   *
   * @throws the signal's reason when `signal` aborts in a pause
   */
  async run<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
    const turn = this.begin();
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      if (!turn.isOver) continue;
      await turn.pause();
      signal.throwIfAborted();
    }
  }

  /** Resolves when it is this caller's turn again. */
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

  /** Cheap enough to read after every sentence. */
  get isOver(): boolean {
    return performance.now() - this.#beganAt >= turnMsMax;
  }

  /** Lets the others have theirs. */
  async pause(): Promise<void> {
    await this.#turns.nextRound();
    this.#beganAt = performance.now();
  }
}
