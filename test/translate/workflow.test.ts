import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { backwards } from '../support/letters-engine.ts';
import { openProject, type Project, type Ran } from './command-world.ts';
import { contentOf, type Language, type Row, type Sample, samples, translated } from './samples.ts';

const rowsOf = (name: string): readonly Row[] => [
  { key: 'first', en: `The first text of ${name}` },
  { key: 'second', en: `The second text of ${name}` },
  { key: 'third', en: `The third text of ${name}` },
];

const targets = ['es', 'ca'] as const;
const args = ['.', '--from', 'en', '--to', 'es,ca', '--json'];

type Table = ReadonlyMap<string, readonly Row[]>;

const change = (table: Table, edit: (rows: readonly Row[], sample: Sample) => readonly Row[]): Table =>
  new Map([...table].map(([name, rows]) => [name, edit(rows, sampleOf(name))]));
const sampleOf = (name: string): Sample => samples[name] as Sample;
const initial: Table = new Map(Object.keys(samples).map((name) => [name, rowsOf(name)]));
const complete = change(initial, translated);

async function write(project: Project, table: Table, language: Language): Promise<void> {
  for (const [name, rows] of table) {
    const sample = sampleOf(name);
    await project.write(sample.path(language), await sample.write(rows, language));
  }
}

async function assertFiles(project: Project, table: Table): Promise<void> {
  for (const [name, rows] of table) {
    const sample = sampleOf(name);
    for (const language of targets) {
      const path = sample.path(language);
      const expected = await sample.write(rows, language);
      const content = await contentOf(await readFile(project.pathOf(path)));
      assert.equal(content, typeof expected === 'string' ? expected : await contentOf(expected), path);
    }
  }
}

/** A project whose files are translated. */
async function openTranslated() {
  const project = await openProject({});
  await write(project, initial, 'en');
  return Object.assign(project, { first: await project.run(...args) });
}

const second = (rows: readonly Row[], changes: Partial<Row>): readonly Row[] =>
  rows.map((row) => (row.key === 'second' ? { ...row, ...changes } : row));

/** Rows of a source whose second text has changed, before it is translated again. */
const changed = (rows: readonly Row[]): readonly Row[] =>
  second(rows, { en: rows[1]?.en.replace('second', 'newest') ?? '' });

const retranslated = (rows: readonly Row[]): readonly Row[] =>
  rows.map(({ key, en, ...row }) => ({ key, en, ...(key !== 'second' && row) }));

const sentUnits = ({ json }: Ran): readonly string[] => json.files.map(({ out, units_sent }) => `${out} ${units_sent}`);

const each = (count: number): readonly string[] =>
  Object.values(samples).flatMap(({ path }) => targets.map((language) => `${path(language)} ${count}`));

function assertSent(ran: Ran, count: number): void {
  assert.deepEqual([ran.status, ran.error], [0, '']);
  assert.deepEqual(sentUnits(ran).toSorted(), each(count).toSorted());
  assert.equal(ran.paid, ran.json.charged);
}

describe('files of all kinds', () => {
  test('are translated into all languages by one run', async () => {
    await using project = await openTranslated();
    const { first } = project;
    assertSent(first, 3);
    await assertFiles(project, complete);
    assert.equal(first.json.characters, first.paid);
  });

  test('that have not changed are not sent and not written', async () => {
    await using project = await openTranslated();
    const before = await project.snapshot();
    const ran = await project.run(...args);
    assertSent(ran, 0);
    assert.equal(ran.paid, 0);
    assert.ok(ran.json.files.every(({ status }) => status === 'unchanged'));
    assert.deepEqual(await project.snapshot(), before);
    assert.equal((await project.run(...args, '--check')).status, 0);
  });

  test('with one changed text send this one', async () => {
    await using project = await openTranslated();
    const edited = change(complete, changed);
    await write(project, edited, 'en');
    assert.equal((await project.run(...args, '--check')).status, 1);
    const segments = project.engine.segments.length;
    assertSent(await project.run(...args), 1);
    assert.doesNotMatch(project.engine.segments.slice(segments).join(), /first|third/);
    await assertFiles(
      project,
      change(edited, (rows) => translated(retranslated(rows))),
    );
  });

  test('with removed and moved texts send none, and the translations follow', async () => {
    await using project = await openTranslated();
    const edited = change(complete, (rows) => rows.toSpliced(1, 1).toReversed());
    await write(project, edited, 'en');
    assertSent(await project.run(...args), 0);
    await assertFiles(project, edited);
    assert.doesNotMatch(await project.read('dragoman.lock'), /second/);
    assert.equal((await project.run(...args, '--check')).status, 0);
  });
});

