import { APIError } from 'better-auth/api';
import type { SetCookies } from '../../core/people/people.ts';
import { ServiceError } from '../../core/service-error.ts';
import { setCookiesOf } from './caller-headers.ts';

/** What the library said: its answer with cookies, or why not, by its own code. */
export type Said<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly cookies: SetCookies }
  | { readonly kind: 'refused'; readonly code: string; readonly status: number };

/** What the library takes for a failure of its own, and is what a browser sent: a passkey that cannot be read. */
const refusals: ReadonlySet<string> = new Set(['FAILED_TO_VERIFY_REGISTRATION']);

/**
 * Waits for the library's answer, and tells its refusals from its failures.
 *
 * @throws ServiceError `store_unavailable` when the database failed, `overloaded` when too much waits
 */
export async function ask<Answer>(
  asked: Promise<{ readonly headers: Headers; readonly response: Answer }>,
): Promise<Said<Answer>> {
  try {
    const { headers, response } = await asked;
    return { kind: 'answered', answer: response, cookies: setCookiesOf(headers) };
  } catch (error) {
    if (!(error instanceof APIError)) throw failureOf(error);
    const code = error.body?.code ?? '';
    if (error.statusCode >= 500 && !refusals.has(code)) throw failureOf(error);
    return { kind: 'refused', code, status: error.statusCode };
  }
}

/** The error that stands behind others is the one that says what failed; the words of none are passed on, for they quote. */
export function failureOf(error: unknown): ServiceError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ServiceError) return cause;
  }
  return new ServiceError('store_unavailable', { detail: { reason: nameOf(error) } });
}

/** SQLSTATE or a system's code, which are words of no customer's. */
function nameOf(error: unknown): string {
  if (error instanceof APIError) return error.body?.code ?? 'the library failed';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'the library failed';
}
