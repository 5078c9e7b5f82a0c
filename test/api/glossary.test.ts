import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DetectedLanguage, GlossaryEntryBody, GlossaryPage, Problem, Translation } from '../../sdk/src/wire.ts';
import { post, read } from '../support/call.ts';
import { operate } from '../support/operate.ts';
import { openEntries } from './asking.ts';

const panel = { source_lang: 'es', target_lang: 'en', term: 'panel solar', translation: 'PV module' };
const brand = { source_lang: '*', target_lang: '*', term: 'Casa Ana', do_not_translate: true };

async function openGlossary() {
  const world = await openEntries('glossary');
  return {
    ...world,
    history: async () => {
      const at = ['glossary', 'history', '--account', world.customer.id];
      return operate<readonly { kind: string; by: string; added: number }[]>(
        { DATA_DIR: world.service.dataDir },
        ...at,
      );
    },
  };
}

const sun = 'source_lang,target_lang,term,translation\nes,en,sol,sun\n';

const numbered = (count: number, more: Partial<GlossaryEntryBody> = {}) =>
  Array.from({ length: count }, (_, number): GlossaryEntryBody => ({ ...panel, term: `nube${number}`, ...more }));

describe('200', () => {
  test('adds, replaces and lists entries, which apply from the next request', async () => {
    await using world = await openGlossary();
    assert.deepEqual((await world.list()).body, { version: 0, entries: [], next_cursor: null });
    const first = await world.add([panel, { ...brand, case: 'exact', part_of_speech: 'name', note: 'ours' }]);
    assert.deepEqual([first.status, first.body], [200, { version: 1, added: 2, replaced: 0 }]);
    assert.match(first.headers.get('ratelimit') ?? '', /r=998/);
    const { body: said } = await world.ask<Translation>({ text: 'el panel solar', source_lang: 'es' });
    assert.match(said.translated_text, /PV module/);
    const second = await world.add([{ ...panel, term: 'Panel  Solar', translation: 'solar panel' }, brand]);
    assert.deepEqual(second.body, { version: 2, added: 1, replaced: 1 });
    assert.deepEqual((await world.add([brand])).body, { version: 2, added: 0, replaced: 0 });
    const { version, entries, next_cursor } = (await world.list()).body;
    assert.deepEqual([version, next_cursor], [2, null]);
    const kept = { ...brand, id: '', translation: null };
    assert.deepEqual(
      entries.map((entry) => ({ ...entry, id: '' })),
      [
        { ...kept, case: 'exact', part_of_speech: 'name', note: 'ours' },
        { ...kept, case: 'follow', part_of_speech: null, note: '' },
        {
          ...{ ...panel, id: '', term: 'Panel Solar', translation: 'solar panel', do_not_translate: false },
          ...{ case: 'follow', part_of_speech: null, note: '' },
        },
      ],
    );
    assert.deepEqual(await world.customer.balance(), { balance: 986, used: 14, held: 0 });
  });

  test('lists 500 entries a page, each once, and refuses the cursor of a removed entry', async () => {
    await using world = await openGlossary();
    assert.equal((await world.add(numbered(1_000))).body.added, 1_000);
    assert.equal((await world.add([{ ...panel, term: 'zona' }])).body.version, 2);
    const terms: string[] = [];
    const cursors: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: GlossaryPage } = await world.list(cursor === '' ? '' : `?cursor=${cursor}`);
      assert.ok(body.entries.length <= 500);
      terms.push(...body.entries.map(({ term }) => term));
      cursor = body.next_cursor;
      if (cursor !== null) cursors.push(cursor);
    }
    assert.deepEqual([terms.length, new Set(terms).size, cursors.length], [1_001, 1_001, 2]);
    assert.equal((await world.send('DELETE', `/${cursors[0]}`)).status, 204);
    const rest = await world.list<Problem>(`?cursor=${cursors[0]}`);
    assert.deepEqual([rest.status, rest.body.error.param], [400, 'cursor']);
    assert.equal((await world.list(`?cursor=${cursors[1]}`)).body.entries.length, 1);
  });

  test('exports a file that imports without a change', async () => {
    await using world = await openGlossary();
    await world.add([{ ...panel, note: 'a "quoted", note' }, brand, ...numbered(600)]);
    const types = { csv: 'text/csv', tsv: 'text/tab-separated-values' };
    for (const [format, type] of Object.entries(types)) {
      const { status, headers, text } = await world.send('GET', `/export?format=${format}`);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), `${type}; charset=utf-8`);
      assert.equal(headers.get('content-disposition'), `attachment; filename="glossary-v1.${format}"`);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.ok(headers.has('ratelimit'));
      const { body } = await world.importFile(text, '', { 'Content-Type': type });
      assert.deepEqual(
        { ...body, problems: body.problems.length },
        {
          ...{ version: 1, added: 0, replaced: 0, skipped: 602, problems: 602 },
        },
      );
    }
    const head = await world.send('HEAD', '/export');
    assert.deepEqual([head.status, head.text], [200, '']);
    assert.doesNotMatch((await world.send('GET', '/export?source_lang=spa')).text, /Casa Ana/);
    assert.match((await world.send('GET', '/export')).text, /Casa Ana/);
  });

  test('imports a file by its content type or ?format=, as the pages do', async () => {
    await using world = await openGlossary();
    const rows = 'term,translation\ncasa,home\nperro,\ncasa,house\n';
    const query = '?source_lang=es&target_lang=en&on_conflict=last&skip_problems=true';
    const { body } = await world.importFile(rows, query);
    const { problems, ...counts } = body;
    assert.deepEqual(counts, { version: 1, added: 1, replaced: 0, skipped: 2 });
    assert.deepEqual(problems, [
      { line: 3, message: 'The translation is missing.' },
      { line: 4, message: 'Line 2 has another translation for the same term.' },
    ]);
    assert.equal((await world.list()).body.entries[0]?.translation, 'house');
    const tabs = await world.importFile('casa\thome\n', '?format=tsv&source_lang=es&target_lang=en', {
      'Content-Type': 'application/octet-stream',
    });
    assert.deepEqual([tabs.status, tabs.body.replaced], [200, 1]);
    const [last] = await world.history();
    assert.deepEqual([last?.kind, last?.by, last?.added], ['import', world.customer.id, 1]);
  });

  test('a repeat of any POST with its Idempotency-Key gets the stored reply', async () => {
    await using world = await openGlossary();
    const repeat = { 'Idempotency-Key': 'one' };
    const first = await world.add([panel], repeat);
    assert.equal((await world.add([panel])).body.added, 0);
    const second = await world.add([panel], repeat);
    assert.deepEqual([second.body, second.headers.get('idempotency-replayed')], [first.body, 'true']);
    const refused = async (reply: Promise<{ status: number; body: Problem }>) => {
      const { status, body } = await reply;
      return [status, body.error.param];
    };
    const used = [400, 'Idempotency-Key'];
    assert.deepEqual(await refused(world.add([brand], repeat)), used);
    assert.deepEqual(await refused(world.importFile(sun, '', repeat)), used);
    assert.deepEqual(await refused(world.add([brand], { 'Idempotency-Key': 'é' })), used);
    const file = { 'Idempotency-Key': 'file' };
    const imported = await world.importFile(sun, '', file);
    assert.deepEqual((await world.importFile(sun, '', file)).body, imported.body);
    assert.deepEqual(await refused(world.importFile(sun.toUpperCase(), '', file)), used);
    const detect = {
      key: world.customer.key,
      body: { text: 'La casa es muy grande.' },
      headers: { 'Idempotency-Key': 'd' },
    };
    const detected = () => post<DetectedLanguage>(`${world.service.url}/api/v1/detect`, detect);
    assert.deepEqual((await detected()).body, (await detected()).body);
    assert.equal((await detected()).headers.get('idempotency-replayed'), 'true');
  });
});

