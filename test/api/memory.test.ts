import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import type {
  BatchTranslation,
  MemoryEntryBody,
  MemoryLookup,
  MemoryPage,
  Problem,
  Translation,
  Usage,
} from '../../sdk/src/wire.ts';
import { later } from '../../src/ground/units.ts';
import { post, read } from '../support/call.ts';
import { openEntries } from './asking.ts';

const panel = { source_lang: 'es', target_lang: 'en', source: 'El panel solar.', target: 'The PV module.' };
const files = { ...panel, source: 'Eliminar {count} archivos', target: 'Delete {count} files' };

const openMemory = () => openEntries('memory');

const sun = 'source_lang,target_lang,source,target\nes,en,El sol.,The sun.\n';

const tmx = (units: string, header = 'srclang="es"', dtd = 'tmx14.dtd') =>
  `<?xml version="1.0"?>\n<!DOCTYPE tmx SYSTEM "${dtd}">\n<tmx version="1.4"><header ${header}/><body>\n${units}</body></tmx>`;

const unit = (source: string, target: string, language = 'en') =>
  `<tu><tuv xml:lang="es"><seg>${source}</seg></tuv><tuv xml:lang="${language}"><seg>${target}</seg></tuv></tu>\n`;

const numbered = (count: number, more: Partial<MemoryEntryBody> = {}) =>
  Array.from({ length: count }, (_, at): MemoryEntryBody => ({ ...panel, source: `nube ${at}`, ...more }));

describe('200', () => {
  test('adds, replaces and lists entries, for free', async () => {
    await using world = await openMemory();
    assert.deepEqual((await world.list()).body, { version: 0, total: 0, entries: [], next_cursor: null });
    const first = await world.add([
      { ...panel, note: 'ours' },
      { ...files, source_lang: 'SPA' },
    ]);
    const { ids } = first.body;
    assert.deepEqual([first.status, first.body], [200, { version: 1, added: 2, replaced: 0, ids, warnings: [] }]);
    assert.match(first.headers.get('ratelimit') ?? '', /r=998/);
    world.service.advance(1_000);
    const again = { ...panel, source: ' El  panel solar. ', target: 'The solar panel.' };
    assert.deepEqual((await world.add([again, files])).body, { ...first.body, version: 2, added: 0, replaced: 1 });
    assert.deepEqual((await world.add([files])).body, { ...first.body, version: 2, added: 0, ids: ids.slice(1) });
    const same = { origin: 'api', created_at: '2026-11-20T12:00:00Z' };
    assert.deepEqual((await world.list()).body, {
      version: 2,
      total: 2,
      entries: [
        { ...again, ...same, id: ids[0], source: 'El  panel solar.', note: 'ours', updated_at: '2026-11-20T12:00:01Z' },
        { ...files, ...same, id: ids[1], note: '', updated_at: '2026-11-20T12:00:00Z' },
      ],
      next_cursor: null,
    });
    assert.deepEqual(await world.customer.balance(), { balance: 1_000, used: 0, held: 0 });
  });

  test('lists 500 entries a page, each once, and refuses the cursor of an entry that is unknown', async () => {
    await using world = await openMemory();
    assert.equal((await world.add(numbered(1_000))).body.added, 1_000);
    assert.equal((await world.add([panel])).body.version, 2);
    const sources: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: MemoryPage } = await world.list(cursor === '' ? '' : `?cursor=${cursor}`);
      assert.ok(body.entries.length <= 500);
      assert.equal(body.total, 1_001);
      sources.push(...body.entries.map(({ source }) => source));
      cursor = body.next_cursor;
    }
    assert.deepEqual([sources.length, new Set(sources).size], [1_001, 1_001]);
    const { status, body } = await world.list<Problem>('?cursor=unknown');
    assert.deepEqual([status, body.error.param], [400, 'cursor']);
  });

  test('lists the entries of a language or with a text', async () => {
    await using world = await openMemory();
    await world.add([panel, files, { ...panel, source_lang: 'en', target_lang: 'es' }]);
    const sources = async (query: string) => (await world.list(query)).body.entries.map(({ source }) => source);
    assert.deepEqual(await sources('?source_lang=EN'), [panel.source]);
    assert.deepEqual(await sources('?target_lang=eng'), [panel.source, files.source]);
    assert.deepEqual(await sources('?q=DELETE'), [files.source]);
    assert.deepEqual(await sources('?q=nothing'), []);
    assert.equal((await world.list('?q=nothing')).body.total, 3);
  });

  test('warns of translations that lack a term of the glossary, approves them, and lists them', async () => {
    await using world = await openMemory();
    const entry = { source_lang: 'es', target_lang: 'en', term: 'panel solar', translation: 'PV module' };
    await post(`${world.service.url}/api/v1/glossary`, { key: world.customer.key, body: { entries: [entry] } });
    const other = { ...panel, source: 'Un panel solar.', target: 'A solar panel.' };
    const { added, ids, warnings } = (await world.add([panel, other])).body;
    assert.deepEqual([added, warnings.map(({ param }) => param)], [2, ['entries[1].target']]);
    assert.match(warnings[0]?.message ?? '', /panel solar.*PV module/);
    const listed = async (query: string) => (await world.list(query)).body.entries.map(({ id }) => id);
    assert.deepEqual(await listed('?glossary=conflict&target_lang=en'), [ids[1]]);
    assert.deepEqual(await listed('?glossary=conflict&q=casa'), []);
    await world.add([{ ...other, target: 'A PV module.' }]);
    assert.deepEqual(await listed('?glossary=conflict'), []);
    assert.equal((await world.list<Problem>('?glossary=yes')).body.error.param, 'glossary');
  });

  test('a repeat with its Idempotency-Key gets the stored reply', async () => {
    await using world = await openMemory();
    const repeat = { 'Idempotency-Key': 'one' };
    const first = await world.add([panel], repeat);
    await world.add([{ ...panel, target: 'A PV module.' }]);
    const second = await world.add([panel], repeat);
    assert.deepEqual([second.body, second.headers.get('idempotency-replayed')], [first.body, 'true']);
    assert.equal((await world.list()).body.version, 2);
    assert.equal((await world.add<Problem>([files], repeat)).status, 400);
  });
});

