import type { People, Visitor } from '../../../src/shop/people/people.ts';
import { peopleRoutes } from '../../../src/web/people/people-routes.ts';
import { FormVisitor } from '../../support/account-area-visitor.ts';
import { type ServedPages, servePages, standingNow, visitorOf } from '../../support/served-pages.ts';

export type PeoplePages = AsyncDisposable & {
  readonly served: ServedPages;
  readonly stranger: FormVisitor;
  /** A signed-in member. */
  readonly member: FormVisitor;
};

export type PeoplePagesOptions = {
  readonly linksAreInLog?: boolean;
  readonly visitor?: Partial<Visitor>;
};

/** The people pages with given outcomes of `People`, for those that are hard to cause. Any other call is a failure. */
export async function servePeoplePages(
  answers: Partial<People>,
  { linksAreInLog = false, visitor = {} }: PeoplePagesOptions = {},
): Promise<PeoplePages> {
  const served = await servePages({
    routes: ({ pages }) => peopleRoutes({ pages, people: peopleWho(answers), linksAreInLog }),
    visitor: { ...visitorOf('account-1'), ...visitor },
    now: () => standingNow,
  });
  return {
    served,
    stranger: new FormVisitor(served.url),
    member: new FormVisitor(served.url, { Cookie: 'session=1' }),
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

function peopleWho(answers: Partial<People>): People {
  const usual: Partial<People> = {
    offersPasskeys: true,
    // Every token counts as that of a valid link.
    addressOfLink: (_purpose, token) => Promise.resolve(token === '' ? undefined : 'ada@example.com'),
  };
  const unasked = (name: string) => () => Promise.reject(new Error(`people are not asked to ${name}`));
  const get = (known: object, name: string): unknown => Reflect.get(known, name) ?? unasked(name);
  return new Proxy({ ...usual, ...answers }, { get }) as People;
}
