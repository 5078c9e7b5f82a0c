import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type AccountArea, startAccountArea } from '../support/account-area.ts';
import { furnish, packs } from '../support/account-area-belongings.ts';
import { translate } from '../support/call.ts';
import { operate } from '../support/operate.ts';

function recordsOf({ dataDir, databaseUrl }: AccountArea): Readonly<Record<string, string>> {
  return { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
}

const call = (area: AccountArea, key: string, text = 'hola a todos') =>
  translate<unknown>(area.url, { key, body: { text, source_lang: 'es', target_lang: 'en' } });

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`operator's command beside a server on ${database}`, () => {
    test('a suspension applies to the next request, while a running one is finished and charged', async () => {
      await using area = await startAccountArea({ database, env: { PACKS: packs } });
      const member = await area.signUp('ada@example.com');
      const { key } = await furnish(area, member);
      const records = recordsOf(area);
      const used = async () => (await area.stores.ledger.readBalance(member.accountId, area.now()))?.used ?? 0;
      const before = await used();
      const waiting = call(area, key, 'espera un poco');
      await area.engine.entered;
      await operate(records, 'account', 'suspend', '--account', 'ada@example.com', '--reason', 'spam');
      const refused = await call(area, key);
      assert.deepEqual([refused.status, refused.headers.get('WWW-Authenticate')], [401, 'Bearer']);
      const unknown = await call(area, `${key.slice(0, -1)}-`);
      const messageOf = ({ body }: Awaited<ReturnType<typeof call>>) =>
        (body as { readonly error: { readonly message: string } }).error.message;
      assert.equal(messageOf(refused), messageOf(unknown), 'as if the key were unknown');
      area.engine.open();
      assert.equal((await waiting).status, 200);
      assert.equal((await used()) - before, 'espera un poco'.length);
      assert.equal((await member.visitor.open('/account')).path, '/account', 'the owner still sees everything');
      await operate(records, 'account', 'resume', '--account', 'ada@example.com');
      assert.equal((await call(area, key)).status, 200);
    });

    test('revoked leaked keys are refused from the next request on, and their owner gets a mail', async () => {
      await using area = await startAccountArea({ database, env: { PACKS: packs } });
      const member = await area.signUp('ada@example.com');
      const { key, secrets } = await furnish(area, member);
      const report = join(area.dataDir, 'report.txt');
      await writeFile(report, `https://paste.example/123: API_KEY="${key}"\n`);
      const env = { ...recordsOf(area), SMTP_URL: area.mail.url, MAIL_FROM: 'Dragoman <no-reply@dragoman.example>' };
      const said = await operate<{ readonly owners_told: readonly string[] }>(env, 'key', 'revoke', '--leaked', report);
      assert.deepEqual(said.owners_told, [member.accountId]);
      assert.equal((await call(area, key)).status, 401);
      const { text } = await area.mail.next('ada@example.com');
      assert.match(text, /A key of your account was found in a public place/);
      assert.ok(!text.includes(key));
      const activity = await member.visitor.open('/data/activity');
      assert.ok(activity.text.includes(`Key revoked because it leaked the operator ${secrets['keyName']}`));
    });

    test('after an erasure, the next page asks the former owner to sign in', async () => {
      await using area = await startAccountArea({ database, env: { PACKS: packs } });
      const member = await area.signUp('ada@example.com');
      const { key } = await furnish(area, member);
      await operate(recordsOf(area), 'account', 'erase', '--account', 'ada@example.com');
      assert.equal((await member.visitor.open('/keys')).path, '/sign-in?next=%2Fkeys');
      assert.equal((await call(area, key)).status, 401);
      assert.deepEqual(await area.stores.erasures.listErasures({ limit: 10 }), []);
    });
  });
}
