import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openApertium } from '../src/adapters/apertium/engine.ts';
import { checkNode } from '../src/cli/checks/machine.ts';
import { loadConfig } from '../src/config.ts';
import { nameLanguage } from '../src/text/languages/language-name.ts';
import { needsApertium } from './adapters/apertium/installed-apertium.ts';
import { readEntryCases } from './support/entry-corpus.ts';
import { temporaryFolder } from './support/stores.ts';

// A manually installed package would hide one that the set-up lacks.

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const listed = (file: string): readonly string[] => JSON.parse(read(`setup/${file}-packages.json`));
const forStart = listed('start');
const forTests = [...forStart, ...listed('test').flatMap((each) => each.split(' | '))];

/** The packages of a bare Debian with Node, npm and a clone of the project. */
const bare = ['nodejs', 'npm', 'git', 'ca-certificates', 'dpkg', 'apt'];

/** The languages of the set-up's language pairs, whatever else is installed. */
async function servedLanguages() {
  await using folder = await temporaryFolder();
  const modesDir = join(folder.path, 'modes');
  mkdirSync(modesDir);
  const files = execFileSync('dpkg-query', ['-L', ...forStart], { encoding: 'utf8' }).split('\n');
  const modes = new Set(files.filter((file) => /^\/usr\/share\/apertium\/modes\/.+\.mode$/.test(file)));
  for (const mode of modes) symlinkSync(mode, join(modesDir, basename(mode)));
  const events = { engineRestarted: () => undefined };
  const limits = loadConfig({}).apertium;
  await using engine = await openApertium({ modesDir, cacheDir: join(folder.path, 'cache'), limits, events });
  const pairs = engine.pairs();
  return {
    all: new Set([...pairs.map(({ source }) => source), ...pairs.map(({ target }) => target)]),
    sources: new Set<string>(pairs.map(({ source }) => source)),
    targets: new Set<string>(pairs.map(({ target }) => target)),
  };
}

test(
  'docs/languages.md lists the languages of the language pairs that the set-up installs',
  needsApertium,
  async () => {
    const { all } = await servedLanguages();
    const list = /Debian's packages covers\s([\s\S]+?)\. Pairs/.exec(read('docs/languages.md'))?.[1];
    const names = [...all].map((tag) => nameLanguage(tag).name.replace('Brazil)', 'Brazilian)'));
    assert.ok(list);
    const words: readonly string[] = list.match(/\p{Lu}\p{L}+/gu) ?? [];
    const notListed = names.filter((name) => !words.includes(/\p{L}+/u.exec(name)?.[0] ?? ''));
    const notServed = words.filter((word) => !names.some((name) => name.includes(word)));
    assert.deepEqual({ notListed, notServed }, { notListed: [], notServed: [] });
  },
);

test(
  'the set-up installs the language pairs that the corpora and the tests of Apertium name',
  needsApertium,
  async () => {
    const { sources, targets } = await servedLanguages();
    const corpus = globSync('test/corpus/*/expected.json', { cwd: root }).flatMap((path) => [
      ...read(path).matchAll(/"pair": "([\w-]+)>([\w-]+)"/g),
    ]);
    const tests = globSync('test/**/*.test.ts', { cwd: root })
      .filter((path) => /installed-apertium/.test(read(path)) && path.startsWith('test/adapters/apertium'))
      .flatMap((path) => [...read(path).matchAll(/'([a-z]{2,3}(?:-[A-Za-z]+)?)>([a-z]{2,3}(?:-[A-Za-z]+)?)'/g)]);
    const glossary = readEntryCases().map(({ pair }): readonly string[] => ['', pair.source, pair.target]);
    const named = [...corpus, ...tests, ...glossary].map(([, source = '', target = '']) => ({ source, target }));
    assert.ok(corpus.length > 500 && tests.length > 20 && glossary.length > 500);
    const missing = named.filter(({ source, target }) => !sources.has(source) || !targets.has(target));
    assert.deepEqual(missing, []);
  },
);

