import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as deepl from 'deepl-node';
import { describeShape } from '../contract/shape.ts';
import { type Customer, startService, type TestService } from '../support/service.ts';

describeShape({
  name: 'DeepL',
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
    assert.deepEqual(
      [french?.text, french?.detectedSourceLang, french?.billedCharacters, french?.modelTypeUsed],
      ['cuisine. la de table la sur dort chat Le', 'fr', 40, 'latency_optimized'],
    );
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

  test('throws the error of each failure', async () => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '2' });
    const customer = await service.customer(2);
    const client = clientOf(service, customer);
    await assert.rejects(clientOf(service, { key: 'wrong' }).getUsage(), deepl.AuthorizationError);
    await assert.rejects(client.translateText('uno', 'es', 'en-US'), deepl.QuotaExceededError);
    assert.equal((await client.getUsage()).anyLimitReached(), false);
    await assert.rejects(client.translateText('uno', 'es', 'en-US'), deepl.TooManyRequestsError);
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
    assert.deepEqual(
      sources.map(({ code }) => code),
      ['ar', 'ca', 'en', 'es', 'fr'],
    );
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
    const ask = async (query: string) => {
      const headers = { Authorization: `DeepL-Auth-Key ${customer.key}` };
      const reply = await fetch(`${service.url}/v3/languages${query}`, { headers });
      return { status: reply.status, body: (await reply.json()) as readonly { lang: string }[] };
    };
    assert.equal((await ask('')).status, 400);
    assert.deepEqual((await ask('?resource=voice')).body, []);
    const all = (await ask('?resource=translate_text')).body;
    const features = { tag_handling: { status: 'stable' }, glossary: { status: 'stable' } };
    const english = { name: 'English', usable_as_source: true, usable_as_target: false, status: 'stable', features };
    assert.deepEqual(
      all.find(({ lang }) => lang === 'en'),
      { lang: 'en', ...english },
    );
    assert.equal(all.find(({ lang }) => lang === 'en-GB')?.lang, 'en-GB');
  });

  test('answers for features that it does not have', async () => {
    await using service = await startService();
    for (const path of ['/v2/write/rephrase', '/v3/style_rules', '/v1/jobs/1', '/compat/deepl/v2/admin']) {
      const reply = await fetch(service.url + path, { method: 'POST' });
      assert.deepEqual([reply.status, Object.keys((await reply.json()) as object)], [404, ['message']], path);
    }
  });
});