describe('entries in texts', () => {
  test('apply from the next request until they are removed', async () => {
    await using world = await openMemory();
    const translated = async () => {
      const { body } = await world.ask<Translation>({ text: panel.source, source_lang: 'es' });
      return [body.translated_text, body.characters_charged];
    };
    const { ids } = (await world.add([panel])).body;
    assert.deepEqual(await translated(), [panel.target, 0]);
    await world.add([{ ...panel, target: 'A panel.' }]);
    assert.deepEqual(await translated(), ['A panel.', 0]);
    await world.send('DELETE', `/${ids[0]}`);
    assert.deepEqual(await translated(), ['solar panel El.', 15]);
  });

  test('are free without a balance and with an expired one, and a refusal names only the rest', async () => {
    await using world = await openMemory();
    await world.add([panel]);
    const { key, buy } = await world.service.customer(5, later(world.service.now(), 1_000));
    await post(world.address, { key, body: { entries: [panel] } });
    const ask = <Body>(texts: readonly string[]) =>
      post<Body>(`${world.service.url}/api/v1/translate/batch`, { key, body: { texts, source_lang: 'es' } });
    const texts = [panel.source, `${panel.source} Una casa.`];
    const refused = async () => {
      const { status, body } = await ask<Problem>(texts);
      return [status, body.error.characters_required, body.error.characters_balance];
    };
    assert.deepEqual(await refused(), [402, 10, 5]);
    world.service.advance(2_000);
    assert.deepEqual(await refused(), [402, 10, 0]);
    const { status, headers, body } = await ask<BatchTranslation>(texts.slice(0, 1));
    assert.deepEqual([status, headers.get('memory-characters'), body.characters_charged], [200, '15', 0]);
    assert.equal(body.translations[0]?.translated_text, panel.target);
    await buy(10);
    assert.equal((await ask<BatchTranslation>(texts)).body.characters_charged, 10);
    assert.equal((await read<Usage>(`${world.service.url}/api/v1/usage`, { key })).body.characters_balance, 0);
  });

  test('are looked up without a charge or an engine', async () => {
    await using world = await openMemory();
    const { ids } = (await world.add([panel, { ...panel, source: 'Hay 2 soles.', target: 'There are 2 suns.' }])).body;
    const lookUp = <Body = MemoryLookup>(body: object) =>
      post<Body>(`${world.address}/lookup`, { key: world.customer.key, body });
    const texts = ['😀 Hay 7 soles. La casa.', panel.source, '42'];
    const { status, headers, body } = await lookUp({ texts, source_lang: 'es', target_lang: 'en' });
    const same = { source_lang: 'es' };
    const part = { id: ids[1], start: 2, end: 14, match: 'number', target: 'There are 7 suns.' };
    const whole = { id: ids[0], start: 0, end: 15, match: 'exact', target: panel.target };
    assert.deepEqual([status, body.version], [200, 1]);
    assert.deepEqual(body.results, [
      { ...same, characters: 23, characters_to_charge: 11, translated_text: null, matches: [part] },
      { ...same, characters: 15, characters_to_charge: 0, translated_text: panel.target, matches: [whole] },
      { ...same, characters: 2, characters_to_charge: 0, translated_text: '42', matches: [] },
    ]);
    assert.ok(headers.has('ratelimit'));
    const auto = await lookUp({ texts: [panel.source] });
    assert.deepEqual(auto.body.results[0]?.source_lang, 'es');
    assert.deepEqual(await world.customer.balance(), { balance: 1_000, used: 0, held: 0 });
    const invalid = await lookUp<Problem>({ texts: [''], source_lang: 'xx', traget_lang: 'en' });
    assert.equal(invalid.status, 400);
    assert.deepEqual(invalid.body.error.errors?.map(({ param }) => param).toSorted(), [
      'source_lang',
      'texts[0]',
      'traget_lang',
    ]);
  });
});

