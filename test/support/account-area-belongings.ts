import assert from 'node:assert/strict';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import type { OrderId } from '../../src/shop/orders/order.ts';
import type { AccountArea, Member } from './account-area.ts';
import { translate } from './call.ts';
import { eventually } from './eventually.ts';
import { changeMemory, newMemoryEntry } from './memory-world.ts';

/** The objects of an account that its pages show. */
export type Belongings = {
  readonly keyId: string;
  /** In plain text. */
  readonly key: string;
  readonly entryId: string;
  readonly approvedId: string;
  readonly orderId: OrderId;
  /** Another session than the member's own. */
  readonly sessionId: string;
  /** Texts on pages about these objects, and on no other account's pages. */
  readonly secrets: Readonly<Record<string, string>>;
};

/**
 * Returns a route's path with these objects as its parameters.
 * @param ids by the part of the path before the parameter
 */
export function pathWith(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(
    /\/([\w-]+)\/:\w+/g,
    (_, noun: string) => `/${noun}/${encodeURIComponent(ids[noun] ?? 'none')}`,
  );
}

/** The objects of an account by the part of a path before them. */
export function idsIn({
  keyId,
  entryId,
  approvedId,
  orderId,
  sessionId,
}: Belongings): Readonly<Record<string, string>> {
  return { keys: keyId, glossary: entryId, memory: approvedId, orders: orderId, sessions: sessionId, units: '1' };
}

/** Value of `PACKS`. */
export const packs = JSON.stringify([
  { name: 'Starter', characters: 100_000, price: '9.00', currency: 'EUR', valid_days: 365 },
  { name: 'Team', characters: 1_000_000, price: '79.00', currency: 'EUR', valid_days: 365 },
]);

/** Gives a member one object of each kind, through the pages. @param words part of every name, text and note */
export async function furnish(area: AccountArea, member: Member, words = 'Zwiebelfisch'): Promise<Belongings> {
  await member.buy(10_000);
  const key = await createKey(member, `key ${words}`.slice(0, 60).trim());
  const entryId = await addEntry(member, words);
  const approved = newMemoryEntry('Approved.', { note: `note ${words}` });
  await changeMemory({ ...area.stores, accountId: member.accountId }, { kind: 'add', add: [approved] });
  const orderId = await placeOrder(member);
  const body = { text: 'hola a todos', source_lang: 'es', target_lang: 'en' };
  const translated = await translate(area.url, { key: key.key, body });
  assert.equal(translated.status, 200);
  const sessionId = await openSession(area, member);
  const secrets = {
    key: key.key,
    keyName: `key ${words}`.slice(0, 60).trim(),
    termNote: `note ${words}`,
    address: member.email,
  };
  return { ...key, entryId, approvedId: approved.id, orderId, sessionId, secrets };
}

/** Orders the first pack through the pages. */
export async function placeOrder({ visitor }: Member): Promise<OrderId> {
  const shop = await visitor.open('/packs');
  const offer = shop.forms.find(({ action }) => action === '/packs');
  assert.ok(offer, `nothing to buy: ${shop.text}`);
  const [choice] = offer.buttons;
  const order = await visitor.send(offer, choice === undefined ? {} : { [choice[0]]: choice[1] });
  const orderId = /^\/orders\/([^/?]+)/.exec(order.path)?.[1];
  assert.ok(orderId, `no order was placed: ${order.path} ${order.text}`);
  return orderId as OrderId;
}

/** Translates a file through the pages, waits for it, and returns the id of its document. */
export async function translateFile({ visitor }: Member, name: string): Promise<string> {
  const file = new File(['La casa es grande.\n\nHoy es un buen día.\n'], name);
  const form = await visitor.open('/documents');
  const { path, text } = await visitor.submit(form, '/documents', { file, source: 'es', target: 'en' });
  const documentId = /^\/documents\/(doc_\w+)$/.exec(path)?.[1];
  assert.ok(documentId, `no document was started: ${text}`);
  await eventually(async () => /Translated\./.test((await visitor.open(path)).text));
  return documentId;
}

/** Suspends an account like an operator. */
export async function suspend({ stores, now }: AccountArea, accountId: AccountId): Promise<void> {
  const act = {
    id: `suspension of ${accountId}` as ActId,
    at: now(),
    by: 'operator',
    act: 'account.suspended',
  } as const;
  await stores.accounts.suspendAccount({
    entry: { ...act, accountId, subject: undefined },
    reason: 'a private reason',
  });
}

/** Reports an order as paid, and returns the number of its invoice. */
export async function payWithInvoice({ stores, now }: AccountArea, orderId: OrderId): Promise<string> {
  const invoicing = { seller: ['A seller', '1 Long Street'], prefix: '', tax: undefined };
  const order = await stores.orders.reportPayment(orderId, { kind: 'paid', at: now(), invoicing }, `of ${orderId}`);
  const [invoice] = order?.invoices ?? [];
  assert.ok(invoice);
  return invoice;
}

/** Creates a key through the pages, which show it once. */
export async function createKey({ visitor }: Member, name: string): Promise<Pick<Belongings, 'key' | 'keyId'>> {
  const form = await visitor.open('/keys/new');
  const made = await visitor.submit(form, '/keys', { name });
  const key = /\b(dragoman_live_\w+)/.exec(made.html)?.[1];
  assert.ok(key, `no key was made: ${made.text}`);
  const keyId = /\/keys\/([^/"]+)\/revoke/.exec((await visitor.open('/keys')).html)?.[1];
  assert.ok(keyId);
  return { key, keyId };
}

async function addEntry({ visitor }: Member, words: string): Promise<string> {
  const page = await visitor.open('/glossary');
  // A term with a tag or an address in it is refused, because no text could match it.
  const spoken = words.replaceAll(/<[^>]*>|\w+:\S+|&\w+;/g, '');
  const entry = {
    source: 'es',
    target: 'en',
    term: `casa ${spoken}`,
    translation: `house ${spoken}`,
    note: `note ${words}`,
  };
  await visitor.submit(page, '/glossary', entry);
  const list = await visitor.open('/glossary');
  const entryId = /\/glossary\/([0-9a-f-]{36})\b/.exec(list.html)?.[1];
  assert.ok(entryId, `no term was added: ${list.text}`);
  return entryId;
}

/** Signs in again from elsewhere. */
async function openSession(area: AccountArea, { email, password, visitor }: Member): Promise<string> {
  const elsewhere = area.anonymous();
  await elsewhere.submit(await elsewhere.open('/sign-in'), '/sign-in', { email, password });
  const { html } = await visitor.open('/security');
  const sessionId = /\/security\/sessions\/([^/"]+)\/end"/.exec(html)?.[1];
  assert.ok(sessionId, 'another session is listed');
  return sessionId;
}
