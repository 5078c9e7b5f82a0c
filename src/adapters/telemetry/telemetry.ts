import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Events } from '../../core/events.ts';
import type { Log } from '../../ops/log.ts';
import { openPageEvents, type PageEvents } from './page-events.ts';
import { RepeatedLines } from './repeated-lines.ts';
import { openRequestEvents, type RequestEvents } from './request-events.ts';
import { openServiceEvents } from './service-events.ts';

export type Telemetry = {
  readonly events: Events;
  readonly requests: RequestEvents;
  readonly pages: PageEvents & Pick<RequestEvents, 'failed'>;
  readonly certificates: CertificateEvents;
  /** All metrics in Prometheus' text format 0.0.4. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
};

/** Events of a listener's certificate. */
type CertificateEvents = {
  readonly certificateReloaded: () => void;
  /** The old certificate stays in use. */
  readonly certificateRefused: (cause: unknown) => void;
};

export type TelemetryParts = {
  readonly log: Log;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

// Per message and minute. Failed requests are searched by id, so more of them are logged.
const eventLinesMax = 10;
const failureLinesMax = 600;

/**
 * Counts and logs the events of one service. No key, address, text or account id is ever a label.
 *
 * The metrics of the process itself (memory, event loop, file descriptors) are counted once, however many services run
 * in it.
 */
export function openTelemetry({ log, now = () => performance.now() }: TelemetryParts): Telemetry {
  const registry = new Registry();
  const lines = new RepeatedLines(log, eventLinesMax, now);
  const events = openServiceEvents(registry, log, lines);
  const requests = openRequestEvents(registry, new RepeatedLines(log, failureLinesMax, now));
  const pages = { ...openPageEvents(registry), failed: requests.failed };
  // Collects the current values of the registries.
  const all = Registry.merge([registry, processMetrics()]);
  return {
    events,
    requests,
    pages,
    certificates: {
      certificateReloaded: () => lines.write('info', 'the certificate was reloaded'),
      certificateRefused: (cause) => {
        lines.write('error', 'the new certificate cannot be used, the old one stays', { cause });
      },
    },
    metrics: async () => ({ contentType: all.contentType, body: await all.metrics() }),
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
