import { Stripe } from 'stripe';
import { ServiceError } from '../../core/service-error.ts';
import { boundedFetch } from '../../ops/bounded-fetch.ts';

export type StripeOptions = {
  /** With it one can move money: it is handed on and never shown. */
  readonly secretKey: string;
  /** What proves that a message comes from Stripe. */
  readonly webhookSecret: string;
  /** Where Stripe's API is, as an origin. */
  readonly apiUrl: string;
};

/** For one request, all its bytes included. A buyer waits for at most three of them. */
const timeoutMs = 10_000;

const retriesMax = 2;

/** A hundred events take about 1 MB. */
const bounded = boundedFetch({ bytesMax: 16 * 2 ** 20 });

/**
 * Stripe's own client with limits: it repeats temporary failures under the same idempotency key.
 *
 * @param stopping aborts requests that must not delay a shutdown
 */
export function openStripe({ secretKey, apiUrl }: StripeOptions, stopping: AbortSignal): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    timeout: timeoutMs,
    maxNetworkRetries: retriesMax,
    telemetry: false,
    // With one time for all of an answer; Node's own would begin anew with each byte.
    httpClient: Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
      return bounded(input, { ...init, signal: AbortSignal.any([stopping, ...(init?.signal ? [init.signal] : [])]) });
    }),
  });
}

/**
 * Whether an idempotency key is used up: Stripe gives the same failure again for a day, or got it with other parameters.
 * Source: Stripe's API reference, "Idempotent requests".
 */
export function usesUpKey(cause: unknown): boolean {
  if (!(cause instanceof Stripe.errors.StripeError)) return false;
  if (cause instanceof Stripe.errors.StripeIdempotencyError) return cause.code !== 'idempotency_key_in_use';
  return (cause.statusCode ?? 0) >= 500;
}

/** What an operator may know of a failure: Stripe's messages may quote a key or an address, so they are left out. */
export function stripeFailure(cause: unknown): unknown {
  if (!(cause instanceof Stripe.errors.StripeError)) return cause;
  const { type, code, param, statusCode, requestId } = cause;
  return new ServiceError('payment_unavailable', {
    detail: { type, code, param, status: statusCode, stripe_request: requestId },
  });
}

/** As `asking`; undefined when Stripe answers that there is nothing by this name. */
export async function found<Answer>(question: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await question;
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing') return undefined;
    throw stripeFailure(cause);
  }
}

/** Asks Stripe something, and words its failures as ours. */
export async function asking<Answer>(question: Promise<Answer>): Promise<Answer> {
  try {
    return await question;
  } catch (cause) {
    throw stripeFailure(cause);
  }
}
