import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openProject, type Ran } from './command-world.ts';

type Approved = {
  readonly approved: number;
  readonly added: number;
  readonly replaced: number;
  readonly files: readonly {
    readonly out: string;
    readonly approved: number;
    readonly refused: readonly { readonly id: string; readonly line: number | null; readonly message: string }[];
    readonly entries?: readonly object[];
    readonly error?: { readonly code: string };
  }[];
};

const approvedBy = ({ json }: Ran): Approved => json as unknown as Approved;
const sums = (ran: Ran): readonly number[] => {
  const { approved, added, replaced } = approvedBy(ran);
  return [ran.status, ran.paid, approved, added, replaced];
};

const strings = {
  'en.json': '{\n  "save": "Save all changes",\n  "away": "Go away {name}",\n  "home": "Go home"\n}\n',
  'app.pot':
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open the <b>file</b>"\nmsgstr ""\n\nmsgid "Old door"\nmsgstr ""\n',
  'app.properties': 'title=Blue sky\nnote=Red sea\n',
};
const args = ['.', '--from', 'en', '--to', 'es', '--json'];

describe('approve', () => {
  test('sends what people changed; other files get it for free, and the files stay as they are', async () => {
    await using project = await openProject(strings);
    await project.run(...args);
    await project.edit('es.json', 'Evas lla segnahc', 'Guardar todo');
    await project.edit('app.es.po', 'Dlo rood', 'Puerta vieja');
    await project.edit('app_es.properties', 'Eulb yks', 'Cielo azul');
    const dry = await project.run('approve', ...args, '--dry-run');
    assert.deepEqual(sums(dry), [0, 0, 0, 0, 0]);
    assert.equal(approvedBy(dry).files.flatMap(({ entries = [] }) => entries).length, 3);
    const before = await project.snapshot();
    assert.deepEqual(sums(await project.run('approve', ...args)), [0, 0, 3, 3, 0]);
    assert.deepEqual(await project.snapshot(), before);
    assert.deepEqual(sums(await project.run('approve', ...args)), [0, 0, 3, 0, 0]);
    await project.write('more/en.json', '{"a": "Save all changes", "b": "Old door", "c": "Blue sky"}');
    const next = await project.run(...args);
    assert.deepEqual([next.status, next.paid], [0, 0]);
    const translated = { a: 'Guardar todo', b: 'Puerta vieja', c: 'Cielo azul' };
    assert.deepEqual(JSON.parse(await project.read('more/es.json')), translated);
    assert.match(await project.read('es.json'), /Guardar todo/);
    // A run has seen the corrections by now, and they are approved again when they change.
    await project.edit('es.json', 'Guardar todo', 'Guardar los cambios');
    assert.deepEqual(sums(await project.run('approve', ...args)), [0, 0, 3, 0, 1]);
  });

  test('with --all sends all translations but those that wait for a review or are not of their text', async () => {
    await using project = await openProject(strings);
    await project.run(...args, '--option', 'fuzzy=true');
    await project.edit('app.es.po', '#, fuzzy\nmsgid "Old', 'msgid "Old');
    await project.edit('en.json', 'Go home', 'Go to bed');
    await project.write('by-hand/en.json', '{"one": "A cat", "two": "Go home"}');
    await project.write('by-hand/es.json', '{"one": "Un gato"}');
    const ran = await project.run('approve', ...args, '--all', '--option', 'fuzzy=true');
    assert.deepEqual(sums(ran), [0, 0, 6, 6, 0]);
    const counts = approvedBy(ran).files.map(({ out, approved }) => [out, approved]);
    assert.deepEqual(counts, [
      ['app.es.po', 1],
      ['app_es.properties', 2],
      ['by-hand/es.json', 1],
      ['es.json', 2],
    ]);
  });

  test('reports what cannot be approved by file and key, and approves the others', async () => {
    await using project = await openProject({
      ...strings,
      'a.md': 'See [the map](a.html) now.\n',
      'b.md': 'One.\n\nTwo.\n',
    });
    await project.run(...args);
    await project.edit('es.json', 'Og yawa {name}', 'Vete');
    await project.edit('es.json', 'Og emoh', '12');
    await project.edit('es.json', 'Evas lla segnahc', 'Guardar');
    await project.write('copy/en.json', '{"keep": "Save all changes"}');
    await project.write('copy/es.json', '{"keep": "Conservar"}');
    await project.edit('app_es.properties', 'Eulb yks', 'Cielo');
    await project.edit('app.properties', 'Blue', 'Grey');
    await project.edit('a.es.md', 'a.html', 'b.html');
    await project.edit('b.es.md', /\n[^]*/, '\n');
    const ran = await project.run('approve', ...args, '--all');
    const { files } = approvedBy(ran);
    const refused = files.flatMap(({ out, refused: all }) => all.map(({ id, line }) => `${out} ${line} ${id}`));
    assert.deepEqual(refused.toSorted(), [
      'a.es.md 1 #1',
      'app_es.properties 1 title',
      'es.json 2 save',
      'es.json 3 away',
      'es.json 4 home',
    ]);
    assert.deepEqual(
      files.flatMap(({ error, out }) => (error ? [`${out} ${error.code}`] : [])),
      ['b.es.md unmatched'],
    );
    // The other translation of `save`, `Red sea`, and those of the PO file.
    assert.deepEqual(sums(ran), [1, 0, 4, 4, 0]);
    for (const place of refused)
      assert.ok(ran.error.includes(place.replace(/ (\d+) /, ':$1: ')), `${place}\n${ran.error}`);
  });

  test('needs files, a key and no other mode', async () => {
    await using project = await openProject(strings);
    assert.equal((await project.run(...args, '--all')).status, 2);
    for (const other of ['--check', '--force']) assert.equal((await project.run('approve', ...args, other)).status, 2);
    const { status } = await project.spawn(['approve', ...args], { env: { DRAGOMAN_KEY: '' } });
    assert.equal(status, 2);
  });
});
