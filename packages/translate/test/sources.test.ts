import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { FileGroup } from '../src/file-group.ts';
import { findFiles, globOf } from '../src/glob.ts';
import { findSources } from '../src/sources.ts';
import { UsageError } from '../src/usage-error.ts';
import { projectFolder, settingsWith } from './project-folder.ts';

const files = [
  'README.md',
  'README.es.md',
  'package.json',
  'package-lock.json',
  'tsconfig.build.json',
  'dragoman.config.json',
  'logo.png',
  'docs/a.md',
  'docs/B.MD',
  'docs/notes.xyz',
  'docs/{draft} [1]/el niño.md',
  'docs/node_modules/x/y.md',
  'node_modules/x/README.md',
  '.git/description.txt',
  '.github/a.md',
  'app/AndroidManifest.xml',
  'app/res/values/strings.xml',
  'app/res/values-es/strings.xml',
];

type Options = {
  given?: string[];
  config?: FileGroup[];
  known?: string[];
  flags?: Omit<FileGroup, 'include' | 'exclude'>;
};

/** Finds the sources in a folder with `files`, a link to a file, one to a folder, and files beside the folder. */
async function find({ given, config = [], known = [], flags = {} }: Options) {
  await using project = await projectFolder([...files, '../outside/o.md']);
  await symlink('README.md', join(project.path, 'LINK.md'));
  await symlink('../outside', join(project.path, 'linked'));
  const named = given && { include: given.map((each) => each.replace('$PWD', project.path)), exclude: [], ...flags };
  const settings = settingsWith({ folder: project.path, config, given: named });
  return await findSources(settings, new Set(known));
}

const paths = async (options: Options) => (await find(options)).map(({ path }) => path);

const inDocs = ['docs/B.MD', 'docs/a.md', 'docs/{draft} [1]/el niño.md'];

