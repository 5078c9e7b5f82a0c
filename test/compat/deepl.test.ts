import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import * as deepl from 'deepl-node';
import { apisOf, describeShape } from '../contract/shape.ts';
import { eventually } from '../support/eventually.ts';
import { type Customer, startService, type TestService } from '../support/service.ts';

describeShape({
  name: 'DeepL',
  api: 'deepl',
  path: '/v2/translate',
  bodyOf: ({ texts, source, target = 'en' }) => ({ text: texts, target_lang: target, source_lang: source }),
  required: ['text', 'target_lang'],
  scalars: ['source_lang', 'target_lang', 'formality', 'split_sentences', 'tag_handling', 'model_type'],
  headers: (key) => ({ Authorization: `DeepL-Auth-Key ${key}` }),
  formOf: ({ texts, source = '', target = 'en' }) => [
    ...texts.map((text) => ['text', text] as const),
    ['source_lang', source],
    ['target_lang', target],
  ],
  textsOf: (body) => (body as { translations: readonly { text: string }[] }).translations.map(({ text }) => text),
  isFailure: (body) => {
    const { message, ...rest } = body as { message: unknown };
    return typeof message === 'string' && Object.keys(rest).length === 0;
  },
  statuses: { noKey: 403, wrongKey: 403, noBalance: 456, limited: 429, engineDown: 503, bug: 500, tooLong: 413 },
  takesBlanks: true,
});

/** A client of a service, at the prefix of the shape. */
function clientOf({ url }: TestService, { key }: Pick<Customer, 'key'>, prefix = '/compat/deepl'): deepl.DeepLClient {
  return new deepl.DeepLClient(key, { serverUrl: url + prefix, maxRetries: 0 });
}