test('the set-up installs every program that README and the tests call', needsApertium, () => {
  const provided = packagesWithDependencies();
  const called = (text: string) => [
    ...text.matchAll(
      /\b(?:spawn|spawnSync|execFile|execFileSync|promisify\(execFile\)|findProgram)\(\s*'([\w.-]+)'|'\/usr\/s?bin\/([\w.-]+)'/g,
    ),
    // Without these programs, a test is skipped.
    ...[...text.matchAll(/whyNotIsolated\(('[^)]+)\)/g)].flatMap(([, names = '']) => [
      ...names.matchAll(/'([\w-]+)'/g),
    ]),
  ];
  const ofTests = globSync('{test,packages/*/test}/**/*.ts', { cwd: root }).flatMap((path) => called(read(path)));
  const ofReadme = [...read('README.md').matchAll(/^```(?:sh|console)\n(?:\$ )?([\w./-]+)/gm)];
  const programs = new Set(
    [...ofTests, ...ofReadme].map(([, name = '']) => name).filter((name) => !name.includes('/')),
  );
  assert.ok(programs.has('curl') && programs.has('pgbouncer') && programs.has('mmdebstrap'));
  const missing = [...programs].filter((name) => !ownersOf(name).some((owner) => provided.has(owner)));
  assert.deepEqual(missing, []);
});

/** Returns the Debian packages that contain a program of this name. */
function ownersOf(program: string): readonly string[] {
  const paths = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => `${folder}/${program}`);
  // It also fails if some of the paths have no owner.
  const { stdout } = spawnSync('dpkg-query', ['-S', ...paths], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => (line.split(': ')[0] ?? '').split(', '));
}

/** The packages of the set-up and of a bare Debian, with all their dependencies. */
function packagesWithDependencies(): ReadonlySet<string> {
  const format = '${Package}\\t${Essential}\\t${Pre-Depends}, ${Depends}\\n';
  const rows = execFileSync('dpkg-query', ['-W', '-f', format], { encoding: 'utf8' }).split('\n');
  const dependencies = new Map<string, readonly string[]>();
  const found = new Set<string>();
  const waiting = [...bare, ...forTests];
  for (const row of rows) {
    const [name = '', essential, depends = ''] = row.split('\t');
    dependencies.set(
      name,
      [...depends.matchAll(/(?<=^|[,|] ?)[a-z0-9][a-z0-9+.-]+/g)].map(([each]) => each),
    );
    if (essential === 'yes') waiting.push(name);
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(dependencies.get(name) ?? []));
  }
  return found;
}

test('the set-up, bin/dragoman, doctor and package.json require the same least Node', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const [, major, minor] = /^>=18 <24 \|\| >=(\d+)\.(\d+)$/.exec(engines.node) ?? [];
  assert.match(read('setup/node-runtime.mjs'), new RegExp(`\\{ major: ${major}, minor: ${minor} \\}`));
  assert.match(read('bin/dragoman'), new RegExp(`^node_major_min=${major}\nnode_minor_min=${minor}$`, 'm'));
  const states = [
    [Number(minor) - 1, 'fail'],
    [minor, 'ok'],
    [Number(minor) + 10, 'ok'],
  ] as const;
  for (const [each, state] of states) assert.equal(checkNode(`${major}.${each}.0`).state, state);
  assert.deepEqual([checkNode('20.99.0').state, checkNode('26.0.0').state], ['fail', 'ok']);
});

test('npm brings a Node that is new enough for each system', () => {
  type Locked = { readonly version: string; readonly os: unknown; readonly cpu: unknown };
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Locked>> };
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
    const { version = '', os, cpu } = packages[`node_modules/node-${platform}`] ?? {};
    assert.equal([os, cpu].flat().join('-'), platform);
    assert.equal(checkNode(version).state, 'ok');
  }
});

test('package-lock.json contains every required package, so that npm ci accepts it', () => {
  type Locked = Readonly<Partial<Record<'dependencies' | 'optionalDependencies', Readonly<Record<string, string>>>>>;
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Locked>> };
  const isFound = (path: string, name: string): boolean => {
    const parent = path.lastIndexOf('node_modules/');
    const here = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
    return here in packages || (path !== '' && isFound(path.slice(0, Math.max(0, parent - 1)), name));
  };
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isFound(path, name)),
  );
  assert.deepEqual(missing, []);
});
