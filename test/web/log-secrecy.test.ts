import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccountArea, startAccountArea } from '../support/account-area.ts';
import { furnish, packs } from '../support/account-area-belongings.ts';
import { eventually } from '../support/eventually.ts';
import { loggedLines } from '../support/logged-lines.ts';
import { freePort } from '../support/server-process.ts';

/** Must never be in a log, wherever they are typed. */
const canaries = ['kanarienvogel', 'Canary-Password-7f3a', 'serinus'];

const [word = '', password = '', local = ''] = canaries;

/** Causes every error that a visitor or an API caller can cause. */
async function stumble(area: AccountArea, key: string): Promise<void> {
  const stranger = area.anonymous();
  const email = `${local}@example.com`;
  await stranger.submit(await stranger.open('/sign-in'), '/sign-in', { email, password: `wrong ${password}` });
  await stranger.submit(await stranger.open('/sign-in'), '/sign-in', { email: `${local}@nowhere.example`, password });
  await stranger.submit(await stranger.open('/sign-up'), '/sign-up', { email: `${local} no address`, password });
  await stranger.submit(await stranger.open('/sign-up'), '/sign-up', { email, password: word });
  await stranger.submit(await stranger.open('/reset'), '/reset', { email });
  await stranger.open(`/verify?token=${word}`);
  await stranger.open(`/${word}?q=${word}`);
  await stranger.post('/sign-in', { email, password }, { 'Content-Type': `text/${word}` });
  await stranger.post('/sign-in', { email, password }, { 'Sec-Fetch-Site': 'cross-site', Cookie: `session=${word}` });
  await stranger.fetch('/', { headers: { 'User-Agent': word, Referer: `https://example.com/${word}` } });
  for (const text of [`fracasa ${word}`, `revienta ${word}`, word]) {
    await stranger.post('/example', { from: 'es', to: 'en', text });
    await stranger.post('/estimate', { pasted: text });
    await fetch(`${area.url}/api/v1/translate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text, source_lang: 'es', target_lang: 'en' }),
    });
  }
  await fetch(`${area.url}/api/v1/usage`, { headers: { Authorization: `Bearer ${key}x` } });
}

test('no password, key, link, text, glossary entry or address is in a log line or a metric, for any error', async (context) => {
  const lines = loggedLines(context);
  const secrets = new Set(canaries);
  let metrics = '';
  {
    const env = { PACKS: packs, LOG_LEVEL: 'debug', OPS_PORT: String(await freePort()) };
    await using area = await startAccountArea({ env });
    const member = await area.signUp(`${local}@example.com`, password);
    const own = await furnish(area, member, word);
    for (const draft of [`hola ${word}`, `fracasa ${word}`, `revienta ${word}`]) {
      const page = await member.visitor.open('/playground');
      await member.visitor.submit(page, '/playground', { text: draft, source: 'es', target: 'en', act: 'translate' });
    }
    for (const { path, method } of area.routes) {
      if (method === 'GET') await member.visitor.fetch(`${path}?q=${word}&token=${word}&next=/${word}`);
    }
    await stumble(area, own.key);
    await eventually(() => area.mail.received.length >= 2);
    for (const { text } of area.mail.received) {
      for (const [, token = ''] of text.matchAll(/[?&]token=([^&\s]+)/g)) secrets.add(token);
    }
    for (const value of member.visitor.cookies.values()) secrets.add(value);
    for (const secret of [own.key, own.key.slice(-12), member.email]) secrets.add(secret);
    metrics = await (await fetch(`${area.opsUrl}/metrics`)).text();
  }
  const log = lines.join('');
  assert.ok(lines.length > 5, 'something was logged');
  assert.match(metrics, /dragoman_pages_total\{[^}]*route="\/sign-in"/);
  for (const secret of secrets) {
    assert.ok(secret.length > 5, secret);
    const found = lines.find((line) => line.toLowerCase().includes(secret.toLowerCase()));
    assert.equal(found, undefined, secret);
    assert.ok(!metrics.toLowerCase().includes(secret.toLowerCase()), secret);
  }
  assert.doesNotMatch(log, /@example\.com|127\.0\.0\.1:\d+\/verify/);
});