describe('deepl-node: texts', () => {
  test('translates single texts and lists, and reports languages and characters', async () => {
    await using service = await startService();
    const customer = await service.customer(1_000);
    const client = clientOf(service, customer);
    const one = await client.translateText('proton beam', null, 'es');
    assert.deepEqual([one.text, one.detectedSourceLang, one.billedCharacters], ['beam proton', 'en', 11]);
    const [french, english] = await client.translateText(
      ['Le chat dort sur la table de la cuisine.', 'proton 😀 beam'],
      null,
      'en-US',
      { modelType: 'prefer_quality_optimized' },
    );
    const reported = [french?.text, french?.detectedSourceLang, french?.billedCharacters, french?.modelTypeUsed];
    assert.deepEqual(reported, ['cuisine la de table la sur dort chat Le.', 'fr', 40, 'latency_optimized']);
    assert.deepEqual([english?.text, english?.billedCharacters], ['proton 😀 beam', 0]);
    assert.equal((await customer.balance()).used, 51);
  });

  test('obeys the roles of tags, and returns ignored elements byte for byte', async () => {
    await using service = await startService();
    const client = clientOf(service, await service.customer(1_000));
    const ignored = '<raw a="1">no se  toca &amp; <b>nada</b></raw>';
    const { text } = await client.translateText(`<doc><par>uno dos ${ignored}</par></doc>`, 'es', 'en-GB', {
      tagHandling: 'xml',
      ignoreTags: ['raw', 'other'],
    });
    assert.equal(text, `<doc><par>${ignored} dos uno</par></doc>`);
    const inText = 'uno dos<x>tres cuatro</x>';
    const split = (options: deepl.TranslateTextOptions) =>
      client.translateText(inText, 'es', 'en-GB', { tagHandling: 'xml', ...options });
    assert.equal((await split({ splittingTags: 'x' })).text, 'dos uno<x>cuatro tres</x>');
    assert.notEqual((await split({ nonSplittingTags: 'x' })).text, 'dos uno<x>cuatro tres</x>');
    const entities = await client.translateText('caf&eacute; solo', 'es', 'en-GB');
    assert.equal(entities.text, 'solo caf&eacute;');
  });

  test('refuses what it cannot do and accepts hints, before anything is charged', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '1000' });
    const customer = await service.customer(1_000);
    const client = clientOf(service, customer);
    const ask = (options: Record<string, unknown>) => client.translateText('uno', 'es', 'en-US', options);
    const refused: readonly (readonly [Record<string, unknown>, RegExp])[] = [
      [{ formality: 'MORE' }, /Target language 'EN-US' doesn't support formality/],
      [{ formality: 'invalid' }, /formality/],
      [{ splitSentences: 'invalid' }, /split_sentences/],
      [{ tagHandling: 'markdown' }, /tag_handling/],
      [{ customInstructions: ['Be brief'] }, /custom_instructions is not supported/],
      [{ styleRule: 'some-rule' }, /style_id is not supported/],
      [{ tagHandling: 'xml', tagHandlingVersion: 'v2', extraRequestParameters: { text: '<a>' } }, /parsing failed/],
    ];
    for (const [options, message] of refused) await assert.rejects(ask(options), message);
    await assert.rejects(client.translateText('uno', 'xx' as deepl.SourceLanguageCode, 'en-US'), /source_lang/);
    await assert.rejects(client.translateText('uno', null, 'xx' as deepl.TargetLanguageCode), /target_lang.*not supp/);
    assert.equal((await customer.balance()).used, 0);
    const accepted: readonly Record<string, unknown>[] = [
      { formality: 'prefer_less', customInstructions: [], preserveFormatting: true, splitSentences: 'nonewlines' },
      { context: 'not translated', tagHandling: 'html', outlineDetection: false },
      { tagHandling: 'xml', tagHandlingVersion: 'v2', extraRequestParameters: { 'my-parameter': 'x' } },
    ];
    for (const options of accepted) assert.equal((await ask(options)).text, 'uno');
    assert.equal((await customer.balance()).used, 9);
  });

  test('shows the balance as a limit, and a spent or expired one as reached', async () => {
    await using service = await startService();
    const customer = await service.customer(14);
    const client = clientOf(service, customer, '');
    await client.translateText('uno dos', 'es', 'en-US');
    assert.deepEqual({ ...(await client.getUsage()).character }, { count: 7, limit: 14 });
    await client.translateText('uno dos', 'es', 'en-US');
    assert.equal((await client.getUsage()).character?.limitReached(), true);
  });

  test('lists the languages of both versions', async () => {
    await using service = await startService();
    const customer = await service.customer();
    const client = clientOf(service, customer);
    const sources = await client.getSourceLanguages();
    const codes = sources.map(({ code }) => code);
    assert.deepEqual(codes, ['ar', 'ca', 'en', 'es', 'fr']);
    assert.ok(sources.every((language) => !('supportsFormality' in language)));
    const targets = await client.getTargetLanguages();
    assert.deepEqual(
      targets.map(({ code, name, supportsFormality }) => [code, name, supportsFormality]),
      [
        ['ca', 'Catalan', false],
        ['en-GB', 'English (United Kingdom)', false],
        ['en-US', 'English (United States)', false],
        ['es', 'Spanish', false],
        ['fr', 'French', false],
      ],
    );
    const headers = { Authorization: `DeepL-Auth-Key ${customer.key}` };
    // The Python client sends a form with GET, which fetch does not.
    const form = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '11' };
    const sent = request(`${service.url}/v2/languages`, { headers: form }).end('type=target');
    const [arrived] = (await once(sent, 'response')) as [IncomingMessage];
    assert.match(await textOf(arrived), /"EN-GB"/);
    const ask = async (query: string) => {
      const reply = await fetch(`${service.url}/v3/languages${query}`, { headers });
      return { status: reply.status, body: (await reply.json()) as readonly { lang: string }[] };
    };
    assert.equal((await ask('')).status, 400);
    assert.deepEqual((await ask('?resource=voice')).body, []);
    const resources = (await ask('/resources')).body as unknown as readonly { name: string; features: object[] }[];
    assert.deepEqual(
      resources.map(({ name, features }) => [name, features.length]),
      [
        ['translate_text', 2],
        ['translate_document', 1],
        ['glossary', 0],
      ],
    );
    const all = (await ask('?resource=translate_text')).body;
    const features = { tag_handling: { status: 'stable' }, glossary: { status: 'stable' } };
    const english = { name: 'English', usable_as_source: true, usable_as_target: false, status: 'stable', features };
    const entry = all.find(({ lang }) => lang === 'en');
    assert.deepEqual(entry, { lang: 'en', ...english });
    assert.equal(all.find(({ lang }) => lang === 'en-GB')?.lang, 'en-GB');
  });

  test('accepts a key in a form, but not in an address', async () => {
    await using service = await startService();
    const { key } = await service.customer();
    const ask = async (query: string, fields: string) => {
      const reply = await fetch(`${service.url}/v2/usage${query}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      return reply.status;
    };
    assert.equal(await ask('', `auth_key=${key}`), 200);
    assert.equal(await ask(`?auth_key=${key}`, ''), 403);
  });

  test('answers for features that it does not have', async () => {
    await using service = await startService();
    for (const path of '/v2 /v3/ /v2/write/rephrase /v3/style_rules /v1/jobs/1 /compat/deepl/v2/admin'.split(' ')) {
      const reply = await fetch(service.url + path, { method: 'POST' });
      assert.deepEqual([reply.status, Object.keys((await reply.json()) as object)], [404, ['message']], path);
    }
  });
});

describe('deepl-node: glossaries', () => {
  const entriesOf = (entries: Record<string, string>) => new deepl.GlossaryEntries({ entries });

  test('a named glossary applies only where it is named, before the glossary of the account', async () => {
    await using service = await startService();
    const customer = await service.customer(1_000);
    const client = clientOf(service, customer);
    const own = [
      ['casa', 'house'],
      ['perro', 'hound'],
    ].map(([term, translation]) => ({ source_lang: 'es', target_lang: 'en', term, translation }));
    const added = await fetch(`${service.url}/api/v1/glossary`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${customer.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ entries: own }),
    });
    assert.equal(added.status, 200, await added.text());
    const glossary = await client.createGlossary('Names', 'es', 'en', entriesOf({ casa: 'mansion', Gato: 'feline' }));
    const ask = async (options: deepl.TranslateTextOptions) =>
      (await client.translateText('casa perro gato', 'es', 'en-US', options)).text;
    assert.equal(await ask({}), 'gato hound house');
    assert.equal(await ask({ glossary }), 'mansion hound feline');
    assert.equal(await ask({}), 'gato hound house');
    const other = await client.createGlossary('Other', 'es', 'en', entriesOf({ casa: 'hut', perro: 'cur' }));
    assert.equal(await ask({ glossaryIds: [glossary, other] }), 'mansion cur feline');
    await client.deleteGlossary(glossary);
    await assert.rejects(ask({ glossary }), deepl.DeepLError);
    assert.equal(await ask({}), 'gato hound house');
    const { used } = await customer.balance();
    const unserved = client.translateText('casa', 'en', 'es', { glossary: other });
    await assert.rejects(unserved, /No dictionary found for language pair/);
    const withoutSource = { extraRequestParameters: { glossary_id: other.glossaryId } };
    await assert.rejects(client.translateText('casa', null, 'en-US', withoutSource), /requires the source_lang/);
    assert.equal((await customer.balance()).used, used);
  });

  test('stores, lists and deletes glossaries of one pair, from TSV and CSV', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '1000' });
    const client = clientOf(service, await service.customer());
    const entries = entriesOf({ Hello: 'Hola', '"Quoted" one': 'Citado, "uno"', 'A%=&': 'B&=%', '=1': '+2' });
    const glossary = await client.createGlossary('My terms', 'en', 'es', entries);
    const facts = [glossary.name, glossary.sourceLang, glossary.targetLang, glossary.entryCount, glossary.ready];
    assert.deepEqual(facts, ['My terms', 'en', 'es', 4, true]);
    assert.deepEqual(await client.getGlossary(glossary.glossaryId), glossary);
    service.advance(1);
    assert.deepEqual((await client.getGlossaryEntries(glossary)).entries(), entries.entries());
    const csv = 'sourceEntry1,targetEntry1,en,es\n"source""Entry","target,Entry",EN,es\nignored,ignorado,fr,es';
    const fromCsv = await client.createGlossaryWithCsv('From CSV', 'en', 'es', Buffer.from(csv));
    assert.deepEqual((await client.getGlossaryEntries(fromCsv)).entries(), {
      sourceEntry1: 'targetEntry1',
      'source"Entry': 'target,Entry',
    });
    const byName = (await client.listGlossaries()).toSorted((one, other) => other.name.localeCompare(one.name));
    assert.deepEqual(byName, [glossary, fromCsv]);
    const other = clientOf(service, await service.customer());
    await assert.rejects(other.getGlossary(glossary.glossaryId), deepl.GlossaryNotFoundError);
    await assert.rejects(client.getGlossary('invalid'), /glossary_id/);
    await client.deleteGlossary(glossary);
    await assert.rejects(client.getGlossaryEntries(glossary), deepl.GlossaryNotFoundError);
    const pairs = await client.getGlossaryLanguagePairs();
    assert.ok(pairs.some(({ sourceLang, targetLang }) => sourceLang === 'en' && targetLang === 'es'));
    assert.ok(
      pairs.every(({ targetLang }) => targetLang !== 'ar'),
      'nothing is translated into Arabic',
    );
  });

  test('refuses entries that cannot apply, with the line, and stores nothing', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '1000' });
    const { key } = await service.customer();
    const create = async (members: Record<string, unknown>) => {
      const body = {
        name: 'a',
        source_lang: 'EN',
        target_lang: 'ES',
        entries_format: 'tsv',
        entries: 'a\tb',
        ...members,
      };
      const reply = await fetch(`${service.url}/v2/glossaries`, {
        method: 'POST',
        headers: { Authorization: `DeepL-Auth-Key ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: reply.status, ...((await reply.json()) as { message: string; detail?: string }) };
    };
    const refused: readonly (readonly [Record<string, unknown>, RegExp])[] = [
      [{ entries: 'a\tb\nno separator' }, /index 1 \(line 2\).*translation is missing/],
      [{ entries: 'a\tb\na\tc' }, /line 2.*more than once/],
      [{ entries: 'a\tb\tc' }, /line 1.*3 columns/],
      [{ entries: '🪨\t🪵' }, /line 1/],
      [{ entries: `${'x'.repeat(201)}\tb` }, /longer than 200/],
      [{ entries: '\n\n' }, /no entries/],
      [{ entries: 'a,b,fr,es', entries_format: 'csv' }, /no entries/],
      [{ entries: '"a,b', entries_format: 'csv' }, /row/],
      [{ entries: 'a\ud800\tb' }, /surrogate/],
      [{ name: '' }, /name/],
      [{ name: 'two\nlines' }, /name/],
      [{ entries_format: 'xml' }, /entries_format/],
      [{ target_lang: 'xx' }, /target_lang/],
      [{ target_lang: 'en-GB' }, /Unsupported glossary/],
    ];
    for (const [members, expected] of refused) {
      const { status, message, detail = '' } = await create(members);
      assert.equal(status, 400, JSON.stringify(members));
      assert.match(`${message} ${detail}`, expected);
    }
    assert.deepEqual(await clientOf(service, { key }).listGlossaries(), []);
  });

  test('changes glossaries of several pairs', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '1000' });
    const client = clientOf(service, await service.customer(1_000));
    const toEnglish = { sourceLangCode: 'es' as const, targetLangCode: 'en' as const };
    const toSpanish = { sourceLangCode: 'en' as const, targetLangCode: 'es' as const };
    const glossary = await client.createMultilingualGlossary('Both', [
      { ...toEnglish, entries: entriesOf({ uno: 'one', dos: 'two' }) },
      { ...toSpanish, entries: entriesOf({ one: 'uno' }) },
    ]);
    const id = glossary.glossaryId;
    assert.deepEqual(glossary.dictionaries, [
      { ...toEnglish, entryCount: 2 },
      { ...toSpanish, entryCount: 1 },
    ]);
    assert.deepEqual(await client.listGlossaries(), []);
    await assert.rejects(client.getGlossaryEntries(id), deepl.GlossaryNotFoundError);
    const merged = { ...toEnglish, entries: entriesOf({ dos: 'pair', tres: 'three' }) };
    assert.equal((await client.updateMultilingualGlossaryDictionary(id, merged)).dictionaries[0]?.entryCount, 3);
    const read = async () => (await client.getMultilingualGlossaryDictionaryEntries(id, 'es', 'en')).entries.entries();
    assert.deepEqual(await read(), { uno: 'one', dos: 'pair', tres: 'three' });
    assert.equal((await client.translateText('dos casas', 'es', 'en-US', { glossary })).text, 'casas pair');
    const replaced = await client.replaceMultilingualGlossaryDictionary(id, {
      ...toEnglish,
      entries: entriesOf({ dos: 'two' }),
    });
    assert.equal(replaced.entryCount, 1);
    assert.equal((await client.translateText('dos casas', 'es', 'en-US', { glossary })).text, 'casas two');
    assert.equal((await client.updateMultilingualGlossaryName(id, 'Renamed')).name, 'Renamed');
    await client.deleteMultilingualGlossaryDictionary(id, 'en', 'es');
    const again = client.deleteMultilingualGlossaryDictionary(id, 'en', 'es');
    await assert.rejects(again, /no dictionary of these languages/);
    const left = await client.getMultilingualGlossary(id);
    assert.deepEqual([left.name, left.dictionaries], ['Renamed', [{ ...toEnglish, entryCount: 1 }]]);
    const listed = (await client.listGlossaries()).map(({ glossaryId }) => glossaryId);
    assert.deepEqual(listed, [id]);
    await client.deleteMultilingualGlossary(id);
    await assert.rejects(client.getMultilingualGlossary(id), deepl.GlossaryNotFoundError);
    assert.deepEqual((await client.createMultilingualGlossary('Empty', [])).dictionaries, []);
  });
});

