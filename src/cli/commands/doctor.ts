import type { Command } from 'commander';
import type { Finding } from '../checks/check.ts';
import { checkDataFolder, checkDiskSpace } from '../checks/data-folder.ts';
import { checkDatabase } from '../checks/database.ts';
import { checkPorts } from '../checks/ports.ts';
import { messageOf } from '../failure.ts';
import type { CommandParts, EngineFacts, Settings } from '../operator.ts';
import type { Print } from '../output.ts';

const nodeMajorMin = 24;

/** `doctor`. */
export function addDoctorCommand(program: Command, parts: CommandParts, print: Print): void {
  program
    .command('doctor')
    .description('check what the service needs of this machine; exit status 1 when it could not run')
    .action(async () => {
      const findings = await examine(parts);
      const ok = findings.every((finding) => finding.state !== 'fail');
      print.verdict(ok, { ok, checks: findings }, findings.map(findingText).join('\n'));
    });
}

async function examine(parts: CommandParts): Promise<readonly Finding[]> {
  const node = checkNode(process.versions.node);
  let settings: Settings;
  try {
    settings = parts.readSettings();
  } catch (error) {
    if (!parts.isMisconfiguration(error)) throw error;
    // The other checks would look in the wrong places.
    const remedy = 'correct the environment; "dragoman serve --help" lists every variable';
    return [node, { check: 'configuration', state: 'fail', message: error.message, remedy }];
  }
  return [
    node,
    { check: 'configuration', state: 'ok', message: 'every environment variable can be used' },
    await checkDataFolder(settings.dataDir),
    await checkDiskSpace(settings.dataDir),
    ...(await attempt(
      async () => checkDatabase(await parts.inspectDatabase()),
      'database',
      unreachable[settings.database.kind],
    )),
    ...(await attempt(async () => checkEngines(await parts.describeEngines()), 'engines', unreachable.sqlite)),
    ...(await checkPorts(settings)),
  ];
}

function checkNode(version: string): Finding {
  const finding = { check: 'Node', message: version };
  return Number.parseInt(version, 10) >= nodeMajorMin
    ? { ...finding, state: 'ok' }
    : { ...finding, state: 'fail', remedy: `install Node ${nodeMajorMin} or newer, or run npm install` };
}

/** A part of the service that cannot even be looked at is what doctor is there to find. */
async function attempt(
  look: () => Promise<readonly Finding[]>,
  check: string,
  remedy: string,
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [{ check, state: 'fail', message: messageOf(error), remedy }];
  }
}

/** The message before it says what is wrong; this only where to look. */
const unreachable: Readonly<Record<Settings['database']['kind'], string>> = {
  sqlite: 'see whether the files in DATA_DIR can be read and written, and are whole',
  postgres: 'see whether DATABASE_URL names the right server, database and role, and what PostgreSQL lets that role do',
};

function checkEngines(engines: readonly EngineFacts[]): readonly Finding[] {
  const canTranslate = engines.some((engine) => servedPairs(engine) > 0);
  return engines.map((engine): Finding => {
    const check = `engine ${engine.name}`;
    const pairs = servedPairs(engine);
    const unavailable = engine.units.filter((unit) => unit.state === 'unavailable').length;
    if (pairs === 0) {
      const remedy = remedies[engine.name] ?? `install what ${engine.name} needs, or take it out of ENGINES`;
      return { check, state: canTranslate ? 'warn' : 'fail', message: 'no language pair is installed', remedy };
    }
    if (unavailable === 0) return { check, state: 'ok', message: `${pairs} language pairs` };
    const message = `${pairs} language pairs; ${unavailable} of its units are unavailable`;
    return { check, state: 'warn', message, remedy: 'see "dragoman engine list" for the reasons' };
  });
}

function servedPairs({ units }: EngineFacts): number {
  const served = units.filter(({ state }) => state === 'ready' || state === 'running');
  return served.reduce((sum, { pairs }) => sum + pairs.length, 0);
}

const remedies: Readonly<Record<string, string>> = {
  apertium:
    'as root: apt-get install apertium and language pairs such as apertium-eng-spa; npm start does so when it may',
};

function findingText({ check, state, message, remedy }: Finding): string {
  const line = `${state.padEnd(4)}  ${check}: ${message}`;
  return remedy === undefined ? line : `${line}\n      -> ${remedy}`;
}
