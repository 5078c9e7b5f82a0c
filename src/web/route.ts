import type { SignedInVisit, Visit } from './visit.ts';

export type PageAnswer = Response | Promise<Response>;

type Address = {
  readonly method: 'GET' | 'POST';
  /** With parameters as `:id`. */
  readonly path: string;
};

export type RouteAddress = Pick<PageRoute, 'method' | 'path' | 'audience'>;

/**
 * One page or one act.
 *
 * `GET` also answers `HEAD` and changes nothing; every `POST` has passed the CSRF check, except those of a `machine`,
 * whose content authenticates it.
 *
 * `visitor`: only for signed-in visitors; others sign in first and come back. `fresh`: only within minutes of a
 * sign-in; others sign in again and come back. A page with a form to a `fresh` act is `fresh` too, so that no input is
 * lost.
 */
export type PageRoute =
  | (Address & { readonly audience: 'anyone' | 'machine'; readonly answer: (visit: Visit) => PageAnswer })
  | (Address & { readonly audience: 'visitor' | 'fresh'; readonly answer: (visit: SignedInVisit) => PageAnswer });

/** Makes routes of one audience: `anyone.get('/docs', answer)`. */
type Routes<Seen> = Readonly<Record<'get' | 'post', (path: string, answer: (visit: Seen) => PageAnswer) => PageRoute>>;

export const anyone: Routes<Visit> = {
  get: (path, answer) => ({ method: 'GET', path, audience: 'anyone', answer }),
  post: (path, answer) => ({ method: 'POST', path, audience: 'anyone', answer }),
};

export const visitors: Routes<SignedInVisit> = {
  get: (path, answer) => ({ method: 'GET', path, audience: 'visitor', answer }),
  post: (path, answer) => ({ method: 'POST', path, audience: 'visitor', answer }),
};

export const fresh: Routes<SignedInVisit> = {
  get: (path, answer) => ({ method: 'GET', path, audience: 'fresh', answer }),
  post: (path, answer) => ({ method: 'POST', path, audience: 'fresh', answer }),
};
