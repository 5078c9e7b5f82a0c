import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Shown } from '../../support/account-area-visitor.ts';
import { eventually } from '../../support/eventually.ts';
import { newEntry } from '../../support/glossary-world.ts';
import { checkFile, type EntriesWorld, fileOf, importFile, importForm, openEntriesWorld } from './glossary-world.ts';

const twoRows = 'source_lang,target_lang,term,translation\nes,en,nube,cloud\nes,en,cielo,sky\n';
const spanish = { source: 'es', target: 'en' };

/** Adds many entries like an import. */
async function fill({ stores, accountId }: EntriesWorld, add: readonly ReturnType<typeof newEntry>[]): Promise<void> {
  const request = { kind: 'import', at: newEntry('x').createdAt, by: accountId, remove: [] } as const;
  await stores.glossaries.changeEntries({ accountId, ...request, add, expectedVersion: undefined });
}

/** The figures of a report: `Added: 1`. */
function figures({ html }: Shown): readonly string[] {
  const found = [...html.matchAll(/<dt>(\w+)<\/dt><dd class="number">([^<]*)<\/dd>/g)];
  return found.map(([, name, value]) => `${name}: ${value}`);
}

/** The lines of refused rows, with the kind. */
function problems({ html }: Shown): readonly string[] {
  const rows = html.matchAll(/<th scope="row"[^>]*>(\d+)<\/th><td[^>]*><span class="error">([^<]*)/g);
  return [...rows].map(([, line, kind]) => `${line} ${kind}`);
}