const corrected = (rows: readonly Row[]): readonly Row[] => second(rows, { es: 'Corrected by hand' });

describe('a correction by hand', () => {
  test('stays, also when another text changes', async () => {
    await using project = await openTranslated();
    const edited = change(complete, corrected);
    await write(project, edited, 'es');
    assertSent(await project.run(...args), 0);
    await assertFiles(project, edited);
    const added = change(edited, (rows) => [{ key: 'new', en: 'Another text' }, ...rows]);
    await write(project, added, 'en');
    assertSent(await project.run(...args), 1);
    await assertFiles(project, change(added, translated));
  });

  test('stays when the source changed with it', async () => {
    await using project = await openTranslated();
    const edited = change(complete, (rows) => corrected(changed(rows)));
    await write(project, edited, 'en');
    await write(project, edited, 'es');
    const ran = await project.run(...args);
    assert.equal(ran.status, 0);
    for (const { to, correction_kept: kept } of ran.json.files) assert.equal(kept?.length ?? 0, to === 'es' ? 1 : 0);
    const ca = (rows: readonly Row[]): string => backwards(rows[1]?.en ?? '');
    await assertFiles(
      project,
      change(edited, (rows) => second(rows, { ca: ca(rows) })),
    );
    assert.equal((await project.run(...args, '--check')).status, 0);
  });

  test('is replaced when the source changes after a run has seen it', async () => {
    await using project = await openTranslated();
    const edited = change(complete, corrected);
    await write(project, edited, 'es');
    assertSent(await project.run(...args), 0);
    await write(project, change(edited, changed), 'en');
    const ran = await project.run(...args);
    assertSent(ran, 1);
    for (const { to, correction_replaced: replaced } of ran.json.files)
      assert.equal(replaced?.length ?? 0, to === 'es' ? 1 : 0);
    await assertFiles(
      project,
      change(edited, (rows) => translated(retranslated(changed(rows)))),
    );
  });
});

describe('a correction without letters', () => {
  // Without keys, it is a change of structure.
  const inOrder = new Set(['markdown', 'srt', 'html', 'docx']);

  test('stays when another text changes', async () => {
    await using project = await openProject({});
    const table = new Map([...initial].filter(([name]) => !inOrder.has(name)));
    await write(project, table, 'en');
    await project.run(...args);
    const edited = change(change(table, translated), (rows) => second(rows, { es: '5 + 5', ca: '7 = 7' }));
    for (const language of targets) await write(project, edited, language);
    const seen = await project.run(...args);
    assert.deepEqual([seen.status, seen.paid], [0, 0]);
    const added = change(edited, (rows) => [{ key: 'new', en: 'Another text' }, ...rows]);
    await write(project, added, 'en');
    assert.equal((await project.run(...args)).paid, 2 * 'Another text'.length);
    await assertFiles(project, change(added, translated));
  });

  test('stays in YAML also where it is a number or a word without quotes', async () => {
    await using project = await openProject({ 'en.yml': 'en:\n  a: None\n  b: Not here\n  c: Third\n' });
    const run = () => project.run('en.yml', '--to', 'es');
    await run();
    await project.write('es.yml', 'es:\n  a: 0\n  b: no\n  c:\n');
    // An empty value is a missing translation.
    assert.equal((await run()).paid, 'Third'.length);
    assert.equal(await project.read('es.yml'), 'es:\n  a: "0"\n  b: "no"\n  c: Driht\n');
  });

  test('is none where the source has it too: the first run translates the others', async () => {
    await using project = await openProject({
      'en.json': '{"version": "1.0", "a": "First text"}',
      'es.json': '{"version": "1.0", "a": ""}',
    });
    assert.equal((await project.run('en.json', '--to', 'es')).paid, 'First text'.length);
  });
});

