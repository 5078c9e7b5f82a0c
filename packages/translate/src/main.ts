import { existsSync, readFileSync } from 'node:fs';
import { DragomanError } from '../../../sdk/src/dragoman-error.ts';
import { helpText, parseCommandLine } from './command-line.ts';
import { messageOf, openConsole, problem } from './console.ts';
import { UsageError } from './usage-error.ts';

const failed = 1;
const misused = 2;
/** 128 and the number of SIGINT, as shells report it. */
const interrupted = 130;

/** Runs the command in the current folder. Returns its exit status. */
export async function main(args: readonly string[]): Promise<number> {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(interrupted);
    controller.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  // A reader such as `head` may close the pipe. The files are written all the same.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const console = openConsole(process, {});
  const printError = (message: string): void => console.error(`dragoman-translate: ${message}`);
  try {
    return await runCommand(args, controller.signal);
  } catch (error) {
    if (controller.signal.aborted) {
      printError(`interrupted.${args.includes('-') ? '' : ' Run the command again to go on: nothing is paid twice.'}`);
      return interrupted;
    }
    if (error instanceof UsageError) {
      printError(error.message);
      return misused;
    }
    const { TaskError } = await import('./content.ts');
    if (error instanceof TaskError) problem(console, error.path, error.message);
    else if (error instanceof DragomanError) printError(messageOf(error));
    else throw error;
    return error instanceof DragomanError && error.code === 'invalid_api_key' ? misused : failed;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function runCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const line = parseCommandLine(args);
  if (line.isHelp || line.isVersion) {
    process.stdout.write(line.isHelp ? helpText() : `${version()}\n`);
    return 0;
  }
  // Loading more than this file would take most of the time of --version.
  const { readSettings } = await import('./settings.ts');
  const isInit = line.files.length === 1 && line.files[0] === 'init' && !existsSync('init');
  const written = isInit && (await (await import('./init.ts')).writeConfig(line, process.cwd()));
  const settings = await readSettings(isInit ? { ...line, files: [], to: [], isDryRun: true } : line, process.cwd());
  const console = openConsole(process, settings);
  if (written) console.out(written);
  const parts = { console, signal, key: process.env['DRAGOMAN_KEY'] };
  if (!line.files.includes('-')) return (await import('./run.ts')).run(settings, parts);
  return (await import('./standard-input.ts')).translateInput(settings, parts);
}

function version(): string {
  const { version: own } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return own;
}
