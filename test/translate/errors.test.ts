import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, readlink, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { openProject, type Project } from './command-world.ts';

const texts = { 'a.json': '{"a": "First text"}', 'b.json': '{"b": "Second text"}' };
const languages = ['--from', 'en', '--to', 'es'];

/** Asserts that a run was refused with one line on standard error, and that nothing was written or paid. */
async function assertRefused(project: Project, args: readonly string[], message: RegExp): Promise<void> {
  const before = await project.snapshot();
  const { status, out, error, paid } = await project.run(...args);
  assert.deepEqual([status, out, paid], [2, '', 0]);
  assert.match(error, message);
  assert.equal(error.trimEnd().split('\n').length, 1);
  assert.deepEqual(await project.snapshot(), before);
}

describe('the service', () => {
  test('is unreachable, or gets no key or a wrong one', async () => {
    await using project = await openProject(texts);
    const args = ['a.json', ...languages];
    const without = await project.spawn(args, { env: { DRAGOMAN_KEY: '' } });
    assert.deepEqual(without, {
      status: 2,
      out: '',
      error: 'dragoman-translate: DRAGOMAN_KEY is not set. Set it to a key of your account.\n',
    });
    for (const given of [args, ['a.json', '--to', 'es']]) {
      const wrong = await project.spawn(given, { env: { DRAGOMAN_KEY: 'dragoman_live_wrong' } });
      assert.deepEqual([wrong.status, wrong.out], [2, '']);
      assert.match(wrong.error, /^dragoman-translate: DRAGOMAN_KEY is not a key .*\n$/);
      assert.doesNotMatch(wrong.error, /live_wrong/);
    }
    const none = await project.spawn([...args, '--check'], { env: { DRAGOMAN_KEY: '', DRAGOMAN_URL: '' } });
    assert.deepEqual([none.status, none.error], [1, 'a.json: a.es.json is missing.\n']);
    const { status, out, error } = await project.spawn(args, { env: { DRAGOMAN_URL: 'http://127.0.0.1:9' } });
    assert.deepEqual([status, out], [1, '']);
    assert.match(error, /^dragoman-translate: The service cannot be reached.*--url or DRAGOMAN_URL.*\n$/);
    assert.deepEqual(await project.names(), ['a.json', 'b.json']);
  });

  test('has no batches: the needed version is named', async () => {
    await using project = await openProject(texts);
    const body = JSON.stringify({ error: { code: 'not_found', message: 'There is no such endpoint.' } });
    await using old = createServer((_, reply) =>
      reply.writeHead(404, { 'Content-Type': 'application/json' }).end(body),
    );
    await once(old.listen(0, '127.0.0.1'), 'listening');
    const { port } = old.address() as AddressInfo;
    const args = ['a.json', ...languages, '--url', `http://127.0.0.1:${port}`];
    await assertRefused(project, args, /Dragoman 0\.2 or newer/);
  });

  test('lacks a language: the nearest is named before anything is sent', async () => {
    await using project = await openProject(texts);
    const { length } = project.engine.segments;
    await assertRefused(project, ['a.json', '--from', 'en', '--to', 'es,sp'], /`sp`.* `es`/);
    assert.equal(project.engine.segments.length, length);
  });
});

test('standard output that its reader closes does not stop the run', async () => {
  await using project = await openProject(texts);
  const { status, error } = await project.spawn(['.', ...languages], { closesOut: true });
  assert.deepEqual([status, error], [0, '']);
  assert.deepEqual(await project.names(), ['a.es.json', 'a.json', 'b.es.json', 'b.json', 'dragoman.lock']);
});

test('names of files and of the command line do not control the terminal', async () => {
  const name = 'a\x1b[2J\u202e\nb.json';
  await using project = await openProject({ [name]: '{"a": "First text"}' });
  const ran = [await project.spawn(['.', ...languages, '--check']), await project.spawn(['--config', name])];
  const statuses = ran.map(({ status }) => status);
  assert.deepEqual(statuses, [1, 2]);
  for (const { out, error } of ran) {
    assert.doesNotMatch(out + error, /[^\n\P{Cc}]|\p{Bidi_Control}/u);
    assert.equal(error.split('\n').length, 2);
  }
});

