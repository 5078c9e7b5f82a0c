import { type ErrorCode, ServiceError } from '../../ground/service-error.ts';
import type { Log } from '../../ops/log.ts';
import type { Events } from './events.ts';
import type { Metrics } from './metrics.ts';
import type { RepeatedLines } from './repeated-lines.ts';

/** One answered request, from any entrance. */
type AnsweredRequest = {
  /** The endpoint's name in the program, never the requested path. */
  readonly endpoint: string;
  readonly status: number;
  /** The exact error code, also for errors of the service that a caller reads as `server_error`. */
  readonly code: string | undefined;
  readonly tookMs: number;
};

export type RequestEvents = {
  /** Cheap enough for every request. */
  readonly answered: (request: AnsweredRequest) => void;
  /** The reason of a `server_error` reply. */
  readonly failed: (requestId: string, error: unknown) => void;
};

/** Client errors, and errors that load alone explains. */
const severities: Partial<Readonly<Record<ErrorCode, keyof Log>>> = {
  caller_gone: 'debug',
  overloaded: 'warn',
  draining: 'warn',
  deadline_exceeded: 'warn',
};

/** Counts and times requests, and writes to `lines` why those failed that a caller could not help. */
export function openRequestEvents(metrics: Metrics, lines: RepeatedLines): RequestEvents {
  const help = {
    requests: 'Answered requests by endpoint, HTTP status and error code, which is empty on success.',
    durations: 'Time from the arrival of a request to its answer, by endpoint.',
  };
  const requests = metrics.tally('dragoman_requests_total', help.requests, 'endpoint', 'status', 'code');
  const durations = metrics.timing('dragoman_request_duration_seconds', help.durations, 'endpoint');
  return {
    answered: ({ endpoint, status, code = '', tookMs }) => {
      requests.add([endpoint, String(status), code]);
      durations.record(endpoint, tookMs);
    },
    failed: (requestId, cause) => {
      const code = cause instanceof ServiceError ? cause.code : 'server_error';
      // One message per code, so that a flood of one does not suppress others.
      const message = `a request failed: ${code}`;
      lines.write(severities[code] ?? 'error', message, { fields: { request_id: requestId, code }, cause });
    },
  };
}

export type PageEvents = {
  /** @param page `route` is the route's path with parameter names */
  readonly answered: (page: { readonly route: string; readonly status: number; readonly tookMs: number }) => void;
};

/** Counts and times the pages and acts of the account area. */
export function openPageEvents(metrics: Metrics): PageEvents {
  const help = {
    pages: 'Answered pages and forms of the account area, by route and HTTP status.',
    durations: 'Time from the arrival of a request for a page to its answer, by route.',
  };
  const pages = metrics.tally('dragoman_pages_total', help.pages, 'route', 'status');
  const durations = metrics.timing('dragoman_page_duration_seconds', help.durations, 'route');
  return {
    answered: ({ route, status, tookMs }) => {
      pages.add([route, String(status)]);
      durations.record(route, tookMs);
    },
  };
}

/** Counts charged translations, and events of single sentences; logs translations at `debug`. */
export function countTranslations(metrics: Metrics, log: Log) {
  const help = {
    durations: 'Duration of charged translations, by engine.',
    repairs:
      'Sentences translated again after a failed check, by issue, repair and outcome. Repairs in their order: opaque_terms, split, cut_out, route.',
    failures: 'Sentences that no repair fixed, by engine and issue. Their requests failed and were not charged.',
  };
  const charges = metrics.tally('dragoman_characters_charged_total', 'Characters charged, by engine.', 'engine');
  // The histogram's own count is the number of calls.
  const durations = metrics.timing('dragoman_translation_duration_seconds', help.durations, 'engine');
  const repairs = metrics.tally('dragoman_repairs_total', help.repairs, 'issue', 'repair', 'outcome');
  const failures = metrics.tally('dragoman_sentences_failed_total', help.failures, 'engine', 'issue');
  return {
    translated: ({ accountId, engine, pair: { source, target }, charged, tookMs }) => {
      charges.add([engine], charged);
      durations.record(engine, tookMs);
      log.debug('translated', { account: accountId, engine, source, target, charged, took_ms: tookMs });
    },
    repairTried: ({ issue, repair, succeeded }) => repairs.add([issue, repair, succeeded ? 'repaired' : 'failed']),
    sentenceFailed: ({ engine, issue }) => failures.add([engine, issue]),
    entriesApplied: countEntries(metrics),
    cacheUsed: countCache(metrics),
  } satisfies Partial<Events>;
}

function countEntries(metrics: Metrics): Events['entriesApplied'] {
  const help = {
    entries: 'Glossary entries in translated sentences, by engine and outcome: natural, replaced, placeholder, opaque.',
    terms: 'Deprecated: dragoman_glossary_entries_total under its old name, with the outcome stand_in for placeholder.',
  };
  const entries = metrics.tally('dragoman_glossary_entries_total', help.entries, 'engine', 'outcome');
  const underOldName = metrics.tally('dragoman_terms_total', help.terms, 'engine', 'outcome');
  return ({ engine, natural, replaced, placeholder, opaque }) => {
    for (const [outcome, amount] of Object.entries({ natural, replaced, placeholder, opaque })) {
      if (amount === 0) continue;
      entries.add([engine, outcome], amount);
      underOldName.add([engine, outcome === 'placeholder' ? 'stand_in' : outcome], amount);
    }
  };
}

const lookupResults = ['kept', 'awaited', 'missed'] as const;

function countCache(metrics: Metrics): Events['cacheUsed'] {
  const help = {
    lookups:
      'Lookups in the translation cache, by what was found: kept (a hit), awaited (another request is translating it), missed.',
    evictions:
      'Sentences removed because the cache was full. If there are many and many hits, raise SENTENCE_MEMORY_MB.',
  };
  const lookups = metrics.tally('dragoman_memory_sentences_total', help.lookups, 'found');
  const evictions = metrics.counter('dragoman_memory_evictions_total', help.evictions);
  const bytes = metrics.gauge('dragoman_memory_bytes', 'Estimated size of the translation cache.');
  return (use) => {
    for (const found of lookupResults) lookups.add([found], use[found]);
    if (use.evicted > 0) evictions.inc(use.evicted);
    bytes.set(use.bytesHeld);
  };
}
