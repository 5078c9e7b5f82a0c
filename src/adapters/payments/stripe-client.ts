import { Stripe } from 'stripe';
import { ServiceError } from '../../ground/service-error.ts';
import { boundedFetch } from '../../ops/bounded-fetch.ts';

export type StripeOptions = {
  /** This key can move money: it is never shown. */
  readonly secretKey: string;
  /** Verifies the signatures of Stripe's messages. */
  readonly webhookSecret: string;
  readonly apiUrl: string;
};

/** Time limit of one request, including its body. A buyer waits for at most three of them. */
const timeoutMs = 10_000;

const retriesMax = 2;

/** A hundred events have about 1 MB. */
const bounded = boundedFetch({ bytesMax: 16 * 2 ** 20 });

/** Retries temporary failures under the same idempotency key. @param stopping aborts what must not delay a shutdown */
export function openStripe({ secretKey, apiUrl }: StripeOptions, stopping: AbortSignal): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    timeout: timeoutMs,
    maxNetworkRetries: retriesMax,
    telemetry: false,
    // One time limit for the whole reply; Node's own would restart with each byte.
    httpClient: Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
      return bounded(input, { ...init, signal: AbortSignal.any([stopping, ...(init?.signal ? [init.signal] : [])]) });
    }),
  });
}

/** Stripe repeats a failure for a day, and refuses other parameters. Source: Stripe's API, "Idempotent requests". */
export function usesUpKey(cause: unknown): boolean {
  if (!(cause instanceof Stripe.errors.StripeError)) return false;
  if (cause instanceof Stripe.errors.StripeIdempotencyError) return cause.code !== 'idempotency_key_in_use';
  return (cause.statusCode ?? 0) >= 500;
}

/** Describes a failure for the log, without Stripe's messages, which may quote a key or an address. */
export function stripeFailure(cause: unknown): unknown {
  if (!(cause instanceof Stripe.errors.StripeError)) return cause;
  const { type, code, param, statusCode, requestId } = cause;
  return new ServiceError('payment_unavailable', {
    detail: { type, code, param, status: statusCode, stripe_request: requestId },
  });
}

/** As `asking`; resolves with undefined when Stripe does not know the object. */
export async function found<Answer>(question: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await question;
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing') return undefined;
    throw stripeFailure(cause);
  }
}

/** Waits for Stripe's reply, and converts its failures. @throws ServiceError `payment_unavailable` */
export async function ask<Answer>(question: Promise<Answer>): Promise<Answer> {
  try {
    return await question;
  } catch (cause) {
    throw stripeFailure(cause);
  }
}