describe('sources', () => {
  const cases: readonly (readonly [given: string, found: readonly string[]])[] = [
    ['docs', inDocs],
    ['./docs/', inDocs],
    ['$PWD/docs', inDocs],
    ['docs/**/*', inDocs],
    ['docs/{draft} [1]', ['docs/{draft} [1]/el niño.md']],
    ['docs/{draft} [1]/el niño.md', ['docs/{draft} [1]/el niño.md']],
    ['docs/../README.md', ['README.md']],
    ['*.md', ['README.es.md', 'README.md']],
    ['./README{,.es}.md', ['README.es.md', 'README.md']],
    ['*.{txt,{x,m}d}', ['README.es.md', 'README.md']],
    ['[!a-q]*.md', ['README.es.md', 'README.md']],
    ['docs/?.*', ['docs/B.MD', 'docs/a.md']],
    ['docs/\\{draft} \\[[0-9]]/*', ['docs/{draft} [1]/el niño.md']],
    ['.github/*', ['.github/a.md']],
    ['**/.g*/a.md', ['.github/a.md']],
    ['docs/notes.xyz', ['docs/notes.xyz']],
    ['package.json', ['package.json']],
    ['LINK.md', ['LINK.md']],
    ['../outside/o.md', ['../outside/o.md']],
    ['../outside', ['../outside/o.md']],
    ['app', ['app/res/values-es/strings.xml', 'app/res/values/strings.xml']],
    ['.', ['README.es.md', 'README.md', 'app/res/values-es/strings.xml', 'app/res/values/strings.xml', ...inDocs]],
  ];
  for (const [given, found] of cases) {
    it(`of ${given} are ${found.join(', ')}`, async () => assert.deepEqual(await paths({ given: [given] }), found));
  }

  it('are each named once, sorted, and named if one argument names them', async () => {
    const found = await find({ given: ['docs/*', './docs/a.md', 'README.md'] });
    assert.deepEqual(found, [
      { path: 'README.md', isNamed: true },
      { path: 'docs/B.MD', below: 'B.MD', isNamed: false },
      { path: 'docs/a.md', below: 'a.md', isNamed: true },
    ]);
  });

  it('of a pattern may be in folders with parentheses, whose names are meant literally', async () => {
    await using project = await projectFolder(['app/(site)/+a/b.md']);
    const given = { include: ['app/(site)/**/*.md'], exclude: ['app/(x|site)/+(a)/*'] };
    const found = await findSources(settingsWith({ folder: project.path, given }), new Set());
    assert.deepEqual(found, [{ path: 'app/(site)/+a/b.md', below: '+a/b.md', isNamed: false }]);
  });

  it('leave out known outputs, unless they are named', async () => {
    const known = ['README.es.md'];
    assert.deepEqual(await paths({ given: ['*.md'], known }), ['README.md']);
    assert.deepEqual(await paths({ given: ['*.md', 'README.es.md'], known }), ['README.es.md', 'README.md']);
  });

  it('of a pattern have any extension if the format is given', async () => {
    const flags = { format: 'text' } as const;
    assert.deepEqual(await paths({ given: ['docs/*.xyz'], flags }), ['docs/notes.xyz']);
    assert.deepEqual(await paths({ given: ['docs'], flags }), inDocs);
  });

  it('of patterns that take a regular expression hours are found, or refused', async () => {
    const name = 'a'.repeat(200);
    await using project = await projectFolder([`${name}.md`]);
    const search = (pattern: string) => {
      const given = { include: [pattern], exclude: [`${'*a'.repeat(30)}*b`] };
      return findSources(settingsWith({ folder: project.path, given }), new Set());
    };
    assert.deepEqual(await search(`${'*a'.repeat(30)}*`), [
      { path: `${name}.md`, below: `${name}.md`, isNamed: false },
    ]);
    await assert.rejects(search(`${'**/'.repeat(30)}${'a*'.repeat(99)}b`), /no such file/);
    await assert.rejects(search('{a,aa}'.repeat(20)), /more than 1000 alternatives/);
    const many = { include: ['*.md'], exclude: Array.from({ length: 3 }, () => '{a,b}'.repeat(9)) };
    await assert.rejects(
      findSources(settingsWith({ folder: project.path, given: many }), new Set()),
      /more than 1000 alternatives/,
    );
    await assert.rejects(search('{'.repeat(2_000)), /more than 1000 characters/);
    const budget = { steps: 100, alternatives: 1 };
    const glob = globOf('**/*a*a*', { hasHidden: false, budget });
    await assert.rejects(findFiles(glob, { folder: project.path, excluded: [], budget }), /take too long/);
  });

  it('of the configuration keep what their first group says', async () => {
    const config = [
      { include: ['docs', 'missing/*.md'], exclude: ['docs/{draft} [1]', '**/a.md'], out: '{lang}/{path}' },
      { include: ['docs/*.MD', 'README.md', 'docs/a.md'], exclude: [], format: 'mdx' },
    ] as const;
    assert.deepEqual(await find({ config: [...config] }), [
      { path: 'README.md', format: 'mdx', isNamed: true },
      { path: 'docs/B.MD', below: 'B.MD', out: '{lang}/{path}', isNamed: false },
      { path: 'docs/a.md', format: 'mdx', isNamed: true },
    ]);
    assert.deepEqual(await find({ config: [...config], given: ['docs/*.*', 'package.json'] }), [
      { path: 'docs/B.MD', below: 'B.MD', out: '{lang}/{path}', isNamed: false },
      { path: 'docs/a.md', below: 'a.md', format: 'mdx', isNamed: false },
      { path: 'package.json', isNamed: true },
    ]);
  });

  const errors: readonly (readonly [options: Options, message: RegExp])[] = [
    [{ given: ['README.md', 'missing.md'] }, /^missing\.md: no such file/],
    [{ given: ['docs/*.txt'] }, /^docs\/\*\.txt: no such file/],
    [{ given: ['node_modules'] }, /^node_modules: /],
    [{ given: ['.git'] }, /^\.git: /],
    [{ given: ['linked'] }, /^linked: /],
    [{ given: ['app/*.xml'] }, /^app\/\*\.xml: /],
    [{ given: ['README.*.md'], known: ['README.es.md'] }, /^README\.\*\.md: /],
    [{ config: [{ include: ['missing/*', 'missing.md'], exclude: [] }] }, /configuration: missing\/\* missing\.md$/],
  ];
  for (const [options, message] of errors) {
    it(`are missing for ${JSON.stringify(options)}`, () =>
      assert.rejects(find(options), (error) => error instanceof UsageError && message.test(error.message)));
  }
});
