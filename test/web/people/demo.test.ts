import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAccountArea } from '../../support/account-area.ts';

test('without a mail server, a demo alone says on the page where its links are', async () => {
  for (const isDemo of [true, false]) {
    await using area = await startAccountArea({ mail: 'none', env: { DRAGOMAN_DEMO: isDemo ? '1' : '0' } });
    const visitor = area.stranger();
    const signUp = { email: 'ada@example.com', password: 'correct horse battery staple' };
    const page = await visitor.submit(await visitor.open('/sign-up'), '/sign-up', signUp);
    assert.equal(page.path, '/sign-up/sent');
    assert.equal(page.text.includes('the link stands in the log of the server'), isDemo);
  }
});
