import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ooxmlOf, xmlOf } from '../packages/documents/test/office-file.ts';
import type { Language } from '../sdk/src/wire.ts';
import { needsApertium } from './adapters/apertium/installed-apertium.ts';
import { read, translate } from './support/call.ts';
import { startServerChild } from './support/server-child.ts';
import { temporaryFolder } from './support/stores.ts';

/** Names of the files in both versions. Source: cgroups(7), the kernel's cgroup-v1/memory.rst and cgroup-v2.rst */
const versions = {
  v1: {
    limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    usage: /^total_rss (\d+)$/m,
    events: 'memory.oom_control',
  },
  v2: { limits: ['memory.max', 'memory.swap.max'], usage: /^anon (\d+)$/m, events: 'memory.events' },
};

const mountPoint = '/sys/fs/cgroup';

/** The folder for new groups. Version 1 has one for each resource, and groups may have groups and processes. */
function parentGroup() {
  if (existsSync(join(mountPoint, 'cgroup.controllers'))) return { version: versions.v2, folder: mountPoint };
  const [, own = '/'] = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
  return { version: versions.v1, folder: join(mountPoint, 'memory', own) };
}

/** Makes a control group, whose processes get no more memory than its limit. @throws where it cannot */
function makeMemoryGroup(bytesMax: number) {
  const { version, folder } = parentGroup();
  const group = join(folder, `dragoman-test-${process.pid}`);
  mkdirSync(group);
  const [limit = '', limitWithSwap = ''] = version.limits;
  writeFileSync(join(group, limit), String(bytesMax));
  if (existsSync(join(group, limitWithSwap)))
    writeFileSync(join(group, limitWithSwap), version === versions.v1 ? String(bytesMax) : '0');
  const numberIn = (file: string, pattern: RegExp) =>
    Number(pattern.exec(readFileSync(join(group, file), 'utf8'))?.[1]);
  return {
    /** A process that writes its id to this file joins. */
    joinFile: join(group, 'cgroup.procs'),
    /** Memory of all its processes now, without files that the kernel can drop. */
    bytes: () => numberIn('memory.stat', version.usage),
    /** Processes that the kernel has killed to keep the limit. */
    kills: () => numberIn(version.events, /^oom_kill (\d+)$/m),
    [Symbol.dispose]: () => rmdirSync(group),
  };
}

/** Why tests cannot limit the memory of processes here. */
function whyNoMemoryGroup(): string | false {
  try {
    makeMemoryGroup(2 ** 30)[Symbol.dispose]();
    return false;
  } catch {
    return 'needs root and control groups for memory';
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));
const limit = 2 ** 30;
const skip = needsApertium.skip || whyNoMemoryGroup();

/** Starts the demo with the starter models in a control group. */
async function startLimitedServer(joinFile: string, dataDir: string) {
  const joinGroup = 'echo $$ > "$1" && shift && exec "$@"';
  const env = {
    DATA_DIR: dataDir,
    DRAGOMAN_DEMO: '1',
    RATE_LIMIT_PER_MINUTE: '100000',
    MODELS_URL: 'none',
    ENGINE_PER_PAIR: 'es>en=bergamot',
  };
  const command = ['sh', '-c', joinGroup, 'sh', joinFile, join(root, 'bin/dragoman'), 'serve'];
  const server = await startServerChild(env, command);
  const [, key = ''] = /shown this once: (\S+)/.exec(await server.said('curl -s ')) ?? [];
  // Stopped, not killed: the group must be empty afterwards.
  return { url: server.url, key, [Symbol.asyncDispose]: async () => void (await server.stop()) };
}

const sentence = 'El martes la casa grande de mi abuela tenía dos puertas, un jardín y animales. ';

/** Small when packed, and refused because it needs more memory than files get. */
const paragraph = '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r></w:p>';
const largeFile = () =>
  ooxmlOf({
    'word/document.xml': ['wordprocessingml.document.main', xmlOf('w:document', paragraph.repeat(3_200_000))],
  });

/** Small when packed, and refused because it unpacks to more than its share of the memory. */
const hostileArchive = () =>
  ooxmlOf({
    'word/document.xml': ['wordprocessingml.document.main', xmlOf('w:document', paragraph)],
    'word/media/a.bin': ['bin', 'x'.repeat(180_000_000)],
  });

async function estimate({ url, key }: { readonly url: string; readonly key: string }, file: Uint8Array) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ source_lang: 'es', target_lang: 'en' })) body.set(name, value);
  body.set('file', new File([Buffer.from(file)], 'large.docx'));
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${url}/api/v1/documents/estimate`, { method: 'POST', headers, body })).status;
}

test('both engines translate short and long texts into every language within 1 GiB, beside files that are too large', {
  skip,
}, async (context) => {
  using group = makeMemoryGroup(limit);
  await using folder = await temporaryFolder();
  await using server = await startLimitedServer(group.joinFile, folder.path);
  const { body } = await read<readonly Language[]>(`${server.url}/api/v1/languages`);
  const targets = body.find(({ code }) => code === 'es')?.targets ?? [];
  let most = 0;
  const send = async (target_lang: string, sentences: number) => {
    const text = sentence.repeat(sentences);
    const reply = await translate(server.url, { key: server.key, body: { text, source_lang: 'es', target_lang } });
    most = Math.max(most, group.bytes());
    return { target_lang, status: reply.status };
  };
  const estimated = Promise.all([largeFile(), hostileArchive()].map(async (file) => estimate(server, await file)));
  const replies = [];
  for (const target of targets)
    replies.push(...(await Promise.all([send(target, 1), send(target, 40), send('en', 20)])));
  context.diagnostic(`${targets.length} languages, at most ${Math.round(most / 2 ** 20)} MiB`);
  assert.deepEqual(
    replies.filter(({ status }) => status !== 200),
    [],
  );
  assert.deepEqual(await estimated, [400, 400]);
  assert.equal(group.kills(), 0);
});
