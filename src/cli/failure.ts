import { CommanderError } from 'commander';
import { type OperatorReason, ServiceError, type Wordings, wordingOf } from '../ground/service-error.ts';
import { suspensionReasonLengthMax } from '../shop/accounts/accounts.ts';
import { accountEntriesMax, termsLengthMax } from '../shop/glossaries/stored-entry.ts';
import { keyNameLengthMax, liveKeysMax } from '../shop/keys/keys.ts';
import { packCharactersMax, packValidDaysMax } from '../shop/ledger/pack.ts';
import { memoryLimits } from '../shop/memory/memory-entry.ts';
import { packNameLengthMax } from '../shop/orders/order.ts';
import { reportDaysMax } from '../shop/usage/usage-reports.ts';
import { UsageError } from './argument.ts';

/** How a failed command line ends. */
export type CommandFailure = {
  /** 1: failure. 2: wrong command line. */
  readonly status: 1 | 2;
  readonly code: string;
  /** One line. */
  readonly message: string;
  /** A stack trace, only for a bug. */
  readonly trace?: string;
};

/** A file that a command cannot read; the message is one line. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** Describes what a command threw. `isMisconfiguration`: see `CommandParts`. */
export function commandFailure(
  thrown: unknown,
  isMisconfiguration: (error: unknown) => error is Error,
): CommandFailure {
  if (thrown instanceof UsageError) return { status: 2, code: 'usage_error', message: thrown.message };
  if (thrown instanceof CommanderError) return { status: 2, code: 'usage_error', message: usageMessage(thrown) };
  if (thrown instanceof InputError) return { status: 1, code: 'validation_error', message: thrown.message };
  if (thrown instanceof ServiceError) return { status: 1, code: thrown.code, message: messageOf(thrown) };
  if (isMisconfiguration(thrown)) return { status: 1, code: 'configuration_error', message: thrown.message };
  if (isSystemError(thrown)) return { status: 1, code: 'system_error', message: thrown.message };
  return {
    status: 1,
    code: 'internal_error',
    message: 'this is a fault of the program, not of the command',
    trace: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
  };
}

/** An error of the operating system (a port, a file); Node has it in one line. Source: Node.js, `Error: system errors`. */
function isSystemError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && 'syscall' in thrown && 'code' in thrown && !thrown.message.includes('\n');
}

function usageMessage(error: CommanderError): string {
  // A group without a command prints its help, which is no message.
  if (error.code === 'commander.help') return 'a command is missing';
  return error.message.replace(/^error: /, '').replaceAll('\n', ' ');
}

/** Describes an error for the operator, in one line. */
export function messageOf(error: Error): string {
  if (!(error instanceof ServiceError)) return error.message.replaceAll('\n', ' ');
  const { reason } = error.detail;
  const wording = wordingOf(operatorWordings, error) ?? error.message;
  return typeof reason === 'string' ? `${wording} Reason: ${reason}.` : wording;
}

const days = `--from: Choose at most ${reportDaysMax} days, and a first day that is not after the last.`;

/** One line each. */
export const operatorWordings: Wordings<OperatorReason, string> = {
  already_reversed: '--entry: This expiry was reversed before.',
  backup_exists: '--to: This file exists. Choose another name.',
  backup_failed: 'The database could not be copied.',
  caller_gone: 'The connection was closed before the reply.',
  copy_failed: 'The copy failed.',
  deadline_exceeded: 'This took too long. Try again.',
  disputed: 'A payment of this account is disputed. Wait for the outcome, or add --despite-dispute.',
  draining: 'The service is stopping.',
  email_taken: '--email: Another account has this email address.',
  engine_unavailable: 'The engine cannot translate this at the moment. Run "dragoman engine list".',
  erased: 'This account was erased.',
  glossary_busy: 'Another request is changing the glossary of this account. Try again.',
  granted_to_another: '--order: This order was granted to another account before.',
  invalid_currency: '--currency: A currency is the three capital letters of ISO 4217, such as EUR.',
  invalid_email: '--email: This is not an email address.',
  invalid_key_name: `--name: The name of a key has 1 to ${keyNameLengthMax} characters, all in one line.`,
  invalid_pack_characters: `--characters: A pack has 1 to ${packCharactersMax} characters.`,
  invalid_pack_days: `--valid-days: A pack is valid for 1 to ${packValidDaysMax} whole days.`,
  invalid_pack_expiry: `--expires-at: A pack expires in the future, at most ${packValidDaysMax} days from now.`,
  invalid_pack_name: `--pack: The name of a pack has 1 to ${packNameLengthMax} characters, all in one line.`,
  invalid_price: '--price: A price is 0 or more.',
  invalid_refund: '--amount: All refunds of an order together are between 0 and its price.',
  invalid_suspension_reason: `--reason: A reason has 1 to ${suspensionReasonLengthMax} characters, all in one line.`,
  invalid_threshold: `A threshold is a whole number of characters from 1 to ${packCharactersMax}.`,
  mail_unavailable: 'The message could not be sent.',
  mailbox_refused: 'The mail server refused this address.',
  memory_busy: 'Another request is changing the memory of this account. Try again.',
  memory_full: `An account has at most ${memoryLimits.entries} approved translations, with ${memoryLimits.characters} characters together.`,
  model_failed: ({ pair, task }) => `The model ${pair} could not be ${taskWords[task]}.`,
  model_not_installed: ({ pair }) => `There is no model ${pair} on this machine. Run "dragoman model list".`,
  models_not_importable: 'No model was imported.',
  no_account: 'There is no such account.',
  no_expiry: '--entry: There is no such expiry in the ledger journal of this account.',
  no_import: 'There is no import to undo.',
  no_key: 'There is no such key.',
  no_order: 'There is no such order.',
  no_pack: 'The account has not bought a pack yet. Grant it one with "dragoman pack grant".',
  overloaded: 'The service is busy. Try again.',
  payment_unavailable: 'The payment provider cannot be used at the moment.',
  placed_order: '--order: This order was placed. Use "dragoman order mark-paid" when it is paid.',
  postgres_tools: ({ command }) => `DATABASE_URL is set, and PostgreSQL has its own tools for this: ${command}`,
  restore_failed: 'Nothing was restored.',
  reversed_days: days,
  server_error: 'An internal error occurred. See the log.',
  storage_full: 'The disk of the database is full.',
  store_unavailable: 'The database cannot be used.',
  suspended: 'The account is suspended, so it cannot create keys or buy packs.',
  terms_too_long: `The glossary entries of an account, without their translations, have at most ${termsLengthMax} characters together.`,
  too_many_days: days,
  too_many_keys: `The account has ${liveKeysMax} active keys, the maximum. Revoke one first.`,
  too_many_leaked_keys: ({ max, revoked }) =>
    `The file has more than ${max} different keys. Of the first ${max}, ${revoked} were live and are revoked. Split the file for the rest.`,
  too_many_terms: `An account has at most ${accountEntriesMax} glossary entries.`,
  unfaithful_translation: 'No engine translated the text without an issue. The log names the issue.',
  unusable_backup: '--from: Nothing was restored.',
  validity_ended: '--entry: What was bought before this expiry is no longer valid. Grant a pack instead.',
};

const taskWords = { download: 'downloaded', import: 'imported', remove: 'removed' } as const;