describe('deepl-node: documents', () => {
  const sentence = 'La casa de mi abuela es grande.';
  const reversed = 'grande es abuela mi de casa La.';
  const upload = (client: deepl.DeepLClient, text: string, options: Partial<deepl.DocumentTranslateOptions> = {}) =>
    client.uploadDocument(Buffer.from(text), 'es', 'en-US', { filename: 'house.txt', ...options });

  const download = async ({ dataDir }: TestService, client: deepl.DeepLClient, handle: deepl.DocumentHandle) => {
    const file = join(dataDir, randomUUID());
    await client.downloadDocument(handle, file);
    return await readFile(file, 'utf8');
  };

  const finished = async (client: deepl.DeepLClient, handle: deepl.DocumentHandle) => {
    let state = await client.getDocumentStatus(handle);
    await eventually(async () => {
      state = await client.getDocumentStatus(handle);
      return !state.ok() || state.done();
    });
    return state;
  };

  test('translates a file for one charge, with a named glossary, and deletes it after the download', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '1000000' });
    const customer = await service.customer(1_000);
    const client = clientOf(service, customer);
    const entries = new deepl.GlossaryEntries({ entries: { abuela: 'nana' } });
    const glossary = await client.createGlossary('Family', 'es', 'en', entries);
    const handle = await upload(client, sentence, { glossary });
    assert.match(`${handle.documentId} ${handle.documentKey}`, /^[\da-f]{32} [\da-f]{64}$/);
    const state = await finished(client, handle);
    assert.deepEqual([state.status, state.billedCharacters], ['done', sentence.length]);
    assert.equal(await download(service, client, handle), reversed.replace('abuela', 'nana'));
    await assert.rejects(download(service, client, handle), /Not found/);
    await eventually(async () => {
      const status = await client.getDocumentStatus(handle).catch((error: unknown) => String(error));
      return typeof status === 'string' && status.includes('Not found');
    });
    assert.deepEqual(await customer.balance(), { balance: 1_000 - sentence.length, used: sentence.length, held: 0 });
    assert.deepEqual(apisOf(service, 'usage'), ['deepl']);
  });

  test('gives a document only to who has its id, its key and a key of the account', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '1000000' });
    const client = clientOf(service, await service.customer(1_000));
    const [handle, another] = [await upload(client, sentence), await upload(client, sentence)];
    const other = clientOf(service, await service.customer(1_000));
    await assert.rejects(other.getDocumentStatus(handle), /Not found/);
    const { documentKey } = handle;
    for (const key of [another.documentKey, '5678'.repeat(16), documentKey.slice(2), `${documentKey}zz`, 'x'])
      await assert.rejects(client.getDocumentStatus({ ...handle, documentKey: key }), /Not found/);
    await assert.rejects(client.getDocumentStatus({ documentId: '1234'.repeat(8), documentKey }), /Not found/);
    assert.equal((await client.getDocumentStatus(handle)).ok(), true);
  });

  test('refuses what cannot be translated, and charges and keeps nothing', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '1000000' });
    const customer = await service.customer(sentence.length);
    const client = clientOf(service, customer);
    await assert.rejects(upload(client, 'x', { filename: 'a.invalid' }), /Invalid file/);
    await assert.rejects(upload(client, sentence, { formality: 'more' }), /formality/);
    await assert.rejects(upload(client, `${sentence} uno`), deepl.QuotaExceededError);
    const english = 'The house of my grandmother is very large and old.';
    const detected = client.uploadDocument(Buffer.from(english), null, 'en-US', { filename: 'a.txt' });
    await assert.rejects(detected, /Source and target language/);
    for (const target of ['en-US', 'en-GB'] as const) {
      const named = client.uploadDocument(Buffer.from(english), 'en', target, { filename: 'a.txt' });
      await assert.rejects(named, /Source and target language/, target);
    }
    const headers = { Authorization: `DeepL-Auth-Key ${customer.key}` };
    const ask = async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ target_lang: 'EN', ...fields });
      const reply = await fetch(service.url + path, { method: 'POST', headers, body });
      return [reply.status, Object.keys((await reply.json()) as object)];
    };
    assert.deepEqual(await ask('/v2/document', { file: 'text' }), [400, ['message']]);
    assert.deepEqual(await ask(`/v2/document/${'0'.repeat(32)}`, {}), [400, ['message']]);
    const handle = await upload(client, 'espera un poco');
    const tooEarly = await ask(`/v2/document/${handle.documentId}/result`, { document_key: handle.documentKey });
    assert.deepEqual(tooEarly, [503, ['message']]);
    service.engine.open();
    await finished(client, handle);
    const failing = await upload(client, 'revienta pronto');
    const state = await finished(client, failing);
    assert.deepEqual([state.status, (state.errorMessage ?? '') !== ''], ['error', true]);
    assert.equal((await customer.balance()).used, 'espera un poco'.length);
  });
});
