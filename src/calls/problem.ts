import type { Problem, ProblemCode } from '../../sdk/src/wire.ts';
import { counted } from '../ground/counts.ts';
import {
  type ApiReason,
  type ErrorCode,
  type RequestFault,
  ServiceError,
  type Wordings,
  wordingOf,
} from '../ground/service-error.ts';
import type { RenderedProblem } from '../http/answering.ts';
import { accountEntriesMax, termsLengthMax } from '../shop/glossaries/stored-entry.ts';
import { windowMs } from '../shop/limits/account-window.ts';
import { memoryLimits } from '../shop/memory/memory-entry.ts';

/** An invalid field of a request. `param` is the name that the caller sent. */
export type FieldProblem = { readonly param: string; readonly message: string };

type ProblemWording = {
  readonly message: string;
  /** The invalid field. */
  readonly param?: string;
  /** What is wrong with each field. Default: `message`, for `param`. */
  readonly errors?: readonly FieldProblem[];
  /** Further members of the error body. */
  readonly more?: Pick<Problem['error'], 'candidates' | 'characters_balance' | 'characters_required'>;
  readonly retryAfterSeconds?: number;
};

/** The same for every caller without a live key, so that it does not reveal whether a key is unknown or revoked. */
export const invalidKeyMessage = 'The API key is missing or not valid. Send it as: Authorization: Bearer <key>';

const faults: Readonly<Record<RequestFault, Pick<ProblemWording, 'message' | 'param'>>> = {
  connect: { message: 'This is not a proxy: CONNECT is not served.' },
  headers_too_large: { message: 'The request headers are too large.' },
  incomplete: { message: 'The request ended before it was complete.' },
  malformed: { message: 'The request is not well-formed HTTP.' },
  malformed_target: { message: 'The request target or Host is malformed.' },
  no_host: { message: 'The Host header is missing.', param: 'Host' },
  plain_http: { message: 'Use HTTPS: plain HTTP would expose the key.' },
  slow: { message: 'The request took too long to arrive.' },
  slow_body: { message: 'The request body took too long to arrive.' },
};

