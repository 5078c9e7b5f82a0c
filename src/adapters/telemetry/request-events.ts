import type { Registry } from 'prom-client';
import { type ErrorCode, ServiceError } from '../../ground/service-error.ts';
import type { Log } from '../../ops/log.ts';
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
