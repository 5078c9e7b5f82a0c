/**
 * Milliseconds of the processor that `work` takes in this thread, which nothing else that the machine has to do prolongs.
 * The system may count in steps of a few milliseconds, so that little work is better done some `times`.
 *
 * @returns for each time
 */
export function processorMs(work: () => void, times = 1): number {
  const before = process.threadCpuUsage();
  for (let time = 0; time < times; time++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / times;
}
