import assert from 'node:assert/strict';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { openProject, type Project } from './command-world.ts';

const args = ['.', '--from', 'en', '--to', 'es'];

/** Three files that a run has translated, with a correction by hand. */
async function openTranslated(): Promise<Project> {
  const project = await openProject({
    'docs/a.md': '# One title\n\nTwo texts here\n\n```\ncode\n```\n\nThree texts here\n',
    'docs/b.md': '# Other title\n\nOther text\n',
    'locales/en.json': '{\n  "one": "One key",\n  "two": "Two keys",\n  "three": "Three keys"\n}\n',
  });
  await project.run(...args);
  await project.edit('docs/a.es.md', 'code', 'código');
  await project.edit('docs/a.es.md', 'Owt stxet ereh', 'By hand');
  assert.equal((await project.run(...args)).status, 0);
  return project;
}

async function move(project: Project, from: string, to: string): Promise<void> {
  await mkdir(dirname(project.pathOf(to)), { recursive: true });
  await rename(project.pathOf(from), project.pathOf(to));
}

describe('a renamed source file', () => {
  test('gets its translation free and unchanged, and the old one is named until it is removed', async () => {
    await using project = await openTranslated();
    const target = await project.read('docs/a.es.md');
    await move(project, 'docs/a.md', 'guide/start.md');
    const orphan = 'docs/a.es.md: its source docs/a.md no longer exists. Remove it, unless you need it.\n';
    const moved = 'guide/start.es.md: taken from docs/a.es.md\n';
    const check = await project.run(...args, '--check');
    assert.deepEqual([check.status, check.error], [1, 'guide/start.md: guide/start.es.md is missing.\n']);
    const before = await project.snapshot();
    const dry = await project.run(...args, '--dry-run');
    assert.equal(dry.out.replace(/ The balance.*/, ''), `${orphan}${moved}At most 0 characters.\n`);
    assert.deepEqual(await project.snapshot(), before);
    const ran = await project.run(...args);
    assert.deepEqual([ran.status, ran.error, ran.paid], [0, '', 0]);
    assert.equal(ran.out, `${orphan}${moved}0 files translated, 3 up to date. 0 characters charged.\n`);
    assert.equal(await project.read('guide/start.es.md'), target);
    const again = await project.run(...args, '--json');
    assert.deepEqual(again.json.orphans, [{ file: 'docs/a.md', to: 'es', out: 'docs/a.es.md' }]);
    await project.remove('docs/a.es.md');
    assert.deepEqual((await project.run(...args, '--json')).json.orphans, []);
    assert.doesNotMatch(await project.read('dragoman.lock'), /docs\/a/);
  });

  test('that changed too sends what changed', async () => {
    await using project = await openTranslated();
    await move(project, 'docs/a.md', 'docs/c.md');
    await project.edit('docs/c.md', 'Three texts', 'Four texts');
    const ran = await project.run(...args);
    assert.deepEqual([ran.status, ran.paid], [0, 'Four texts here'.length]);
    assert.match(await project.read('docs/c.es.md'), /^# Eno eltit\n\nBy hand\n[^]*\nRuof stxet ereh\n$/);
  });

  test('whose translation was renamed with it is up to date', async () => {
    await using project = await openTranslated();
    for (const language of ['', '.es']) await move(project, `docs/a${language}.md`, `docs/c${language}.md`);
    const ran = await project.run(...args);
    assert.deepEqual([ran.status, ran.out], [0, '0 files translated, 3 up to date. 0 characters charged.\n']);
    await project.edit('docs/c.md', 'Two texts', 'Four texts');
    assert.equal((await project.run(...args)).paid, 'Four texts here'.length);
  });

  test('is not taken for an unrelated one with a line in common, or lines without letters', async () => {
    await using project = await openProject({ 'a.md': '# Title\n\nOne text\n\n---\n\n---\n' });
    await project.run(...args);
    await project.remove('a.md');
    await project.write('b.md', '# Title\n\nOther text\n\n---\n\n---\n');
    const ran = await project.run(...args);
    assert.doesNotMatch(ran.out, /taken from/);
    assert.equal(ran.paid, 'TitleOther text'.length);
  });

  test('is not taken for another new one, and a copy is translated', async () => {
    await using project = await openTranslated();
    await project.write('docs/copy.md', await project.read('docs/b.md'));
    await project.remove('docs/a.md');
    const ran = await project.run(...args);
    assert.equal(ran.paid, 'Other titleOther text'.length);
    assert.equal(await project.read('docs/copy.es.md'), await project.read('docs/b.es.md'));
  });
});

test('translations that get another path are taken from the old one', async () => {
  await using project = await openTranslated();
  const ran = await project.run(...args, '--out', 'es/{path}');
  assert.deepEqual([ran.status, ran.paid], [0, 0]);
  assert.match(await project.read('es/docs/a.md'), /código/);
});

test('translations beside their texts are not taken for sources when their folder is renamed', async () => {
  await using project = await openProject({
    'p/app.po': 'msgid "One text"\nmsgstr ""\n\nmsgid "Two texts"\nmsgstr ""\n',
  });
  await project.run(...args);
  await move(project, 'p', 'q');
  assert.equal((await project.run(...args, '--check')).status, 0);
  assert.equal((await project.run(...args)).out, '0 files translated, 1 up to date. 0 characters charged.\n');
  await project.edit('q/app.po', 'Two texts', 'New text');
  const { json, paid } = await project.run(...args, '--json');
  assert.deepEqual([json.files[0]?.out, paid], ['q/app.es.po', 'New text'.length]);
});

describe('a removed text', () => {
  test('is named before and when its translation is removed, and a renamed key keeps its translation', async () => {
    await using project = await openTranslated();
    await project.edit('locales/es.json', 'Owt syek', 'Dos claves');
    await project.write('locales/en.json', '{\n  "one": "One key",\n  "second": "Two keys"\n}\n');
    await project.edit('docs/b.md', '\nOther text\n', '');
    const dry = await project.run(...args, '--dry-run');
    assert.match(dry.out, /^docs\/b\.es\.md: 0 new, 0 changed of 1 text, 0 characters, 1 removed \(#2\)$/m);
    assert.match(dry.out, /^locales\/es\.json: 0 new, 0 changed of 2 texts, 0 characters, 1 removed \(three\)$/m);
    const ran = await project.run(...args);
    assert.deepEqual([ran.status, ran.paid], [0, 0]);
    assert.match(ran.out, /^locales\/es\.json: 0 of 2 texts translated, 0 characters charged, 1 removed \(three\)$/m);
    assert.equal(await project.read('locales/es.json'), '{\n  "one": "Eno yek",\n  "second": "Dos claves"\n}\n');
  });
});
