/** Work that stops now and then, so that a caller can let others run. */
export type Steps<Result> = Generator<void, Result>;

/** Carries `steps` out without a stop, for what is short. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
