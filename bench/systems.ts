/** The measured systems: the service, apertium-apy, the raw pipeline and an empty handler. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Translation } from '../sdk/src/wire.ts';
import { freePort } from '../test/support/server-process.ts';
import { type Running, run, start, temporaryFolder, until, wireRequest } from './processes.ts';

const root = new URL('..', import.meta.url).pathname;

export type System = Running & { readonly port: number; request(sentence: string): string };

/** The service, with an account whose balance is large enough for any run. */
export type Service = System & {
  translate(text: string, pair: string): Promise<Translated>;
  /** Returns the key of a further account with this balance. */
  newKey(characters: number): Promise<string>;
};

type Translated = { readonly text: string; readonly charged: number };

export type ServiceOptions = {
  /** The started script; the service by default. */
  readonly entry?: string;
  /** The requests' source language. */
  readonly source?: string;
  /** Off by default: most parts repeat their sentences, and measure the cost of translating them. */
  readonly translationCacheMb?: number;
  /** Further environment: which engines, which models. */
  readonly env?: Readonly<Record<string, string>>;
};

/** Starts the whole service by its own start script. */
export async function openService(
  dataDir: string,
  { entry = 'src/serve.ts', source = 'es', translationCacheMb = 0, env: further = {} }: ServiceOptions = {},
): Promise<Service> {
  const port = await freePort();
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    OPS_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
    DRAGOMAN_DEMO: '0',
    // As for the other systems.
    ENGINES: 'apertium',
    // As for the other systems, which have one: more would flatter the service on a machine with many processors.
    APERTIUM_PIPELINES_PER_PAIR: '1',
    SENTENCE_MEMORY_MB: String(translationCacheMb),
    ...further,
  };
  await using opening = new AsyncDisposableStack();
  const running = opening.use(start(process.execPath, ['--disable-sigusr1', '--max-semi-space-size=32', entry], env));
  await until('the service answers', async () => (await fetch(`http://127.0.0.1:${port}/api/v1/languages`)).ok).catch(
    (error: unknown) => {
      throw new Error(`the service did not start: ${running.output()}`, { cause: error });
    },
  );
  const operate = async (...args: string[]): Promise<Record<string, string>> => {
    const { stdout } = await run(join(root, 'bin/dragoman'), [...args, '--json'], { env: { ...process.env, ...env } });
    return JSON.parse(stdout) as Record<string, string>;
  };
  let accounts = 0;
  const newKey = async (characters: number): Promise<string> => {
    const { id = '' } = await operate('account', 'create', '--email', `bench-${++accounts}@example.com`);
    await operate('pack', 'grant', '--account', id, '--characters', String(characters));
    return (await operate('key', 'create', '--account', id))['key'] ?? '';
  };
  const key = await newKey(1_000_000_000_000);
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  opening.move();
  return {
    ...running,
    port,
    newKey,
    translate: async (text, pair) => {
      const [source_lang, target_lang] = pair.split('>');
      const body = JSON.stringify({ text, source_lang, target_lang });
      const reply = await fetch(`http://127.0.0.1:${port}/api/v1/translate`, { method: 'POST', headers, body });
      if (!reply.ok) throw new Error(`${reply.status}`);
      const { translated_text, characters_charged } = (await reply.json()) as Translation;
      return { text: translated_text, charged: characters_charged };
    },
    request: (text) =>
      wireRequest('/api/v1/translate', headers, JSON.stringify({ text, source_lang: source, target_lang: 'en' })),
  };
}

export type NodeOptions = {
  readonly databaseUrl: string;
  /** Of different accounts, used in turn. */
  readonly keys: readonly string[];
  readonly texts: readonly string[];
  readonly entry: 'bench/instant-server.ts' | 'src/serve.ts';
  /** The one processor that the node and its engine may use; default: all. */
  readonly processor?: number | undefined;
};

