/** The command dragoman-translate: its time beside that of its requests alone, and its time when there is nothing to do. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Dragoman } from '../sdk/src/dragoman.ts';
import { readSentences, shortTexts } from './corpus.ts';
import { type Figure, round, type Scale } from './figure.ts';
import { median, run, temporaryFolder } from './processes.ts';
import { openService } from './systems.ts';

const program = new URL('../packages/translate/src/dragoman-translate.ts', import.meta.url).pathname;
const languages = ['--from', 'es', '--to', 'en'];

export async function translate({ quick }: Scale): Promise<readonly Figure[]> {
  await using folder = await temporaryFolder();
  return [...(await besideBareRequests(folder.path, quick)), ...(await withNothingToDo(folder.path, quick))];
}

async function besideBareRequests(folder: string, quick: boolean): Promise<readonly Figure[]> {
  await using data = await temporaryFolder();
  await using service = await openService(data.path, { entry: 'bench/instant-server.ts' });
  const count = quick ? 2_000 : 100_000;
  const texts = shortTexts(readSentences('es').sentences, { count: 100, texts: count });
  await writeFile(join(folder, 'es.json'), JSON.stringify(texts));
  const [key, baseUrl] = [await service.newKey(1e12), `http://127.0.0.1:${service.port}`];
  const client = new Dragoman({ key, baseUrl });
  const env = { ...process.env, DRAGOMAN_KEY: key, DRAGOMAN_URL: baseUrl };
  const taken = { bare: [] as number[], command: [] as number[] };
  for (let done = 0; done < (quick ? 1 : 3); done++) {
    taken.bare.push(await secondsOf(() => client.translate(texts, { from: 'es', to: 'en' })));
    for (const written of ['en.json', 'dragoman.lock']) await rm(join(folder, written), { force: true });
    taken.command.push(await secondsOf(() => start([program, 'es.json', ...languages], { cwd: folder, env })));
  }
  const [bare, command] = [median(taken.bare), median(taken.command)];
  const what = `${count.toLocaleString('en')} texts of 100 characters, instant engine`;
  return [
    { name: `${what}: batch requests of the client alone`, value: round(bare), unit: 's' },
    { name: `${what}: the command`, value: round(command), unit: 's' },
    {
      name: `${what}: the command, relative to its requests`,
      value: round(command / bare),
      unit: 'x',
      goal: '<= 1.05',
      met: command / bare <= 1.05,
    },
  ];
}

async function withNothingToDo(folder: string, quick: boolean): Promise<readonly Figure[]> {
  const keys = 10_000;
  await using data = await temporaryFolder();
  await using service = await openService(data.path, { entry: 'bench/instant-server.ts' });
  const texts = shortTexts(readSentences('es').sentences, { count: 100, texts: keys });
  await writeFile(join(folder, 'es.json'), JSON.stringify(texts));
  const env = {
    ...process.env,
    DRAGOMAN_KEY: await service.newKey(1e12),
    DRAGOMAN_URL: `http://127.0.0.1:${service.port}`,
  };
  await start([program, 'es.json', ...languages, '--force'], { cwd: folder, env });
  const medianOf = async (...args: readonly string[]): Promise<number> => {
    const taken: number[] = [];
    for (let done = 0; done < (quick ? 3 : 15); done++) {
      taken.push(await secondsOf(() => start(args, { cwd: folder, env: process.env })));
    }
    return median(taken);
  };
  const check = await medianOf(program, 'es.json', ...languages, '--check');
  const version = await medianOf(program, '--version');
  const node = await medianOf('-e', '0');
  return [
    { name: 'node -e 0', value: round(node), unit: 's' },
    { name: '--version, with its start', value: round(version), unit: 's', goal: '< 0.3', met: version < 0.3 },
    {
      name: '--check over 10,000 unchanged texts, with its start',
      value: round(check),
      unit: 's',
      goal: '< 1',
      met: check < 1,
    },
  ];
}

const start = (args: readonly string[], options: Parameters<typeof run>[2]) => run(process.execPath, args, options);

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
