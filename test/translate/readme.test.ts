import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../packages/translate/src/config.ts';
import { needsApertium, openInstalled } from '../adapters/apertium/installed-apertium.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/stores.ts';
import { samples } from './samples.ts';

const packageFolder = fileURLToPath(new URL('../../packages/translate/', import.meta.url));

const letter = ['Dear Ms Brown,', 'The package arrived this morning.', 'Kind regards'];

/** The files of the session in the README. */
const files: Readonly<Record<string, string | Promise<Uint8Array> | Uint8Array>> = {
  'README.md':
    '# Tide\n\nTide shows when the water is high. Run `tide --today` to see the times of **your harbour**.\n\n' +
    '- It works without a network.\n- See [the list of harbours](harbours.md).\n',
  'locales/en.json':
    '{\n  "title": "High water",\n  "save": "Save changes",\n  "boat_one": "{{count}} boat",\n  "boat_other": "{{count}} boats"\n}\n',
  'strings.po':
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Choose a harbour"\nmsgstr ""\n\n' +
    'msgid "No tides were found for %s."\nmsgstr ""\n',
  'talk.srt':
    '1\n00:00:01,000 --> 00:00:03,000\nGood evening.\n\n2\n00:00:03,500 --> 00:00:06,000\nThe moon moves the water.\n',
  'letter.docx':
    samples['docx']?.write(
      letter.map((en) => ({ key: '', en })),
      'en',
    ) ?? '',
};

const readReadme = (): Promise<string> => readFile(join(packageFolder, 'README.md'), 'utf8');

type Command = { readonly line: string; readonly output: readonly string[] };

/** The commands of the README with what they print. */
async function readSession(): Promise<readonly Command[]> {
  const [, session = ''] = /```console\n([^]*?)```/.exec(await readReadme()) ?? [];
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [line = '', ...output] = linesOf(text);
      return { line, output };
    });
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

test('the session of the README prints what the README says', needsApertium, async () => {
  await using folder = await temporaryFolder();
  await using service = await startService({}, [await openInstalled()]);
  const { key, balance } = await service.customer(100_000);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), await content);
  }
  await using bin = await temporaryFolder();
  const program = join(bin.path, 'dragoman-translate');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${packageFolder}src/dragoman-translate.ts" "$@"\n`);
  await chmod(program, 0o755);
  const path = `${bin.path}:${process.env['PATH']}`;
  const env = { ...bareEnvironment, PATH: path, DRAGOMAN_KEY: key, DRAGOMAN_URL: service.url };
  const run = (line: string): Promise<string> =>
    new Promise((resolve) => {
      execFile('/bin/sh', ['-c', `${line} 2>&1`], { cwd: folder.path, env }, (_, out) => resolve(out));
    });
  const session = await readSession();
  assert.ok(session.length >= 7, `${session.length} commands`);
  for (const { line, output } of session) {
    const printed = linesOf(await run(line));
    // Files are printed as their translations arrive.
    assert.deepEqual(printed.toSorted(), output.toSorted(), line);
    assert.equal(printed.at(-1), output.at(-1));
  }
  assert.match(await readFile(join(folder.path, 'README.es.md'), 'utf8'), /Marea muestra/);
  assert.equal((await balance()).held, 0);
});

test('the configuration of the README can be read', async () => {
  await using folder = await temporaryFolder();
  const [, example = ''] = /```json\n([^]*?)```/.exec(await readReadme()) ?? [];
  await writeFile(join(folder.path, 'dragoman.config.json'), example);
  const config = await readConfig(folder.path, undefined);
  assert.deepEqual([config?.from, config?.to, config?.files.length], ['en', ['es', 'ca'], 2]);
});
