import assert from 'node:assert/strict';
import type { AccountArea, Member } from './account-area.ts';
import { translate } from './call.ts';

/** What an account has that its pages name. */
export type Belongings = {
  readonly keyId: string;
  /** In the clear. */
  readonly key: string;
  readonly termId: string;
  readonly orderId: string;
  /** Another one than the member is in. */
  readonly sessionId: string;
  /** What stands on pages about these, and on nobody else's. */
  readonly secrets: Readonly<Record<string, string>>;
};

/** For `PACKS`. */
export const packs = JSON.stringify([
  { name: 'Starter', characters: 100_000, price: '9.00', currency: 'EUR', valid_days: 365 },
  { name: 'Team', characters: 1_000_000, price: '79.00', currency: 'EUR', valid_days: 365 },
]);

/** Gives a member one of everything, through the pages. @param words in every name, text and note that they choose */
export async function furnish(area: AccountArea, member: Member, words = 'Zwiebelfisch'): Promise<Belongings> {
  const { visitor } = member;
  await member.buy(10_000);
  const key = await makeKey(member, `key ${words}`.slice(0, 60).trim());
  const termId = await addTerm(member, words);
  const bought = await visitor.open('/packs');
  const offer = bought.forms.find(({ action }) => action === '/packs');
  assert.ok(offer, `nothing to buy: ${bought.text}`);
  const [choice] = offer.buttons;
  const order = await visitor.send(offer, choice === undefined ? {} : { [choice[0]]: choice[1] });
  const orderId = /^\/orders\/([^/?]+)/.exec(order.path)?.[1];
  assert.ok(orderId, `no order was placed: ${order.path} ${order.text}`);
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
  return { ...key, termId, orderId, sessionId, secrets };
}

/** Through the pages; the key itself is shown there once. */
export async function makeKey({ visitor }: Member, name: string): Promise<Pick<Belongings, 'key' | 'keyId'>> {
  const form = await visitor.open('/keys/new');
  const made = await visitor.submit(form, '/keys', { name });
  const key = /\b(dragoman_live_\w+)/.exec(made.html)?.[1];
  assert.ok(key, `no key was made: ${made.text}`);
  const keyId = /\/keys\/([^/"]+)\/revoke/.exec((await visitor.open('/keys')).html)?.[1];
  assert.ok(keyId);
  return { key, keyId };
}

async function addTerm({ visitor }: Member, words: string): Promise<string> {
  const page = await visitor.open('/terms');
  // A term with a tag or an address in it is refused: no text could match it.
  const spoken = words.replaceAll(/<[^>]*>|\w+:\S+|&\w+;/g, '');
  const term = {
    source: 'es',
    target: 'en',
    term: `casa ${spoken}`,
    translation: `house ${spoken}`,
    note: `note ${words}`,
  };
  await visitor.submit(page, '/terms', term);
  const list = await visitor.open('/terms');
  const termId = /\/terms\/([0-9a-f-]{36})\b/.exec(list.html)?.[1];
  assert.ok(termId, `no term was added: ${list.text}`);
  return termId;
}

/** Signs in once more from elsewhere. */
async function openSession(area: AccountArea, { email, password, visitor }: Member): Promise<string> {
  const elsewhere = area.stranger();
  await elsewhere.submit(await elsewhere.open('/sign-in'), '/sign-in', { email, password });
  const { html } = await visitor.open('/security');
  const sessionId = /\/security\/sessions\/([^/"]+)\/end"/.exec(html)?.[1];
  assert.ok(sessionId, 'another session is listed');
  return sessionId;
}
