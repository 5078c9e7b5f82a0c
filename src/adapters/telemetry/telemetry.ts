import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Log } from '../../ops/log.ts';
import type { Release } from '../../ops/release.ts';
import type { Events } from './events.ts';
import { Metrics } from './metrics.ts';
import { RepeatedLines } from './repeated-lines.ts';
import { openPageEvents, openRequestEvents, type PageEvents, type RequestEvents } from './request-events.ts';
import { openServiceEvents } from './service-events.ts';

export type Telemetry = {
  readonly events: Events;
  readonly requests: RequestEvents;
  readonly pages: PageEvents & Pick<RequestEvents, 'failed'>;
  readonly certificates: CertificateEvents;
  /** All metrics in Prometheus' text format 0.0.4. @param pairs how many pairs of languages each engine offers now */
  readonly metrics: (isReady: boolean, pairs?: Readonly<Record<string, number>>) => Promise<MetricsText>;
};

type MetricsText = { readonly contentType: string; readonly body: string };

type CertificateEvents = {
  readonly certificateLoaded: (event: { readonly expiresAtMs: number; readonly isReload: boolean }) => void;
  /** The old certificate stays in use. */
  readonly certificateRefused: (cause: unknown) => void;
};

export type TelemetryParts = {
  readonly log: Log;
  readonly release: Release;
  /** Returns how many lines the log has lost so far. */
  readonly linesLost?: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

// Per message and minute. Failed requests are searched by id, so more of them are logged.
const eventLinesMax = 10;
const failureLinesMax = 600;

/** No key, address, text or account id is ever a label. Metrics of the process are counted once for all services. */
export function openTelemetry({
  log,
  release,
  linesLost = () => 0,
  now = () => performance.now(),
}: TelemetryParts): Telemetry {
  const metrics = new Metrics();
  const lines = new RepeatedLines(log, eventLinesMax, now);
  const events = openServiceEvents(metrics, log, lines);
  const requests = openRequestEvents(metrics, new RepeatedLines(log, failureLinesMax, now));
  const pages = { ...openPageEvents(metrics), failed: requests.failed };
  const help = {
    expiry: 'When the TLS certificate in use expires; 0 without TLS.',
    ready: '1 if this node accepts work, as /readyz. Reading the metrics runs this check.',
    pairs: 'Pairs of languages that an engine translates now, or after the download of a model.',
    build: 'Always 1. The labels version, commit and node say what runs on this node.',
    lost: 'Log lines that could not be written: a full disk, or a reader that is slow or has closed the pipe.',
  };
  const expiry = metrics.gauge('dragoman_certificate_expiry_timestamp_seconds', help.expiry);
  const ready = metrics.gauge('dragoman_ready', help.ready);
  const offered = metrics.gauge('dragoman_engine_pairs', help.pairs, 'engine');
  const build = metrics.gauge('dragoman_build_info', help.build, 'version', 'commit', 'node');
  build.set({ version: release.version, commit: release.commit ?? '', node: process.versions.node }, 1);
  metrics.readCounter('dragoman_log_lines_lost_total', help.lost, (counter) => counter.inc(linesLost()));
  // Collects the current values of the registries.
  const all = Registry.merge([metrics.registry, processMetrics()]);
  return {
    events,
    requests,
    pages,
    certificates: {
      certificateLoaded: ({ expiresAtMs, isReload }) => {
        expiry.set(expiresAtMs / 1_000);
        if (isReload) lines.write('info', 'the certificate was reloaded');
      },
      certificateRefused: (cause) => {
        lines.write('error', 'the new certificate cannot be used, the old one stays', { cause });
      },
    },
    metrics: async (isReady, pairs = {}) => {
      ready.set(Number(isReady));
      for (const [engine, count] of Object.entries(pairs)) offered.labels(engine).set(count);
      return { contentType: all.contentType, body: await all.metrics() };
    },
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
