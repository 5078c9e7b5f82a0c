import { sendTo } from '../reply.ts';
import { fresh, type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { changedEmailPage, deadChangePage, emailPage, passwordPage } from './credential-pages.ts';
import { formErrorOf, noError, proofErrorOf } from './form-error.ts';
import { linkToken } from './link.ts';
import type { PeopleParts } from './people-parts.ts';
import { securityPage } from './security-page.ts';

/** The user's address, password and sessions. */
export function securityRoutes(parts: PeopleParts): readonly PageRoute[] {
  const { pages, people } = parts;
  return [
    visitors.get('/security', (visit) => openSecurity(parts, visit)),
    // A new password starts a new, fresh session, so the route asks for a fresh sign-in too.
    fresh.get('/security/password', (visit) => pages.render(visit, passwordPage(visit, noError))),
    fresh.post('/security/password', (visit) => changePassword(parts, visit)),
    fresh.get('/security/email', (visit) => pages.render(visit, emailPage(visit, { email: '', error: noError }))),
    fresh.post('/security/email', (visit) => changeEmail(parts, visit)),
    visitors.get('/security/email/confirm', async (visit) => {
      const email = await people.addressOfLink('email', linkToken(visit), visit.visitor);
      return pages.render(visit, email === undefined ? deadChangePage(visit) : changedEmailPage(noError));
    }),
    visitors.post('/security/email/confirm', (visit) => confirmEmail(parts, visit)),
    visitors.post('/security/sessions/:id/end', (visit) => endSession(parts, visit)),
    visitors.post('/security/sessions/end-others', (visit) => endOtherSessions(parts, visit)),
    visitors.post('/security/sessions/end-all', (visit) => endAllSessions(parts, visit)),
  ];
}

async function openSecurity({ pages, people, linksAreInLog }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const { caller, visitor } = visit;
  const [sessions, passkeys] = await Promise.all([
    people.listSessions(caller, visitor),
    people.offersPasskeys ? people.listPasskeys(caller, visitor) : undefined,
  ]);
  return pages.render(visit, securityPage(visit, { sessions, passkeys, linksAreInLog }));
}

async function changePassword({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const change = { current: form.text('current'), next: form.text('password') };
  const outcome = await people.changePassword(visit.caller, visit.visitor, change);
  if (outcome.kind === 'done') return sendTo(visit, '/security?done=password', outcome.cookies);
  return pages.render(visit, passwordPage(visit, proofErrorOf(outcome, 'Wrong current password.')));
}

async function changeEmail({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const email = form.text('email').trim();
  const outcome = await people.sendEmailChange(visit.caller, visit.visitor, email);
  if (outcome.kind === 'sent') return sendTo(visit, '/security?done=email-sent');
  return pages.render(visit, emailPage(visit, { email, error: formErrorOf(outcome) }));
}

async function confirmEmail({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const outcome = await people.confirmEmailChange(visit.caller, visit.visitor, linkToken(visit));
  switch (outcome.kind) {
    case 'done':
      return sendTo(visit, '/security?done=email', outcome.cookies);
    case 'invalid_link':
      return pages.render(visit, deadChangePage(visit));
    case 'unusable':
    case 'throttled':
      return pages.render(visit, changedEmailPage(formErrorOf(outcome)));
  }
}

async function endSession({ people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const ended = await people.endSession(visit.caller, visit.visitor, visit.parameters['id'] ?? '');
  if (!ended) throw nothingThere();
  return sendTo(visit, '/security?done=session#sessions');
}

async function endOtherSessions({ people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  await people.endOtherSessions(visit.caller, visit.visitor);
  return sendTo(visit, '/security?done=sessions#sessions');
}

async function endAllSessions({ people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  await people.endOtherSessions(visit.caller, visit.visitor);
  return sendTo(visit, '/sign-in?done=signed-out-everywhere', await people.signOut(visit.caller));
}
