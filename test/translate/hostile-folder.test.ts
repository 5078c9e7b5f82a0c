import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../support/stores.ts';
import { openProject, type Ran } from './command-world.ts';

const secret = 'A secret text\n';

type Hostile = {
  /** Links by their paths. `$OUTSIDE` is a folder outside of the project, with the file `secret.txt`. */
  readonly links?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Members of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
};

/** A folder that is arranged as a clone of other people may be. */
async function openHostile() {
  await using opening = new AsyncDisposableStack();
  const { path: outside } = opening.use(await temporaryFolder());
  await writeFile(`${outside}/secret.txt`, secret);
  const project = opening.use(await openProject({}));
  const place = (text: string): string => text.replaceAll('$OUTSIDE', outside);
  const opened = opening.move();
  return {
    project,
    outside,
    arrange: async ({ links = {}, files = {}, config }: Hostile): Promise<void> => {
      for (const name of await project.names()) await project.remove(name);
      for (const [name, text] of Object.entries({ 'x.txt': 'Public text\n', ...files }))
        await project.write(name, text);
      const settings = JSON.stringify({ from: 'en', to: 'es', ...config });
      if (config) await project.write('dragoman.config.json', place(settings));
      for (const [name, target] of Object.entries(links)) {
        await mkdir(dirname(project.pathOf(name)), { recursive: true });
        await symlink(place(target), project.pathOf(name));
      }
    },
    run: (...args: readonly string[]): Promise<Ran> => project.run(...args, '--from', 'en', '--to', 'es'),
    /** Asserts that nothing outside of the project was written, and that the secret was neither sent nor copied. */
    assertSafe: async (): Promise<void> => {
      const found = [await readdir(outside), await readFile(`${outside}/secret.txt`, 'utf8')];
      assert.deepEqual(found, [['secret.txt'], secret]);
      assert.doesNotMatch([...project.engine.segments, (await project.snapshot()).flat()].join(), /secret text|terces/);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const isOut = /a link leads out of the current folder/;
const isNowhere = /the link leads to no file/;

describe('a folder of other people', () => {
  const cases: readonly (readonly [links: Hostile['links'], args: readonly string[], message: RegExp])[] = [
    [{ 's.txt': '$OUTSIDE/secret.txt' }, ['s.txt', 'x.txt'], isOut],
    [{ docs: '$OUTSIDE' }, ['docs'], isOut],
    [{ docs: '$OUTSIDE' }, ['docs/*.txt'], isOut],
    [{ docs: '$OUTSIDE' }, ['docs/secret.txt'], isOut],
    [{ 'x.es.txt': '$OUTSIDE/secret.txt' }, ['x.txt', '--force'], isOut],
    [{ 'x.es.txt': '$OUTSIDE/new.txt' }, ['x.txt'], isNowhere],
    [{ i18n: '$OUTSIDE' }, ['x.txt', '--out', 'i18n/{lang}/{path}'], isOut],
    [{ i18n: '$OUTSIDE/new' }, ['x.txt', '--out', 'i18n/{lang}/{path}'], isNowhere],
    [{ 'dragoman.lock': '$OUTSIDE/secret.txt' }, ['x.txt'], isOut],
    [{ 'dragoman.lock': '$OUTSIDE/new.lock' }, ['x.txt'], isNowhere],
    [{ '.dragoman-pending': '$OUTSIDE/secret.txt' }, ['x.txt'], /ELOOP.*Remove it/],
    [{ '.dragoman-pending': '$OUTSIDE/new' }, ['x.txt'], /ELOOP.*Remove it/],
    [{ 'dragoman.config.json': '$OUTSIDE/secret.txt' }, ['x.txt'], isOut],
  ];

  test('may have links that lead out of it: they are refused', async () => {
    await using world = await openHostile();
    for (const [links = {}, args, message] of cases) {
      await world.arrange({ links });
      const { status, error } = await world.run(...args);
      assert.match(error, message, JSON.stringify(links));
      assert.notEqual(status, 0);
      await world.assertSafe();
    }
  });

  test('may have links in place of temporary files and markers: they are removed, and the run succeeds', async () => {
    await using world = await openHostile();
    const names = ['x.es.txt.dragoman-tmp', 'dragoman.lock.dragoman-tmp', `.dragoman-running-${process.pid}`];
    await world.arrange({ links: Object.fromEntries(names.map((name) => [name, '$OUTSIDE/secret.txt'])) });
    const { status, error } = await world.run('x.txt');
    assert.deepEqual([status, error], [0, '']);
    assert.deepEqual((await world.project.names()).toSorted(), ['dragoman.lock', 'x.es.txt', 'x.txt']);
    await world.assertSafe();
  });

  test('may have a configuration that names paths outside of it: it is refused', async () => {
    await using world = await openHostile();
    const configurations = [
      { files: [{ include: '$OUTSIDE/secret.txt' }] },
      { files: [{ include: '../**/*.txt' }] },
      { files: [{ include: ['x.txt', 'docs/../../secret.txt'] }] },
      { files: [{ include: '*.txt', exclude: '/etc' }] },
      { files: [{ include: 'x.txt', out: '../{name}' }] },
      { files: [{ include: 'x.txt', out: '$OUTSIDE/{name}' }] },
      { files: [{ include: 'x.txt', out: '{lang}/../../{name}' }] },
      { files: [{ include: '..txt', out: '{stem}./{lang}' }] },
      { files: [{ include: 'x.txt' }], lock: '../dragoman.lock' },
      { files: [{ include: 'x.txt' }], lock: '$OUTSIDE/dragoman.lock' },
    ];
    for (const config of configurations) {
      await world.arrange({ config, files: { '..txt': 'Two\n' } });
      const { status, error, paid } = await world.project.run();
      assert.match(error, /is outside the current folder/, JSON.stringify(config));
      assert.deepEqual([status, paid], [2, 0]);
      await world.assertSafe();
    }
    await world.arrange({ links: { state: '$OUTSIDE' }, config: { lock: 'state/dragoman.lock' } });
    const { status, error } = await world.run('x.txt');
    assert.match(error, isOut);
    assert.equal(status, 2);
    await world.assertSafe();
  });

  test('may have a configuration that names files of git: they are neither sent nor written', async () => {
    await using world = await openHostile();
    for (const group of [
      { include: '.git/config', format: 'properties', out: 'copy' },
      { include: 'x.txt', out: '.git/hooks/pre-commit' },
      { include: 'x.txt', out: 'sub/.GIT/hooks/pre-commit' },
    ]) {
      await world.arrange({ files: { '.git/config': 'url=secret text\n' }, config: { files: [group] } });
      const { status, error, paid } = await world.project.run();
      assert.match(error, /it belongs to git/);
      assert.deepEqual([status, paid], [1, 0]);
      assert.doesNotMatch(Object.keys(await world.project.files()).join(), /copy|hook/);
    }
  });

  test('may have another name of a file outside as its journal: it is refused', async () => {
    await using world = await openHostile();
    await world.arrange({});
    await link(`${world.outside}/secret.txt`, world.project.pathOf('.dragoman-pending'));
    const { status, error } = await world.run('x.txt');
    assert.match(error, /\.dragoman-pending: .*Remove it/);
    assert.equal(status, 2);
    assert.equal(await readFile(`${world.outside}/secret.txt`, 'utf8'), secret);
  });

  const planted = (texts: readonly string[], sentAt: number): string =>
    JSON.stringify({ key: 'k1', from: 'en', to: 'es', texts, sentAt });

  test('may have a journal: it is refused, and nothing is sent', async () => {
    await using world = await openHostile();
    await world.arrange({ files: { '.dragoman-pending': planted(['Public text', 'Another'], Date.now()) } });
    const { status, error, paid } = await world.run('x.txt');
    assert.match(error, /\.dragoman-pending: .*Remove it/);
    assert.deepEqual([status, paid], [2, 0]);
  });

  test('may have a journal where files have no owners: only texts of the files are sent', async (context) => {
    await using world = await openHostile();
    await world.arrange({ files: { '.dragoman-pending': planted(['Public text', 'Another'], Date.now()) } });
    const { getuid } = process;
    context.after(() => Object.assign(process, { getuid }));
    Object.assign(process, { getuid: undefined });
    const { status, paid } = await world.run('x.txt');
    assert.deepEqual([status, paid], [0, 'Public text'.length]);
  });

  test('may have a marker of a run: it is removed', async () => {
    await using world = await openHostile();
    const stat = await readFile(`/proc/${process.ppid}/stat`, 'latin1');
    const start = stat.replace(/^.*\) /s, '').split(' ')[19];
    await world.arrange({ files: { [`.dragoman-running-${process.ppid}-${start}`]: '' } });
    const { status } = await world.run('x.txt');
    assert.deepEqual([status, (await world.project.names()).toSorted()], [0, ['dragoman.lock', 'x.es.txt', 'x.txt']]);
  });

  test('may have pipes in place of files: no run waits for them', async () => {
    await using world = await openHostile();
    for (const name of ['x.txt', 'x.es.txt', 'dragoman.lock', '.dragoman-pending', 'dragoman.config.json']) {
      await world.arrange({});
      await world.project.remove(name);
      execFileSync('mkfifo', [world.project.pathOf(name)]);
      const { status, error } = await world.run('x.txt');
      assert.match(error, /no regular file/, name);
      assert.notEqual(status, 0);
    }
  });

  test('may have links that stay inside it', async () => {
    await using world = await openHostile();
    await world.arrange({
      links: { 'docs/x.txt': '../x.txt', i18n: 'translations' },
      files: { 'translations/README.txt': 'Read me\n' },
      config: { files: [{ include: 'docs/x.txt', out: 'i18n/{lang}/{path}' }] },
    });
    const { status, error } = await world.project.run();
    assert.deepEqual([status, error], [0, '']);
    assert.equal(await world.project.read('translations/es/docs/x.txt'), 'Cilbup txet\n');
  });
});
