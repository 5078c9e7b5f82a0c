/** Work that yields between steps, so that a caller can let other work run. */
export type Steps<Result> = Generator<void, Result>;

const sortedInStep = 500;

/** Returns `items.toSorted(order)`, in steps of a few hundred items. */
export function* sortInSteps<Item extends object>(
  items: readonly Item[],
  order: (one: Item, other: Item) => number,
): Steps<Item[]> {
  if (items.length <= sortedInStep) return items.toSorted(order);
  const middle = items.length >> 1;
  const left = yield* sortInSteps(items.slice(0, middle), order);
  const right = yield* sortInSteps(items.slice(middle), order);
  const merged: Item[] = [];
  let at = 0;
  for (const item of right) {
    for (let next = left[at]; next !== undefined && order(next, item) <= 0; next = left[++at]) {
      if (merged.push(next) % sortedInStep === 0) yield;
    }
    if (merged.push(item) % sortedInStep === 0) yield;
  }
  return merged.concat(left.slice(at));
}

/** Runs all steps without a pause, for short work. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Resolves after the event loop has processed new events; a resolved promise continues before them. */
export function nextRound(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Returns a function that calls `run` once in the next round, however often it is called before. */
export function oncePerRound(run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      run();
    });
  };
}

/** Runs all steps, with a round of the event loop between two of them. */
export async function inRounds<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextRound();
  }
}

/** How long one piece of work may block the thread. */
const turnMsMax = 2;

/**
 * Shares the thread between long work and everything else. A piece that has run for two milliseconds pauses until new
 * events were handled. One paused piece continues in each round: other work waits for two milliseconds at most.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  begin(): Turn {
    return new Turn(this);
  }

  /** Runs `steps` with pauses; synchronous for a single step. @throws the signal's reason when it aborts in a pause */
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

  async pause(): Promise<void> {
    await this.#turns.nextRound();
    this.#beganAt = performance.now();
  }
}