/** Opens a node, with an instant engine or with Apertium, on an existing database. */
export async function openNode({ databaseUrl, keys, texts, entry, processor }: NodeOptions) {
  await using opening = new AsyncDisposableStack();
  const port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: opening.use(await temporaryFolder()).path,
    PORT: String(port),
    OPS_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '10000',
    LOG_LEVEL: 'error',
    DRAGOMAN_DEMO: '0',
    ENGINES: 'apertium',
    SENTENCE_MEMORY_MB: '0',
  };
  const pinned = processor === undefined ? [] : ['taskset', '--cpu-list', String(processor)];
  const [program, ...further] = [
    ...pinned,
    process.execPath,
    '--disable-sigusr1',
    '--max-semi-space-size=32',
    entry,
  ] as const;
  const running = opening.use(start(program, further, env));
  await until('the node answers', async () => (await fetch(`http://127.0.0.1:${port}/api/v1/languages`)).ok);
  const requests = texts.map((text, index) => {
    const key = keys[index % keys.length] ?? '';
    const body = JSON.stringify({ text, source_lang: 'es', target_lang: 'en' });
    return wireRequest(
      '/api/v1/translate',
      { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body,
    );
  });
  const opened = opening.move();
  return { child: running.child, port, requests, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Opens Debian's apertium-apy unchanged, except that it listens on loopback, for which it has no option. */
export async function openApertiumApy(): Promise<System> {
  const port = await freePort();
  const program = [
    'import sys, tornado.tcpserver, tornado.netutil',
    'bind = tornado.netutil.bind_sockets',
    'tornado.tcpserver.bind_sockets = lambda port, address=None, **rest: bind(port, "127.0.0.1", **rest)',
    // Read when the module is loaded.
    `sys.argv = ["apertium-apy", "-p", "${port}", "/usr/share/apertium"]`,
    'from apertium_apy.apy import main',
    'main()',
  ].join('\n');
  await using opening = new AsyncDisposableStack();
  const running = opening.use(start('/usr/bin/python3', ['-c', program]));
  await until('apertium-apy answers', async () => (await fetch(`http://127.0.0.1:${port}/listPairs`)).ok);
  opening.move();
  return {
    ...running,
    port,
    request: (text) =>
      wireRequest(
        '/translate',
        { 'Content-Type': 'application/x-www-form-urlencoded' },
        new URLSearchParams({ langpair: 'spa|eng', markUnknown: 'no', q: text }).toString(),
      ),
  };
}

/** Opens an empty Hono handler. */
export async function openBareServer(): Promise<System> {
  await using opening = new AsyncDisposableStack();
  const running = opening.use(start(process.execPath, ['bench/bare-server.ts']));
  await until('the bare server listens', () => Promise.resolve(running.output().includes('\n')));
  opening.move();
  const { port } = JSON.parse(running.output()) as { port: number };
  return {
    ...running,
    port,
    request: (text) =>
      wireRequest(
        '/api/v1/translate',
        { 'Content-Type': 'application/json', Authorization: 'Bearer none' },
        JSON.stringify({ text, source_lang: 'es', target_lang: 'en' }),
      ),
  };
}

/** Returns the seconds that Debian's own pipeline takes for `text`, in one piece and after a warm-up. */
export async function openRawPipeline(
  mode: string,
): Promise<AsyncDisposable & { time(text: string): Promise<number> }> {
  const line = (await readFile(`/usr/share/apertium/modes/${mode}.mode`, 'utf8')).trim();
  const stages = line.split('|').map((stage) => stage.trim().replace(/^\S+/, '$& -z'));
  const child = spawn('/bin/sh', ['-c', stages.join(' | ').replaceAll('$1', '-n').replaceAll('$2', '')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const died = exited.then(() => Promise.reject(new Error(`the raw pipeline of ${mode} ended`)));
  died.catch(() => undefined);
  const translate = async (text: string): Promise<void> => {
    const escaped = text.replaceAll(/[[\]{}^$/\\@<>]/g, '\\$&').replaceAll(/\s*\n\s*/g, '[$&]');
    const { promise, resolve } = Promise.withResolvers<void>();
    const onData = (chunk: Buffer): void => {
      if (chunk.at(-1) === 0) resolve();
    };
    child.stdout.on('data', onData);
    child.stdin.write(`${escaped}.[]\0`);
    await Promise.race([promise, died]);
    child.stdout.off('data', onData);
  };
  await translate('Hola.');
  return {
    time: async (text) => {
      const startedAt = performance.now();
      await translate(text);
      return (performance.now() - startedAt) / 1_000;
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
