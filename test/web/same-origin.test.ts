import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFromOurPages } from '../../src/web/web.ts';

const own = 'https://dragoman.example';

const passes = (headers: Readonly<Record<string, string>>, origin = own) => isFromOurPages({ headers }, origin);

describe('form', () => {
  test('is accepted when the browser reports a page of the same origin', () => {
    assert.ok(passes({ 'sec-fetch-site': 'same-origin' }));
    assert.ok(passes({ 'sec-fetch-site': 'same-origin', origin: own, host: 'dragoman.example' }));
  });

  test('is refused when the browser reports anything else, whatever the other headers', () => {
    const near = ['same-origin, cross-site', 'Same-Origin', 'same-origin '];
    for (const site of ['cross-site', 'same-site', 'none', '', ...near]) {
      assert.ok(!passes({ 'sec-fetch-site': site, origin: own, host: 'dragoman.example' }), site);
    }
  });

  test("of an old browser is accepted with the service's origin, or that of the requested host", () => {
    assert.ok(passes({ origin: own, host: 'backend:8080' }));
    assert.ok(passes({ origin: 'https://www.dragoman.example', host: 'www.dragoman.example' }));
    assert.ok(passes({ origin: 'http://localhost:8080', host: 'localhost:8080' }, 'http://127.0.0.1:8080'));
  });

  test('of an old browser is refused from any other origin, and without one', () => {
    const host = 'dragoman.example';
    const hosts = 'evil.example dragoman.example.evil.example dragoman.example:444 evil.example#dragoman.example';
    const others = 'dragoman.example@evil.example evil@dragoman.example dragoman.example/evil undefined';
    const addresses = `${hosts} ${others}`.split(' ').map((rest) => `https://${rest}`);
    for (const origin of [...addresses, 'null', '', 'dragoman.example', `${own}, https://evil.example`])
      assert.ok(!passes({ origin, host }), origin);
    assert.ok(!passes({ host }));
    assert.ok(!passes({}));
  });

  test('on a page loaded over plain HTTP does not count as one of a service with HTTPS', () => {
    assert.ok(!passes({ origin: 'http://dragoman.example', host: 'dragoman.example' }));
  });
});
