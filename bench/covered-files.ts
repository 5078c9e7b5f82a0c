/**
 * Prints which files of `src` run in the main thread for one request, by V8's coverage: `node bench/covered-files.ts`.
 * A file that was only loaded does not count.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'dragoman-covered-'));
const session = new Session();
session.connect();
try {
  const env = {
    DATA_DIR: folder,
    PORT: '0',
    OPS_PORT: '0',
    LOG_LEVEL: 'silent',
    DRAGOMAN_DEMO: '1',
    ENGINES: 'apertium',
  };
  await using app = await createApp(loadConfig(env));
  const authorization = `Bearer ${app.demoKey}`;
  const translate = async (text: string) => {
    const body = JSON.stringify({ text, source_lang: 'es', target_lang: 'en' });
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
    const reply = await fetch(`${app.url}/api/v1/translate`, { method: 'POST', headers, body });
    if (!reply.ok) throw new Error(await reply.text());
    return await reply.arrayBuffer();
  };
  const usage = async () =>
    (await fetch(`${app.url}/api/v1/usage`, { headers: { Authorization: authorization } })).arrayBuffer();
  // Starts the pipeline, and what is opened by the first request.
  await translate('La casa es grande.');
  await usage();
  const requests = {
    'a plain sentence': () => translate('El puerto se ve desde la ventana.'),
    'the same, cached': () => translate('El puerto se ve desde la ventana.'),
    'GET /usage': usage,
  };
  for (const [name, request] of Object.entries(requests)) {
    const files = await filesOf(request);
    process.stdout.write(
      `${name}: ${files.size} files, ${[...files.values()].reduce((sum, count) => sum + count, 0)} functions\n`,
    );
    if (process.argv.includes('--list')) process.stdout.write(`${[...files.keys()].toSorted().join('\n')}\n`);
  }
} finally {
  session.disconnect();
  await rm(folder, { recursive: true });
}

/** Returns the number of functions that ran, by file. */
async function filesOf(request: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await request();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const ran = result.flatMap(({ url, functions }) => {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    const count = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
    return path.startsWith(source) && count > 0 ? [[path.slice(source.length), count] as const] : [];
  });
  return new Map(ran);
}