export const apiWordings: Wordings<ApiReason, ProblemWording> = {
  approved_too_long: ({ charactersMax }) => ({
    message: `The approved translations for this request have more than ${charactersMax} characters in all. Send less text.`,
  }),
  body_too_large: ({ bytesMax }) => ({ message: `The request body is larger than ${bytesMax} bytes.` }),
  document_not_ready: { message: 'The document is not translated yet. Ask for its status until it is `done`.' },
  busy_with_files: ({ whose }) => ({
    message: `${whose === 'account' ? 'Other files of your account, or changes of many entries, are in progress' : 'The server is busy with files'}. Nothing was changed. Try again in 2 s.`,
    retryAfterSeconds: 2,
  }),
  idempotency_key_reused: {
    message: 'This Idempotency-Key was used for another request. Use a new one for each request.',
    param: 'Idempotency-Key',
  },
  insufficient_balance: ({ required, balance }) => ({
    message: `This text needs ${required} characters, which is more than the account has available.`,
    more: { characters_required: required, characters_balance: balance },
  }),
  invalid_key: { message: invalidKeyMessage },
  memory_full: {
    message: `An account has at most ${memoryLimits.entries} approved translations, with ${memoryLimits.characters} characters in all.`,
  },
  no_document: { message: 'There is no document with this id. Documents are deleted after an hour.' },
  no_room_for_documents: ({ whose, retryAfterSeconds }) => ({
    message: `There is no room for this file: ${whose === 'account' ? 'your stored documents take all that an account may have. Delete documents that you have downloaded, or try again later' : 'the service has too many documents at the moment. Try again later'}.`,
    retryAfterSeconds,
  }),
  nothing_to_translate: ({ target }) =>
    target === undefined
      ? { message: 'The file has no text to translate. Nothing was charged.', param: 'file' }
      : { message: `The text is in ${target} already. Nothing was charged.`, param: 'target_lang' },
  no_glossary: { message: 'There is no glossary with this id.' },
  no_review: {
    message: 'An older version of the service translated this document, without a review file. Translate it again.',
  },
  no_memory_entry: { message: 'The memory has no entry with this id.' },
  no_term: { message: 'The glossary has no entry with this id.' },
  rate_limited: ({ limit, retryAfterSeconds }) => ({
    message: `The account may make ${counted(limit, 'request')} in any ${windowMs / 1_000} seconds. Try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  }),
  terms_too_long: { message: `The terms of a glossary have at most ${termsLengthMax} characters in all.` },
  too_many_connections: ({ max, what }) => ({
    message: `Too many open ${what} from your address (at most ${max}). ${what === 'connections' ? 'Close some and try again.' : 'Try again when some have ended.'}`,
    retryAfterSeconds: 1,
  }),
  too_many_documents: ({ max, retryAfterSeconds }) => ({
    message: `The account has ${max} unfinished documents, the maximum. Wait until one is done, or delete one.`,
    retryAfterSeconds,
  }),
  too_many_glossaries: ({ glossaries, entries, lengthOfEntries }) => ({
    message: `An account has at most ${counted(glossaries, 'glossary', 'glossaries')}, with ${counted(entries, 'entry', 'entries')} and ${counted(lengthOfEntries, 'character')} in all.`,
  }),
  too_many_terms: { message: `A glossary has at most ${accountEntriesMax} entries.` },
  undecided_language: ({ candidates }) => {
    const hint = candidates.length > 0 ? ` It may be one of: ${candidates.join(', ')}.` : '';
    const message = `The language of the text could not be detected.${hint} Set \`source_lang\`.`;
    return { message, param: 'source_lang', more: { candidates } };
  },
  unfaithful_texts: ({ texts }) => ofTexts(texts.map((number) => [number, 'has no valid translation by any engine'])),
  unsupported_pair: ({ source, target, targets }) => ({
    message: `There is no translation from ${source} to ${target}. Targets of ${source}: ${targets.join(', ') || 'none'}.`,
    param: 'target_lang',
  }),
  unusable_file: ({ message }) => ({ message: `The file cannot be read: ${message}.`, param: 'file' }),
  unusable_request: ({ fault }) => faults[fault],
  unusable_texts: ({ texts, candidates }) => ({
    ...ofTexts(
      texts.map(({ number, source, target }) => [
        number,
        source === undefined
          ? 'is in a language that could not be detected; set `source_lang`'
          : `is in ${source}, from which there is no translation to ${target}`,
      ]),
    ),
    ...(texts.some(({ source }) => source === undefined) && { more: { candidates } }),
  }),
};

/** Names texts of a batch, so that the caller can remove them and send the others. */
function ofTexts(issues: readonly (readonly [number: number, message: string])[]): ProblemWording {
  const errors = issues.map(([number, message]) => ({ param: `texts[${number}]`, message }));
  const { param = '', message = '' } = errors[0] ?? {};
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more, see errors)`;
  return { message: `The text \`${param}\` ${message}${more}.`, param, errors };
}

/** The same for every failure: only the log has the cause. */
export const ourFault =
  'The service could not process this request. Try again. If it fails again, contact support with the request id.';

/** A request that the API itself refuses, with the text for the caller. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly code: ProblemCode;
  readonly wording: ProblemWording;

  constructor(wording: ProblemWording, code: ProblemCode = 'validation_error') {
    super(wording.message);
    this.code = code;
    this.wording = wording;
  }
}

/** @param meant the path of an endpoint that the caller may have meant */
export function nothingAtPath(meant?: string): RefusedRequest {
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return new RefusedRequest({ message: `There is nothing at this path.${hint}` }, 'not_found');
}

type ProblemRule = {
  readonly status: number;
  /** For people, in the documentation. */
  readonly when: string;
  readonly remedy: string;
  readonly example: Error;
};

const unknownField = { param: 'target', message: 'is unknown; did you mean `target_lang`?' };

