/** The largest number of rows that one step of a sweep changes, so that requests run in between. */
export const stepMax = 100;

/** Repeats `step` until it finds fewer rows than `stepMax`; returns the total. */
export async function repeatStep(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await step();
    total += count;
    if (count < stepMax) return total;
  }
}
