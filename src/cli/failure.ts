import { CommanderError } from 'commander';
import { ServiceError, wordingOf } from '../ground/service-error.ts';
import { UsageError } from './argument.ts';
import { operatorWordings } from './wordings.ts';

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
