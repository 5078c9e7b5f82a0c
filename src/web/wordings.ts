import { counted, formatCount } from '../ground/counts.ts';
import { type ErrorCode, type PageReason, type Wordings, wordingOf } from '../ground/service-error.ts';
import { accountEntriesMax, termsLengthMax } from '../shop/glossaries/stored-entry.ts';
import { keyNameLengthMax, liveKeysMax } from '../shop/keys/keys.ts';
import { packCharactersMax } from '../shop/ledger/pack.ts';
import { memoryLimits } from '../shop/memory/memory-entry.ts';
import { passwordLengthMax, passwordLengthMin } from '../shop/people/password.ts';
import { type PersonFault, passkeyNameLengthMax } from '../shop/people/people.ts';
import { reportDaysMax } from '../shop/usage/usage-reports.ts';
import type { LanguageTag } from '../text/languages/language.ts';
import { nameLanguage } from '../text/languages/language-name.ts';
import type { FormProblem } from './pieces.ts';

/** `retryAfterSeconds`: when the same request may succeed, if waiting helps. */
export type PageProblem = FormProblem & { readonly retryAfterSeconds?: number | undefined };

/** A request that a page itself refuses, with the text that it shows. */
export class RefusedVisit extends Error {
  override readonly name = 'RefusedVisit';
  readonly code: ErrorCode;
  readonly problem: PageProblem;

  constructor(message: string, code: ErrorCode = 'validation_error', retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.problem = { param: '', message, retryAfterSeconds };
  }
}

export const disputed =
  'A payment of your account is disputed. You can delete the account after the dispute. Contact support.';
export const nothingHere = 'There is nothing at this address.';

/** A wording with `param` is about that form field. */
export const pageWordings: Wordings<PageReason, string | PageProblem> = {
  approved_too_long: ({ charactersMax }) =>
    `The approved translations for this text have more than ${formatCount(charactersMax)} characters. Translate less at once.`,
  body_too_large: ({ bytesMax }) => `You sent more than ${formatCount(bytesMax)} bytes. Send less.`,
  busy_with_files: ({ whose }) => ({
    param: '',
    message: `${whose === 'account' ? 'Another import, export, upload or search of yours is still running' : 'The server is busy with large files'}. Nothing was changed. Try again in a moment.`,
    retryAfterSeconds: 2,
  }),
  disputed,
  document_not_ready: 'The document is not translated yet. Wait a moment, then open it again.',
  glossary_busy: 'Another request is changing your glossary. Try again in a moment.',
  idempotency_key_reused: 'You have sent this form before with another text. Open the page again.',
  insufficient_balance: ({ required, balance }) =>
    `This needs ${formatCount(required)} characters, and you have ${formatCount(balance)} left.`,
  invalid_key: 'This API key is missing or not valid.',
  invalid_key_name: { param: 'name', message: `Enter a name of 1 to ${keyNameLengthMax} characters, all in one line.` },
  invalid_term: ({ field, message }) => ({ param: entryFields[field] ?? field, message }),
  invalid_threshold: {
    param: 'threshold',
    message: `Enter a whole number from 1 to ${formatCount(packCharactersMax)}.`,
  },
  memory_busy: 'Another request is changing your memory. Try again in a moment.',
  memory_full: `You can have ${formatCount(memoryLimits.entries)} approved translations at most, with ${formatCount(memoryLimits.characters)} characters in total. Remove some first.`,
  no_account: 'There is no such account.',
  no_document: 'There is no such document. Documents are deleted after an hour.',
  no_room_for_documents: ({ whose, retryAfterSeconds }) => ({
    param: 'file',
    message:
      whose === 'account'
        ? 'Your stored documents take all the room that an account may have. Delete documents that you have downloaded, or wait.'
        : 'There is no room for this file at the moment. Try again later.',
    retryAfterSeconds,
  }),
  nothing_to_translate: ({ target }) =>
    target === undefined
      ? { param: 'file', message: 'Nothing to translate. Nothing was charged.' }
      : { param: 'target', message: 'The text is in this language already.' },
  no_import: 'There is no import to undo. It was already undone, or a newer import exists.',
  no_key: nothingHere,
  no_order: nothingHere,
  no_pack: 'You have not bought characters yet. Buy a character pack before you create a key.',
  no_second_factor: 'Two-factor authentication is off. Set it up first.',
  no_memory_entry: nothingHere,
  no_review: 'An older version of the service translated this document, without a review file. Translate it again.',
  no_term: nothingHere,
  passkey_refused: 'You cannot use a passkey here at the moment.',
  rate_limited: ({ limit, retryAfterSeconds }) => ({
    param: '',
    message: `You have reached your limit of ${counted(limit, 'request')} a minute, for pages and API together. Try again in ${counted(retryAfterSeconds, 'second')}.`,
    retryAfterSeconds,
  }),
  reversed_days: { param: 'from', message: 'The last day must not be before the first.' },
  second_factor_exists: 'Two-factor authentication is already on. Turn it off first.',
  suspended: 'Your account is suspended. Contact support.',
  terms_too_long: `The terms of your glossary can have at most ${formatCount(termsLengthMax)} characters in total, without translations.`,
  too_many_connections: 'Your address has too many open connections. Try again in a moment.',
  too_many_days: { param: 'from', message: `Choose at most ${reportDaysMax} days to search by key or language.` },
  too_many_documents: ({ max, retryAfterSeconds }) => ({
    param: '',
    message: `You have ${max} unfinished documents, the maximum. Wait until one is done, or delete one.`,
    retryAfterSeconds,
  }),
  too_many_keys: `You have ${liveKeysMax} active keys, the maximum. Revoke one first.`,
  too_many_passkeys: ({ max }) => `You can have ${max} passkeys at most. Remove one that you do not use.`,
  too_many_terms: `You can have ${formatCount(accountEntriesMax)} glossary entries at most. Remove some first.`,
  undecided_language: ({ candidates }) => {
    const hint = candidates.length > 0 ? ` It may be one of: ${candidates.join(', ')}.` : '';
    return { param: 'source', message: `Language not detected.${hint} Choose it under From.` };
  },
  unsupported_pair: ({ source, target, targets }) => ({
    param: 'target',
    message: `There is no translation from ${nameOf(source)} to ${nameOf(target)}. Choose one of: ${targets.map(nameOf).toSorted().join(', ') || 'none'}.`,
  }),
  unusable_attempt: 'Open the Billing page again, and choose a pack there.',
  unusable_file: ({ message, columns }) => ({
    param: columns === undefined ? 'file' : 'columns',
    message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
  }),
  unusable_request: ({ fault }) =>
    fault === 'slow' || fault === 'slow_body'
      ? 'Your request took too long to arrive. Check your connection, then try again.'
      : 'Your browser sent a request that cannot be read. Open the page and try again.',
  withdrawn_pair: ({ source, target }) =>
    `There is no translation from ${nameOf(source)} to ${nameOf(target)} at the moment. Try again later.`,
};

