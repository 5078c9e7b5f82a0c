import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DetectedLanguage, Problem } from '../../sdk/src/wire.ts';
import { type PostCall, post, read, translate } from '../support/call.ts';
import { startService, type TestService } from '../support/service.ts';

function detect<Body = DetectedLanguage>({ url }: TestService, call: PostCall) {
  return post<Body>(`${url}/api/v1/detect`, call);
}

describe('200', () => {
  test('returns the language with its confidence, charges nothing, and counts for the rate limit', async () => {
    await using service = await startService();
    const { key } = await service.customer(5);
    const { status, headers, body } = await detect(service, { key, body: { text: 'La casa es muy grande.' } });
    assert.equal(status, 200);
    assert.equal(body.language, 'es');
    assert.equal(body.candidates[0]?.language, 'es');
    assert.equal(body.candidates[0]?.confidence, body.confidence);
    assert.ok(body.confidence > 0.9);
    assert.match(headers.get('ratelimit') ?? '', /r=59/);
    const usage = await read<{ characters_used: number }>(`${service.url}/api/v1/usage`, { key });
    assert.equal(usage.body.characters_used, 0);
  });

  test('has no language exactly where a translation is refused as undecided, but candidates', async () => {
    await using service = await startService();
    const { key } = await service.customer(1_000);
    for (const text of ['casa', 'La casa es muy grande.', 'xkcd', 'Das Haus ist sehr groß.', 'a']) {
      const { body } = await detect(service, { key, body: { text } });
      const translated = await translate(service.url, { key, body: { text } });
      const isUndecided = translated.status === 400 && translated.body.error.param === 'source_lang';
      assert.equal(body.language === null, isUndecided, text);
      for (const candidate of translated.body.error?.candidates ?? [])
        assert.ok(body.candidates.some(({ language }) => language === candidate));
    }
    assert.deepEqual((await detect(service, { key, body: { text: '12 + 3' } })).body, {
      language: null,
      confidence: 0,
      candidates: [],
    });
  });
});

describe('400', () => {
  test('names the fields of this endpoint', async () => {
    await using service = await startService();
    const { key } = await service.customer(5);
    const refusal = async (body: unknown) => (await detect<Problem>(service, { key, body })).body.error;
    assert.match((await refusal({ q: 'casa' })).message, /did you mean `text`\?/);
    assert.match((await refusal({ text: 'casa', target: 'en' })).message, /`target` is unknown; the fields are text/);
    assert.equal((await refusal({ text: '' })).param, 'text');
    assert.match((await refusal('')).message, /^The request has no body\. Send a JSON object with: `text`\.$/);
    assert.match((await refusal({ text: 'a'.repeat(100_001) })).message, /maximum is 100000/);
    assert.equal((await refusal({})).param, 'text');
  });
});
