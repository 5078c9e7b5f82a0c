import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openProject } from './command-world.ts';

describe('changed options', () => {
  const cases: Readonly<
    Record<string, readonly [content: string, first: string[], then: string[], added: string, out: string]>
  > = {
    'a.csv': [
      'id,title,body\n1,One title,One body\n2,Two titles,Two bodies\n',
      ['columns=title'],
      ['columns=title,body'],
      'One bodyTwo bodies',
      'id,title,body\n1,Eno eltit,Eno ydob\n2,Owt seltit,Owt seidob\n',
    ],
    'a.md': [
      '---\ntitle: A title\nteaser: A teaser\n---\n\nThe text\n',
      ['frontMatter=title'],
      ['frontMatter=title,teaser'],
      'A teaser',
      '---\ntitle: A eltit\nteaser: A resaet\n---\n\nEht txet\n',
    ],
    'a.json': [
      '{"title": "A title", "slug": "a-text here"}',
      ['excludeKeys=slug'],
      ['excludeKeys=none'],
      'a-text here',
      '{"title": "A eltit", "slug": "a-txet ereh"}',
    ],
  };
  for (const [path, [content, first, then, added, out]] of Object.entries(cases)) {
    test(`are compared: what ${then[0]} adds in ${path} is sent, and what it removes gets its source text`, async () => {
      await using project = await openProject({ [path]: content });
      const run = (options: readonly string[], ...more: readonly string[]) =>
        project.run(path, '--from', 'en', '--to', 'es', ...options.flatMap((option) => ['--option', option]), ...more);
      const target = path.replace('.', '.es.');
      await run(first);
      const before = await project.read(target);
      assert.equal((await run(then, '--check')).status, 1);
      const ran = await run(then);
      assert.deepEqual([ran.status, ran.error, ran.paid], [0, '', added.length]);
      assert.equal(await project.read(target), out);
      assert.deepEqual([(await run(then)).paid, (await run(then, '--check')).status], [0, 0]);
      assert.deepEqual([(await run(first)).paid, await project.read(target)], [0, before]);
    });
  }

  test('are compared: another language of the files translates them anew, with corrections that stay', async () => {
    const files = { 'a.json': '{"a": "First text", "b": "Second text"}', 'a.md': 'One text\n\nTwo texts\n' };
    await using project = await openProject(files, { pairs: 'en-es ca-es' });
    const run = (from: string) => project.run('a.json', 'a.md', '--from', from, '--to', 'es');
    const first = await run('en');
    await project.edit('a.es.json', 'Dnoces txet', 'By hand');
    assert.equal((await run('en-GB')).paid, 0);
    const ran = await run('ca');
    assert.deepEqual([ran.status, ran.paid], [0, first.paid]);
    await project.edit('a.es.json', 'Dnoces txet', 'By hand');
    const last = await run('en');
    assert.deepEqual([last.status, last.paid], [0, first.paid - 'Second text'.length]);
    assert.match(last.error, /^a\.json:1: es: the correction by hand stays/);
    assert.match(await project.read('a.es.json'), /By hand/);
    assert.equal((await run('en')).paid, 0);
  });
});
