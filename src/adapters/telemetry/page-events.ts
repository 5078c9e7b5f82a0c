import type { Registry } from 'prom-client';
import { Tally, Timing } from './series.ts';

export type PageEvents = {
  /** @param page `route` is the route's path with parameter names */
  readonly answered: (page: { readonly route: string; readonly status: number; readonly tookMs: number }) => void;
};

/** Counts and times the pages and acts of the account area. */
export function openPageEvents(registry: Registry): PageEvents {
  const pages = new Tally(registry, {
    name: 'dragoman_pages_total',
    help: 'Answered pages and forms of the account area, by route and HTTP status.',
    labels: ['route', 'status'],
  });
  const durations = new Timing(registry, {
    name: 'dragoman_page_duration_seconds',
    help: 'Time from the arrival of a request for a page to its answer, by route.',
    labels: ['route'],
  });
  return {
    answered: ({ route, status, tookMs }) => {
      pages.add(`${route} ${status}`, () => [route, String(status)]);
      durations.record(route, tookMs);
    },
  };
}
