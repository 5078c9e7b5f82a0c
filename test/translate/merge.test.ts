import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { hashOf } from '../../packages/translate/src/hash.ts';
import { openProject, type Project } from './command-world.ts';
import { type Row, samples, translated } from './samples.ts';

/** With keys, in order, beside their texts, and in one file. */
const texts = Object.entries(samples).filter(([name]) => ['json', 'markdown', 'po', 'csv'].includes(name));

const args = ['.', '--from', 'en', '--to', 'es,ca', '--json'];
const languages = ['en', 'es', 'ca'] as const;

const keyOf = (at: number): string => `key${String.fromCodePoint(97 + (at % 26))}${at < 26 ? '' : 'z'}`;
const rowOf = (key: string): Row => ({ key, en: `The text of ${key}` });
const base: readonly Row[] = Array.from({ length: 30 }, (_, at) => rowOf(keyOf(at)));

/** Rows with another text at the places that `isChanged` names. */
const changed = (rows: readonly Row[], word: string, isChanged: (at: number) => boolean): readonly Row[] =>
  rows.map((row, at) => (isChanged(at) ? { key: row.key, en: `A ${word} text of ${row.key}` } : row));

function git(project: Project, ...command: readonly string[]): string {
  const names = ['user.name=A', 'user.email=a@example.com', 'commit.gpgsign=false', 'core.autocrlf=false'];
  const options = names.flatMap((name) => ['-c', name]);
  const { stdout, stderr, status } = spawnSync('git', [...options, ...command], {
    cwd: project.folder,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}${status === 0 ? '' : 'failed'}`;
}

const commit = (project: Project): string => git(project, 'add', '.') + git(project, 'commit', '-qm', 'Edit');

async function write(project: Project, rows: readonly Row[], edited: readonly (typeof languages)[number][] = ['en']) {
  for (const [, sample] of texts) {
    for (const language of edited) await project.write(sample.path(language), await sample.write(rows, language));
  }
}

async function assertFiles(project: Project, rows: readonly Row[]): Promise<void> {
  for (const [name, sample] of texts) {
    for (const language of languages) {
      const content = await project.read(sample.path(language));
      assert.equal(content, await sample.write(rows, language), `${name} ${language}`);
    }
  }
}

/** A translated project, and two branches of it. The current one is `ours`. */
async function openBranches(ours: readonly Row[], theirs: readonly Row[]) {
  const project = await openProject({});
  await write(project, base);
  git(project, 'init', '-q', '-b', 'theirs');
  await project.run(...args);
  commit(project);
  git(project, 'checkout', '-qb', 'ours');
  for (const [branch, rows] of Object.entries({ theirs, ours })) {
    git(project, 'checkout', '-q', branch);
    await write(project, rows);
    assert.equal((await project.run(...args)).status, 0);
    commit(project);
  }
  return project;
}

describe('two branches', () => {
  test('that change, add and remove different texts of a file merge without a conflict', async () => {
    const edit = (rows: readonly Row[], word: string, at: number): readonly Row[] =>
      changed(rows, word, (each) => each % 6 === at).toSpliced(at * 9 + 1, 1, rowOf(`new${word}`));
    await using project = await openBranches(edit(base, 'newer', 0), edit(base, 'finer', 3));
    assert.doesNotMatch(git(project, 'merge', '-q', 'theirs'), /CONFLICT|failed/);
    const rows = translated(edit(edit(base, 'newer', 0), 'finer', 3));
    await assertFiles(project, rows);
    const before = await project.snapshot();
    assert.deepEqual([(await project.run(...args, '--check')).status, (await project.run(...args)).paid], [0, 0]);
    assert.deepEqual(await project.snapshot(), before);
  });

  test('that change the same texts: the resolved files are read with both sides of the lock file', async () => {
    const [ours, theirs] = [changed(base, 'newer', (at) => at % 2 === 0), changed(base, 'finer', (at) => at % 3 === 0)];
    await using project = await openBranches(ours, theirs);
    assert.match(git(project, 'merge', '-q', 'theirs'), /CONFLICT .* dragoman\.lock$/m);
    const unresolved = await project.run(...args);
    assert.deepEqual([unresolved.status, unresolved.paid], [2, 0]);
    assert.match(unresolved.error, /^guide\.md:\d+: the file has a merge conflict\. Resolve it first\.$/m);
    /** Five texts have two versions. */
    const resolve = (isOurs: (at: number) => boolean): readonly Row[] =>
      base.map(({ key }, at) => ((at % 6 === 0 ? isOurs(at) : at % 2 === 0) ? ours : theirs)[at] ?? rowOf(key));
    const rows = resolve((at) => at < 15);
    // Someone takes two translations of the other side.
    const taken = translated(resolve((at) => at < 8 || at === 18));
    await write(
      project,
      rows.map((row, at) => ({ ...taken[at], ...row })),
      languages,
    );
    const check = await project.run(...args, '--check');
    assert.deepEqual([check.status, check.paid], [1, 0]);
    const ran = await project.run(...args);
    assert.deepEqual([ran.status, ran.error], [0, '']);
    assert.deepEqual(
      ran.json.files.map(({ file, units_sent }) => [file, units_sent]),
      ran.json.files.map(({ file }) => [file, 2]),
    );
    await assertFiles(project, translated(rows));
    assert.equal((await project.run(...args, '--check')).status, 0);
  });
});

test('a lock file of version 1 is read, and says what has changed', async () => {
  const [source, target] = ['{"a": "First text", "b": "Second"}', '{"a": "Tsrif txet", "b": "By hand"}'];
  const units = { a: [hashOf('First text'), hashOf('Tsrif txet')], b: [hashOf('Second'), hashOf('Dnoces')] };
  const record = { out: 'es.json', whole: [hashOf(source), hashOf(target)], units };
  const lock = JSON.stringify({ version: 1, files: { 'en.json': { es: record } } });
  await using project = await openProject({ 'en.json': source, 'es.json': target, 'dragoman.lock': lock });
  assert.equal((await project.run('en.json', '--to', 'es', '--check')).status, 0);
  await project.edit('en.json', 'First', 'Third');
  const { status, paid } = await project.run('en.json', '--to', 'es');
  assert.deepEqual([status, paid], [0, 'Third text'.length]);
  assert.equal(await project.read('es.json'), '{"a": "Driht txet", "b": "By hand"}');
});
