import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { readEntryContent } from '../../../src/shop/glossaries/entry-content.ts';
import { glossaryFileFormats } from '../../../src/shop/glossaries/glossary-files.ts';
import { eventually } from '../../support/eventually.ts';
import { newEntry } from '../../support/glossary-world.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { applyForm, type EntriesWorld, fileOf, openEntriesWorld, previewFile } from './glossary-world.ts';

const twoRows = 'source_lang,target_lang,term,translation\nes,en,nube,cloud\nes,en,cielo,sky\n';

/** Adds many entries like an import. */
async function fill({ stores, accountId }: EntriesWorld, add: readonly ReturnType<typeof newEntry>[]): Promise<void> {
  const request = { kind: 'import', at: newEntry('x').createdAt, by: accountId, remove: [] } as const;
  await stores.glossaries.changeGlossary({ accountId, ...request, add, expectedVersion: undefined });
}

describe('import on the glossary pages', () => {
  test('is previewed before anything is changed, and then executed as previewed', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    await world.addWords('nube = mist', 'sol = sun');
    const preview = await previewFile(visitor, fileOf('terms.csv', twoRows));
    assert.equal(preview.status, 200);
    assert.match(preview.text, /Read 2 rows of CSV Added 1 Changed 1 Removed 0 Unchanged 0/);
    assert.match(preview.text, /2 Spanish → English nube → mist nube → cloud/);
    assert.match(preview.text, /3 Spanish → English cielo → sky/);
    assert.deepEqual(await world.words(), ['nube = mist', 'sol = sun']);
    const imported = await visitor.send(applyForm(preview));
    assert.match(imported.text, /Imported: 2 added, 1 removed or replaced/);
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud', 'sol = sun']);
    assert.deepEqual(world.noted, [world.accountId]);
  });

  test('is previewed again when the glossary has changed: the preview shows the new changes', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const preview = await previewFile(visitor, fileOf('terms.csv', twoRows));
    await world.addWords('nube = haze');
    const again = await visitor.send(applyForm(preview));
    assert.equal(again.status, 409);
    assert.match(again.text, /Nothing was imported.*Added 1 Changed 1/);
    assert.deepEqual(await world.words(), ['nube = haze']);
    await visitor.send(applyForm(again));
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud']);
  });

  test('is executed although other entries were changed that it does not affect', async () => {
    await using world = await openEntriesWorld();
    const preview = await previewFile(world.visitor, fileOf('terms.csv', twoRows));
    await world.addWords('sol = sun');
    await world.visitor.send(applyForm(preview));
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud', 'sol = sun']);
  });

  test('is previewed again when the file, the choices or the digest differ from the preview', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const preview = await previewFile(visitor, fileOf('terms.csv', twoRows));
    const other = await previewFile(visitor, fileOf('terms.csv', twoRows.replace('cloud', 'haze')));
    const carried = new Map(applyForm(other).fields).get('carried') ?? '';
    for (const changed of [
      { carried },
      { digest: '' },
      { digest: 'x' },
      { format: 'tsv', source: 'es', target: 'en' },
    ]) {
      const reply = await visitor.send(applyForm(preview), changed);
      assert.ok(reply.status === 409 || reply.status === 200 || reply.status === 400, String(reply.status));
      assert.doesNotMatch(reply.path, /done=imported/);
    }
    for (const broken of ['', 'AAAA', '!!!', randomBytes(30).toString('base64url')]) {
      const reply = await visitor.send(applyForm(preview), { carried: broken });
      assert.equal(reply.status, 400);
      assert.match(reply.text, /did not arrive completely/);
    }
    assert.deepEqual(await world.words(), []);
    assert.deepEqual(world.noted, []);
  });

  test('sent twice is executed once', async () => {
    await using world = await openEntriesWorld();
    const preview = await previewFile(world.visitor, fileOf('terms.csv', twoRows));
    await world.visitor.send(applyForm(preview));
    const again = await world.visitor.send(applyForm(preview));
    assert.equal(again.status, 409);
    assert.match(again.text, /Nothing to change: your glossary already contains every entry of this file \(2\)/);
    assert.equal((await world.glossaries.count(world.accountId)).version, 1);
  });

  test('of pasted rows works like that of a file', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const page = await visitor.open('/terms/import');
    const pasted = { text: 'nube\tcloud\ncielo\tsky\n', source: 'es', target: 'en' };
    const preview = await visitor.submit(page, '/terms/import', pasted);
    assert.match(preview.text, /Read 2 rows of TSV Added 2/);
    await visitor.send(applyForm(preview));
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud']);
  });

  test('refuses unknown languages, of the form and of rows, and keeps the input', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const page = await visitor.open('/terms/import');
    const pasted = { text: 'nube\tcloud\n', source: 'qq', target: 'en' };
    const refused = await visitor.submit(page, '/terms/import', pasted);
    assert.equal(refused.status, 400);
    assert.match(
      refused.html,
      /id="source-error">Unknown language &quot;qq&quot;\. Type a code \(es\) or a name \(Spanish\)/,
    );
    assert.ok(refused.html.includes('value="qq"') && refused.html.includes('nube\tcloud'));
    const file = await previewFile(visitor, fileOf('terms.csv', twoRows.replace('es,en,cielo', 'es,xx,cielo')));
    assert.match(
      file.text,
      /Fix 1 row, or skip it\..*3 Invalid Unknown language "xx"\. Type a code \(es\) or a name \(Spanish\)\./,
    );
    assert.deepEqual(await world.words(), []);
  });

  test('reports the problems of a file by line, and can skip those rows', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const rows = 'term,translation\nnube,cloud\nsol,\nhttp://a.b/c,x\nnube,mist\n';
    const refused = await previewFile(visitor, fileOf('terms.csv', rows), { source: 'es', target: 'en' });
    assert.match(refused.text, /Fix 3 rows, or skip invalid rows and choose which translation to use\./);
    const choices = { source: 'es', target: 'en', skip_problems: 'yes' };
    const skipping = await previewFile(visitor, fileOf('terms.csv', rows), choices);
    assert.match(skipping.text, /Nothing was imported\. Fix 1 row, or choose which translation to use\./);
    assert.match(refused.text, /Read 4 rows of CSV Problems 3 The file terms.csv/);
    assert.doesNotMatch(refused.text, /Added|Changed|Removed/, 'a refused import changes nothing');
    assert.match(refused.text, /3 Term or translation missing The translation is missing\./);
    assert.match(refused.text, /4 No text can match/);
    assert.match(refused.text, /5 Two translations Line 2 has another translation for the same term\./);
    assert.doesNotMatch(refused.html, /\/terms\/import\/apply/);
    const chosen = await visitor.submit(refused, '/terms/import', { skip_problems: 'yes', on_conflict: 'last' });
    await visitor.send(applyForm(chosen));
    assert.deepEqual(await world.words(), ['nube = mist']);
  });

  test('can remove entries missing from the file, between its languages, and is undone completely', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    await world.addWords('sol = sun', 'nube = mist');
    const preview = await previewFile(visitor, fileOf('terms.csv', twoRows), { replace_all: 'yes' });
    assert.match(preview.text, /Added 1 Changed 1 Removed 1/);
    assert.match(preview.text, /Removed 1 in all\. Removed entries Languages Term Spanish → English sol → sun/);
    await visitor.send(applyForm(preview));
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud']);
    const history = await visitor.open('/terms/history');
    assert.match(history.text, /added 2 entries and removed or replaced 2/);
    assert.match(history.text, /3 20 Nov 2026, 12:00 UTC Imported The account 2 2/);
    const undone = await visitor.submit(history, '/terms/undo');
    assert.match(undone.text, /Undone: 2 restored, 2 removed/);
    assert.deepEqual(await world.words(), ['nube = mist', 'sol = sun']);
    const again = await visitor.submit(history, '/terms/undo');
    assert.equal(again.status, 409);
    assert.match(
      again.text,
      /There is no import to undo\. It was already undone.* 4 20 Nov 2026, 12:00 UTC Import undone/,
    );
  });

  test('newer than the displayed one is not undone in its place', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    await visitor.send(applyForm(await previewFile(visitor, fileOf('a.csv', twoRows))));
    const seen = await visitor.open('/terms/history');
    await visitor.send(applyForm(await previewFile(visitor, fileOf('b.csv', twoRows.replace('cloud', 'haze')))));
    assert.equal((await visitor.submit(seen, '/terms/undo')).status, 409);
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = haze']);
  });

  test('reads UTF-8 and UTF-16 with or without a byte order mark, and reports the line that is neither', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const rows = 'term,translation\nseñal,signal\nniño,child\n';
    const utf16 = Buffer.from(rows, 'utf16le');
    const files = [
      Buffer.from(rows),
      Buffer.from(`\uFEFF${rows}`),
      utf16,
      Buffer.concat([Buffer.of(0xff, 0xfe), utf16]),
      Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(utf16).swap16()]),
    ];
    const languages = { source: 'es', target: 'en' };
    for (const bytes of files) {
      const preview = await previewFile(visitor, fileOf('terms.csv', new Uint8Array(bytes)), languages);
      assert.match(preview.text, /señal → signal.*niño → child/);
    }
    const latin = await previewFile(
      visitor,
      fileOf('terms.csv', new Uint8Array(Buffer.from(rows, 'latin1'))),
      languages,
    );
    assert.equal(latin.status, 400);
    assert.match(latin.text, /Line 2: This line is not UTF-8/);
    assert.match(latin.html, /id="source"[^>]*value="es"/);
  });

  test('of an invalid file reports the reason, and keeps the choices', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const page = await visitor.open('/terms/import');
    const nothing = await visitor.submit(page, '/terms/import', { source: 'es' });
    assert.deepEqual([nothing.status, /Choose a file, or paste rows/.test(nothing.text)], [400, true]);
    assert.match(nothing.html, /id="source"[^>]*value="es"/);
    const both = await visitor.submit(page, '/terms/import', { text: 'a\tb', file: fileOf('a.csv', twoRows) });
    assert.match(both.text, /either a file or pasted rows/);
    const language = await visitor.submit(page, '/terms/import', { text: 'a\tb', source: 'klingon!' });
    assert.match(language.text, /Unknown language "\S+"\. Type a code/);
    assert.match(language.html, />\na\tb<\/textarea>/);
    const xml = await previewFile(visitor, fileOf('a.tbx', '<tbx><!ENTITY x "y"></tbx>'));
    assert.deepEqual([xml.status, /Line \d+: /.test(xml.text)], [400, true]);
    const empty = await previewFile(visitor, fileOf('a.csv', ''));
    assert.match(empty.text, /The file is empty|Choose a file/);
    const large = await previewFile(visitor, fileOf('a.csv', new Uint8Array(17 * 1024 * 1024).fill(97)));
    assert.deepEqual([large.status, /16 MB/.test(large.text)], [400, true]);
    const larger = await previewFile(visitor, fileOf('a.csv', new Uint8Array(30 * 1024 * 1024).fill(97)));
    assert.deepEqual([larger.status, /16 MB/.test(larger.text)], [400, true]);
    assert.deepEqual(world.failures, []);
  });

  test('of a file without languages asks for them, and keeps the file', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const refused = await previewFile(visitor, fileOf('mine.csv', 'nube,cloud\n'));
    assert.equal(refused.status, 400);
    assert.match(refused.text, /The file mine\.csv is still here/);
    const wrong = await visitor.submit(refused, '/terms/import', { source: 'es', target: '?' });
    assert.match(wrong.text, /Unknown language "\?"\. .*mine\.csv is still here/);
    const preview = await visitor.submit(wrong, '/terms/import', { source: 'es', target: 'en' });
    await visitor.send(applyForm(preview));
    assert.deepEqual(await world.words(), ['nube = cloud']);
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
    const preview = await previewFile(visitor, file);
    assert.match(preview.text, /Read 20,000 rows of CSV Added 5,000 Changed 5,000 Removed 0 Unchanged 10,000/);
    assert.equal([...preview.html.matchAll(/<tr[^>]*><th scope="row"/g)].length, 200);
    assert.ok(preview.html.length < 400_000, `the page has ${preview.html.length} characters`);
    const imported = await visitor.send(applyForm(preview));
    assert.match(imported.text, /Imported: 10,000 added, 5,000 removed or replaced.*20,000 of 100,000 entries/);
  });

  test('beyond the limit of entries is refused with the preview', async () => {
    await using world = await openEntriesWorld();
    await fill(
      world,
      Array.from({ length: 99_999 }, (_, index) => newEntry(`word ${index}`)),
    );
    const refused = await previewFile(world.visitor, fileOf('terms.csv', twoRows));
    assert.deepEqual([refused.status, /100,000 glossary entries at most/.test(refused.text)], [400, true]);
  });

  test("shows hostile rows as text, and the file's hostile name as text", async () => {
    await using world = await openEntriesWorld();
    const rows =
      'term,translation,note\nx onload y,<img src=x onerror=alert(1)>,<script>alert(1)</script>\n"=cmd|x",\'=1+1,\n';
    const preview = await previewFile(world.visitor, fileOf('"><svg onload=1>.csv', rows), {
      source: 'es',
      target: 'en',
    });
    assert.equal(preview.status, 200);
    assert.doesNotMatch(preview.html, /<img|<script>|<svg onload/);
    assert.match(preview.text, /<img src=x onerror=alert\(1\)>/);
  });
});