describe('files', () => {
  test('exports a file that imports without a change', async () => {
    await using world = await openMemory();
    const special = {
      ...panel,
      source: '=1 <b>"sol"</b>, {n}',
      target: '=1 <b>"sun"</b>,\n{n}',
      note: 'a "quoted", note',
    };
    await world.add([special, files, { ...panel, source_lang: 'ca' }, ...numbered(600)]);
    const types = { tmx: 'application/x-tmx+xml', csv: 'text/csv', tsv: 'text/tab-separated-values' };
    const { entries } = (await world.list()).body;
    for (const [format, type] of Object.entries(types)) {
      const { status, headers, text } = await world.send('GET', `/export?format=${format}`);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), `${type}; charset=utf-8`);
      assert.match(headers.get('content-disposition') ?? '', new RegExp(`filename="memory-v\\d\\.${format}"$`));
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.ok(headers.has('ratelimit'));
      const same = await world.importFile(text, '', { 'Content-Type': type });
      assert.deepEqual([same.status, same.body.added, same.body.replaced, same.body.skipped], [200, 0, 0, 0]);
      for (const { id } of (await world.list('?source_lang=ca')).body.entries) await world.send('DELETE', `/${id}`);
      assert.equal((await world.importFile(text, '', { 'Content-Type': type })).body.added, 1);
    }
    const again = (await world.list()).body.entries;
    const contents = (all: typeof entries) => all.map(({ source, target, note }) => [source, target, note]);
    assert.deepEqual(contents(again), contents(entries));
    const head = await world.send('HEAD', '/export');
    assert.deepEqual([head.status, head.text], [200, '']);
    assert.equal((await world.send('GET', '/export?source_lang=CAT&format=csv')).text.split('\r\n').length, 3);
  });

  test('imports a file by its content type or ?format=, and reports what is left out', async () => {
    await using world = await openMemory();
    const units =
      unit('El <ph>{n}</ph> sol.', 'The {n} sun.', 'EN-gb') + unit('12', '12') + unit('casa', 'house', 'tlh');
    const first = await world.importFile(tmx(units), '', { 'Content-Type': 'application/xml' });
    const { problems, ...counts } = first.body;
    assert.deepEqual(counts, { version: 1, added: 1, replaced: 0, skipped: 2 });
    assert.deepEqual(
      problems.map(({ line }) => line),
      [5, 6],
    );
    const [entry] = (await world.list()).body.entries;
    assert.deepEqual([entry?.source, entry?.target_lang, entry?.origin], ['El {n} sol.', 'en', 'import']);
    const rows = 'source\ttarget\ncasa\thome\nperro\t\ncasa\thouse\nEl {n} sol.\tA {n} sun.\n';
    const query = '?format=tsv&source_lang=es&target_lang=en&on_conflict=last&existing=keep';
    const second = await world.importFile(rows, query, { 'Content-Type': 'application/octet-stream' });
    assert.deepEqual(
      second.body.problems.map(({ line }) => line),
      [2, 3],
    );
    assert.deepEqual({ ...second.body, problems: [] }, { version: 2, added: 1, replaced: 0, skipped: 3, problems: [] });
    const { entries } = (await world.list()).body;
    assert.deepEqual(entries.map(({ target }) => target).toSorted(), ['The {n} sun.', 'house']);
  });

  test('a file has nothing loaded that it names', async () => {
    await using world = await openMemory();
    const requests: unknown[] = [];
    await using server = createServer((request, reply) => reply.end(requests.push(request.url)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = tmx(unit('sol', 'sun'), 'srclang="es"', `${at}/tmx14.dtd`);
    const xml = { 'Content-Type': 'application/xml' };
    const sheet = file.replace('?>', `?><?xml-stylesheet href="${at}/a.xsl"?>`);
    assert.equal((await world.importFile(sheet, '', xml)).body.added, 1);
    const declared = file.replace('dtd">', `dtd" [<!ENTITY % a SYSTEM "${at}/a">%a;<!ENTITY b SYSTEM "${at}/b">]>`);
    assert.equal((await world.importFile(declared.replace('sol', '&b;'), '', xml)).status, 400);
    assert.deepEqual(requests, []);
    assert.equal((await world.list()).body.total, 1);
  });

  test('a repeat of an import with its Idempotency-Key gets the stored reply', async () => {
    await using world = await openMemory();
    const repeat = { 'Idempotency-Key': 'file' };
    const first = await world.importFile(sun, '', repeat);
    const second = await world.importFile(sun, '', repeat);
    assert.deepEqual([second.body, second.headers.get('idempotency-replayed')], [first.body, 'true']);
    assert.equal((await world.importFile(sun.toUpperCase(), '', repeat)).status, 400);
  });

  test('a refused file has the lines to correct, and nothing is imported', async () => {
    await using world = await openMemory();
    const refusal = async (...file: Parameters<typeof world.importFile>) => {
      const { status, body } = await world.importFile<Problem>(...file);
      assert.equal(status, 400);
      return body.error;
    };
    const rows = `${sun}es,en,El sol.,A sun.\nes,en,${'a'.repeat(10_001)},x\nes,en,a\u0007,b\n`;
    const { errors = [] } = await refusal(rows);
    assert.deepEqual(
      errors.map(({ param, message }) => [param, /^Line \d/.exec(message)?.[0]]),
      [3, 4, 5].map((line) => ['file', `Line ${line}`]),
    );
    assert.equal((await refusal(rows, '?skip_problems=true')).errors?.length, 1);
    assert.equal((await world.importFile(rows, '?skip_problems=true&on_conflict=newest&format=csv')).body.added, 1);
    const xml = { 'Content-Type': 'application/x-tmx+xml' };
    const hostile = [
      '<?xml version="1.0"?>\n<!DOCTYPE tmx [<!ENTITY a "b">]>\n<tmx version="1.4"><header/><body>&a;</body></tmx>',
      `<tmx version="1.4"><header/><body>\n${'<tu>'.repeat(20_000)}`,
      `<tmx version="1.4"><header/><body>\n<tu a="${'b'.repeat(300_000)}"></tu></body></tmx>`,
      tmx(unit('sol', 'sun'), ''),
      tmx(unit('sol', 'sun')).slice(0, -20),
    ];
    for (const file of hostile) {
      const { param, message } = await refusal(file, '', xml);
      assert.equal(param, 'file');
      assert.match(message, /Line \d+: /, file.slice(0, 99));
    }
    assert.equal((await refusal(new Uint8Array([0x65, 0xff, 0xfe, 0x0a]))).param, 'file');
    assert.equal((await refusal('')).param, 'file');
    assert.equal((await refusal(sun, '', { 'Content-Type': 'application/json' })).param, 'Content-Type');
    for (const query of ['format=xls', 'source_lang=xx', 'on_conflict=none', 'existing=x', 'skip_problems=1']) {
      assert.equal((await refusal(sun, `?${query}`)).param, query.split('=')[0]);
    }
    assert.match((await refusal('x'.repeat(16 * 2 ** 20 + 1))).message, /larger than 16777216 bytes/);
    assert.equal((await world.send('GET', '/export?format=xliff')).status, 400);
    assert.equal((await world.list()).body.version, 1);
  });
});

