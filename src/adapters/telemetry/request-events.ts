import { Counter, Gauge, type Registry } from 'prom-client';
import { type ErrorCode, ServiceError } from '../../ground/service-error.ts';
import type { Log } from '../../ops/log.ts';
import type { Events } from './events.ts';
import type { RepeatedLines } from './repeated-lines.ts';
import { Tally, Timing } from './series.ts';

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
export function openRequestEvents(registry: Registry, lines: RepeatedLines): RequestEvents {
  const requests = new Tally(registry, {
    name: 'dragoman_requests_total',
    help: 'Answered requests by endpoint, HTTP status and error code, which is empty on success.',
    labels: ['endpoint', 'status', 'code'],
  });
  const durations = new Timing(registry, {
    name: 'dragoman_request_duration_seconds',
    help: 'Time from the arrival of a request to its answer, by endpoint.',
    labels: ['endpoint'],
  });
  return {
    answered: ({ endpoint, status, code = '', tookMs }) => {
      requests.add(`${endpoint} ${status} ${code}`, () => [endpoint, String(status), code]);
      durations.record(endpoint, tookMs);
    },
    failed: (requestId, cause) => {
      const code = cause instanceof ServiceError ? cause.code : 'server_error';
      lines.write(severities[code] ?? 'error', messageOf(code), { fields: { request_id: requestId, code }, cause });
    },
  };
}

/** One message per code, so that a flood of one does not suppress others. */
function messageOf(code: ErrorCode): string {
  return `a request failed: ${code}`;
}

/** Counts events of single sentences, without log lines. */
export function countSentences(
  registry: Registry,
): Pick<Events, 'repairTried' | 'sentenceFailed' | 'entriesApplied' | 'cacheUsed'> {
  const repairs = new Tally(registry, {
    name: 'dragoman_repairs_total',
    help: 'Sentences translated again after a failed check, by issue, repair and outcome. Repairs in their order: opaque_terms, split, cut_out, route.',
    labels: ['issue', 'repair', 'outcome'],
  });
  const failures = new Tally(registry, {
    name: 'dragoman_sentences_failed_total',
    help: 'Sentences that no repair fixed, by engine and issue. Their requests failed and were not charged.',
    labels: ['engine', 'issue'],
  });
  return {
    repairTried: ({ issue, repair, succeeded }) => {
      const outcome = succeeded ? 'repaired' : 'failed';
      repairs.add(`${issue} ${repair} ${outcome}`, () => [issue, repair, outcome]);
    },
    sentenceFailed: ({ engine, issue }) => failures.add(`${engine} ${issue}`, () => [engine, issue]),
    entriesApplied: countEntries(registry),
    cacheUsed: countCache(registry),
  };
}

function countEntries(registry: Registry): Events['entriesApplied'] {
  const labels = ['engine', 'outcome'] as const;
  const entries = new Tally(registry, {
    name: 'dragoman_glossary_entries_total',
    help: 'Glossary entries in translated sentences, by engine and outcome: natural, replaced, placeholder, opaque.',
    labels,
  });
  const underOldName = new Tally(registry, {
    name: 'dragoman_terms_total',
    help: 'Deprecated: dragoman_glossary_entries_total under its old name, with the outcome stand_in for placeholder.',
    labels,
  });
  return ({ engine, natural, replaced, placeholder, opaque }) => {
    for (const [outcome, amount] of Object.entries({ natural, replaced, placeholder, opaque })) {
      if (amount === 0) continue;
      entries.add(`${engine} ${outcome}`, () => [engine, outcome], amount);
      const oldOutcome = outcome === 'placeholder' ? 'stand_in' : outcome;
      underOldName.add(`${engine} ${oldOutcome}`, () => [engine, oldOutcome], amount);
    }
  };
}

const lookupResults = ['kept', 'awaited', 'missed'] as const;

function countCache(registry: Registry): Events['cacheUsed'] {
  const lookups = new Tally(registry, {
    name: 'dragoman_memory_sentences_total',
    help: 'Lookups in the translation cache, by what was found: kept (a hit), awaited (another request is translating it), missed.',
    labels: ['found'],
  });
  const evictions = new Counter({
    name: 'dragoman_memory_evictions_total',
    help: 'Sentences removed because the cache was full. If there are many and many hits, raise SENTENCE_MEMORY_MB.',
    registers: [registry],
  });
  const bytes = new Gauge({
    name: 'dragoman_memory_bytes',
    help: 'Estimated size of the translation cache.',
    registers: [registry],
  });
  return (use) => {
    for (const found of lookupResults) lookups.add(found, () => [found], use[found]);
    if (use.evicted > 0) evictions.inc(use.evicted);
    bytes.set(use.bytesHeld);
  };
}
