import type { SignedInVisit, Visit } from './visit.ts';

export type Answer = Response | Promise<Response>;

type Address = {
  readonly method: 'GET' | 'POST';
  /** With parameters as `:id`. */
  readonly path: string;
};

/** What is known of a route from outside. */
export type RouteAddress = Pick<Route, 'method' | 'path' | 'audience'>;

/**
 * One page, or one act. `GET` also answers `HEAD` and changes nothing; every `POST` has passed the check against forgery
 * from other sites, but for a `machine`'s, which proves itself by what it sends.
 *
 * `visitor`: only for who is signed in; others are sent to sign in and come back. `fresh`: who has proved who they are in
 * the last minutes; others are asked to do so once more, and come back. A page with a form to a `fresh` act is `fresh`
 * itself, so that nobody loses what they typed.
 */
export type Route =
  | (Address & { readonly audience: 'anyone' | 'machine'; readonly answer: (visit: Visit) => Answer })
  | (Address & { readonly audience: 'visitor' | 'fresh'; readonly answer: (visit: SignedInVisit) => Answer });
