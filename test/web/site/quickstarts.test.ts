import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { appendFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startService, type TestService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/stores.ts';

const dragoman = fileURLToPath(new URL('../../../bin/dragoman', import.meta.url));
const needsPython = { skip: spawnSync('python3', ['--version']).status !== 0 && 'python3 is not installed' };

const quickStarts = [
  { name: 'typescript', file: 'translate.mts', command: 'node translate.mts', needs: {} },
  { name: 'python', file: 'translate.py', command: 'python3 translate.py', needs: needsPython },
] as const;

/** Runs the blocks of a quick start as its reader does: adds programs to one file, and enters commands in one shell. */
type Guide = { readonly name: string; readonly page?: string; readonly file: string; readonly command?: string };

async function follow(
  { name, page: title = `quickstart-${name}`, file, command = '' }: Guide,
  url: string,
  key: string,
) {
  await using folder = await temporaryFolder();
  const bin = join(folder.path, 'node');
  await symlink(process.execPath, bin);
  const program = `#!/bin/sh\nexec ${dragoman} translate "$@"\n`;
  await writeFile(join(folder.path, 'dragoman-translate'), program, { mode: 0o755 });
  const page = await readFile(new URL(`../../../docs/${title}.md`, import.meta.url), 'utf8');
  const own = page.replaceAll('http://localhost:8080', url).replace('dragoman_live_...', key);
  const outputs: string[] = [];
  let shell = 'set -e\n';
  const run = async (commands: string) => {
    const env = { PATH: `${folder.path}:${process.env['PATH']}` };
    return (await promisify(execFile)('sh', ['-c', commands], { cwd: folder.path, env })).stdout;
  };
  for (const [, language, code = ''] of own.matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
    if (language === name) await appendFile(join(folder.path, file), code);
    else if (code.startsWith('export ')) shell += code;
    else outputs.push(await run(shell + code));
  }
  outputs.push(await run(shell + command));
  return outputs;
}

describe('guides', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service[Symbol.asyncDispose]());

  test('every block of the guide to documents runs', async () => {
    const customer = await service.customer(1_000);
    const documents = { name: 'typescript', page: 'documents', file: 'document.mts' } as const;
    const outputs = await follow(documents, service.url, customer.key);
    assert.match(outputs[1] ?? '', /"status":"queued","name":"notes\.md","format":"markdown"/);
    assert.match(outputs[2] ?? '', /"status":"done"/);
    const written = '# Notas\n\ngrande es casa La.\n\n*hoy* `code`\n';
    assert.ok(outputs[2]?.endsWith(written), outputs[2]);
    assert.match(outputs[3] ?? '', /^\d+ \[\]\n$/);
    assert.match(outputs[4] ?? '', /18 characters[^]+\{"title": "grande es casa La\."\}\n$/);
  });

  test('every block of the guide to approved translations runs', async () => {
    const customer = await service.customer(1_000);
    const [approved, translated, listed, imported] = await follow(
      { name: 'memory', page: 'memory', file: '' },
      service.url,
      customer.key,
    );
    assert.match(approved ?? '', /^\{"version":1,"added":1,"replaced":0,"ids":\["[^"]+"\]/);
    assert.match(
      translated ?? '',
      /^Memory-Characters: 24\r?\n\{"translated_text":"We delete 15 files\.","characters_charged":0,/i,
    );
    assert.deepEqual(JSON.parse(listed ?? ''), { version: 1, total: 1, entries: [], next_cursor: null });
    const nothing = { version: 1, added: 0, replaced: 0, skipped: 0, problems: [] };
    assert.deepEqual(JSON.parse(imported ?? ''), nothing);
    assert.equal((await customer.balance()).used, 0);
  });

  test('every block of the guides to other APIs runs', async () => {
    const { key } = await service.customer(1_000);
    const follows = (page: string) => follow({ name: page, page: `compat/${page}`, file: '' }, service.url, key);
    const [libre, detected] = await follows('libretranslate');
    assert.match(libre ?? '', /^\{"translatedText":"grande es casa La\.","detectedLanguage":\{.*"language":"es"\}\}$/);
    assert.match(detected ?? '', /"language":"es"/);
    const [deepl, usage] = await follows('deepl');
    assert.match(deepl ?? '', /"detected_source_language":"ES","text":"grande es casa La\."/);
    assert.match(usage ?? '', /^\{"character_count":\d+,"character_limit":1000\}$/);
    const [google, alsoDetected] = await follows('google');
    assert.match(google ?? '', /"translatedText":"grande es casa La\.","detectedSourceLanguage":"es"/);
    assert.match(alsoDetected ?? '', /"language":"es"/);
    const [microsoft, listed] = await follows('microsoft');
    assert.match(microsoft ?? '', /"translations":\[\{"text":"grande es casa La\.","to":"en"\},\{.*"to":"ca"\}\]/);
    assert.match(listed ?? '', /^\[\{"language":"es"/);
    const [apertium, identified] = await follows('apertium');
    assert.match(apertium ?? '', /"translatedText":"grande es casa La\."/);
    assert.match(identified ?? '', /^\{"spa":/);
  });

  for (const quickStart of quickStarts) {
    test(
      `every block of ${quickStart.name} runs, each text is charged, and a refused key stops the program`,
      quickStart.needs,
      async () => {
        const customer = await service.customer(1_000);
        const [first, all] = await follow(quickStart, service.url, customer.key);
        assert.match(first ?? '', /translated_text.*grande est maison La\./s);
        assert.match(all ?? '', /dort chat Le\. 13\n.*dort chat Le\.\n$/s);
        const texts = ['La maison est grande.', 'La maison est grande.', 'Le chat dort.', 'Le chat dort encore.'];
        assert.equal((await customer.balance()).used, texts.join('').length);
        const refused = follow(quickStart, service.url, `${customer.key.slice(0, -1)}-`);
        await assert.rejects(refused, /invalid_api_key|401/);
      },
    );
  }
});
