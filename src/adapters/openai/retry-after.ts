const seconds = /^\d{1,9}(?:\.\d{1,9})?$/;

/**
 * Returns the pause that a reply requests.
 *
 * Sources: RFC 9110, section 10.2.3, Retry-After: seconds or a date; `retry-after-ms` is OpenAI's own and more exact.
 *
 * @param nowMs since 1970-01-01T00:00:00Z
 * @returns milliseconds, 0 for a past time; undefined without a readable value
 */
export function requestedPauseMs(headers: Headers, nowMs: number): number | undefined {
  const exact = headers.get('retry-after-ms')?.trim() ?? '';
  if (seconds.test(exact)) return Number(exact);
  const said = headers.get('retry-after')?.trim() ?? '';
  if (seconds.test(said)) return Number(said) * 1_000;
  // An HTTP date begins with a weekday. Date.parse alone would accept many other texts.
  const at = /^[A-Z][a-z]{2,8},? /.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