describe('import on the glossary pages', () => {
  test('is checked before anything is changed, and then makes the reported changes', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    await world.addWords('nube = mist', 'sol = sun');
    const file = fileOf('terms.csv', twoRows);
    const report = await checkFile(visitor, file);
    assert.equal(report.status, 200);
    assert.deepEqual(figures(report), ['Read: 2 rows of CSV', 'Added: 1', 'Changed: 1', 'Removed: 0', 'Unchanged: 0']);
    assert.match(report.text, /2 Spanish → English nube → mist nube → cloud/);
    assert.match(report.text, /3 Spanish → English cielo → sky/);
    assert.deepEqual(await world.words(), ['nube = mist', 'sol = sun']);
    const imported = await visitor.send(importForm(report), { file });
    assert.match(imported.path, /^\/glossary\?done=imported$/);
    assert.match(imported.text, /2 added, 1 removed or replaced/);
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud', 'sol = sun']);
    assert.deepEqual(world.noted, [world.accountId]);
  });

  test('that would make other changes than reported makes none, and reports them', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const file = fileOf('terms.csv', twoRows);
    const form = importForm(await checkFile(visitor, file));
    const other = fileOf('terms.csv', twoRows.replace('cloud', 'haze'));
    for (const changed of [{ file: other }, { file, seen: '' }]) {
      const reply = await visitor.send(form, changed);
      assert.equal(reply.status, 409);
    }
    await world.addWords('nube = haze');
    const again = await visitor.send(form, { file });
    assert.deepEqual([again.status, ...figures(again).slice(1, 3)], [409, 'Added: 1', 'Changed: 1']);
    assert.deepEqual(await world.words(), ['nube = haze']);
    await visitor.send(importForm(again), { file });
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud']);
  });

  test('is made although other entries have changed, and once if it is sent twice', async () => {
    await using world = await openEntriesWorld();
    const file = fileOf('terms.csv', twoRows);
    const form = importForm(await checkFile(world.visitor, file));
    await world.addWords('sol = sun');
    await world.visitor.send(form, { file });
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud', 'sol = sun']);
    const again = await world.visitor.send(form, { file });
    assert.deepEqual([again.status, figures(again).at(-1)], [409, 'Unchanged: 2']);
    assert.equal((await world.glossaries.count(world.accountId)).version, 2);
  });

  test('takes pasted rows, which the page keeps, and asks for a file again', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const pasted = { text: 'nube\tcloud\ncielo\tsky\n', ...spanish };
    const report = await visitor.submit(await visitor.open('/glossary/import'), '/glossary/import', pasted);
    assert.deepEqual(figures(report).slice(0, 2), ['Read: 2 rows of TSV', 'Added: 2']);
    await visitor.send(importForm(report));
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud']);
    const forgotten = await visitor.send(importForm(await checkFile(visitor, fileOf('a.csv', 'a,b\n'), spanish)));
    assert.deepEqual([forgotten.status, /id="file-error"/.test(forgotten.html)], [400, true]);
    assert.match(forgotten.html, /id="source"[^>]*value="Spanish"/);
  });

  test('sends a script only the report, the problem, or the page after the import', async () => {
    await using world = await openEntriesWorld();
    const ask = async (fields: Readonly<Record<string, string>>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ text: twoRows, ...fields })) body.append(name, value);
      const headers = { 'HX-Request': 'true', Origin: new URL(world.url).origin };
      const reply = await world.visitor.fetch('/glossary/import', { method: 'POST', headers, body });
      return { status: reply.status, to: reply.headers.get('HX-Redirect'), html: await reply.text() };
    };
    const report = await ask({});
    assert.match(report.html, /^<h2 id="report-title"/);
    const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(report.html) ?? [];
    const refused = await ask({ source: 'qq' });
    assert.deepEqual([refused.status, refused.html.startsWith('<div class="notice bad" role="alert">')], [200, true]);
    const done = await ask({ seen, import: 'yes' });
    assert.deepEqual([done.status, done.to], [204, '/glossary?done=imported']);
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud']);
  });

  test('lists refused rows by line, and can skip them', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const file = fileOf('terms.csv', 'term,translation\nnube,cloud\nsol,\nhttp://a.b/c,x\nnube,mist\n');
    const refused = await checkFile(visitor, file, spanish);
    assert.deepEqual(figures(refused), ['Read: 4 rows of CSV', 'Problems: 3']);
    assert.deepEqual(problems(refused), ['3 Term or translation missing', '4 No text can match', '5 Two translations']);
    assert.doesNotMatch(refused.html, /name="import"/);
    const unknown = await checkFile(visitor, fileOf('a.csv', twoRows.replace('es,en,cielo', 'es,xx,cielo')));
    assert.deepEqual(problems(unknown), ['3 Invalid']);
    await importFile(visitor, file, { ...spanish, skip_problems: 'yes', on_conflict: 'last' });
    assert.deepEqual(await world.words(), ['nube = mist']);
  });

  test('can remove entries missing from the file, between its languages, and is undone completely', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    await world.addWords('sol = sun', 'nube = mist');
    const file = fileOf('terms.csv', twoRows);
    const report = await checkFile(visitor, file, { replace_all: 'yes' });
    assert.deepEqual(figures(report).slice(1), ['Added: 1', 'Changed: 1', 'Removed: 1', 'Unchanged: 0']);
    await visitor.send(importForm(report), { file });
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud']);
    const history = await visitor.open('/glossary/history');
    assert.match(history.text, /3 20 Nov 2026, 12:00 UTC Imported The account 2 2/);
    assert.match((await visitor.submit(history, '/glossary/undo')).text, /2 restored, 2 removed/);
    assert.deepEqual(await world.words(), ['nube = mist', 'sol = sun']);
    assert.equal((await visitor.submit(history, '/glossary/undo')).status, 409);
  });

  test('newer than the displayed one is not undone in its place', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    await importFile(visitor, fileOf('a.csv', twoRows));
    const seen = await visitor.open('/glossary/history');
    await importFile(visitor, fileOf('b.csv', twoRows.replace('cloud', 'haze')));
    assert.equal((await visitor.submit(seen, '/glossary/undo')).status, 409);
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = haze']);
  });

  test('of an unusable form or file reports the field, and keeps the other fields', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const page = await visitor.open('/glossary/import');
    const large = (bytes: number) => fileOf('a.csv', new Uint8Array(bytes).fill(97));
    const cases = [
      [{ source: 'es' }, 'file', /Choose a file/],
      [{ text: 'a\tb', file: fileOf('a.csv', twoRows), source: 'es' }, 'text', /not both/],
      [{ text: 'a\tb', source: 'es', target: 'klingon!' }, 'target', /Unknown language/],
      [{ text: '<tbx/>', source: 'es' }, 'text', /Line 1: .*CSV or TSV/],
      [{ file: fileOf('a.csv', 'nube,cloud'), source: 'es' }, 'file', /does not name its languages/],
      [{ file: fileOf('a.csv', new Uint8Array(Buffer.from('ñ,x', 'latin1'))), source: 'es' }, 'file', /not UTF-8/],
      [{ file: large(16 * 1024 * 1024 + 1), source: 'es' }, 'file', /16 MB/],
    ] as const;
    for (const [fields, field, message] of cases) {
      const refused = await visitor.submit(page, '/glossary/import', fields);
      assert.equal(refused.status, 400);
      const [, error = ''] = new RegExp(`id="${field}-error">([^<]*)`).exec(refused.html) ?? [];
      assert.match(error, message);
      assert.match(refused.html, /id="source"[^>]*value="Spanish"/);
      if ('text' in fields)
        assert.ok(refused.html.includes(`\n${fields.text.replace('<', '&lt;').replace('>', '&gt;')}</textarea>`));
    }
    assert.match((await checkFile(visitor, large(30 * 1024 * 1024))).text, /16 MB/);
    assert.deepEqual(world.failures, []);
  });

  test('of 20,000 rows shows the first of each kind and counts all', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const terms = Array.from({ length: 20_000 }, (_, index) => `word ${String(index).padStart(5, '0')}`);
    await fill(
      world,
      terms.slice(0, 15_000).map((words) => newEntry(words, { translation: 'as it was' })),
    );
    const rows = terms.map((words, index) => `en,es,${words},${index < 10_000 ? 'as it was' : 'otherwise'}`);
    const file = fileOf('terms.csv', `source_lang,target_lang,term,translation\n${rows.join('\n')}\n`);
    const report = await checkFile(visitor, file);
    assert.deepEqual(figures(report).slice(1), ['Added: 5,000', 'Changed: 5,000', 'Removed: 0', 'Unchanged: 10,000']);
    assert.equal([...report.html.matchAll(/<tr[^>]*><th scope="row"/g)].length, 200);
    assert.ok(report.html.length < 150_000, `the page has ${report.html.length} characters`);
    const imported = await visitor.send(importForm(report), { file });
    assert.match(imported.text, /10,000 added, 5,000 removed or replaced.*20,000 of 100,000 entries/);
  });

  test('beyond the limit of entries is refused by the check', async () => {
    await using world = await openEntriesWorld();
    await fill(
      world,
      Array.from({ length: 99_999 }, (_, index) => newEntry(`word ${index}`)),
    );
    const refused = await checkFile(world.visitor, fileOf('terms.csv', twoRows));
    assert.deepEqual([refused.status, /id="file-error">[^<]*100,000/.test(refused.html)], [400, true]);
  });
});