describe('204', () => {
  test('removes an entry, which no longer applies', async () => {
    await using world = await openGlossary();
    await world.add([panel]);
    const [{ id } = { id: '' }] = (await world.list()).body.entries;
    const { status, headers, text } = await world.send('DELETE', `/${id}`);
    assert.deepEqual([status, text, headers.get('content-type')], [204, '', null]);
    assert.ok(headers.has('ratelimit') && headers.has('x-request-id'));
    const { body } = await world.ask<Translation>({ text: 'el panel solar', source_lang: 'es' });
    assert.doesNotMatch(body.translated_text, /PV module/);
    assert.equal((await world.send('DELETE', `/${id}`)).status, 404);
  });
});

describe('400', () => {
  test('names each invalid field of each entry, and adds none', async () => {
    await using world = await openGlossary();
    const { status, body } = await world.add<Problem>([
      panel,
      { ...panel, term: '' },
      { ...panel, source_lang: 'xx' },
      { ...panel, do_not_translate: true },
      { ...panel, term: 'https://example.com' },
      { ...panel, case: 'upper', term: 'sol' },
    ]);
    assert.equal(status, 400);
    assert.deepEqual(body.error.errors, [
      { param: 'entries[1].term', message: 'The term is missing.' },
      { param: 'entries[2].source_lang', message: 'Unknown language "xx". Type a code (es) or a name (Spanish).' },
      { param: 'entries[3].do_not_translate', message: 'A do-not-translate entry cannot have a translation.' },
      body.error.errors?.[3],
      { param: 'entries[5].case', message: 'The case rule must be exact or follow.' },
    ]);
    assert.equal(body.error.errors?.[3]?.param, 'entries[4].term');
    assert.equal(body.error.param, 'entries[1].term');
    const conflict = await world.add<Problem>([panel, brand, { ...panel, translation: 'solar panel' }]);
    assert.deepEqual(conflict.body.error.errors, [
      { param: 'entries[2].term', message: 'An earlier entry has another translation for the same term.' },
    ]);
    assert.deepEqual((await world.list()).body, { version: 0, entries: [], next_cursor: null });
  });

  test('names fields of the wrong type, unknown ones and long lists', async () => {
    await using world = await openGlossary();
    const refusal = async (entries: unknown) => (await world.add<Problem>(entries)).body.error;
    const { errors } = await refusal([{ ...panel, trem: 'x' }, { ...panel, term: 7, do_not_translate: 'yes' }, 'x']);
    const params = errors?.map(({ param }) => param);
    assert.deepEqual(params, ['entries[0].trem', 'entries[1].term', 'entries[1].do_not_translate', 'entries[2]']);
    assert.match(errors?.[0]?.message ?? '', /did you mean `term`\?/);
    assert.match((await refusal(numbered(1_001))).message, /^`entries` has 1001 members; the maximum is 1000\.$/);
    assert.match((await refusal([])).message, /^`entries` must not be empty\.$/);
    assert.match((await refusal(undefined)).message, /^`entries` is required\.$/);
  });

  test('refuses a file with the lines to correct, and imports nothing', async () => {
    await using world = await openGlossary();
    const refusal = async (...file: Parameters<typeof world.importFile>) => {
      const { status, body } = await world.importFile<Problem>(...file);
      assert.equal(status, 400);
      return body.error;
    };
    const rows =
      'source_lang,target_lang,term,translation\nes,en,casa,house\nes,en,,x\nxx,en,sol,sun\nes,en,casa,home\n';
    assert.deepEqual((await refusal(rows)).errors, [
      { param: 'file', message: 'Line 3: The term is missing.' },
      { param: 'file', message: 'Line 4: Unknown language "xx". Type a code (es) or a name (Spanish).' },
      { param: 'file', message: 'Line 5: Line 2 has another translation for the same term.' },
    ]);
    assert.equal((await refusal(rows, '?skip_problems=true')).errors?.length, 1);
    assert.equal((await refusal(new Uint8Array([0x65, 0xff, 0xfe, 0x0a]))).param, 'file');
    assert.equal((await refusal('')).param, 'file');
    assert.equal((await refusal(rows, '', { 'Content-Type': 'application/json' })).param, 'Content-Type');
    assert.equal((await refusal(rows, '?format=xls')).param, 'format');
    assert.match((await refusal(rows, '?source=es')).message, /did you mean `source_lang`\?/);
    assert.equal((await refusal(rows, '?source_lang=xx')).param, 'source_lang');
    assert.equal((await refusal(rows, '?format=csv&format=tsv')).param, 'format');
    assert.match((await refusal('x'.repeat(16 * 2 ** 20 + 1))).message, /larger than 16777216 bytes/);
    assert.equal((await world.list()).body.version, 0);
  });
});

