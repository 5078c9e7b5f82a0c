import { html } from 'hono/html';
import { type Passkey, passkeyNameLengthMax, type Throttled, type WebAuthnJson } from '../../shop/people/people.ts';
import { field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, moment, notice } from '../pieces.ts';
import { privateHeaders, type ReplyHeaders, retryHeaders, sendTo, withCookies } from '../reply.ts';
import { anyone, fresh, type PageRoute } from '../route.ts';
import { nothingThere, type SignedInVisit, type Visit } from '../visit.ts';
import { personWordings, RefusedVisit } from '../wordings.ts';
import { tooMany } from './form-error.ts';
import { pathAfterSignIn, withNext } from './next-path.ts';
import type { PeopleParts } from './people-parts.ts';

/** More than any authenticator sends. */
const jsonBytesMax = 64 * 1_024;

/** Pages of passkeys. The script `passkeys` exchanges JSON with them, under the CSRF check of forms. */
export function passkeyRoutes(parts: PeopleParts): readonly PageRoute[] {
  // A site reached by an IP address has no passkeys.
  if (!parts.people.offersPasskeys) return [];
  return [
    anyone.post('/sign-in/passkey/options', (visit) => beginSignIn(parts, visit)),
    anyone.post('/sign-in/passkey', (visit) => signIn(parts, visit)),
    fresh.get('/security/passkeys', (visit) => openPasskeys(parts, visit)),
    fresh.post('/security/passkeys/options', (visit) => beginPasskey(parts, visit)),
    fresh.post('/security/passkeys', (visit) => addPasskey(parts, visit)),
    fresh.post('/security/passkeys/:id/remove', (visit) => removePasskey(parts, visit)),
  ];
}

async function beginSignIn({ people }: PeopleParts, visit: Visit): Promise<Response> {
  const begun = await people.passkeySignIn(visit.caller);
  if ('kind' in begun) return throttledReply(begun);
  return withCookies(jsonReply({ options: begun.options }), begun.cookies);
}

async function signIn({ people }: PeopleParts, visit: Visit): Promise<Response> {
  const { response, next } = await readJson(visit);
  const to = pathAfterSignIn(typeof next === 'string' ? next : '');
  const outcome = await people.signInWithPasskey(visit.caller, jsonObject(response));
  switch (outcome.kind) {
    case 'signed_in':
      return withCookies(jsonReply({ to }), outcome.cookies);
    case 'second_factor':
      return withCookies(jsonReply({ to: withNext('/sign-in/code', to) }), outcome.cookies);
    case 'refused':
      return refusal('You are not signed in: the passkey is unknown here, or the request expired. Try again.');
    case 'throttled':
      return throttledReply(outcome);
  }
}

async function openPasskeys({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  return pages.render(visit, passkeysPage(visit, await people.listPasskeys(visit.caller, visit.visitor)));
}

const news: Readonly<Record<string, Piece>> = {
  added: notice('good', 'Passkey added. You can now sign in with it.'),
  removed: notice('good', 'Passkey removed. The other sessions that it signed in have ended.'),
};

function passkeysPage({ url }: Visit, passkeys: readonly Passkey[]): Page {
  const columns = ['Name', 'Added', 'Action'].map((title) => ({ title }));
  const body = html`<div class="prose"><h1>Passkeys</h1>
${news[url.searchParams.get('done') ?? ''] ?? ''}
<p>Your device, password manager or security key stores the passkey. It signs you in without a password or code.</p>
${passkeys.length === 0 ? html`<p>You have no passkeys yet.</p>` : dataTable('Your passkeys', columns, passkeys.map(passkeyRow))}
<h2>Add passkey</h2>
<p class="without-script">To add a passkey, enable JavaScript for this page.</p>
<form class="needs-script" data-passkey="add">
${field({ name: 'name', label: 'Name', hint: 'For example, the device that stores it.', isRequired: true, lengthMax: passkeyNameLengthMax })}
<div class="actions"><button class="primary" type="submit">Add passkey</button></div>
<p class="error" role="alert" data-passkey-said></p>
</form></div>`;
  return { title: 'Passkeys', body, section: '/security/passkeys', scripts: ['passkeys'] };
}

function passkeyRow({ id, name, createdAt }: Passkey): readonly (Piece | string)[] {
  const remove = html`<form method="post" action="/security/passkeys/${encodeURIComponent(id)}/remove">
<button class="small danger" type="submit" aria-label="Remove the passkey ${name}">Remove</button></form>`;
  return [name, moment(createdAt), remove];
}

async function beginPasskey({ people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const { options, cookies } = await people.beginPasskey(visit.caller, visit.visitor);
  return withCookies(jsonReply({ options }), cookies);
}

async function addPasskey({ people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const { name, response } = await readJson(visit);
  const passkey = { name: passkeyName(name), response: jsonObject(response) };
  const outcome = await people.addPasskey(visit.caller, visit.visitor, passkey);
  switch (outcome.kind) {
    case 'done':
      return withCookies(jsonReply({ to: '/security/passkeys?done=added' }), outcome.cookies);
    case 'refused':
      return refusal('That passkey could not be added. Please try again.');
    case 'unusable':
      return refusal(outcome.faults.map((fault) => personWordings[fault].message).join(' '));
    case 'throttled':
      return throttledReply(outcome);
  }
}

/** Returns a short line, never empty: refusing a name now would leave an unknown passkey on the device. */
function passkeyName(sent: unknown): string {
  const text = typeof sent === 'string' ? sent.toWellFormed() : '';
  const name = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return name === '' ? 'Passkey' : [...name].slice(0, passkeyNameLengthMax).join('');
}

async function removePasskey({ people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const removed = await people.removePasskey(visit.caller, visit.visitor, visit.id);
  if (!removed) throw nothingThere();
  return sendTo(visit, '/security/passkeys?done=removed');
}

/** Accepts only JSON, which another site's page cannot send without a preflight. Source: WHATWG Fetch, CORS. */
async function readJson(visit: Visit): Promise<WebAuthnJson> {
  const type = visit.exchange.req.headers['content-type'] ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new RefusedVisit(unreadable);
  const bytes = await visit.readBytes(jsonBytesMax);
  try {
    return jsonObject(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new RefusedVisit(unreadable);
  }
}

function jsonObject(value: unknown): WebAuthnJson {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RefusedVisit(unreadable);
  return { ...value };
}

const unreadable = 'This request is not valid. Open the page and try again.';

const refusal = (message: string) => jsonReply({ message }, 400);

const throttledReply = (outcome: Throttled) => jsonReply({ message: tooMany(outcome) }, 429, retryHeaders(outcome));

function jsonReply(body: WebAuthnJson, status = 200, headers: ReplyHeaders = {}): Response {
  const all = { ...privateHeaders, 'Content-Type': 'application/json', ...headers };
  return new Response(JSON.stringify(body), { status, headers: all });
}