describe('export on the glossary pages', () => {
  test('is a file of all current entries, or of some languages', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    await world.addWords('nube = cloud', 'Dragoman = itself');
    const reply = await visitor.fetch('/glossary/export?format=csv');
    assert.equal(reply.headers.get('Content-Disposition'), 'attachment; filename="glossary-v2.csv"');
    assert.equal(reply.headers.get('Content-Type'), 'text/csv; charset=utf-8');
    const lines = (await reply.text()).split('\r\n');
    assert.deepEqual(lines.slice(1), ['es,en,Dragoman,,yes,follow,,', 'es,en,nube,cloud,,follow,,', '']);
    const none = await visitor.fetch('/glossary/export?format=tsv&from=ca');
    assert.equal((await none.text()).split('\r\n').length, 2);
    assert.equal((await visitor.fetch('/glossary/export?format=csv', { method: 'HEAD' })).status, 200);
    assert.equal((await visitor.fetch('/glossary/export?format=tmx')).status, 400);
    const refused = await visitor.submit(await visitor.open('/glossary/export'), '/glossary/export', {
      from: 'spanish!',
    });
    assert.equal(refused.status, 400);
    assert.match(refused.html, /id="from"[^>]*value="spanish!"[^>]*aria-invalid="true" aria-describedby="from-error"/);
  });

  test('that is aborted by the client frees its place for the next one', async () => {
    await using world = await openEntriesWorld();
    const note = 'a note of some length '.repeat(20);
    await fill(
      world,
      Array.from({ length: 20_000 }, (_, index) => newEntry(`word ${index}`, { note })),
    );
    const leaving = new AbortController();
    const begun = await world.visitor.fetch('/glossary/export?format=csv', { signal: leaving.signal });
    await begun.body?.getReader().read();
    leaving.abort();
    await eventually(async () => {
      const next = await world.visitor.fetch('/glossary/export?format=csv');
      const rows = (await next.text()).split('\r\n').length;
      return next.status === 200 && rows === 20_002;
    });
  });
});