/** Of a language, as the choices of pages show it. */
const nameOf = (code: string): string => nameLanguage(code as LanguageTag).name;

/** Fields of an entry whose inputs have other names. */
const entryFields: Readonly<Record<string, string>> = {
  doNotTranslate: 'keep',
  caseRule: 'case',
  partOfSpeech: 'part_of_speech',
};

/** Describes a failure that the visitor can correct; undefined for all others. */
export function readableProblem(thrown: unknown): PageProblem | undefined {
  if (thrown instanceof RefusedVisit) return thrown.problem;
  const wording = wordingOf(pageWordings, thrown);
  return typeof wording === 'string' ? { param: '', message: wording } : wording;
}

/** As `readableProblem`. @throws every other failure again */
export function problemOf(thrown: unknown): FormProblem {
  const problem = readableProblem(thrown);
  if (problem === undefined) throw thrown;
  return problem;
}

export const personWordings: Readonly<Record<PersonFault, FormProblem>> = {
  email_malformed: { param: 'email', message: 'This is not an e-mail address.' },
  email_not_ascii: { param: 'email', message: 'Use only unaccented letters before the @.' },
  email_taken: { param: 'email', message: 'This address already has an account.' },
  email_unchanged: { param: 'email', message: 'This is already your address.' },
  email_unsupported: { param: 'email', message: 'This kind of e-mail address cannot be used here.' },
  passkey_name_too_long: { param: 'name', message: `Use at most ${passkeyNameLengthMax} characters, in one line.` },
  password_guessable: {
    param: 'password',
    message: 'This password is too common or too close to your address. Use several unrelated words instead.',
  },
  password_malformed: { param: 'password', message: 'The password contains invalid characters.' },
  password_too_long: { param: 'password', message: `Use at most ${passwordLengthMax} characters.` },
  password_too_short: { param: 'password', message: `Use at least ${passwordLengthMin} characters.` },
};