describe('a source file', () => {
  test('that is damaged or empty does not stop the others, and an empty one that a folder found is left out', async () => {
    await using project = await openProject({ ...texts, 'c.json': '{\n"c": "Third', 'd.md': '', 'e.md': '' });
    const ran = await project.run('.', 'd.md', ...languages, '--json');
    assert.deepEqual([ran.status, ran.paid], [1, 'First textSecond text'.length]);
    assert.equal(ran.error, 'c.json:2: the string has no end.\nd.md: the file is empty.\n');
    const said = ran.json.files.map(({ status, error }) => [status, error?.code, error?.line].join(' ').trim());
    assert.deepEqual(said, ['translated', 'translated', 'failed damaged 2', 'failed empty']);
  });

  test('that is already in the target language fails alone', async () => {
    await using project = await openProject({
      'uno.txt': 'La casa es grande y el gato duerme en la cocina.\n',
      'two.txt': 'The house is big and the cat sleeps in the kitchen.\n',
    });
    const ran = await project.run('uno.txt', 'two.txt', '--to', 'es');
    assert.equal(ran.status, 1);
    assert.equal(ran.error, 'uno.txt: the file is already in es.\n');
    assert.match(await project.read('two.es.txt'), /^Eht esuoh/);
  });

  test('has spaces, braces and letters of any script in its name', async () => {
    const name = 'new [one] {x} – ñandú 日本';
    await using project = await openProject({ [`docs/${name}.md`]: 'The text\n' });
    const args = [`docs/${name}.md`, ...languages];
    assert.equal((await project.run(...args)).status, 0);
    assert.equal(await project.read(`docs/${name}.es.md`), 'Eht txet\n');
    assert.equal((await project.run('docs', ...languages, '--check')).out, '1 file up to date.\n');
    assert.equal((await project.run(...args, '--out', 'out/{lang}/{path}')).status, 0);
    assert.equal(await project.read(`out/es/docs/${name}.md`), 'Eht txet\n');
  });

  test('is read through a symbolic link, and a linked target stays a link', async () => {
    await using project = await openProject({ 'real.json': '{"a": "First text"}', 'real.es.json': '{}' });
    await symlink('real.json', project.pathOf('a.json'));
    await symlink('real.es.json', project.pathOf('a.es.json'));
    assert.equal((await project.run('a.json', ...languages)).status, 0);
    assert.equal(await readlink(project.pathOf('a.es.json')), 'real.es.json');
    assert.equal(await project.read('real.es.json'), '{"a": "Tsrif txet"}');
  });

  test('that is missing, or a pattern without files, is refused', async () => {
    await using project = await openProject(texts);
    for (const file of ['c.json', '*.md']) {
      await assertRefused(project, ['a.json', file, ...languages], /^(c\.json|\*\.md): no such file/);
    }
  });
});

