import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAccountArea } from '../../support/account-area.ts';
import { FakeStripe } from '../../support/fake-stripe.ts';

test('without a mail server, only a demo says on the page where its links are', async () => {
  for (const isDemo of [true, false]) {
    await using area = await startAccountArea({ mail: 'none', env: { DRAGOMAN_DEMO: isDemo ? '1' : '0' } });
    const visitor = area.anonymous();
    const signUp = { email: 'ada@example.com', password: 'correct horse battery staple' };
    const page = await visitor.submit(await visitor.open('/sign-up'), '/sign-up', signUp);
    assert.match(page.text, /We sent a link to ada@example\.com ?\. It expires in 24 hours\./);
    assert.equal(page.text.includes('The link is in the server log'), isDemo);
    assert.equal(page.html.includes('Demo: no real payments, and no mail is sent.'), isDemo);
  }
});

test('a demo with a mail server does not say that mail is not sent', async () => {
  await using area = await startAccountArea({ env: { DRAGOMAN_DEMO: '1' } });
  const { html } = await area.anonymous().open('/');
  assert.match(html, /Demo: no real payments\./);
});

test('a demo paid by Stripe does not say that payments are simulated', async () => {
  await using stripe = await FakeStripe.start();
  const env = { ...stripe.env, DRAGOMAN_DEMO: '1' };
  await using area = await startAccountArea({ mail: 'none', env });
  const { html } = await area.anonymous().open('/');
  assert.match(html, /Demo: mail is not sent, but payments are real\./);
});
