/**
 * Returns the processor time of `work` in this thread in milliseconds, independent of other load. The system may count
 * in steps of a few milliseconds, so short work should run several `times`.
 *
 * @returns the time of one run
 */
export function processorMs(work: () => void, times = 1): number {
  const before = process.threadCpuUsage();
  for (let time = 0; time < times; time++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / times;
}
