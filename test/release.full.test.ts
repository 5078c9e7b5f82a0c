import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { entryOf, ooxmlOf, xmlOf } from '../packages/documents/test/office-file.ts';
import type { Translation } from '../sdk/src/wire.ts';
import { needsApertium } from './adapters/apertium/installed-apertium.ts';
import { bareEnvironment } from './support/bare-environment.ts';
import { translate } from './support/call.ts';
import { fetchRuntime, runtimes } from './support/runtimes.ts';
import { startServerChild } from './support/server-child.ts';
import { temporaryFolder } from './support/stores.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

// The installed program and the build find this Node; npm writes only below `home`.
const environment = (home: string) => ({
  ...bareEnvironment,
  PATH: [dirname(process.execPath), bareEnvironment['PATH']].join(delimiter),
  HOME: home,
});

const author = { name: 'Test', email: 'test@example.com', date: '2026-01-02T03:04:05Z' };

type BillOfMaterials = {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly version: string } };
  readonly components: readonly {
    readonly purl: string;
    readonly licenses: readonly object[];
    readonly hashes: readonly { readonly content: string }[];
  }[];
};

/** Copies the project, commits the copy at a fixed time, builds and packs it. Returns the folder with the packages. */
async function build(folder: string, env: Readonly<Record<string, string>>): Promise<string> {
  const project = join(folder, 'project');
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of stdout.split('\0').filter(Boolean)) await cp(join(root, file), join(project, file));
  await run('cp', ['-a', join(root, 'node_modules'), project]);
  const dates = { GIT_AUTHOR_DATE: author.date, GIT_COMMITTER_DATE: author.date };
  const identity = ['-c', `user.name=${author.name}`, '-c', `user.email=${author.email}`];
  const options = { cwd: project, env: { ...environment(folder), ...dates, ...env } };
  await run('git', ['init', '--quiet'], options);
  await run('git', ['add', '--all'], options);
  await run('git', [...identity, 'commit', '--quiet', '--message', 'Release'], options);
  const packages = join(folder, 'packages');
  await run('npm', ['run', 'build', '--', packages], options);
  return packages;
}

/** Starts the installed service in `folder`, in demo mode. Disposing of it stops it. */
async function startServer(program: string, folder: string, home: string) {
  const env = { ...environment(home), DRAGOMAN_DEMO: '1' };
  const server = await startServerChild(env, [program, 'serve'], folder);
  return {
    url: server.url,
    /** Empty after the first start in a folder. */
    key: /shown this once: (\S+)/.exec(await server.said('Account area'))?.[1] ?? '',
    [Symbol.asyncDispose]: async () => assert.deepEqual(await server.stop(), [0, null]),
  };
}

const text = 'Hoy es un buen día para aprender.';

/** Uses the client on every runtime. */
const clientProgram = `import { Dragoman } from 'dragoman-client';
const dragoman = new Dragoman();
const options = { from: 'es', to: 'en' };
const { text } = await dragoman.translate('${text}', options);
const { bytes } = await dragoman.translateFile(new TextEncoder().encode('${text}\\n'), { name: 'a.txt', ...options });
const { code } = await dragoman.translate('Hola', { to: 'xx' }).catch((error) => error);
console.log(JSON.stringify([text, new TextDecoder().decode(bytes), code]));
`;

const letter = () => {
  const document = xmlOf('w:document', `<w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body>`);
  return ooxmlOf({ 'word/document.xml': ['wordprocessingml.document.main', document] });
};

