import type { SignedInVisit, Visit } from './visit.ts';

export type Answer = Response | Promise<Response>;

type Address = {
  readonly method: 'GET' | 'POST';
  /** With parameters as `:id`. */
  readonly path: string;
};

/** The public facts of a route. */
export type RouteAddress = Pick<Route, 'method' | 'path' | 'audience'>;

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
export type Route =
  | (Address & { readonly audience: 'anyone' | 'machine'; readonly answer: (visit: Visit) => Answer })
  | (Address & { readonly audience: 'visitor' | 'fresh'; readonly answer: (visit: SignedInVisit) => Answer });