describe('404, 405 and 429', () => {
  test('a key sees only the glossary of its account', async () => {
    await using world = await openGlossary();
    await world.add([panel]);
    const [{ id } = { id: '' }] = (await world.list()).body.entries;
    const other = await world.service.customer();
    const headers = { Authorization: `Bearer ${other.key}` };
    assert.equal((await fetch(`${world.address}/${id}`, { method: 'DELETE', headers })).status, 404);
    assert.deepEqual((await read<GlossaryPage>(world.address, { key: other.key })).body.entries, []);
    assert.equal((await world.list()).body.entries.length, 1);
  });

  test('Allow names the methods of each path', async () => {
    await using world = await openGlossary();
    for (const [method, path, allow] of [
      ['GET', '/import', 'POST, OPTIONS'],
      ['POST', '/export', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const { status, headers } = await world.send(method, path);
      assert.deepEqual([status, headers.get('allow')], [405, allow], `${method} ${path}`);
    }
  });

  test('two imports of one account at the same time are refused with a time to wait', async () => {
    await using world = await openGlossary();
    const rows = `source_lang,target_lang,term,translation\n${'es,en,nube,cloud\n'.repeat(20_000)}`;
    const replies = await Promise.all([1, 2, 3].map(() => world.importFile<Problem>(rows)));
    const refused = replies.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.length < 3, String(refused.length));
    for (const { body, headers } of refused) {
      assert.equal(body.error.code, 'rate_limit_exceeded');
      assert.deepEqual([body.error.retry_after, headers.get('retry-after')], [2, '2']);
    }
  });
});
