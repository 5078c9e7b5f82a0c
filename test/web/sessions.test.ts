import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AccountArea, type Member, sharedAccountArea } from '../support/account-area.ts';
import { furnish, packs } from '../support/account-area-belongings.ts';
import { FormVisitor } from '../support/account-area-visitor.ts';
import { linkIn } from '../support/mail-server.ts';
import { operate } from '../support/operate.ts';
import { totpCode } from '../support/totp-code.ts';

/** Returns the attributes of a `Set-Cookie`, names in lower case. */
function attributesOf(cookie: string): ReadonlyMap<string, string> {
  const [, ...attributes] = cookie.split(';').map((part) => part.trim().split('=') as [string, string?]);
  return new Map(attributes.map(([name, value = '']) => [name.toLowerCase(), value]));
}

/** Fails on a cookie that a script, another host or another site's form could use. @returns the cookies' names */
function assertGuarded(reply: Response): readonly string[] {
  return reply.headers.getSetCookie().map((cookie) => {
    const attributes = attributesOf(cookie);
    assert.ok(attributes.has('secure') && attributes.has('httponly'), cookie);
    assert.deepEqual([attributes.get('path'), attributes.get('samesite')?.toLowerCase()], ['/', 'lax']);
    assert.ok(!attributes.has('domain'), cookie);
    const [name = ''] = cookie.split('=', 1);
    assert.match(name, /^__Host-/);
    return name;
  });
}

describe('session', () => {
  const area = sharedAccountArea({ env: { PACKS: packs } });

  test("has cookies that no script reads, no other host receives and no other site's form sends", async () => {
    const { email, password, visitor } = await area().signUp();
    const names = { session: '__Host-dragoman.session_token', device: '__Host-dragoman.device' };
    const begun = await area().anonymous().post('/sign-in', { email, password });
    assert.deepEqual(assertGuarded(begun), [names.session, names.device]);
    await visitor.post('/reset', { email });
    const { pathname, search } = linkIn(await area().mail.next(email));
    const reset = await area()
      .anonymous()
      .post(pathname + search, { password });
    assert.deepEqual(assertGuarded(reset), [names.device]);
    await visitor.post('/sign-in', { email, password });
    const proven = await visitor.post('/sign-in/again', { password });
    assert.deepEqual(assertGuarded(proven), [names.session, names.device]);
    const changed = await visitor.post('/security/password', { current: password, password });
    assert.deepEqual(assertGuarded(changed), [names.session]);
    const asked = await area().anonymous().post('/sign-in/passkey/options');
    assert.deepEqual(assertGuarded(asked), ['__Host-dragoman.passkey']);
    const { html } = await visitor.submit(await visitor.open('/security/second-factor'), '/security/second-factor', {
      password,
    });
    const secret = /id="secret">([^<]+)</.exec(html)?.[1] ?? '';
    const confirmed = await visitor.post('/security/second-factor/confirm', { code: totpCode(secret, Date.now()) });
    assert.deepEqual(assertGuarded(confirmed), [names.session]);
    const halfway = await area().anonymous().post('/sign-in', { email, password });
    assert.deepEqual(assertGuarded(halfway), ['__Host-dragoman.two_factor']);
    assert.deepEqual(assertGuarded(await visitor.post('/sign-out')), [names.session]);
  });

  test("has the owner's address above its menu", async () => {
    const { email, visitor } = await area().signUp();
    const { html } = await visitor.open('/account');
    assert.ok(html.includes(`aria-label="Main"><p class="email" title="${email}">${email}</p>`));
  });

  test('has a menu whose entries are the titles and headings of their pages', async () => {
    const { visitor } = await area().signUp();
    const { html } = await visitor.open('/account');
    const menu = html.match(/<nav [^>]*aria-label="Main">.*?<\/nav>/s)?.[0] ?? '';
    const entries = [...menu.matchAll(/<a href="([^"]+)"[^>]*>(?:<svg.*?<\/svg>)?([^<]+)</g)].filter(
      ([, path]) => path !== '/docs',
    );
    assert.ok(entries.length > 5);
    for (const [, path = '', label = ''] of entries) {
      const page = await visitor.open(path);
      // The settings have no page of their own but the first of their tabs.
      const title = label === 'Settings' ? 'E-mail notifications' : label;
      assert.match(page.html, new RegExp(`<title>${title} · .*<h1>${title}</h1>`, 's'), path);
      assert.ok(page.html.includes(`<a href="${path}" aria-current="page">`), path);
    }
  });

  test('that was ended anywhere shows and does nothing more: no page, no act, no part of a page', async () => {
    const ways: Readonly<Record<string, (member: Member) => Promise<unknown>>> = {
      'signed out': ({ visitor }) => visitor.post('/sign-out'),
      'ended elsewhere': async ({ email, password }) => {
        const elsewhere = area().anonymous();
        await elsewhere.post('/sign-in', { email, password });
        await elsewhere.post('/security/sessions/end-others');
      },
      'erased by its owner elsewhere': async ({ email, password }) => {
        const elsewhere = area().anonymous();
        await elsewhere.post('/sign-in', { email, password });
        await elsewhere.post('/data/erase', { email });
      },
      'erased by the operator': ({ email }) =>
        operate({ DATA_DIR: area().dataDir }, 'account', 'erase', '--account', email),
    };
    for (const [way, end] of Object.entries(ways)) {
      const member = await area().signUp();
      await furnish(area(), member);
      const kept = member.visitor.cookie;
      const see = (path: string) => new FormVisitor(area().url, { Cookie: kept }).fetch(path);
      assert.equal((await see('/account')).status, 200, way);
      await end(member);
      const before = await actsOf(area(), member);
      if (way === 'signed out') await assertNobody(area(), kept);
      assert.deepEqual(await actsOf(area(), member), before, way);
      assert.doesNotMatch(await (await see('/')).text(), /Sign out/, way);
      assert.equal((await see('/account')).status, 303, way);
    }
  });

  test('that ended loses no pasted rows of a glossary, and imports nothing', async () => {
    const { email, password, visitor } = await area().signUp();
    const form = await visitor.open('/glossary/import');
    const other = area().anonymous();
    const ended = await other.submit(form, '/glossary/import', { text: 'nube\tcloud\n', source: 'es', target: 'en' });
    assert.deepEqual([ended.status, ended.path], [401, '/glossary/import']);
    await other.post('/sign-in', { email, password });
    assert.match((await other.submit(ended, '/glossary/import')).text, /Spanish → English nube → cloud/);
  });

  test('of an account suspended later continues and shows everything, but creates and buys nothing', async () => {
    const member = await area().signUp();
    const { visitor } = member;
    const { orderId, keyId } = await furnish(area(), member);
    const names: Readonly<Record<string, string>> = { keys: keyId, orders: orderId };
    const pages = area()
      .routes.filter(({ method, audience }) => method === 'GET' && (audience === 'visitor' || audience === 'fresh'))
      .filter(({ path }) => !path.includes(':') || names[path.split('/')[1] ?? ''] !== undefined)
      .map(({ path }) => path.replaceAll(':id', names[path.split('/')[1] ?? ''] ?? ''));
    assert.ok(pages.length > 20);
    const look = async (headers: Readonly<Record<string, string>>) => {
      const seen: [path: string, status: number][] = [];
      for (const path of pages) {
        const reply = await visitor.fetch(path, { headers });
        assert.equal(reply.headers.get('Cache-Control'), 'no-store', path);
        seen.push([path, reply.status]);
        await reply.arrayBuffer();
      }
      return seen;
    };
    const scripted = { 'HX-Request': 'true' };
    const form = (await visitor.open('/packs')).forms.find(({ action }) => action === '/packs');
    const offer = Object.fromEntries(form?.fields ?? []);
    assert.ok(offer['offer']);
    const before = { byLink: await look({}), byScript: await look(scripted), has: await possessionsOf(area(), member) };
    await operate({ DATA_DIR: area().dataDir }, 'account', 'suspend', '--account', member.email);
    assert.deepEqual(await look({}), before.byLink);
    assert.deepEqual(await look(scripted), before.byScript);
    const acts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      '/keys': { name: 'another' },
      '/packs': offer,
      [`/orders/${orderId}/pay`]: {},
      '/playground': { text: 'uno dos', source: 'es', target: 'en' },
    };
    for (const [path, fields] of Object.entries(acts)) {
      for (const headers of [{}, scripted]) {
        const reply = await visitor.post(path, fields, headers);
        assert.match(await reply.text(), /suspended/, path);
      }
    }
    assert.deepEqual(await possessionsOf(area(), member), before.has);
  });
});

