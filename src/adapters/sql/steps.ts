/** The largest number of rows that one step of a sweep changes, so that requests run in between. */
export const stepMax = 100;

/** Repeats `step` until it finds fewer rows than `most`; returns the total. */
export async function repeatStep(step: () => Promise<number>, most = stepMax): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await step();
    total += count;
    if (count < most) return total;
  }
}
