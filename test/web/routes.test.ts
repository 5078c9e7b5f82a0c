import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RouteAddress } from '../../src/web/route.ts';
import { type AccountArea, type Member, sharedAccountArea, startAccountArea } from '../support/account-area.ts';
import {
  type Belongings,
  furnish,
  idsIn,
  packs,
  pathWith,
  payWithInvoice,
  translateFile,
} from '../support/account-area-belongings.ts';

type Owner = Belongings & { readonly ids: Readonly<Record<string, string>> };

/** Valid form fields of acts on an object. */
const fieldsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /glossary/:id/edit': { source: 'es', target: 'en', term: 'casa', translation: 'home' },
  'POST /memory/:id/edit': { source_lang: 'es', target_lang: 'en', source: 'casa', target: 'home' },
};

/** Acts that sign the visitor out. */
const endings = ['POST /sign-out', 'POST /security/sessions/end-all'];

const nameOf = ({ method, path }: RouteAddress) => `${method} ${path}`;

/** Returns the route's path with the objects of `owner` as its parameters. */
const pathOf = ({ path }: RouteAddress, { ids }: Owner) => pathWith(path, ids);

type OwnedArea = AccountArea & { readonly owner: Member & Owner };

async function withOwner(area: AccountArea): Promise<OwnedArea> {
  const member = await area.signUp();
  return { ...area, owner: { ...member, ...(await furnishAll(area, member)) } };
}

/** As `furnish`, with a document, and the order is paid with an invoice. */
async function furnishAll(area: AccountArea, member: Member, words = 'Zwiebelfisch'): Promise<Owner> {
  const belongings = await furnish(area, member, words);
  const fileName = `file ${words}.txt`;
  const documents = await translateFile(member, fileName);
  const secrets = { ...belongings.secrets, documents, fileName };
  const invoices = await payWithInvoice(area, belongings.orderId);
  return { ...belongings, secrets, ids: { ...idsIn(belongings), documents, invoices, passkeys: 'passkey-of-nobody' } };
}

const freshRoutes = [
  'GET /data/erase',
  'GET /data/export',
  'GET /keys/new',
  'GET /security/backup-codes',
  'GET /security/email',
  'GET /security/passkeys',
  'GET /security/password',
  'GET /security/second-factor',
  'POST /data/erase',
  'POST /data/export.json',
  'POST /keys',
  'POST /security/backup-codes',
  'POST /security/email',
  'POST /security/passkeys',
  'POST /security/passkeys/:id/remove',
  'POST /security/passkeys/options',
  'POST /security/password',
  'POST /security/second-factor',
  'POST /security/second-factor/confirm',
  'POST /security/second-factor/remove',
];

describe('routes', () => {
  const shared = sharedAccountArea({ env: { PACKS: packs } });

  test('for visitors require a sign-in, and disclose nothing to an anonymous visitor', async () => {
    const area = await withOwner(shared());
    const stranger = area.anonymous();
    const guarded = area.routes.filter(({ audience }) => audience === 'visitor' || audience === 'fresh');
    assert.ok(guarded.length > 20);
    for (const route of guarded) {
      const path = pathOf(route, area.owner);
      if (route.method === 'POST') {
        const reply = await stranger.post(path, { name: 'x' });
        assert.equal(reply.status, 401, nameOf(route));
        assert.ok((await reply.text()).includes(`<form method="post" action="${path}">`), nameOf(route));
        continue;
      }
      const reply = await stranger.fetch(path);
      assert.equal(reply.status, 303, nameOf(route));
      assert.match(reply.headers.get('Location') ?? '', /^\/sign-in\?next=%2F/, nameOf(route));
      assert.equal(await reply.text(), '', nameOf(route));
    }
  });

  test('require a fresh sign-in to read or change credentials, to create a key, and to export or erase data', () => {
    const fresh = shared().routes.filter(({ audience }) => audience === 'fresh');
    assert.deepEqual(fresh.map(nameOf).toSorted(), freshRoutes);
  });

  test('except those of machines refuse an act sent by another site', async () => {
    const area = await withOwner(shared());
    const acts = area.routes.filter(({ method }) => method === 'POST');
    for (const route of acts) {
      const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
      const reply = await area.owner.visitor.post(pathOf(route, area.owner), { name: 'x' }, headers);
      assert.equal(reply.status, 400, nameOf(route));
      if (route.audience !== 'machine') assert.match(await reply.text(), /one of our pages/, nameOf(route));
    }
    assert.equal((await area.owner.visitor.fetch('/account')).status, 200, 'the owner is still signed in');
  });

  test('do not find or change an object of another account', async () => {
    const area = await withOwner(shared());
    const other = await area.signUp();
    await other.buy(1_000);
    const naming = area.routes.filter((route) => route.path.includes(':'));
    assert.ok(naming.length > 8);
    for (const route of naming) assert.doesNotMatch(pathOf(route, area.owner), /\/none\b/, 'its object is known here');
    for (const route of naming) {
      const path = pathOf(route, area.owner);
      const { visitor } = other;
      const reply =
        route.method === 'GET' ? await visitor.fetch(path) : await visitor.post(path, fieldsOf[nameOf(route)]);
      assert.equal(reply.status, 404, nameOf(route));
      const page = await reply.text();
      for (const secret of Object.values(area.owner.secrets)) assert.ok(!page.includes(secret), nameOf(route));
    }
    const usage = await fetch(`${area.url}/api/v1/usage`, { headers: { Authorization: `Bearer ${area.owner.key}` } });
    assert.equal(usage.status, 200, 'the key still works');
    for (const route of naming.filter(({ method }) => method === 'GET')) {
      const mine = await area.owner.visitor.fetch(pathOf(route, area.owner));
      assert.ok(mine.status === 200 || mine.status === 303, `${nameOf(route)} is the owner’s: ${mine.status}`);
    }
  });

  test('of a member show no object of another account, for any query in the address', async () => {
    const area = await withOwner(shared());
    const other = await area.signUp();
    const ids = [area.owner.keyId, area.owner.entryId, area.owner.approvedId, area.owner.orderId, area.owner.accountId];
    for (const route of area.routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'))) {
      for (const id of ids) {
        const query = new URLSearchParams(queryNames.map((name): [string, string] => [name, id]));
        const reply = await other.visitor.fetch(`${route.path}?${query.toString()}`);
        const page = await reply.text();
        for (const secret of Object.values(area.owner.secrets)) assert.ok(!page.includes(secret), nameOf(route));
      }
    }
  });
});