describe('a target file', () => {
  test('that cannot be read fails alone, before anything of it is sent', async () => {
    await using project = await openProject(texts);
    await mkdir(project.pathOf('a.es.json'));
    const ran = await project.run('a.json', 'b.json', ...languages);
    assert.deepEqual([ran.status, ran.paid], [1, 'Second text'.length]);
    assert.equal(ran.error, 'a.es.json: the file cannot be read (EISDIR).\n');
  });

  test('that is empty is named, also if a folder found its source', async () => {
    await using project = await openProject({ ...texts, 'a.es.json': '' });
    const ran = await project.run('.', ...languages);
    assert.deepEqual([ran.status, ran.error], [1, 'a.es.json: the file is empty.\n']);
  });

  test('that is read-only keeps its content, and its translations are not paid twice', async () => {
    await using project = await openProject({ ...texts, 'a.es.json': '{}' });
    await chmod(project.folder, 0o777);
    await chmod(project.pathOf('a.es.json'), 0o444);
    // Permissions do not apply to root.
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    const spawn = () => project.spawn(['a.json', 'b.json', ...languages], uid === undefined ? {} : { uid });
    const { status, error } = await spawn();
    assert.deepEqual([status, error], [1, 'a.es.json: the file cannot be written (EACCES).\n']);
    assert.equal(await project.read('a.es.json'), '{}');
    assert.equal(await project.read('b.es.json'), '{"b": "Dnoces txet"}');
    await chmod(project.pathOf('a.es.json'), 0o666);
    assert.deepEqual([(await spawn()).status, await project.read('a.es.json')], [0, '{"a": "Tsrif txet"}']);
    assert.equal((await project.customer.balance()).used, 'First textSecond text'.length);
  });

  test('that two sources have, or that is outside the folder, is refused', async () => {
    await using project = await openProject({ ...texts, 'sub/keep.txt': 'x' });
    for (const [args, message] of [
      [['a.json', 'b.json', ...languages, '--out', '{lang}.json'], /a\.json and b\.json have the same output es\.json/],
      [['a.json', '--from', 'en', '--to', 'es,ca', '--out', 'x.json'], /es and ca have the same output x\.json/],
      [['a.json', ...languages, '--out', '{path}'], /would replace the file/],
      [['a.json', ...languages, '--out', '{language}.json'], /unknown placeholder \{language\}/],
    ] as const)
      await assertRefused(project, args, message);
    await using outside = await openProject({ 'far.txt': 'Far away\n' });
    await assertRefused(project, [outside.pathOf('far.txt'), ...languages], /outside the current folder.*--out/);
    assert.equal((await project.run(outside.pathOf('far.txt'), ...languages, '--out', '{stem}.{lang}.txt')).status, 0);
    assert.equal(await project.read('far.es.txt'), 'Raf yawa\n');
  });
});

describe('a target file that is another file', () => {
  test('is the source by a symbolic link: it is refused, also with --force', async () => {
    await using project = await openProject(texts);
    await symlink('a.json', project.pathOf('a.es.json'));
    const ran = await project.run('a.json', 'b.json', ...languages, '--force');
    assert.deepEqual([ran.status, ran.paid], [1, 'Second text'.length]);
    assert.match(ran.error, /^a\.es\.json: the file is a link to a\.json\. .*--out/);
    assert.equal(await project.read('a.json'), texts['a.json']);
  });

  for (const [path, content] of [
    ['other.json', '{"b": "Theirs"}'],
    ['other.po', 'msgid "Theirs"\nmsgstr "Suyo"\n'],
  ] as const) {
    test(`${path} has translations of other texts: it is refused, until --force`, async () => {
      const source = path === 'other.po' ? 'a.po' : 'a.json';
      await using project = await openProject({ ...texts, 'a.po': 'msgid "First text"\nmsgstr ""\n', [path]: content });
      const args = [source, ...languages, '--out', path];
      const { status, paid, error } = await project.run(...args);
      assert.deepEqual([status, paid, await project.read(path)], [1, 0, content]);
      assert.match(error, /^other\.(json|po): the file exists.*--force/);
      assert.equal((await project.run(...args, '--force')).status, 0);
      assert.match(await project.read(path), /Tsrif txet/);
    });
  }
});

describe('the lock file', () => {
  test('of a newer version, with half of a conflict, damaged or unreadable stops the run', async () => {
    await using project = await openProject(texts);
    await project.run('a.json', ...languages);
    const lock = await project.read('dragoman.lock');
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const cases: readonly (readonly [string, RegExp])[] = [
      [lock.replace('dragoman.lock 2', 'dragoman.lock 3'), /dragoman\.lock: .*newer version.*Update/],
      [lock.replace('key', '\n<<<<<<< ours\nkey'), /dragoman\.lock: .*damaged/],
      [lock.slice(0, 80), /dragoman\.lock: .*damaged/],
      [lock.replace(/end\n$/, ''), /dragoman\.lock: .*damaged/],
      [lock.replace('"a.es.json"', 'null'), /dragoman\.lock: .*damaged/],
      [lock.replace(', "', () => `, ${'['.repeat(100_000)}${']'.repeat(100_000)}, "`), /dragoman\.lock: .*damaged/],
      ...['"options":7', '"options":null', '"from":true', '"options":{"a":[[]]}', `"other":${deep}`].map(
        (member) => [lock.replace('}\n', () => `,${member}}\n`), /dragoman\.lock: .*damaged/] as const,
      ),
      ['null', /dragoman\.lock: .*damaged/],
      ['{"version": 1}', /dragoman\.lock: .*damaged/],
      ['{\n  "version": 3', /dragoman\.lock: .*newer version/],
    ];
    for (const [content, message] of cases) {
      await project.write('dragoman.lock', content);
      await assertRefused(project, ['.', ...languages], message);
    }
    await project.remove('dragoman.lock');
    await mkdir(project.pathOf('dragoman.lock'));
    await assertRefused(project, ['.', ...languages], /dragoman\.lock: .*cannot be read/);
  });
});