/** Fails on anything that a cookie still shows or does. */
async function assertNobody(area: AccountArea, cookie: string): Promise<void> {
  const guarded = area.routes.filter(({ audience }) => audience === 'visitor' || audience === 'fresh');
  assert.ok(guarded.length > 40);
  for (const { method, path } of guarded) {
    const where = `${method} ${path}`;
    const at = path.replaceAll(/:\w+/g, 'any');
    for (const isPart of [false, true]) {
      const stranger = area.anonymous();
      const headers: Record<string, string> = { Cookie: cookie, ...(isPart && { 'HX-Request': 'true' }) };
      const reply = method === 'GET' ? await stranger.fetch(at, { headers }) : await stranger.post(at, {}, headers);
      assert.equal(reply.headers.get('Cache-Control'), 'no-store', where);
      const content = await reply.text();
      if (method === 'GET' && !isPart) {
        assert.deepEqual([reply.status, content], [303, ''], where);
        assert.match(reply.headers.get('Location') ?? '', /^\/sign-in\?next=%2F/, where);
      } else {
        assert.equal(reply.status, 401, where);
        assert.match(content, /<a href="\/sign-in" target="_blank">/, where);
        assert.ok(!content.includes('Sign out'), where);
      }
    }
  }
}

function actsOf({ stores }: AccountArea, { accountId }: Member) {
  return stores.audit.listActs({ accountId, limit: 100 });
}

async function possessionsOf({ stores, now }: AccountArea, { accountId }: Member) {
  return {
    keys: (await stores.keys.listKeys({ accountId })).map(({ id, revokedAt }) => [id, revokedAt]),
    orders: (await stores.orders.listOrders({ accountId })).map(({ id }) => id),
    balance: await stores.ledger.readBalance(accountId, now()),
  };
}
