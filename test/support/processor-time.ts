/**
 * Returns the processor time of `work` in this thread in milliseconds, independent of other load. The system may count
 * in steps of a few milliseconds, so short work should run several `times`.
 * @returns the time of one run
 */
export function processorMs(work: () => void, times = 1): number {
  const before = process.threadCpuUsage();
  for (let time = 0; time < times; time++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / times;
}

/**
 * Tells whether a text of `length` characters takes about eight times as long as one of an eighth of them, and not
 * sixty-four times. What is out of proportion is so every time, and an interrupted machine is not. The millisecond
 * is for what is too short to be measured.
 */
export function isProportionate(repeated: string, length: number, work: (text: string) => void): boolean {
  const msFor = (characters: number) => {
    const text = repeated.repeat(Math.ceil(characters / repeated.length));
    return processorMs(() => work(text));
  };
  return [1, 2, 3, 4, 5].some(() => msFor(length) < 24 * (msFor(length / 8) + 1));
}
