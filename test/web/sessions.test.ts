import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startAccountArea } from '../support/account-area.ts';

/** The attributes of a `Set-Cookie`, names in lower case. */
function attributesOf(cookie: string): ReadonlyMap<string, string> {
  const [, ...attributes] = cookie.split(';').map((part) => part.trim().split('=') as [string, string?]);
  return new Map(attributes.map(([name, value = '']) => [name.toLowerCase(), value]));
}

describe('a session', () => {
  test('is kept in a cookie that no script reads, no other host gets and no other site’s form sends', async () => {
    await using area = await startAccountArea();
    const { email, password, visitor } = await area.signUp();
    const begun = await area.stranger().post('/sign-in', { email, password });
    const ended = await visitor.post('/sign-out');
    for (const reply of [begun, ended]) {
      const cookies = reply.headers.getSetCookie();
      assert.ok(cookies.length > 0);
      for (const cookie of cookies) {
        assert.match(cookie, /^__Host-/);
        const attributes = attributesOf(cookie);
        assert.ok(attributes.has('secure') && attributes.has('httponly'), cookie);
        assert.deepEqual([attributes.get('path'), attributes.get('samesite')?.toLowerCase()], ['/', 'lax']);
        assert.ok(!attributes.has('domain'), cookie);
      }
    }
  });

  test('begins anew with each sign-in, and ends the one that the browser brought', async () => {
    await using area = await startAccountArea();
    const [victim, attacker] = [await area.signUp(), await area.signUp()];
    // The attacker has put a session of their own into the victim's browser.
    const browser = area.stranger();
    const planted = { Cookie: attacker.visitor.cookie };
    const { email, password } = victim;
    const reply = await browser.post('/sign-in', { email, password }, planted);
    assert.equal(reply.headers.get('Location'), '/account');
    assert.notEqual(browser.cookie, attacker.visitor.cookie);
    assert.equal((await browser.fetch('/account')).status, 200);
    const old = await area.stranger().fetch('/account', { headers: planted });
    assert.equal(old.status, 303, 'what the attacker knows is nobody’s session any more');
  });

  test('is over for good once it has been ended, whoever kept the cookie', async () => {
    await using area = await startAccountArea();
    const { visitor } = await area.signUp();
    const kept = { Cookie: visitor.cookie };
    assert.equal((await area.stranger().fetch('/account', { headers: kept })).status, 200);
    await visitor.post('/sign-out');
    assert.equal((await area.stranger().fetch('/account', { headers: kept })).status, 303);
  });

  test('is not made of a cookie that was changed, or of many', async () => {
    await using area = await startAccountArea();
    const { visitor } = await area.signUp();
    const [name, value] = [...visitor.cookies][0] ?? [];
    assert.ok(name !== undefined && value !== undefined);
    for (const cookie of [
      `${name}=${value.slice(0, -1)}x`,
      `${name}=${value.split('.')[0]}`,
      `${name}=`,
      `${name.replace('__Host-', '')}=${value}`,
      `${name}=${'x'.repeat(8_000)}`,
      Array.from({ length: 500 }, (_, at) => `a${at}=1`).join('; '),
      '\u00e9=\u00ff; =; ;;',
    ]) {
      const reply = await area.stranger().fetch('/account', { headers: { Cookie: cookie } });
      assert.equal(reply.status, 303, cookie.slice(0, 60));
    }
  });
});

test('signing in leads on to pages of ours alone', async () => {
  await using area = await startAccountArea();
  const { email, password } = await area.signUp();
  const hostile = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/\r\nLocation: https://evil.example',
    '/@evil.example\u0001',
    '/sign-out',
  ];
  for (const next of hostile) {
    // So that nobody is held up for trying too often.
    area.advance(60_000);
    const reply = await area.stranger().post(`/sign-in?next=${encodeURIComponent(next)}`, { email, password });
    const location = reply.headers.get('Location') ?? '';
    const resolved = new URL(location, area.url);
    assert.equal(resolved.origin, area.url, next);
    assert.ok(location === '/account' || location.startsWith('/%09'), `${next} led to ${location}`);
  }
  const own = await area
    .stranger()
    .post(`/sign-in?next=${encodeURIComponent('/usage?from=2026-11-01')}`, { email, password });
  assert.equal(own.headers.get('Location'), '/usage?from=2026-11-01');
});
