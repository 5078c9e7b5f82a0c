import { assert } from '../../ground/assert.ts';
import type { Account, AccountId } from '../../shop/accounts/account.ts';
import type { Key, KeyId } from '../../shop/keys/key-store.ts';
import type { Keys } from '../../shop/keys/keys.ts';
import type { Balance } from '../../shop/ledger/ledger-store.ts';
import type { UsageReports } from '../../shop/usage/usage-reports.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import { attemptOf } from '../attempt.ts';
import type { Page } from '../page.ts';
import type { Pages } from '../pages.ts';
import { partReply, sendTo } from '../reply.ts';
import { fresh, type PageRoute, visitors } from '../route.ts';
import { triesIn } from '../tries.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { firstUsePiece } from './first-use.ts';
import { keyFormPage } from './key-form.ts';
import { type KeyFacts, keyRefusalOf } from './key-refusal.ts';
import { keysPage } from './keys-page.ts';
import { createdBeforePage, newKeyPage } from './new-key-page.ts';
import { revocationPage } from './revocation-page.ts';

export type KeysPagesParts = {
  readonly pages: Pages;
  readonly keys: Pick<Keys, 'list' | 'live' | 'findOwn' | 'createOnce' | 'revoke'>;
  readonly usage: Pick<UsageReports, 'usedByKey' | 'byKey'>;
  readonly findAccount: (accountId: AccountId) => Promise<Account>;
  readonly readBalance: (accountId: AccountId) => Promise<Balance | undefined>;
  readonly catalogue: Pick<LanguageCatalogue, 'entries' | 'qualityOf'>;
  /** Where callers reach the service, without a slash at the end. */
  readonly baseUrl: () => string;
};

/** Revoked keys on one page. */
const pageRows = 50;

/** The pages on which an owner creates, views and revokes keys. */
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
  assert(balance !== undefined, 'an account has a balance');
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
  const recent = await parts.usage.byKey(
    accountId,
    facts.live.map(({ id }) => id),
  );
  return keysPage({ facts, revoked, used, recent, done: url.searchParams.get('done') });
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

async function findKey({ keys }: KeysPagesParts, { visitor, parameters }: SignedInVisit): Promise<Key> {
  const key = await keys.findOwn(visitor.accountId, (parameters['id'] ?? '') as KeyId);
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
