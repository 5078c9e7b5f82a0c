import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { entryOf, ooxmlOf, xmlOf } from '../../packages/documents/test/office-file.ts';
import type { FileEstimate, MemoryImport, Problem, TranslatedFile } from '../../sdk/src/wire.ts';
import { documentStart } from '../../src/api/endpoints/document-start.ts';
import { once } from '../../src/api/idempotency.ts';
import { ServiceError } from '../../src/ground/service-error.ts';
import { eventually } from '../support/eventually.ts';
import { type Customer, startService } from '../support/service.ts';

const base = '/api/v1/documents';

type Asked = {
  readonly name?: string;
  readonly content?: string | Uint8Array<ArrayBuffer>;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
};

async function openDocuments(count = 1_000) {
  const service = await startService();
  const customer = await service.customer(count);
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the test expects
  const call = async <Body>(path: string, init: RequestInit = {}, { key }: Pick<Customer, 'key'> = customer) => {
    const headers = { Authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(service.url + path, { ...init, headers });
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      response,
      status: response.status,
      body: (isJson ? await response.json() : await response.text()) as Body,
    };
  };
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the test expects
  const send = <Body = TranslatedFile>(
    path: string,
    { name = 'notes.txt', content = 'hola mundo\n\n12\n', fields = {}, headers = {} }: Asked = {},
  ) => {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    for (const [field, value] of Object.entries({ source_lang: 'es', target_lang: 'en', ...fields }))
      form.set(field, value);
    return call<Body>(path, { method: 'POST', body: form, headers });
  };
  const done = async (id: string): Promise<TranslatedFile> => {
    let state = (await call<TranslatedFile>(`${base}/${id}`)).body;
    await eventually(async () => {
      service.advance(2_000);
      state = (await call<TranslatedFile>(`${base}/${id}`)).body;
      return state.status === 'done' || state.status === 'failed';
    });
    return state;
  };
  return { service, customer, call, send, done, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

describe('202', () => {
  test('a document is ended if its reply cannot be stored for the Idempotency-Key', async () => {
    const abandoned: string[] = [];
    const parts = {
      replies: {
        run: async (_request: unknown, _signal: unknown, produce: () => Promise<unknown>) => {
          await produce();
          throw new ServiceError('store_unavailable');
        },
      },
      documents: { abandon: async (_accountId: unknown, id: string) => void abandoned.push(id) },
    };
    const exchange = { req: { headers: { 'idempotency-key': 'upload-1' } }, abortSignal: () => undefined };
    const request = { holder: {}, call: { exchange }, body: {}, bytes: '', query: {} };
    const endpoint = { ...documentStart, handle: async () => ({ reply: { id: 'doc_1' } }) };
    await assert.rejects(once(endpoint, request as never, parts as never), { reason: 'store_unavailable' });
    assert.deepEqual(abandoned, ['doc_1']);
  });

  test('a file is translated, charged by its units, downloaded and deleted', async () => {
    await using world = await openDocuments();
    const { call, send, done, customer } = world;
    const { status, body, response } = await send(base);
    assert.equal(status, 202);
    assert.equal(response.headers.get('location'), `${base}/${body.id}`);
    assert.match(response.headers.get('ratelimit') ?? '', /r=59/);
    const { id, ...sent } = body;
    assert.match(id, /^doc_\w{32}$/);
    assert.deepEqual(sent, {
      status: 'queued',
      name: 'notes.txt',
      format: 'text',
      source_lang: 'es',
      target_lang: 'en',
      characters: 10,
      characters_from_memory: 0,
      created_at: '2026-11-20T12:00:00Z',
      expires_at: '2026-11-20T13:00:00Z',
    });
    assert.deepEqual(await done(id), { ...body, status: 'done', characters_charged: 10, untranslated: [] });
    const content = await call<string>(`${base}/${id}/content`);
    assert.deepEqual([content.status, content.body], [200, 'mundo hola\n\n12\n']);
    assert.equal(content.response.headers.get('content-type'), 'text/plain');
    assert.equal(content.response.headers.get('content-disposition'), 'attachment; filename="notes.en.txt"');
    assert.deepEqual(await customer.balance(), { balance: 990, used: 10, held: 0 });
    const removed = await call(`${base}/${id}`, { method: 'DELETE' });
    assert.deepEqual([removed.status, removed.body], [204, '']);
    assert.equal((await call(`${base}/${id}`)).status, 404);
  });

  test('the name of the file comes back in full', async () => {
    await using world = await openDocuments();
    const { body } = await world.send(base, { name: 'größe "1" 日本.es.txt' });
    await world.done(body.id);
    const { response } = await world.call(`${base}/${body.id}/content`);
    assert.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="gr__e _1_ __.en.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22%20%E6%97%A5%E6%9C%AC.en.txt`,
    );
  });

  test('a repeat with the same Idempotency-Key returns the same document, whatever the boundary of its form', async () => {
    await using world = await openDocuments();
    const headers = { 'Idempotency-Key': 'upload-1' };
    const [first, second] = [await world.send(base, { headers }), await world.send(base, { headers })];
    assert.deepEqual([second.status, second.body], [202, first.body]);
    assert.equal(second.response.headers.get('idempotency-replayed'), 'true');
    assert.equal(second.response.headers.get('location'), first.response.headers.get('location'));
    assert.equal((await world.send(base, { headers, content: 'otra casa' })).status, 400);
    await world.done(first.body.id);
    assert.deepEqual(await world.customer.balance(), { balance: 990, used: 10, held: 0 });
  });

  test('an estimate counts, and stores and charges nothing', async () => {
    await using world = await openDocuments();
    const { status, body } = await world.send<FileEstimate>(`${base}/estimate`);
    assert.deepEqual([status, body], [200, { format: 'text', units: 1, characters: 10, characters_from_memory: 0 }]);
    assert.deepEqual(await world.customer.balance(), { balance: 1_000, used: 0, held: 0 });
  });
});

const paragraph = (...runs: readonly string[]) =>
  `<w:p>${runs.map((run) => `<w:r>${run.startsWith('*') ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${run.replace('*', '')}</w:t></w:r>`).join('')}</w:p>`;

const part = 'word/document.xml';

const reviewed: readonly (Asked & { readonly name: string })[] = [
  {
    name: 'guia.html',
    content: `<!doctype html><title>Una guía</title><p>Hola mundo. ¿Otra casa? Son 3 flores &amp; un gato.</p>
<p>Un <b>perro</b> azul y <a href="https://example.com/a?b=1&amp;c=2">otro &lt;gato&gt;</a>.<br>Más abajo.</p><p>42</p>`,
  },
  {
    name: 'lista.csv',
    content:
      'id,texto\n1,hola mundo\n2,"Quedan {count} de %1$s archivos, señora. Vuelva ""pronto""."\n3,  dos espacios \n',
    fields: { options: '{"columns":["texto"]}' },
  },
  {
    name: 'es.json',
    content: JSON.stringify({ a: 'Hola {name}, quedan %d mensajes.\nVuelva pronto.', b: 'Un <b>perro</b> y {name}.' }),
  },
  {
    name: 'carta.es.docx',
    content: (await ooxmlOf({
      [part]: [
        'wordprocessingml.document.main',
        xmlOf(
          'w:document',
          `<w:body>${paragraph('Hola ', '*mundo', '. Otra casa.')}${paragraph('Fin')}<w:sectPr/></w:body>`,
        ),
      ],
    })) as Uint8Array<ArrayBuffer>,
  },
];

type ReviewWorld = Awaited<ReturnType<typeof openDocuments>>;

async function reviewOf({ call }: ReviewWorld, id: string) {
  const { body, response, status } = await call<string>(`${base}/${id}/review`);
  assert.equal(status, 200, body);
  const units = [...body.matchAll(/<trans-unit .*?<\/trans-unit>/gs)].map(([unit]) => ({
    isApproved: unit.includes('approved="yes"') && !unit.includes('state='),
    source: /<source.*?<\/source>/s.exec(unit)?.[0],
    target: /<target[^>]*>(.*?)<\/target>/s.exec(unit)?.[1],
  }));
  return { body, units, headers: response.headers };
}

describe('a review', () => {
  for (const { name, ...asked } of reviewed) {
    test(`${name}, corrected in XLIFF and imported, is translated again as reviewed, and free`, async () => {
      await using world = await openDocuments(500);
      const { call, send, done } = world;
      const first = (await send(base, { name, ...asked })).body;
      const { characters_charged: charged } = await done(first.id);
      const { body, units, headers } = await reviewOf(world, first.id);
      assert.match(headers.get('content-type') ?? '', /^application\/x-xliff\+xml/);
      const named = name
        .replace(/(\.?es)?\.\w+$/, '')
        .concat('.es-en.xlf')
        .replace(/^\./, '');
      assert.equal(headers.get('content-disposition'), `attachment; filename="${named}"`);
      assert.ok(units.length > 1 && units.every(({ isApproved }) => !isApproved));
      const corrected = body
        .replaceAll(/<trans-unit /g, '$&approved="yes" ')
        .replaceAll(/(<target[^>]*?) state="translated">/g, '$1>Checked, ');
      const imported = await call(`/api/v1/memory/import?format=xliff`, { method: 'POST', body: corrected });
      const report = { version: 1, added: units.length, replaced: 0, skipped: 0, problems: [] };
      assert.deepEqual(imported.body, report);
      const estimated = (await send<FileEstimate>(`${base}/estimate`, { name, ...asked })).body;
      assert.equal(estimated.characters_from_memory, estimated.characters);
      const second = (await send(base, { name, ...asked })).body;
      const state = await done(second.id);
      assert.deepEqual([state.characters_charged, state.characters_from_memory], [0, charged]);
      const again = await reviewOf(world, second.id);
      const expected = units.map((unit) => ({ ...unit, isApproved: true, target: `Checked, ${unit.target}` }));
      assert.deepEqual(again.units, expected);
      const response = await fetch(`${world.service.url}${base}/${second.id}/content`, {
        headers: { Authorization: `Bearer ${world.customer.key}` },
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const text = name.endsWith('.docx') ? await entryOf(bytes, part) : new TextDecoder().decode(bytes);
      assert.equal(text.split('Checked, ').length - 1, units.length);
      assert.ok(
        (await reviewOf(world, first.id)).units.every(({ isApproved }) => !isApproved),
        'it has other texts',
      );
    });
  }

  test('of texts that XML forbids, the others are imported', async () => {
    await using world = await openDocuments();
    const { call, send, done } = world;
    const content = JSON.stringify({ 'a\u0001': 'hola\u0001 mundo', b: 'otra \uFFFE casa', c: 'mi casa' });
    const { id } = (await send(base, { name: 'es.json', content })).body;
    await done(id);
    const { body, units } = await reviewOf(world, id);
    assert.deepEqual([units.length, body.includes('\u0001') || body.includes('\uFFFE')], [3, false]);
    const approved = body.replaceAll(/<trans-unit /g, '$&approved="yes" ');
    const imported = await call<MemoryImport>('/api/v1/memory/import?format=xliff', { method: 'POST', body: approved });
    assert.deepEqual([imported.status, imported.body.added], [200, 3]);
  });

  test('409 before the end, and 404 for another account', async () => {
    await using world = await openDocuments();
    const { body } = await world.send(base, { content: 'espera un momento' });
    const early = await world.call<Problem>(`${base}/${body.id}/review`);
    assert.deepEqual([early.status, early.body.error.code], [409, 'not_ready']);
    const other = await world.service.customer();
    assert.equal((await world.call(`${base}/${body.id}/review`, {}, other)).status, 404);
    world.service.engine.open();
    await world.done(body.id);
  });

  test('404 for a document that a node of an older version has translated', async () => {
    await using world = await openDocuments();
    const { body } = await world.send(base);
    await world.done(body.id);
    using database = new DatabaseSync(join(world.service.dataDir, 'dragoman.db'));
    database.exec('update document_files set units = null');
    const { status, body: problem } = await world.call<Problem>(`${base}/${body.id}/review`);
    assert.deepEqual([status, problem.error.code], [404, 'not_found']);
    assert.match(problem.error.message, /Translate it again/);
  });
});

describe('the status of a document', () => {
  test('in progress until it is translated, 409 for its content, and deleted without a charge', async () => {
    await using world = await openDocuments();
    const { body } = await world.send(base, { content: 'espera un momento' });
    await world.service.engine.entered;
    const { status, progress } = (await world.call<TranslatedFile>(`${base}/${body.id}`)).body;
    assert.deepEqual([status, progress], ['translating', { characters_done: 0, characters: 17 }]);
    const content = await world.call<Problem>(`${base}/${body.id}/content`);
    assert.deepEqual([content.status, content.body.error.code], [409, 'not_ready']);
    assert.deepEqual(await world.customer.balance(), { balance: 1_000, used: 0, held: 17 });
    assert.equal((await world.call(`${base}/${body.id}`, { method: 'DELETE' })).status, 204);
    await eventually(async () => (await world.customer.balance()).held === 0);
    assert.deepEqual(await world.customer.balance(), { balance: 1_000, used: 0, held: 0 });
  });

  test('404 for another account, an unknown id and no id', async () => {
    await using world = await openDocuments();
    const { body } = await world.send(base);
    const other = await world.service.customer();
    for (const [path, who] of [
      [`/${body.id}`, other],
      [`/${body.id}/content`, other],
      ['/doc_x', world.customer],
      ['/doc_x/content', world.customer],
    ] as const) {
      const { status, body: problem } = await world.call<Problem>(base + path, {}, who);
      assert.deepEqual([status, problem.error.code], [404, 'not_found'], path);
    }
    assert.equal((await world.call(`${base}/${body.id}`, { method: 'DELETE' }, other)).status, 404);
  });
});

describe('refusals', () => {
  const refusals: readonly (readonly [
    title: string,
    asked: Asked,
    status: number,
    param: string | null,
    message: RegExp,
  ])[] = [
    [
      'an unknown format',
      { name: 'notes.xyz' },
      400,
      'file',
      /^The file cannot be read: files of this format are not supported/,
    ],
    ['an old format', { name: 'notes.doc' }, 400, 'file', /Save it as DOCX/],
    ['no text', { content: '' }, 400, 'file', /the file is empty/],
    ['a bad encoding', { content: 'a\0b' }, 400, 'file', /UTF-16 with a byte order mark \(at byte 1\)/],
    ['a language', { fields: { target_lang: 'xx' } }, 400, 'target_lang', /unknown target language/],
    ['an unknown field', { fields: { lang: 'en' } }, 400, 'lang', /is unknown/],
    ['options that are not JSON', { fields: { options: '{' } }, 400, 'options', /must be JSON/],
    ['an unknown option', { fields: { options: '{"column":["a"]}' } }, 400, 'options', /`columns`/],
    ['an option without a value', { fields: { options: '{"source":""}' } }, 400, 'options', /must be JSON/],
    ['more characters than there are', { content: 'hola '.repeat(300) }, 402, null, /needs 1499 characters/],
  ];
  test('a file or a field that cannot be used is named, and nothing is charged', async () => {
    await using world = await openDocuments();
    for (const [title, asked, status, param, message] of refusals) {
      const { status: found, body } = await world.send<Problem>(base, asked);
      assert.deepEqual([found, body.error.param], [status, param], title);
      assert.match(body.error.message, message);
      assert.deepEqual(await world.customer.balance(), { balance: 1_000, used: 0, held: 0 }, title);
    }
  });

  test('another content type, no file and a file of 20 MB', async () => {
    await using world = await openDocuments();
    const json = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } };
    assert.equal((await world.call<Problem>(base, json)).body.error.param, 'Content-Type');
    const form = new FormData();
    form.set('target_lang', 'en');
    const { body } = await world.call<Problem>(base, { method: 'POST', body: form });
    assert.deepEqual([body.error.param, body.error.code], ['file', 'validation_error']);
    const large = await world.send<Problem>(base, { content: 'a'.repeat(20_100_000) });
    assert.deepEqual([large.status, large.body.error.code], [400, 'validation_error']);
  });

  test('429 with Retry-After for a sixth unfinished document, which is not held', async () => {
    await using world = await openDocuments();
    for (let each = 0; each < 5; each++)
      assert.equal((await world.send(base, { content: `espera ${each} momentos` })).status, 202);
    const { status, response, body } = await world.send<Problem>(base);
    const refusal = [status, response.headers.get('retry-after'), body.error.code];
    assert.deepEqual(refusal, [429, '10', 'rate_limit_exceeded']);
    world.service.engine.open();
    await eventually(async () => (await world.customer.balance()).held === 0);
  });
});
