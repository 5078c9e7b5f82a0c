import { sendTo } from '../reply.ts';
import type { Route } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { changedEmailPage, deadChangePage, emailPage, passwordPage } from './credential-pages.ts';
import { formError, formErrorOf, noError } from './form-error.ts';
import { linkToken } from './link.ts';
import type { PeopleParts } from './people-parts.ts';
import { securityPage } from './security-page.ts';

/** The user's address, password and sessions. */
export function securityRoutes(parts: PeopleParts): readonly Route[] {
  const { pages } = parts;
  return [
    { method: 'GET', path: '/security', audience: 'visitor', answer: (visit) => openSecurity(parts, visit) },
    {
      method: 'GET',
      path: '/security/password',
      // A new password starts a new, fresh session, so the route asks for a fresh sign-in too.
      audience: 'fresh',
      answer: (visit) => pages.render(visit, passwordPage(visit, noError)),
    },
    {
      method: 'POST',
      path: '/security/password',
      audience: 'fresh',
      answer: (visit) => changePassword(parts, visit),
    },
    {
      method: 'GET',
      path: '/security/email',
      audience: 'fresh',
      answer: (visit) => pages.render(visit, emailPage(visit, { email: '', error: noError })),
    },
    { method: 'POST', path: '/security/email', audience: 'fresh', answer: (visit) => changeEmail(parts, visit) },
    {
      method: 'GET',
      path: '/security/email/confirm',
      audience: 'visitor',
      answer: (visit) => pages.render(visit, linkToken(visit) === '' ? deadChangePage() : changedEmailPage(noError)),
    },
    {
      method: 'POST',
      path: '/security/email/confirm',
      audience: 'visitor',
      answer: (visit) => confirmEmail(parts, visit),
    },
    {
      method: 'POST',
      path: '/security/sessions/:id/end',
      audience: 'visitor',
      answer: (visit) => endSession(parts, visit),
    },
    {
      method: 'POST',
      path: '/security/sessions/end-others',
      audience: 'visitor',
      answer: (visit) => endOtherSessions(parts, visit),
    },
    {
      method: 'POST',
      path: '/security/sessions/end-all',
      audience: 'visitor',
      answer: (visit) => endAllSessions(parts, visit),
    },
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
  switch (outcome.kind) {
    case 'done':
      return sendTo(visit, '/security?done=password', outcome.cookies);
    case 'refused':
      return pages.render(visit, passwordPage(visit, formError('That is not your present password.')));
    case 'unusable':
    case 'throttled':
      return pages.render(visit, passwordPage(visit, formErrorOf(outcome)));
  }
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
      return pages.render(visit, deadChangePage());
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
