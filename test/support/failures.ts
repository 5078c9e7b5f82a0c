import { type Arbitrary, array, constantFrom, integer, option, record } from 'fast-check';
import { type Reason, type ReasonData, ServiceError } from '../../src/ground/service-error.ts';

const language = constantFrom('es', 'en', 'pt-BR', 'zh-Hans');
const languages = array(language);
const count = integer({ min: 1 });
const undefinedOr = <Value>(value: Arbitrary<Value>) => option(value, { nil: undefined });

/** Any data of each reason that has some. */
const dataOf: { readonly [Each in keyof ReasonData]: Arbitrary<ReasonData[Each]> } = {
  approved_too_long: record({ charactersMax: count }),
  body_too_large: record({ bytesMax: count }),
  busy_with_files: record({ whose: constantFrom('account', 'server') }),
  insufficient_balance: record({ required: count, balance: count }),
  invalid_term: record({
    field: constantFrom('source', 'term', 'doNotTranslate', 'caseRule', 'partOfSpeech', 'note'),
    message: constantFrom('The term is missing.'),
  }),
  model_failed: record({
    pair: constantFrom('es>en', 'zh-Hans>en'),
    task: constantFrom('download', 'import', 'remove'),
  }),
  model_not_installed: record({ pair: constantFrom('es>en') }),
  no_room_for_documents: record({ whose: constantFrom('account', 'server'), retryAfterSeconds: count }),
  nothing_to_translate: record({ target: undefinedOr(language) }),
  postgres_tools: record({ command: constantFrom('pg_dump --format=custom') }),
  rate_limited: record({ limit: count, retryAfterSeconds: count }),
  too_many_connections: record({ max: count, what: constantFrom('connections', 'requests') }),
  too_many_documents: record({ max: count, retryAfterSeconds: count }),
  too_many_glossaries: record({ glossaries: count, entries: count, lengthOfEntries: count }),
  too_many_leaked_keys: record({ max: count, revoked: count }),
  too_many_passkeys: record({ max: count }),
  undecided_language: record({ candidates: languages }),
  unfaithful_texts: record({ texts: array(count, { minLength: 1 }) }),
  unsupported_pair: record({ source: language, target: language, targets: languages }),
  unusable_file: record({ message: constantFrom('line 3: this is not well-formed XML') }),
  unusable_request: record({
    fault: constantFrom(
      'connect',
      'headers_too_large',
      'incomplete',
      'malformed',
      'malformed_target',
      'no_host',
      'plain_http',
      'slow',
      'slow_body',
    ),
  }),
  unusable_texts: record({
    texts: array(record({ number: count, source: undefinedOr(language), target: language }), { minLength: 1 }),
    candidates: languages,
  }),
  withdrawn_pair: record({ source: language, target: language }),
};

/** Any failure with this reason. */
export function failureOf(reason: Reason): Arbitrary<ServiceError> {
  const data: Readonly<Record<string, Arbitrary<unknown>>> = dataOf;
  return (data[reason] ?? constantFrom(undefined)).map((made) => new ServiceError(reason, { data: made } as never));
}