/** Every code of the API, in the order of the checks. */
const problems: Readonly<Record<ProblemCode, ProblemRule>> = {
  not_found: {
    status: 404,
    example: nothingAtPath(),
    when: 'There is nothing at this path.',
    remedy: 'Use an endpoint of the reference. Paths have no slash at the end.',
  },
  method_not_allowed: {
    status: 405,
    example: new RefusedRequest({ message: 'Use POST on this path.' }, 'method_not_allowed'),
    when: 'The path exists, but not for this method.',
    remedy: 'Use a method that the `Allow` header names.',
  },
  invalid_api_key: {
    status: 401,
    example: new ServiceError('invalid_key'),
    when: 'The key is missing, malformed, unknown or revoked.',
    remedy: 'Send an active key as `Authorization: Bearer <key>`. A key never works in the URL.',
  },
  rate_limit_exceeded: {
    status: 429,
    example: new ServiceError('rate_limited', { data: { limit: 60, retryAfterSeconds: 7 } }),
    when: 'The account has reached its limit of requests in 60 seconds, with all its keys together, or a limit of files.',
    remedy:
      'Wait `retry_after` seconds, then try again: within the limit of requests, the retry succeeds. A denied request does not count.',
  },
  validation_error: {
    status: 400,
    example: new RefusedRequest({
      ...unknownField,
      message: `\`target\` ${unknownField.message}`,
      errors: [unknownField],
    }),
    when: 'The request is invalid: its JSON, its content type, a field, a language or the length of the text.',
    remedy: 'Correct what `param` and `errors` name. The unchanged request fails again.',
  },
  insufficient_balance: {
    status: 402,
    example: new ServiceError('insufficient_balance', { data: { required: 18, balance: 17 } }),
    when: 'The account has fewer characters than this text needs, or they have expired.',
    remedy: 'Buy characters, or send a text of at most `characters_balance` characters.',
  },
  not_ready: {
    status: 409,
    example: new ServiceError('document_not_ready'),
    when: 'The document is not translated yet, or its translation failed.',
    remedy: 'Get `/documents/{id}` until its status is `done`.',
  },
  server_error: {
    status: 500,
    example: new ServiceError('server_error'),
    when: 'The service failed.',
    remedy:
      'Try again with an `Idempotency-Key`, so that nothing is charged twice. If it still fails, give the `request_id` to support.',
  },
};

export const problemCodes = Object.keys(problems) as readonly ProblemCode[];

/** Headers of every reply that must not be cached. */
export const uncachedHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** The same with JSON. */
export const privateJsonHeaders = { 'Content-Type': 'application/json; charset=utf-8', ...uncachedHeaders } as const;

/** The precise code of any failure, for logs and metrics. */
export function errorCodeOf(error: unknown): ErrorCode {
  return error instanceof ServiceError || error instanceof RefusedRequest ? error.code : 'server_error';
}

/** Returns the code in the reply, or `caller_gone` if the connection was closed before. */
export function reportedCode(code: ErrorCode): ProblemCode | 'caller_gone' {
  return code === 'caller_gone' ? code : problemCodeOf(code);
}

const problemCodeOf = (code: ErrorCode): ProblemCode => problemCodes.find((known) => known === code) ?? 'server_error';

/** Renders an error as the reply that the caller receives. */
export type RenderProblem = (error: unknown, requestId: string) => RenderedProblem;

/** @param baseUrl the public address of the service, without a trailing slash; called for each failure */
export function problemRenderer(baseUrl: () => string): RenderProblem {
  return (error, requestId) => {
    const { code, wording } = problemWordingOf(error);
    const marks = { request_id: requestId, doc_url: `${baseUrl()}/docs/errors#${code}` };
    const body = JSON.stringify(problemOf(code, wording, marks));
    return { status: problems[code].status, headers: headersOf(code, wording), body };
  };
}

export function problemWordingOf(error: unknown): Pick<RefusedRequest, 'code' | 'wording'> {
  if (error instanceof RefusedRequest) return error;
  const wording = wordingOf(apiWordings, error);
  if (wording === undefined) return { code: 'server_error', wording: { message: ourFault } };
  return { code: problemCodeOf(errorCodeOf(error)), wording };
}

function headersOf(code: ProblemCode, { retryAfterSeconds }: ProblemWording): Readonly<Record<string, string>> {
  if (code === 'invalid_api_key') return { ...privateJsonHeaders, 'WWW-Authenticate': 'Bearer' };
  if (retryAfterSeconds === undefined) return privateJsonHeaders;
  return { ...privateJsonHeaders, 'Retry-After': String(retryAfterSeconds) };
}

function problemOf(
  code: ProblemCode,
  { message, param, errors, more, retryAfterSeconds }: ProblemWording,
  marks: Pick<Problem['error'], 'doc_url' | 'request_id'>,
): Problem {
  const blamed = errors ?? (param === undefined ? undefined : [{ param, message }]);
  const retry = retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds };
  const error = { code, message, param: param ?? null, ...marks, ...(blamed && { errors: blamed }), ...more, ...retry };
  return { error, ...retry };
}

/** The documentation of an error code. */
export type ProblemReference = Omit<ProblemRule, 'example'> & { readonly code: ProblemCode; readonly example: Problem };

/** Returns all error codes of the API, in the order of the checks. */
export function problemReferences(baseUrl: string): readonly ProblemReference[] {
  const render = problemRenderer(() => baseUrl);
  return problemCodes.map((code) => {
    const example = JSON.parse(render(problems[code].example, 'q7RkD2xYbW0m.1c4').body) as Problem;
    return { ...problems[code], code, example };
  });
}
