import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { Key, KeyId } from '../../shop/keys/key-store.ts';
import type { UsageOfKey } from '../../shop/usage/usage-reports.ts';
import type { AccountParts } from '../account-parts.ts';
import { attemptOf } from '../form.ts';
import type { Page } from '../page.ts';
import { moment, notice } from '../pieces.ts';
import { partReply, sendTo } from '../reply.ts';
import { fresh, type PageRoute, visitors } from '../route.ts';
import { triesIn } from '../tries.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { type KeyFacts, keyFormPage, keyRefusalOf } from './key-form.ts';
import { firstUsePiece, keyParts, keysPage, lastUse, usedBy } from './keys-page.ts';
import { newKeyPage } from './new-key-page.ts';

export type KeysPagesParts = Pick<
  AccountParts,
  'pages' | 'keys' | 'usage' | 'findAccount' | 'readBalance' | 'catalogue' | 'baseUrl'
>;

const pageRows = 50;

export function keysRoutes(parts: KeysPagesParts): readonly PageRoute[] {
  const show = async (visit: SignedInVisit, page: Promise<Page>) => parts.pages.render(visit, await page);
  return [
    visitors.get('/keys', (visit) => show(visit, listPage(parts, visit))),
    fresh.get('/keys/new', (visit) => show(visit, formPage(parts, visit))),
    fresh.post('/keys', (visit) => show(visit, createKey(parts, visit))),
    visitors.get('/keys/:id/first-use', (visit) => firstUse(parts, visit)),
    visitors.get('/keys/:id/revoke', (visit) => show(visit, confirmPage(parts, visit))),
    visitors.post('/keys/:id/revoke', (visit) => revokeKey(parts, visit)),
  ];
}

async function factsOf({ keys, findAccount, readBalance }: KeysPagesParts, accountId: AccountId): Promise<KeyFacts> {
  const [account, live, balance] = await Promise.all([
    findAccount(accountId),
    keys.live(accountId),
    readBalance(accountId),
  ]);
  return { account, live, balance };
}

async function listPage(parts: KeysPagesParts, { visitor, url }: SignedInVisit): Promise<Page> {
  const { accountId } = visitor;
  const before = url.searchParams.get('before');
  if (before !== null && (await parts.keys.findOwn(accountId, before as KeyId)) === undefined) throw nothingThere();
  // One more than is shown, to know whether there is a next page.
  const query = { accountId, isLive: false, before: (before ?? undefined) as KeyId | undefined, limit: pageRows + 1 };
  const [facts, found, used] = await Promise.all([
    factsOf(parts, accountId),
    parts.keys.list(query),
    parts.usage.usedByKey(accountId),
  ]);
  const revoked = { keys: found.slice(0, pageRows), isFirst: before === null, hasMore: found.length > pageRows };
  const liveIds = facts.live.map(({ id }) => id);
  const recent = await parts.usage.byKey(accountId, liveIds);
  return keysPage({ facts, revoked, used, recent, isRevoked: url.searchParams.get('done') === 'revoked' });
}

async function formPage(parts: KeysPagesParts, { visitor }: SignedInVisit): Promise<Page> {
  const refusal = keyRefusalOf(await factsOf(parts, visitor.accountId));
  return keyFormPage({ refusal, attempt: attemptOf(undefined), name: '', problems: [] });
}

/** The key is only in this reply: neither in an address nor in a browser's cache. */
async function createKey(parts: KeysPagesParts, visit: SignedInVisit): Promise<Page> {
  const { accountId } = visit.visitor;
  const form = await visit.readForm();
  const [name, attempt] = [form.text('name'), attemptOf(form.text('attempt'))];
  try {
    const made = await parts.keys.createOnce({ accountId, name, attempt });
    return made === undefined ? createdBeforePage() : newKeyPage(made, parts);
  } catch (error) {
    const problems = [problemOf(error)];
    const refusal = keyRefusalOf(await factsOf(parts, accountId));
    return { ...keyFormPage({ refusal, attempt, name, problems }), status: 400 };
  }
}

async function findKey({ keys }: KeysPagesParts, { visitor, id }: SignedInVisit): Promise<Key> {
  const key = await keys.findOwn(visitor.accountId, id as KeyId);
  if (key === undefined) throw nothingThere();
  return key;
}

/** The line on the page of a new key; without scripts, its link leads to all keys with their last use. */
async function firstUse(parts: KeysPagesParts, visit: SignedInVisit): Promise<Response> {
  const key = await findKey(parts, visit);
  return visit.wantsPart ? partReply(firstUsePiece(key, triesIn(visit.url))) : sendTo(visit, '/keys');
}

async function confirmPage(parts: KeysPagesParts, visit: SignedInVisit): Promise<Page> {
  const [key, used] = await Promise.all([findKey(parts, visit), parts.usage.usedByKey(visit.visitor.accountId)]);
  return revocationPage(key, used);
}

async function revokeKey(parts: KeysPagesParts, visit: SignedInVisit): Promise<Response> {
  const { id } = await findKey(parts, visit);
  await parts.keys.revoke(id, visit.visitor.accountId);
  return sendTo(visit, '/keys?done=revoked');
}

/** For a repeated form, by reloading the reply or a double click. */
function createdBeforePage(): Page {
  const body = html`<div class="narrow"><h1>This key already exists</h1>
${notice('warn', 'You sent the form twice. The key was shown the first time and cannot be shown again.')}
<p>If you have not copied it, revoke it and create another.</p>
<p class="actions"><a class="button primary" href="/keys">Back to API keys</a> <a href="/keys/new">Create key</a></p></div>`;
  return { title: 'This key already exists', section: '/keys', status: 409, body };
}

/** Asks for confirmation before a key is revoked, permanently. */
function revocationPage(key: Key, used: readonly UsageOfKey[]): Page {
  const { id, name, createdAt, revokedAt } = key;
  const facts = html`<dl class="facts"><dt>Name</dt><dd>${name}</dd><dt>Key</dt><dd>${keyParts(key)}</dd>
<dt>Created</dt><dd>${moment(createdAt)}</dd><dt>Last used</dt><dd>${lastUse(key)}</dd>
<dt>Characters used</dt><dd class="number">${formatCount(usedBy(id, used))}</dd></dl>`;
  const act =
    revokedAt === undefined
      ? html`<p>Programs that use this key are refused from their next request. You cannot undo this.</p>
<form method="post" action="/keys/${id}/revoke"><div class="actions"><button class="danger" type="submit">Revoke key</button>
<a href="/keys">Cancel</a></div></form>`
      : html`${notice('plain', html`This key was revoked on ${moment(revokedAt)}.`)}<p><a href="/keys">Back to API keys</a></p>`;
  return {
    title: 'Revoke key',
    section: '/keys',
    body: html`<div class="narrow"><h1>Revoke key</h1>${facts}${act}</div>`,
  };
}
