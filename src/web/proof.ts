import { html } from 'hono/html';
import type { Page } from './page.ts';
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

/** For a script: its page stays as it is, with everything on it, and shows this (`account.js`). */
export function proofPart(path: ProofPath): Response {
  const [reason, act] = reasons[path];
  return partReply(
    html`<p>${reason}. <a href="${path}" target="_blank">${act}</a> in a new tab, then try again.</p>`,
    401,
  );
}

/** Replies to a form that was not accepted: has its fields, and sends them again after the sign-in in another tab. */
export async function proofPage({ url, readForm }: Visit, path: ProofPath, bytesMax: number): Promise<Page> {
  const [title, act] = reasons[path];
  const fields = (await readForm(bytesMax)).all().filter(([name]) => !secretNames.test(name));
  const body = html`<div class="narrow"><h1>${title}</h1>
<p>Nothing was sent, and nothing is lost. <a href="${path}" target="_blank">${act}</a> in a new tab, then return to this one.</p>
<form method="post" action="${url.pathname}${url.search}">${fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<div class="actions"><button class="primary" type="submit">Send again</button></div></form></div>`;
  return { title, body, status: 401 };
}
