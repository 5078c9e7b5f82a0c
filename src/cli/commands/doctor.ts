import { join } from 'node:path';
import type { Command } from 'commander';
import type { EngineUnit } from '../../text/engine/engine.ts';
import { checkBackups } from '../checks/backups.ts';
import type { Finding } from '../checks/check.ts';
import { checkDatabase } from '../checks/database.ts';
import { checkDiskSpace, checkFolder, checkLimits, checkNode } from '../checks/machine.ts';
import { checkModels } from '../checks/models.ts';
import { checkPorts } from '../checks/ports.ts';
import { messageOf } from '../failure.ts';
import type { CommandParts, EngineFacts, Settings } from '../operator.ts';
import type { Print } from '../output.ts';

export function addDoctorCommand(program: Command, parts: CommandParts, print: Print): void {
  program
    .command('doctor')
    .description('check whether the service can run on this machine; exit status 1 if it cannot')
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
    await checkFolder({ check: 'data folder', path: settings.dataDir, variable: 'DATA_DIR' }),
    await checkDiskSpace(settings.dataDir),
    ...checkLimits(),
    ...(settings.backups === undefined ? [] : [await checkBackups(settings.backups, parts.now())]),
    ...(await attempt(
      async () => checkDatabase(await parts.inspectDatabase()),
      'database',
      unreachable[settings.database.kind],
    )),
    ...(await attempt(async () => checkEngines(await parts.describeEngines()), 'engines', unreachable.sqlite)),
    ...(await checkApertiumFolder(settings)),
    ...(await checkModelFolder(settings, parts)),
    ...checkEndpoint(settings),
    ...(await checkPorts(settings)),
  ];
}

/** Only a folder that exists may have another owner than the data folder. */
async function checkApertiumFolder({ engines, dataDir }: Settings): Promise<readonly Finding[]> {
  if (!engines.includes('apertium')) return [];
  const path = join(dataDir, 'apertium');
  const folder = await checkFolder({ check: 'apertium folder', path, variable: 'DATA_DIR' });
  return folder.state === 'ok' ? [] : [folder];
}

async function checkModelFolder(
  { engines, models }: Settings,
  { openModels }: CommandParts,
): Promise<readonly Finding[]> {
  if (!engines.includes('bergamot')) return [];
  const folder = await checkFolder({ check: 'models folder', path: models.dir, variable: 'MODELS_DIR' });
  if (folder.state === 'fail') return [folder];
  const run = async () => {
    await using admin = await openModels();
    return await checkModels(await admin.list(), await admin.verify(undefined));
  };
  return [folder, ...(await attempt(run, 'models', 'see whether MODELS_DIR can be read and written'))];
}

/** An engine that is used is checked among the engines. */
function checkEndpoint({ engines, openai }: Settings): readonly Finding[] {
  if (openai === undefined || engines.includes('openai')) return [];
  const message = 'OPENAI_BASE_URL is set, and ENGINES does not name openai: it is not used';
  return [
    { check: 'openai endpoint', state: 'warn', message, remedy: 'add openai to ENGINES, or unset OPENAI_BASE_URL' },
  ];
}

/** A part that cannot be opened is a result of doctor, not its failure. */
async function attempt(
  run: () => Promise<readonly Finding[]>,
  check: string,
  remedy: string,
): Promise<readonly Finding[]> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [{ check, state: 'fail', message: messageOf(error), remedy }];
  }
}

/** The message names the issue; this names only the place to check. */
const unreachable: Readonly<Record<Settings['database']['kind'], string>> = {
  sqlite: 'see whether the files in DATA_DIR can be read and written, and are whole',
  postgres: 'see whether DATABASE_URL names the right server, database and role, and what PostgreSQL lets that role do',
};

function checkEngines(engines: readonly EngineFacts[]): readonly Finding[] {
  const canTranslate = engines.some((engine) => countPairs(engine, servedStates) > 0);
  return engines.map((engine) => checkEngine(engine, canTranslate));
}

function checkEngine(engine: EngineFacts, canTranslate: boolean): Finding {
  const check = `engine ${engine.name}`;
  const usable = countPairs(engine, ['ready', 'running']);
  const toDownload = countPairs(engine, ['pullable']);
  const broken = engine.units.filter((unit) => unit.state === 'unavailable');
  if (usable + toDownload === 0) {
    const remedy = remedies[engine.name] ?? `install what ${engine.name} needs, or take it out of ENGINES`;
    const message = broken[0]?.reason ?? 'no language pair is installed';
    return { check, state: canTranslate ? 'warn' : 'fail', message, remedy };
  }
  if (usable === 0) {
    const message = `no language pair is on disk; ${toDownload} can be downloaded`;
    return {
      check,
      state: 'warn',
      message,
      remedy: 'download the models that you need, for example "dragoman model pull es-en"',
    };
  }
  const more = toDownload === 0 ? '' : `; ${toDownload} more can be downloaded`;
  const pairs = `${usable} language pairs${more}${engine.machine === undefined ? '' : `; ${engine.machine}`}`;
  if (broken.length === 0) return { check, state: 'ok', message: pairs };
  const message = `${pairs}; ${broken.length} of its units are unavailable`;
  return { check, state: 'warn', message, remedy: 'see "dragoman engine list" for the reasons' };
}

const servedStates = ['ready', 'running', 'pullable'] as const;

function countPairs({ units }: EngineFacts, states: readonly EngineUnit['state'][]): number {
  return units.filter(({ state }) => states.includes(state)).reduce((sum, { pairs }) => sum + pairs.length, 0);
}

const remedies: Readonly<Record<string, string>> = {
  bergamot: 'see "dragoman model list"; models come by "dragoman model pull", or offline by "dragoman model import"',
  openai: 'see whether OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL are right, and the endpoint up',
  apertium:
    'as root: apt-get install apertium and language pairs such as apertium-eng-spa; npm start does so when it may',
};

function findingText({ check, state, message, remedy }: Finding): string {
  const line = `${state.padEnd(4)}  ${check}: ${message}`;
  return remedy === undefined ? line : `${line}\n      -> ${remedy}`;
}
