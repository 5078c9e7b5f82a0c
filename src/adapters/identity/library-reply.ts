import { APIError } from 'better-auth/api';
import { ServiceError } from '../../ground/service-error.ts';
import type { SetCookies } from '../../shop/people/people.ts';
import { setCookiesOf } from './caller-headers.ts';

export type LibraryReply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly cookies: SetCookies }
  | { readonly kind: 'refused'; readonly code: string; readonly status: number };

/** Error codes of the library for invalid input from the browser: a passkey that cannot be read. */
const refusals: ReadonlySet<string> = new Set(['FAILED_TO_VERIFY_REGISTRATION']);

/** Returns refusals, and throws failures. @throws ServiceError `store_unavailable`; `overloaded` when too much waits */
export async function callLibrary<Answer>(
  reply: Promise<{ readonly headers: Headers; readonly response: Answer }>,
): Promise<LibraryReply<Answer>> {
  try {
    const { headers, response } = await reply;
    return { kind: 'answered', answer: response, cookies: setCookiesOf(headers) };
  } catch (error) {
    if (!(error instanceof APIError)) throw libraryFailure(error);
    const code = error.body?.code ?? '';
    if (error.statusCode >= 500 && !refusals.has(code)) throw libraryFailure(error);
    return { kind: 'refused', code, status: error.statusCode };
  }
}

/** Returns the ServiceError among the causes, or a new one with only a code: messages may quote customer data. */
export function libraryFailure(error: unknown): ServiceError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ServiceError) return cause;
  }
  return new ServiceError('store_unavailable', { detail: { reason: nameOf(error) } });
}

/** Returns the SQLSTATE or a system error code; they contain no customer data. */
function nameOf(error: unknown): string {
  if (error instanceof APIError) return error.body?.code ?? 'the library failed';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'the library failed';
}
