import { html } from 'hono/html';
import { hasReason } from '../ground/service-error.ts';
import type { Form } from './form.ts';
import type { Page, Piece } from './page.ts';
import { partReply } from './reply.ts';
import type { Visit } from './visit.ts';

/** The page where a visitor signs in, or signs in again, and why. */
const reasons = {
  '/sign-in': ['You are signed out', 'Sign in'],
  '/sign-in/again': ['This needs a recent sign-in', 'Sign in again'],
} as const;

export type ProofPath = keyof typeof reasons;

/** Fields that no page shows again. */
const secretNames = /^(?:password|current|code)$/;

/** For a script: its page does not change, and shows this (`account.js`). */
export function proofPart(path: ProofPath): Response {
  const [reason, act] = reasons[path];
  return partReply(
    html`<p>${reason}. <a href="${path}" target="_blank">${act}</a> in a new tab, then try again.</p>`,
    401,
  );
}

/**
 * Replies to a form that was not accepted: has its fields, and sends them again after the sign-in in another tab. A form with
 * a file, or a large one, must be sent from its own page again: anybody may send it, and a long page takes long to write.
 */
export async function proofPage(visit: Visit, path: ProofPath): Promise<Page> {
  const [title, act] = reasons[path];
  const fields = await keptFields(visit);
  const signIn = html`<a href="${path}" target="_blank">${act}</a> in a new tab`;
  const body = html`<div class="narrow"><h1>${title}</h1>
${fields === undefined ? html`<p>Nothing was sent. ${signIn}, then go back and send the form again.</p>` : html`<p>Nothing was sent, and nothing is lost. ${signIn}, then return to this one.</p>${formWith(visit.url, fields)}`}</div>`;
  return { title, body, status: 401 };
}

type Fields = ReturnType<Form['all']>;

/** Undefined for a form that the page cannot keep. */
async function keptFields({ readForm }: Visit): Promise<Fields | undefined> {
  try {
    const form = await readForm();
    return form.hasFile() ? undefined : form.all().filter(([name]) => !secretNames.test(name));
  } catch (error) {
    if (hasReason(error, 'body_too_large')) return undefined;
    throw error;
  }
}

function formWith({ pathname, search }: URL, fields: Fields): Piece {
  return html`<form method="post" action="${pathname}${search}">${fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<div class="actions"><button class="primary" type="submit">Send again</button></div></form>`;
}
