import type { Steps } from '../steps.ts';

/** Resolves when what has arrived meanwhile was looked at: unlike a promise, which goes on before. */
export function nextRound(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Carries `steps` out, with other work between two of them. */
export async function inRounds<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextRound();
  }
}
