import { isProblem } from './reply-shapes.ts';
import type { Problem, ProblemCode } from './wire.ts';

/**
 * The code of a failure. The client adds three: `connection_error` without a reply, `timeout` after
 * `timeoutMs` if no attempt had failed before, and `unexpected_reply` for a reply that is not from Dragoman, such as a page of a proxy or a redirect.
 */
export type DragomanErrorCode = ProblemCode | 'connection_error' | 'timeout' | 'unexpected_reply';

type Details = Partial<Omit<Problem['error'], 'code' | 'message'>> & {
  readonly code: DragomanErrorCode;
  readonly message: string;
  readonly status?: number;
};

/**
 * A failed call. `message` is for people and contains neither key nor text.
 *
 * @example
 * try {
 *   await dragoman.translate('La casa es grande.', { to: 'xx' });
 * } catch (error) {
 *   if (!(error instanceof DragomanError)) throw error;
 *   console.log(error.code, error.param, error.docUrl); // validation_error target_lang https://…
 * }
 */
export class DragomanError extends Error {
  override readonly name = 'DragomanError';
  readonly code: DragomanErrorCode;
  /** Of the HTTP reply; undefined if there was none. */
  readonly status: number | undefined;
  /** What is wrong, as in `target_lang` or `texts[17]` with the index in the array of the call; null if nothing is named. */
  readonly param: string | null;
  /** For support and logs. */
  readonly requestId: string | undefined;
  /** A page that says what to do. */
  readonly docUrl: string | undefined;
  /** Seconds after which the same call succeeds. */
  readonly retryAfter: number | undefined;
  /** Everything that is wrong; empty if nothing is named. */
  readonly errors: readonly { readonly param: string; readonly message: string }[];
  /** Likely languages, if the language could not be detected. */
  readonly candidates: readonly string[] | undefined;
  /** Characters that the request needs and that the account has, with the code `insufficient_balance`. */
  readonly charactersRequired: number | undefined;
  readonly charactersBalance: number | undefined;

  /** @param cause what `fetch` reported, for `connection_error` */
  constructor({ message, ...details }: Details, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = details.code;
    this.status = details.status;
    this.param = details.param ?? null;
    this.requestId = details.request_id;
    this.docUrl = details.doc_url;
    this.retryAfter = details.retry_after;
    this.errors = details.errors ?? [];
    this.candidates = details.candidates;
    this.charactersRequired = details.characters_required;
    this.charactersBalance = details.characters_balance;
  }
}

/** Returns the error of a reply that is not a success. */
export function errorOfReply({ status, headers }: Response, body: Uint8Array): DragomanError {
  const retryAfter = Number(headers.get('Retry-After') ?? Number.NaN);
  const retry = Number.isNaN(retryAfter) ? {} : { retry_after: retryAfter };
  const problem = parseJson(body);
  if (isProblem(problem)) return new DragomanError({ ...retry, ...(problem as Problem).error, status });
  const message = `The reply has status ${status} and is not from Dragoman. Check baseUrl and the proxies before the service.`;
  return new DragomanError({ code: 'unexpected_reply', message, status, ...retry });
}

/** Returns undefined if it is not JSON. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** Returns the error with its text of a batch named by its index in the caller's array. */
export function renumbered(error: unknown, indexOf: (number: number) => number | undefined): unknown {
  if (!(error instanceof DragomanError) || error.param === null) return error;
  const rename = (text: string) =>
    text.replace(/\btexts\[(\d+)\]/g, (name, number) => {
      const index = indexOf(Number(number));
      return index === undefined ? name : `texts[${index}]`;
    });
  const errors = error.errors.map(({ param, message }) => ({ param: rename(param), message }));
  return Object.assign(error, { message: rename(error.message), param: rename(error.param), errors });
}