describe('204', () => {
  test('removes an entry once', async () => {
    await using world = await openMemory();
    const { ids } = (await world.add([panel])).body;
    const { status, headers, text } = await world.send('DELETE', `/${ids[0]}`);
    assert.deepEqual([status, text, headers.get('content-type')], [204, '', null]);
    assert.ok(headers.has('ratelimit') && headers.has('x-request-id'));
    assert.deepEqual((await world.list()).body, { version: 2, total: 0, entries: [], next_cursor: null });
    assert.equal((await world.send('DELETE', `/${ids[0]}`)).status, 404);
  });
});

describe('400', () => {
  test('names each invalid field of each entry, and adds none', async () => {
    await using world = await openMemory();
    const invalid: readonly (readonly [field: string, entry: Partial<MemoryEntryBody>])[] = [
      ['source', { source: '' }],
      ['source', { source: ' \n ' }],
      ['source', { source: '12 34' }],
      ['source', { source: 'a'.repeat(10_001) }],
      ['source', { source: 'half \ud800' }],
      ['source', { source: 'nul \0' }],
      ['target', { target: '' }],
      ['target', { target: '...' }],
      ['target', { target: 'a'.repeat(10_001) }],
      ['target', { target: 'nul \0' }],
      ['note', { note: 'n'.repeat(501) }],
      ['note', { note: 'nul \0' }],
      ['source_lang', { source_lang: 'xx' }],
      ['target_lang', { target_lang: '*' }],
      ['target_lang', { target_lang: 'es-MX', source_lang: 'es' }],
      ['target_lang', { source_lang: 'en' }],
      ['target', { ...files, target: 'Delete files' }],
      ['target', { ...files, target: 'Delete {count} of {count} files' }],
      ['target', { target: 'The <b>PV</b> module.' }],
    ];
    const { status, body } = await world.add<Problem>([panel, ...invalid.map(([, entry]) => ({ ...panel, ...entry }))]);
    assert.equal(status, 400);
    assert.deepEqual(
      body.error.errors?.map(({ param }) => param),
      invalid.map(([field], at) => `entries[${at + 1}].${field}`),
    );
    assert.equal(body.error.param, 'entries[1].source');
    assert.match(body.error.errors?.[12]?.message ?? '', /^Unknown source language `xx`\. The nearest is `\w+`\./);
    const both = await world.add<Problem>([{ ...panel, source: '', target_lang: 'xx' }]);
    assert.deepEqual(
      both.body.error.errors?.map(({ param }) => param),
      ['entries[0].target_lang', 'entries[0].source'],
    );
    const two = await world.add<Problem>([panel, files, { ...panel, target: 'The solar panel.' }, panel]);
    assert.deepEqual(two.body.error.errors, [
      { param: 'entries[2].source', message: 'Another entry of the request has the same source.' },
    ]);
    assert.deepEqual((await world.list()).body, { version: 0, total: 0, entries: [], next_cursor: null });
  });

  test('names fields of the wrong type, unknown ones and long lists', async () => {
    await using world = await openMemory();
    const refusal = async (entries: unknown) => (await world.add<Problem>(entries)).body.error;
    const { errors } = await refusal([{ ...panel, tarjet: 'x' }, { ...panel, source: 7 }, { ...panel, note: 7 }, 'x']);
    const params = errors?.map(({ param }) => param);
    assert.deepEqual(params, ['entries[0].tarjet', 'entries[1].source', 'entries[2].note', 'entries[3]']);
    assert.match(errors?.[0]?.message ?? '', /did you mean `target`\?/);
    assert.match((await refusal(numbered(1_001))).message, /^`entries` has 1001 members; the maximum is 1000\.$/);
    assert.match((await refusal([])).message, /^`entries` must not be empty\.$/);
    assert.match((await refusal(undefined)).message, /^`entries` is required\.$/);
  });

  test('names invalid parameters of a list', async () => {
    await using world = await openMemory();
    const param = async (query: string) => (await world.list<Problem>(query)).body.error.param;
    assert.equal(await param('?source_lang=xx'), 'source_lang');
    assert.equal(await param('?target_lang=*'), 'target_lang');
    assert.equal(await param('?q='), 'q');
    assert.equal(await param('?q=%00'), 'q');
    assert.equal(await param(`?q=${'a'.repeat(201)}`), 'q');
    assert.equal(await param('?cursor=%00'), 'cursor');
    assert.equal(await param('?page=2'), 'page');
  });
});