describe('a correction of a link or of formatting', () => {
  test('stays while its source file does, and then stops this file alone', async () => {
    const guide = 'See [the list](list.md).\n\nThe **bold** text\n';
    await using project = await openProject({ 'guide.md': guide, 'other.md': 'Other\n' });
    const run = (...options: readonly string[]) =>
      project.run('guide.md', 'other.md', '--from', 'en', '--to', 'es', ...options);
    await run();
    await project.edit('guide.es.md', 'list.md', 'lista.md');
    const target = await project.read('guide.es.md');
    for (const option of ['--quiet', '--check']) {
      assert.deepEqual([(await run(option)).status, await project.read('guide.es.md')], [0, target]);
    }
    await project.edit('guide.md', 'text', 'new text');
    await project.edit('other.md', 'Other', 'Another');
    const ran = await run();
    assert.deepEqual([ran.status, ran.paid, await project.read('guide.es.md')], [1, 'Another'.length, target]);
    assert.match(ran.error, /^guide\.es\.md:1: the translation of #1 has other links.*--force\.\n$/);
    await project.edit('guide.es.md', 'lista.md', 'list.md');
    assert.equal((await run()).status, 0);
    assert.equal(await project.read('guide.es.md'), 'Ees [eht tsil](list.md).\n\nEht **dlob** wen txet\n');
  });
});

describe('a correction without the formatting or the lines of its text', () => {
  const files: Readonly<Record<string, readonly [source: string, target: string]>> = {
    'a.md': ['One  \n**line** here\n\nOther text\n', 'a.es.md'],
    'a.html': ['<p>One <b>line</b><br>here</p>\n<p>Other text</p>\n', 'a.es.html'],
    'a.txt': ['One line\nhere\n\nOther text\n', 'a.es.txt'],
    'a.json': ['{"a": "One line\\nhere", "b": "Other text"}', 'a.es.json'],
    'a.po': ['msgid "One line\\nhere"\nmsgstr ""\n\nmsgid "Other text"\nmsgstr ""\n', 'a.es.po'],
    'values/strings.xml': [
      '<resources>\n<string name="a">One <b>line</b> here</string>\n<string name="b">Other text</string>\n</resources>\n',
      'values-es/strings.xml',
    ],
    'a.xlf': [
      '<xliff version="1.2"><file source-language="en"><body>\n<trans-unit id="a"><source>One <g id="1">line</g> here</source></trans-unit>\n' +
        '<trans-unit id="b"><source>Other text</source></trans-unit>\n</body></file></xliff>\n',
      'a.es.xlf',
    ],
  };
  const oldFormats = /\.(?:json|po|xml|xlf)$/;

  for (const isOld of [false, true]) {
    test(`stays ${isOld ? 'in an old project ' : ''}when another text changes`, async () => {
      const used = Object.entries(files).filter(([path]) => !isOld || oldFormats.test(path));
      await using project = await openProject(Object.fromEntries(used.map(([path, [source]]) => [path, source])));
      const run = () => project.run(...used.map(([path]) => path), '--from', 'en', '--to', 'es');
      await run();
      for (const [, [, target]] of used) await project.edit(target, /Eno[^]*?ereh/, 'By hand');
      if (isOld) await project.remove('dragoman.lock');
      const seen = await run();
      assert.deepEqual([seen.status, seen.error, seen.paid], [0, '', 0]);
      for (const [path] of used) await project.edit(path, 'Other', 'Another');
      const { status, error, paid } = await run();
      assert.deepEqual([status, error, paid], [0, '', 'Another text'.length]);
      for (const [, [, target]] of used) assert.match(await project.read(target), /By hand[^]*Rehtona txet/);
    });
  }
});

describe('a paragraph that a person adds or removes in a translation', () => {
  const page = ['a.md', '--from', 'en', '--to', 'es'];
  const openPage = async () => {
    const project = await openProject({ 'a.md': 'One text\n\nTwo texts\n\nThree texts\n' });
    await project.run(...page);
    return project;
  };

  test('stays until the source changes, and then the file fails with the line', async () => {
    await using project = await openPage();
    await project.edit('a.es.md', 'Owt', 'Added here\n\nOwt');
    const target = await project.read('a.es.md');
    for (const option of ['--quiet', '--check']) assert.equal((await project.run(...page, option)).status, 0);
    await project.edit('a.md', 'Three', 'Three new');
    for (const option of ['--quiet', '--check']) {
      const { status, paid, error } = await project.run(...page, option);
      assert.deepEqual([status, paid, await project.read('a.es.md')], [1, 0, target]);
      assert.match(error, /^a\.es\.md:3: .*by hand.* a\.md .*--force.*\n$/);
    }
  });

  test('stays when the source is changed alike', async () => {
    await using project = await openPage();
    await project.edit('a.es.md', 'Owt', 'Added here\n\nOwt');
    await project.edit('a.md', 'Two', 'New here\n\nTwo');
    await project.edit('a.md', 'Three', 'Three new');
    const ran = await project.run(...page);
    assert.deepEqual([ran.status, ran.paid], [0, 'Three new texts'.length]);
    assert.match(ran.error, /^a\.md:3: es: the correction by hand stays.* Check it\.\n$/);
    assert.equal(await project.read('a.es.md'), 'Eno txet\n\nAdded here\n\nOwt stxet\n\nEerht wen stxet\n');
    await project.edit('a.es.md', 'Eno txet\n\n', '');
    await project.edit('a.md', 'One text\n\n', '');
    assert.deepEqual([(await project.run(...page)).paid, (await project.run(...page, '--check')).status], [0, 0]);
    await project.edit('a.md', 'New here', 'Newer here');
    assert.equal((await project.run(...page)).paid, 'Newer here'.length);
    assert.equal(await project.read('a.es.md'), 'Rewen ereh\n\nOwt stxet\n\nEerht wen stxet\n');
  });

  test('is not taken for the translation of a text at another place', async () => {
    await using project = await openPage();
    await project.edit('a.es.md', 'Owt', 'Added here\n\nOwt');
    await project.edit('a.md', 'Three', 'New here\n\nThree');
    const { status, paid, error } = await project.run(...page);
    assert.deepEqual([status, paid, error.slice(0, 10)], [1, 0, 'a.es.md:3:']);
  });

  test('fails when the source changes if the lock file has no units of the file', async () => {
    await using project = await openPage();
    await project.edit('dragoman.lock', /(?:text .*\n\n)+/, '');
    await project.edit('a.es.md', 'Owt', 'By hand');
    const seen = await project.run(...page);
    assert.deepEqual([seen.status, seen.error], [0, '']);
    await project.edit('a.md', 'Two', 'New');
    const { status, paid, error } = await project.run(...page);
    assert.deepEqual([status, paid], [1, 0]);
    assert.match(error, /^a\.es\.md: the file exists.*--force/);
  });
});

test('a key may have the name of a member of every object', async () => {
  const catalogue = (strings: object) => JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' });
  const localizations = { es: { stringUnit: { state: 'translated', value: 'Constructora' } } };
  await using project = await openProject({ 'a.xcstrings': catalogue({ 'One text': {} }) });
  await project.run('a.xcstrings', '--to', 'es');
  await project.write('a.xcstrings', catalogue({ 'One text': {}, constructor: { localizations } }));
  const ran = await project.run('a.xcstrings', '--to', 'es');
  assert.deepEqual([ran.status, ran.error], [0, '']);
  assert.match(await project.read('a.xcstrings'), /Constructora/);
});

describe('plural forms of i18next', () => {
  test('that only the target has stay when a person corrects them', async () => {
    const source = { item_one: '{{count}} thing', item_other: '{{count}} things', title: 'Things here' };
    await using project = await openProject({ 'locales/en.json': JSON.stringify(source) });
    await project.run('locales/en.json', '--to', 'es');
    await project.edit('locales/es.json', /(?<="item_many":")[^"]+/, '{{count}} de cosas');
    await project.edit('locales/es.json', /(?<="item_one":")[^"]+/, '{{count}} cosa');
    assert.equal((await project.run('locales/en.json', '--to', 'es')).paid, 0);
    await project.edit('locales/en.json', 'Things here', 'Other things here');
    assert.equal((await project.run('locales/en.json', '--to', 'es')).paid, 17);
    assert.deepEqual(JSON.parse(await project.read('locales/es.json')), {
      item_one: '{{count}} cosa',
      item_many: '{{count}} de cosas',
      item_other: '{{count}} sgniht',
      title: 'Rehto sgniht ereh',
    });
  });
});

const old = {
  'locales/en.json': '{"a": "First text", "b": "Second text"}',
  'locales/es.json': '{"a": "El primero", "gone": "Viejo"}',
};

describe('a project that was translated before', () => {
  test('sends only missing keys', async () => {
    await using project = await openProject(old);
    const ran = await project.run('locales/en.json', '--to', 'es');
    assert.deepEqual([ran.status, ran.paid], [0, 'Second text'.length]);
    assert.equal(await project.read('locales/es.json'), '{"a": "El primero", "b": "Dnoces txet"}');
  });

  test('is refused without keys, until --force', async () => {
    await using project = await openProject({ 'a.md': 'The text\n', 'a.es.md': 'El texto\n' });
    const ran = await project.run('a.md', '--from', 'en', '--to', 'es', '--json');
    assert.deepEqual([ran.status, ran.paid, ran.json.files[0]?.status], [1, 0, 'failed']);
    assert.equal(ran.json.files[0]?.error?.code, 'unmatched');
    assert.match(ran.error, /^a\.es\.md: .*--force/);
    assert.equal(await project.read('a.es.md'), 'El texto\n');
    assert.equal((await project.run('a.md', '--from', 'en', '--to', 'es', '--force')).status, 0);
    assert.equal(await project.read('a.es.md'), 'Eht txet\n');
  });
});

describe('--force', () => {
  test('sends everything again, also over corrections', async () => {
    await using project = await openTranslated();
    const edited = change(complete, corrected);
    await write(project, edited, 'es');
    const ran = await project.run(...args, '--force');
    assert.deepEqual([ran.status, ran.paid], [0, project.first.paid]);
    await assertFiles(project, complete);
  });
});

describe('--check', () => {
  test('names each missing and stale translation with its line, and sends nothing', async () => {
    await using project = await openProject({ ...old, 'guide.md': 'The guide\n' });
    const check = (...more: readonly string[]) =>
      project.run('locales/en.json', 'guide.md', '--from', 'en', '--to', 'es,ca', '--check', ...more);
    const before = await check();
    assert.deepEqual([before.status, before.paid], [1, 0]);
    assert.deepEqual(before.error.split('\n').toSorted(), [
      '',
      'dragoman.lock: there is no lock file: which translations are stale is unknown. Run the command without --check, and commit the lock file.',
      'guide.md: guide.ca.md is missing.',
      'guide.md: guide.es.md is missing.',
      'locales/en.json: locales/ca.json is missing.',
      'locales/en.json:1: the es translation of b is missing.',
    ]);
    await project.run('locales/en.json', 'guide.md', '--from', 'en', '--to', 'es,ca');
    const done = await check();
    assert.deepEqual([done.status, done.error, done.out], [0, '', '4 files up to date.\n']);
    await project.edit('guide.md', 'The', '\nOne');
    const stale = await check();
    assert.equal(stale.status, 1);
    assert.match(stale.error, /^guide\.md:2: the es translation of #1 is stale\.$/m);
    assert.match(stale.out, /^2 files up to date\. Run the command without --check/);
    const { json } = await check('--json');
    assert.deepEqual([json.files.map(({ units_sent }) => units_sent), json.characters], [[0, 0, 0, 0], 0]);
    await project.edit('locales/en.json', 'First', 'New');
    const lock = await project.read('dragoman.lock');
    await project.write('dragoman.lock', lock.replace(/file .*locales[^]*?(?=file .*es\.json|end)/g, ''));
    const unknown = await project.run('locales/en.json', '--from', 'en', '--to', 'es', '--check', '--json');
    assert.deepEqual([unknown.status, unknown.json.files[0]?.status], [1, 'unknown']);
    assert.match(unknown.error, /^locales\/en\.json: dragoman\.lock has no record of locales\/es\.json/);
    await project.remove('dragoman.lock');
    const none = await project.run('locales/en.json', '--from', 'en', '--to', 'es', '--check');
    assert.equal(none.status, 1);
    assert.match(none.error, /^dragoman\.lock: there is no lock file/);
  });
});

describe('--dry-run', () => {
  test('counts new and changed texts, and sends and writes nothing', async () => {
    await using project = await openProject(old, { count: 5_000 });
    await project.run('locales/en.json', '--to', 'es');
    await project.edit('locales/en.json', 'First text', 'First new text');
    await project.edit('locales/en.json', '}', ', "c": "Third text"}');
    const before = await project.snapshot();
    const segments = project.engine.segments.length;
    const ran = await project.run('locales/en.json', '--to', 'es,ca', '--dry-run');
    assert.deepEqual(ran.out.split('\n'), [
      'locales/es.json: 1 new, 1 changed of 3 texts, 24 characters',
      'locales/ca.json: 3 new, 0 changed of 3 texts, 35 characters',
      'At most 59 characters. The balance is 4,989.',
      '',
    ]);
    assert.deepEqual([ran.status, ran.paid, project.engine.segments.length], [0, 0, segments]);
    assert.deepEqual(await project.snapshot(), before);
    assert.equal((await project.run('locales/en.json', '--to', 'es,ca')).paid, 59);
  });
});

test('--dry-run fails if the balance is too small, and says how much to buy', async () => {
  await using project = await openProject({ 'a.txt': 'First text\n' }, { count: 3 });
  const dryRun = () => project.run('a.txt', '--from', 'en', '--to', 'es,ca', '--dry-run');
  const { status, out } = await dryRun();
  assert.equal(status, 1);
  assert.match(out, /At most 20 characters\. The balance is 3\. Buy 17 more\.\n$/);
  await project.customer.buy(17);
  assert.equal((await dryRun()).status, 0);
});

describe('--json', () => {
  test('reports each file and the sums', async () => {
    await using project = await openProject(old);
    const { json } = await project.run('locales/en.json', '--to', 'es', '--json');
    const file = { file: 'locales/en.json', to: 'es', out: 'locales/es.json', status: 'translated' };
    const units = { units: 2, units_sent: 1, untranslated: 0, removed: ['gone'] };
    const sums = { characters: 11, charged: 11 };
    assert.deepEqual(json, { files: [{ ...file, ...units, ...sums }], ...sums, orphans: [] });
  });
});

describe('a file with translations into one language', () => {
  test('gets those into this language alone', async () => {
    const xliff = (es: string, other: string) =>
      `<xliff version="1.2"><file source-language="en" target-language="es"><body>\n` +
      `<trans-unit id="a"><source>First text</source><target>${es}</target></trans-unit>\n` +
      `<trans-unit id="b"><source>Second text</source>${other}</trans-unit>\n</body></file></xliff>\n`;
    await using project = await openProject({ 'app.xlf': xliff('El primero', '') });
    const ran = await project.run('app.xlf', '--to', 'es,ca');
    assert.deepEqual([ran.status, ran.paid], [1, 'Second text'.length]);
    assert.match(ran.error, /^app\.xlf: the file is for translations into es\. .* into ca\.\n$/);
    const expected = xliff('El primero', '<target state="translated">Dnoces txet</target>');
    assert.equal(await project.read('app.xlf'), expected);
    assert.equal((await project.run('app.xlf', '--to', 'es', '--check')).status, 0);
  });

  test('gets a column for a further one if it is a table', async () => {
    await using project = await openProject({ 'table.csv': 'key,en,es\na,First text,El primero\nb,Second text,\n' });
    const ran = await project.run('table.csv', '--from', 'en', '--to', 'es,ca');
    assert.deepEqual([ran.status, ran.error], [0, '']);
    const table = await project.read('table.csv');
    assert.equal(table, 'key,en,es,ca\na,First text,El primero,Tsrif txet\nb,Second text,Dnoces txet,Dnoces txet\n');
    assert.equal((await project.run('table.csv', '--from', 'en', '--to', 'es,ca')).paid, 0);
  });
});

test('init writes a configuration and counts, without a key too', async () => {
  await using project = await openProject({ 'locales/en.json': '{"a": "First text"}', 'locales/es.json': '{}' });
  const { status, out } = await project.spawn(['init', '--to', 'es,ca'], { env: { DRAGOMAN_KEY: '' } });
  assert.deepEqual([status, /At most (\d+) characters/.exec(out)?.[1]], [0, '20']);
  const dry = await project.run('--dry-run', '--json');
  assert.deepEqual([dry.status, dry.json.characters, dry.paid], [0, 20, 0]);
  const ran = await project.run();
  assert.deepEqual([ran.status, ran.paid], [0, 20]);
  assert.equal((await project.spawn(['init'])).status, 2);
});