describe('export on the glossary pages', () => {
  test('is a file of all current entries, or of some languages', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    await world.addWords('nube = cloud', 'Dragoman = itself');
    const reply = await visitor.fetch('/terms/export?format=csv');
    assert.equal(reply.headers.get('Content-Disposition'), 'attachment; filename="terms-v2.csv"');
    assert.equal(reply.headers.get('Content-Type'), 'text/csv; charset=utf-8');
    const lines = (await reply.text()).split('\r\n');
    assert.deepEqual(lines.slice(1), ['es,en,Dragoman,,yes,follow,,', 'es,en,nube,cloud,,follow,,', '']);
    const none = await visitor.fetch('/terms/export?format=tsv&from=ca');
    assert.equal((await none.text()).split('\r\n').length, 2);
    const head = await visitor.fetch('/terms/export?format=csv', { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal((await visitor.fetch('/terms/export?format=tmx')).status, 400);
    assert.equal((await visitor.fetch('/terms/export?format=tsv')).status, 200);
  });

  test('of an unknown language reports it and keeps the input, instead of sending all entries', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud');
    const page = await world.visitor.open('/terms/export');
    const refused = await world.visitor.submit(page, '/terms/export', { from: 'spanish!', to: 'English' });
    assert.equal(refused.status, 400);
    assert.match(refused.html, /id="from"[^>]*value="spanish!"[^>]*aria-invalid="true" aria-describedby="from-error"/);
    assert.match(refused.html, /id="to"[^>]*value="en"/);
    assert.match(refused.text, /Unknown language "\S+"\. Type a code/);
  });

  test('that is aborted by the client frees its place for the next one', async () => {
    await using world = await openEntriesWorld();
    const note = 'a note of some length '.repeat(20);
    await fill(
      world,
      Array.from({ length: 20_000 }, (_, index) => newEntry(`word ${index}`, { note })),
    );
    const leaving = new AbortController();
    const begun = await world.visitor.fetch('/terms/export?format=csv', { signal: leaving.signal });
    await begun.body?.getReader().read();
    leaving.abort();
    await eventually(async () => {
      const next = await world.visitor.fetch('/terms/export?format=csv');
      const rows = (await next.text()).split('\r\n').length;
      return next.status === 200 && rows === 20_002;
    });
  });

  test('imported again changes nothing, for any entries', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      fc.constantFrom(
        '=1+1',
        "'=a",
        '@x',
        '-1 a',
        'a,b',
        'a;b',
        'a"b',
        '"a"',
        'R&D',
        '<b>x',
        'a\tb',
        'C++',
        'ab‮ba',
        'ﬁ ß',
        'e\u0301',
      ),
    );
    const raw = fc.record({
      source: fc.constantFrom('es', 'ar', 'zh-Hans', '*', 'ca-valencia'),
      target: fc.constantFrom('en', 'fr', 'pt-BR', '*'),
      term: text,
      translation: fc.option(text, { nil: undefined }),
      caseRule: fc.constantFrom('exact', 'follow'),
      partOfSpeech: fc.constantFrom('', 'noun', 'name', 'verb'),
      note: fc.oneof(fc.constant(''), text),
    });
    const property = fc.asyncProperty(
      fc.uniqueArray(raw, { maxLength: 12, selector: ({ term }) => term.toLowerCase().normalize('NFKC') }),
      fc.constantFrom(...glossaryFileFormats),
      async (drafts, format) => {
        await using world = await openEntriesWorld();
        const editor = { accountId: world.accountId, by: world.accountId };
        for (const { translation, ...draft } of drafts) {
          const asked = { ...draft, ...(translation === undefined ? { doNotTranslate: 'yes' } : { translation }) };
          if (readEntryContent(asked).kind === 'content') await world.glossaries.add(editor, asked);
        }
        const { count } = await world.glossaries.count(world.accountId);
        const reply = await world.visitor.fetch(`/terms/export?format=${format}`);
        const file = fileOf(`terms.${format}`, new Uint8Array(await reply.arrayBuffer()));
        const preview = await previewFile(world.visitor, file);
        assert.equal(preview.status, 200, preview.text);
        assert.match(
          preview.text,
          new RegExp(`Nothing to change: your glossary already contains every entry of this file \\(${count}\\)`),
        );
      },
    );
    await fc.assert(property, { numRuns: propertyRuns('', 25) });
  });
});
