import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { Events } from '../../core/events.ts';
import type { Log } from '../../ops/log.ts';
import { RepeatedLines } from './repeated-lines.ts';
import { Tally, Timing } from './series.ts';

/** One request that has been answered, whoever answered it. */
export type AnsweredRequest = {
  /** The route as the program names it, `POST /api/v1/translate`; never the path that was asked for. */
  readonly endpoint: string;
  readonly status: number;
  /** The error's code, ours below `server_error` included; empty on success. */
  readonly code: string;
  readonly tookMs: number;
};

export type Telemetry = {
  /** Counts what happens, and logs what an operator wants to know of. */
  readonly events: Events;
  /** Counts one request; cheap enough for every one. */
  readonly requestAnswered: (request: AnsweredRequest) => void;
  /** All metrics in Prometheus' text format 0.0.4. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
};

export type TelemetryParts = {
  readonly log: Log;
  /** Milliseconds on a clock that never runs backwards. */
  readonly now?: () => number;
};

/** Seconds. From an answer that needs no engine to a text of 100,000 characters. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/**
 * Opens the counters and the log lines of one service. No key, address, text or account's id is ever a label.
 *
 * What Prometheus knows of the process itself (memory, event loop, file descriptors) belongs to the process, and is
 * counted once however many services run in it.
 */
export function openTelemetry({ log, now = () => performance.now() }: TelemetryParts): Telemetry {
  const registry = new Registry();
  const events = countEvents(registry, log, new RepeatedLines(log, now));
  const requestAnswered = countRequests(registry);
  const all = Registry.merge([registry, processMetrics()]);
  return {
    events,
    requestAnswered,
    metrics: async () => ({ contentType: all.contentType, body: await all.metrics() }),
  };
}

function countRequests(registry: Registry): Telemetry['requestAnswered'] {
  const requests = new Tally(
    {
      name: 'dragoman_requests_total',
      help: 'Requests answered, by route, HTTP status and error code (empty on success).',
      labels: ['endpoint', 'status', 'code'],
    },
    registry,
  );
  const durations = new Timing(
    {
      name: 'dragoman_request_duration_seconds',
      help: 'From the arrival of a request to its answer, by route.',
      labels: ['endpoint'],
    },
    durationBuckets,
    registry,
  );
  return ({ endpoint, status, code, tookMs }) => {
    requests.add(`${endpoint} ${status} ${code}`, () => [endpoint, String(status), code]);
    durations.record(endpoint, tookMs);
  };
}

function countEvents(registry: Registry, log: Log, lines: RepeatedLines): Events {
  const translations = countTranslations(registry);
  const count = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  const lapses = count(
    'dragoman_holds_lapsed_total',
    'Captures that came after their lease: work done and not charged.',
  );
  const sweptHolds = count('dragoman_holds_swept_total', 'Holds that nobody settled, given back after their lease.');
  const expired = count('dragoman_balances_expired_total', 'Balances whose characters expired.');
  const restarts = new Tally(
    { name: 'dragoman_engine_restarts_total', help: 'Parts of an engine that were started anew.', labels: ['engine'] },
    registry,
  );
  const failures = new Tally(
    { name: 'dragoman_background_failures_total', help: 'Background tasks that failed, by task.', labels: ['task'] },
    registry,
  );
  return {
    translated: (event) => {
      translations(event.engine, event.charged, event.tookMs);
      log.debug('translated', {
        account: event.accountId,
        engine: event.engine,
        source: event.pair.source,
        target: event.pair.target,
        charged: event.charged,
        took_ms: event.tookMs,
      });
    },
    holdLapsed: ({ accountId }) => {
      lapses.inc();
      lines.write('warn', 'a capture came after its lease, nothing was charged', { fields: { account: accountId } });
    },
    swept: ({ lapsed, expired: expiredBalances }) => {
      sweptHolds.inc(lapsed);
      expired.inc(expiredBalances);
      lines.write('info', 'swept the ledger', { fields: { holds_lapsed: lapsed, balances_expired: expiredBalances } });
    },
    engineRestarted: ({ engine, unit, reason }) => {
      restarts.add(engine, () => [engine]);
      lines.write('warn', 'engine restarted', { fields: { engine, unit, reason } });
    },
    backgroundFailed: ({ task, cause }) => {
      failures.add(task, () => [task]);
      lines.write('error', 'a background task failed', { fields: { task }, cause });
    },
  };
}

function countTranslations(registry: Registry): (engine: string, charged: number, tookMs: number) => void {
  const charges = new Tally(
    { name: 'dragoman_characters_charged_total', help: 'Characters charged, by engine.', labels: ['engine'] },
    registry,
  );
  // The histogram's own count is the number of calls.
  const durations = new Timing(
    {
      name: 'dragoman_translation_duration_seconds',
      help: 'How long charged translations took, by engine.',
      labels: ['engine'],
    },
    durationBuckets,
    registry,
  );
  return (engine, charged, tookMs) => {
    charges.add(engine, () => [engine], charged);
    durations.record(engine, tookMs);
  };
}

let processRegistry: Registry | undefined;

function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}