describe('the journal', () => {
  test('has requests that are repeated whole: their other texts are in the estimate and the charge', async () => {
    await using project = await openProject(texts);
    const request = { key: 'a', from: 'en', to: 'es', texts: ['First text', 'Removed'] };
    for (const [ageMs, expected] of [
      [60_000, 'First textRemoved'.length],
      [-60_000, 'First text'.length],
    ] as const) {
      for (const name of await project.names()) if (!(name in texts)) await project.remove(name);
      await project.write('.dragoman-pending', JSON.stringify({ ...request, sentAt: Date.now() - ageMs }));
      await chmod(project.pathOf('.dragoman-pending'), 0o600);
      const dry = await project.run('a.json', ...languages, '--dry-run', '--json');
      const { json, paid } = await project.run('a.json', ...languages, '--json');
      assert.deepEqual([dry.json.characters, json.charged, paid], [expected, expected, expected]);
    }
  });

  test('may have damaged lines: they are ignored', async () => {
    await using project = await openProject(texts);
    const shapes = [
      ...['null', '7', '"record"', '[]', '{}', '{"done":"a"}', '{"texts":7,"key":"a"}'],
      '{"texts":["First text"],"key":{},"from":"en","to":"es"}',
      '{"done":7,"translations":["a"]}',
      '{"record":{"out":"a.es.json","units":[]},"file":7,"to":"es","hash":"a"}',
      '{"record":{}}',
      '{"te',
    ];
    await project.write('.dragoman-pending', ['', ...shapes].join('\n'));
    await chmod(project.pathOf('.dragoman-pending'), 0o600);
    const { status, error, paid } = await project.run('a.json', ...languages);
    assert.deepEqual([status, error, paid], [0, '', 'First text'.length]);
    assert.equal((await project.names()).includes('.dragoman-pending'), false);
  });
});

describe('a text that the engine cannot translate', () => {
  test('is named, keeps its source text, and is tried again', async () => {
    let isBroken = true;
    await using project = await openProject(
      { 'a.json': '{"a": "First text",\n"b": "A mute text", "c": "Last text"}', 'g.md': 'First line\n\nA mute line\n' },
      {
        twist: ({ segments }, honest) =>
          honest.map((each, at) => (isBroken && segments[at]?.includes('mute') ? '' : each)),
      },
    );
    const run = () => project.run('a.json', 'g.md', ...languages, '--json');
    const ran = await run();
    assert.deepEqual([ran.status, ran.paid], [1, 'First textLast textFirst line'.length]);
    assert.equal(
      ran.error,
      'a.json:2: es: the text has no valid translation by any engine. It stays as it is.\n' +
        'g.md:3: es: the text has no valid translation by any engine. It stays as it is.\n',
    );
    for (const { status, untranslated } of ran.json.files) assert.deepEqual([status, untranslated], ['translated', 1]);
    assert.equal(await project.read('a.es.json'), '{"a": "Tsrif txet",\n"b": "A mute text", "c": "Tsal txet"}');
    const check = await project.run('a.json', 'g.md', ...languages, '--check');
    assert.deepEqual([check.status, check.paid], [1, 0]);
    isBroken = false;
    const again = await run();
    assert.deepEqual([again.status, again.paid], [0, 'A mute textA mute line'.length]);
    assert.equal(await project.read('g.es.md'), 'Tsrif enil\n\nA etum enil\n');
  });
});
