/** Work that stops now and then, so that a caller can let others run. */
export type Steps<Result> = Generator<void, Result>;

const sortedInStep = 500;

/** `items.toSorted(order)`, in steps of a few hundred items. */
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

/** Carries `steps` out without a stop, for what is short. */
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

/** Returns a function that has `run` called once in the next round, for all of its calls until then. */
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

/** Carries `steps` out, with other work between two of them. */
export async function inRounds<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextRound();
  }
}
