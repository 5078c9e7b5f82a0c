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

/** What happens to the certificate of a listener. */
type CertificateEvents = {
  readonly certificateReloaded: () => void;
  /** The old one stays in use. */
  readonly certificateRefused: (cause: unknown) => void;
};

export type TelemetryParts = {
  readonly log: Log;
  /** Milliseconds on a clock that never runs backwards. */
  readonly now?: () => number;
};

// Of one message a minute. A failed request is looked for by its id, so that more of them are written.
const eventLinesMax = 10;
const failureLinesMax = 600;

/**
 * Counts what happens in one service and logs what an operator wants to know of. No key, address, text or account's id
 * is ever a label.
 *
 * What Prometheus knows of the process itself (memory, event loop, file descriptors) belongs to the process, and is
 * counted once however many services run in it.
 */
export function openTelemetry({ log, now = () => performance.now() }: TelemetryParts): Telemetry {
  const registry = new Registry();
  const lines = new RepeatedLines(log, eventLinesMax, now);
  const events = openServiceEvents(registry, log, lines);
  const requests = openRequestEvents(registry, new RepeatedLines(log, failureLinesMax, now));
  const pages = { ...openPageEvents(registry), failed: requests.failed };
  // Takes what the registries hold by now.
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