test('packages are built to the byte, install offline, say their release and translate', needsApertium, async (t) => {
  await using first = await temporaryFolder();
  await using second = await temporaryFolder();
  const [packages, others] = await Promise.all([
    build(first.path, { TZ: 'Asia/Tokyo' }),
    build(second.path, { TZ: 'America/Lima', LANG: 'de_DE.UTF-8' }),
  ]);
  const sums = await readFile(join(packages, 'SHA256SUMS'), 'utf8');
  const tarballs = sums.match(/\S+\.tgz/g) ?? [];
  assert.equal(tarballs.length, 7);
  assert.equal(await readFile(join(others, 'SHA256SUMS'), 'utf8'), sums, 'two builds of a commit are identical');

  const prefix = join(first.path, 'installed');
  const packageFile = (name: string) =>
    join(packages, tarballs.find((file) => new RegExp(`^${name}-\\d`).test(file)) ?? '');
  const install = ['install', '--global', '--offline', '--prefix', prefix, packageFile('dragoman')];
  await run('npm', install, { env: environment(first.path) });
  const program = join(prefix, 'bin', 'dragoman');
  const project = join(first.path, 'project');
  const commit = (await run('git', ['rev-parse', 'HEAD'], { cwd: project })).stdout.trim();
  const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as { version: string };

  await t.test('--version and the bill of materials say what is in the package', async () => {
    const said = await run(program, ['--version'], { env: environment(first.path) });
    assert.equal(said.stdout, `${version} (commit ${commit})\n`);
    const installed = join(prefix, 'lib', 'node_modules', 'dragoman');
    const bill = JSON.parse(await readFile(join(installed, 'sbom.cdx.json'), 'utf8')) as BillOfMaterials;
    assert.deepEqual(
      [bill.bomFormat, bill.specVersion, bill.metadata.component.version],
      ['CycloneDX', '1.5', version],
    );
    assert.equal(new Set(bill.components.map(({ purl }) => purl)).size, bill.components.length);
    for (const { purl, licenses, hashes } of bill.components) {
      assert.match(purl, /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.-]+$/);
      assert.ok(licenses.length === 1 && /^[0-9a-f]{128}$/.test(hashes[0]?.content ?? ''), purl);
    }
  });

  await t.test('serves and translates from an empty folder, and keeps its data there', async () => {
    const folder = join(first.path, 'work');
    await mkdir(folder);
    let key: string | undefined;
    for (const start of ['first', 'second']) {
      await using server = await startServer(program, folder, first.path);
      key ??= server.key;
      const body = { text, target_lang: 'en' };
      const reply = await translate<Translation>(server.url, { key, body });
      assert.deepEqual([reply.status, reply.body.characters_charged], [200, 33], `the ${start} start`);
      assert.equal((await fetch(`${server.url}/docs`)).status, 200);
    }
    // Node's compiled modules, for the next start.
    assert.ok((await readdir(join(folder, 'data', 'compiled'))).length > 1);
  });

  await t.test('"dragoman translate" names the package that translates files', async () => {
    const message = 'dragoman: the command that translates files is a package of its own, dragoman-translate\n';
    await assert.rejects(run(program, ['translate'], { env: environment(first.path) }), { code: 2, stderr: message });
  });

  await t.test('every package that programs import has valid entry points', async () => {
    for (const name of tarballs.filter((each) => !/^dragoman-\d/.test(each))) {
      const { buffer } = new Uint8Array(await readFile(join(packages, name)));
      assert.deepEqual((await publint({ pack: { tarball: buffer }, strict: true })).messages, [], name);
    }
  });

  const consumer = join(first.path, 'consumer');
  await mkdir(consumer);
  await writeFile(join(consumer, 'package.json'), '{}');
  const [client = '', command = ''] = ['client', 'translate'].map((name) => packageFile(`dragoman-${name}`));
  await run('npm', ['install', '--offline', client, command], { cwd: consumer, env: environment(first.path) });

  await t.test('the client has types for Node and for bundlers, and CommonJS can require it', async () => {
    await writeFile(join(consumer, 'consumer.cjs'), "console.log(require('dragoman-client').Dragoman.name)");
    const required = await run(process.execPath, ['consumer.cjs'], { cwd: consumer, env: environment(first.path) });
    assert.equal(required.stdout, 'Dragoman\n');
    const code = `import { Dragoman } from 'dragoman-client';
const client: Dragoman = new Dragoman();
const { text } = await client.translate('Hola', { to: 'en' });
export const wrong: number = text;
`;
    await writeFile(join(consumer, 'consumer.mts'), code);
    const tsc = join(root, 'node_modules/.bin/tsc');
    for (const module of [['nodenext'], ['esnext', '--moduleResolution', 'bundler']]) {
      const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', '--module'];
      const check = run(tsc, [...options, ...module, 'consumer.mts'], { cwd: consumer, env: environment(first.path) });
      const stdout = "consumer.mts(4,14): error TS2322: Type 'string' is not assignable to type 'number'.\n";
      await assert.rejects(check, { stdout });
    }
  });

  await t.test('the command needs nothing but its package of at most 4 MB', async () => {
    assert.ok((await stat(command)).size <= 4_000_000);
    const call = ['--offline', '--package', command, 'dragoman-translate', '--version'];
    const said = await run('npx', call, { cwd: first.path, env: environment(first.path) });
    assert.equal(said.stdout, `${version}\n`);
  });

  await t.test('the client and the command work on every runtime that they support', async (every) => {
    const folder = join(first.path, 'demo');
    await mkdir(folder);
    await using server = await startServer(program, folder, first.path);
    const env = { ...environment(first.path), DRAGOMAN_KEY: server.key, DRAGOMAN_URL: server.url };
    await writeFile(join(consumer, 'client.mjs'), clientProgram);
    const body = { text, source_lang: 'es', target_lang: 'en' };
    const translated = (await translate<Translation>(server.url, { key: server.key, body })).body.translated_text;
    assert.match(translated, /^Today.*learn\.$/);
    const check = async (runtime: string, args: readonly string[], isNode: boolean) => {
      const said = await run(runtime, [...args, 'client.mjs'], { cwd: consumer, env });
      assert.deepEqual(JSON.parse(said.stdout), [translated, `${translated}\n`, 'validation_error']);
      if (!isNode) return;
      await using files = await temporaryFolder();
      await writeFile(join(files.path, 'es.json'), JSON.stringify({ title: text }));
      await writeFile(join(files.path, 'notes.md'), text);
      await writeFile(join(files.path, 'letter.docx'), await letter());
      const names = ['es.json', 'notes.md', 'letter.docx', '--from', 'es', '--to', 'en'];
      const main = join(consumer, 'node_modules/dragoman-translate/dist/dragoman-translate.js');
      await run(runtime, [main, ...names], { cwd: files.path, env });
      const read = (name: string) => readFile(join(files.path, name));
      assert.deepEqual(JSON.parse(String(await read('en.json'))), { title: translated });
      assert.equal(String(await read('notes.en.md')), translated);
      assert.match(await entryOf(await read('letter.en.docx'), 'word/document.xml'), new RegExp(translated));
    };
    await check(process.execPath, [], true);
    for (const [name, runtime] of Object.entries(runtimes)) {
      await every.test(name, async (one) => {
        await using fetched = await temporaryFolder();
        const found = await fetchRuntime(runtime, join(fetched.path, 'runtime'));
        if (found === undefined) return one.skip(`npm cannot fetch ${runtime.npmPackage}`);
        return await check(found, runtime.args, name.startsWith('Node'));
      });
    }
  });
});
