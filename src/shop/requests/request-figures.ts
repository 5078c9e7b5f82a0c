import type { RequestRecord } from './request-store.ts';

/** The most requests from which figures are computed: the newest ones. */
export const figuresOfMax = 1_000;

export type RequestFigures = {
  readonly succeeded: number;
  readonly failed: number;
  /** In milliseconds, of those that succeeded; undefined when none did. */
  readonly medianMs: number | undefined;
  /** 95 of 100 took at most this long. */
  readonly slowMs: number | undefined;
};

/** Percentiles are exact, by nearest rank: each is the time of a request. */
export function figuresOf(requests: readonly Pick<RequestRecord, 'status' | 'tookMs'>[]): RequestFigures {
  const times = requests
    .filter(({ status }) => status < 400)
    .map(({ tookMs }) => tookMs)
    .toSorted((one, other) => one - other);
  const rank = (share: number) => times[Math.ceil(times.length * share) - 1];
  const succeeded = times.length;
  return { succeeded, failed: requests.length - succeeded, medianMs: rank(0.5), slowMs: rank(0.95) };
}