/** Query parameters that pages read, and some that they might. */
const queryNames = [
  ...'done id next from to before after have q search source target kind token try format key pair day'.split(' '),
  ...'error message email account order term name page'.split(' '),
];

/** Names of form fields. */
const fieldNames = [
  ...'email password current code name text source target source_lang target_lang term translation note case part_of_speech'.split(
    ' ',
  ),
  ...'gives_way take known at_least carried digest format on_conflict existing version attempt offer act named'.split(
    ' ',
  ),
  ...'username threshold confirm reason'.split(' '),
];

const breakouts = [
  `"'><img src=x onerror=alert(1)>`,
  '</title></textarea></script><script>alert(1)</script>',
  'javascript:alert(1)//<svg onload=alert(1)>',
  `" onfocus="alert(1)" '`,
];

/** Fails if a page contains a piece of `breakouts` as markup. Browsers must not sniff other replies as HTML. */
function assertInert(page: string, { headers }: Response, where: string): void {
  if (!(headers.get('Content-Type') ?? '').startsWith('text/html') && page !== '') {
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff', where);
    return;
  }
  assert.doesNotMatch(page, /<img src=x|<script>alert|<svg onload|(?:href|src|action)="javascript:|" onfocus/i, where);
}

describe('input in a form or an address', () => {
  test('is text on every resulting page', async () => {
    await using own = await startAccountArea({ env: { PACKS: packs } });
    const area = await withOwner(own);
    const { visitor } = area.owner;
    let shown = 0;
    for (const breakout of breakouts) {
      const query = new URLSearchParams(queryNames.map((name): [string, string] => [name, breakout])).toString();
      for (const route of area.routes.filter(({ method }) => method === 'GET')) {
        for (const headers of [{}, { 'HX-Request': 'true' }]) {
          const reply = await visitor.fetch(`${pathOf(route, area.owner)}?${query}`, { headers });
          assert.ok(reply.status < 500, `${nameOf(route)}: ${reply.status}`);
          assertInert(await reply.text(), reply, nameOf(route));
          assertOwnPath(reply, nameOf(route));
        }
      }
      const fields = Object.fromEntries(fieldNames.map((name) => [name, breakout]));
      const acts = area.routes.filter((route) => route.method === 'POST' && !endings.includes(nameOf(route)));
      for (const route of acts) {
        const reply = await visitor.post(`${pathOf(route, area.owner)}?${query}`, fields);
        assert.ok(reply.status < 500, `${nameOf(route)}: ${reply.status}`);
        const page = await reply.text();
        if (page.includes('alert(1)')) shown++;
        assertInert(page, reply, nameOf(route));
        assertOwnPath(reply, nameOf(route));
      }
    }
    assert.ok(shown > 5, 'what was typed is kept in its form');
  });

  test('is text wherever it is shown later', async () => {
    await using area = await startAccountArea({ env: { PACKS: packs } });
    for (const [at, breakout] of breakouts.entries()) {
      const member = await area.signUp(`o'hara+${at}@example.com`);
      const own = await furnishAll(area, member, breakout);
      for (const route of area.routes.filter(({ method }) => method === 'GET')) {
        const reply = await member.visitor.fetch(pathOf(route, own));
        assert.ok(reply.status < 500, `${nameOf(route)}: ${reply.status}`);
        assertInert(await reply.text(), reply, nameOf(route));
      }
    }
  });
});

/** No address leads a visitor to another site. */
function assertOwnPath(reply: Response, where: string): void {
  for (const name of ['Location', 'HX-Redirect']) {
    const target = reply.headers.get(name);
    if (target !== null) assert.match(target, /^\/(?![/\\])/, where);
  }
}
