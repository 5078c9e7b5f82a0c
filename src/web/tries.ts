/** How often a page has checked for a change, from the address of the next check. */
export function triesIn(url: URL): number {
  const text = url.searchParams.get('try') ?? '';
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}

/** Every few seconds at first; from the third minute on, twice a minute. */
export function pauseSeconds(tries: number): number {
  return Math.min(30, Math.ceil(2 * 1.25 ** tries));
}
