/** Rows that one step of a sweep changes at most, so that requests pass in between. */
export const stepMax = 100;

/** Repeats `step` until it finds fewer rows than `stepMax`, and returns how many it found in all. */
export async function inSteps(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await step();
    total += count;
    if (count < stepMax) return total;
  }
}
