import type { Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './commands/account.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addDatabaseCommands } from './commands/database.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEngineCommands } from './commands/engine.ts';
import { addGlossaryCommands } from './commands/glossary.ts';
import { addKeyCommands } from './commands/key.ts';
import { addLedgerCommands } from './commands/ledger.ts';
import { addMemoryCommands } from './commands/memory.ts';
import { addModelCommands } from './commands/model.ts';
import { addOrderCommands } from './commands/order.ts';
import { addPackCommands } from './commands/pack.ts';
import { addServeCommand } from './commands/serve.ts';
import { addUsageCommands } from './commands/usage.ts';
import { commandFailure } from './failure.ts';
import type { CommandParts } from './operator.ts';
import { Output } from './output.ts';

export type CommandLineParts = CommandParts & { readonly out: Writable; readonly err: Writable };

/**
 * Runs one command of an operator.
 * @param argv the arguments after the program's name
 * @returns the exit status: 0 success, 1 failure or a failed check, 2 a wrong command line; that of
 * the server for `serve`. Never rejects for a user error or a failure of the service.
 */
export async function runCommandLine(argv: readonly string[], parts: CommandLineParts): Promise<number> {
  const output = new Output({ out: parts.out, err: parts.err, json: argv.includes('--json') });
  const shown = { help: '', helpInstead: '', serverStatus: 0 };
  const program = buildProgram(parts, output, shown);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return (await output.finish()) || shown.serverStatus;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) {
      const text = shown.help.trimEnd();
      output.result(thrown.code === 'commander.version' ? parts.release : { help: text }, text);
      return output.finish();
    }
    const failure = commandFailure(thrown, parts.isMisconfiguration);
    const usage = shown.helpInstead.trimEnd() || `Try "${commandName(program, argv)} --help".`;
    output.error(failure, failure.status === 2 ? usage : undefined);
    if (failure.trace !== undefined) output.trace(failure.trace);
    await output.finish();
    return failure.status;
  }
}

/** In the order of the help. */
const commands = [
  ...[addAccountCommands, addPackCommands, addOrderCommands, addKeyCommands, addGlossaryCommands, addMemoryCommands],
  ...[addUsageCommands, addAuditCommands, addLedgerCommands, addEngineCommands, addModelCommands],
  ...[addDatabaseCommands, addDoctorCommand],
];

type Shown = { help: string; helpInstead: string; serverStatus: number };

/** All commands with their options. Running one fills `shown`. */
export function buildProgram(parts: CommandLineParts, output: Output, shown: Shown): Command {
  const { version, commit } = parts.release;
  const program = new Command('dragoman')
    .description(
      'Runs and manages a Dragoman translation service. Every command except db restore and db copy works while the server runs.',
    )
    .version(commit === undefined ? version : `${version} (commit ${commit})`)
    .option('--json', 'print exactly one JSON value on standard output')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nTo translate files: "dragoman translate --help" in a clone, the package dragoman-translate elsewhere.',
    )
    // Commander would print and end the process; both are done in one place, for both forms of output.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void (shown.help += text),
      writeErr: (text) => void (shown.helpInstead += text),
      outputError: () => {},
    });
  addServeCommand(program, parts, (status) => {
    shown.serverStatus = status;
  });
  for (const add of commands) add(program, parts, output);
  return program;
}

/** The known command at the beginning of `argv`: `dragoman key create`. */
function commandName(program: Command, argv: readonly string[]): string {
  let command = program;
  const names = [program.name()];
  for (const argument of argv) {
    const next = command.commands.find((each) => each.name() === argument || each.aliases().includes(argument));
    if (next === undefined) break;
    command = next;
    names.push(next.name());
  }
  return names.join(' ');
}
