import type { Command } from 'commander';
import type { CommandParts, EnvironmentVariable } from '../operator.ts';

/** `serve`; `setStatus` receives the server's exit status. */
export function addServeCommand(
  program: Command,
  { serve, variables }: CommandParts,
  setStatus: (status: number) => void,
): void {
  program
    .command('serve')
    .description('run the server until SIGTERM or SIGINT')
    .addHelpText('after', `\nEnvironment:\n${variables.map(variableHelp).join('\n')}`)
    .action(async () => setStatus(await serve()));
}

function variableHelp({ name, unit, here, description, see, ...variable }: EnvironmentVariable): string {
  const value = variable.defaultInWords ?? variable.default;
  const text = `${description}${see === undefined ? '' : ` See docs/${see}.`}`.replaceAll('`', '');
  return `  ${name}\n      ${text}\n      Unit: ${unit}. Default: ${value}${here === undefined ? '' : `, here ${here}`}.`;
}