describe('404 and 429', () => {
  test('a key sees only the memory of its account', async () => {
    await using world = await openMemory();
    const { ids } = (await world.add([panel])).body;
    const { key } = await world.service.customer();
    const headers = { Authorization: `Bearer ${key}` };
    assert.equal((await fetch(`${world.address}/${ids[0]}`, { method: 'DELETE', headers })).status, 404);
    assert.deepEqual((await read<MemoryPage>(world.address, { key })).body.entries, []);
    assert.equal((await world.send('DELETE', '/%00')).status, 404);
    assert.equal((await world.list()).body.total, 1);
  });

  test('two long changes of one account at the same time are refused with a time to wait, and no short one', async () => {
    await using world = await openMemory();
    const long = [1, 2, 3].map(() => world.add<Problem>(numbered(1_000)));
    const short = await Promise.all([1, 2, 3].map(() => world.add([panel])));
    const replies = await Promise.all(long);
    assert.deepEqual(
      short.map(({ status }) => status),
      [200, 200, 200],
    );
    const refused = replies.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.length < 3, String(refused.length));
    for (const { body, headers } of refused) {
      assert.equal(body.error.code, 'rate_limit_exceeded');
      assert.deepEqual([body.error.retry_after, headers.get('retry-after')], [2, '2']);
    }
  });
});
