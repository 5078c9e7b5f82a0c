import type { People, Visitor } from '../../../src/shop/people/people.ts';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import type { PeopleParts } from '../../../src/web/people/people-parts.ts';
import { peopleRoutes } from '../../../src/web/people/people-routes.ts';
import { FormVisitor } from '../../support/account-area-visitor.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';
import { type ServedPages, servePages, standingNow, visitorOf } from '../../support/served-pages.ts';

export type PeoplePages = AsyncDisposable & {
  readonly served: ServedPages;
  readonly stranger: FormVisitor;
  /** A signed-in member. */
  readonly member: FormVisitor;
};

export type PeoplePagesOptions = Partial<Pick<PeopleParts, 'linksAreInLog' | 'shownLink' | 'createFirstKey'>> & {
  readonly visitor?: Partial<Visitor>;
};

/** The people pages with given outcomes of `People`, for those that are hard to cause. Any other call is a failure. */
export async function servePeoplePages(
  answers: Partial<People>,
  { visitor = {}, ...options }: PeoplePagesOptions = {},
): Promise<PeoplePages> {
  const usual: Omit<PeopleParts, 'pages' | 'people' | 'failed'> = {
    linksAreInLog: false,
    shownLink: () => undefined,
    createFirstKey: async () => undefined,
    catalogue: new LanguageCatalogue([new ReversingEngine()]),
    baseUrl: () => 'http://localhost',
  };
  const served = await servePages({
    routes: ({ pages, failed }) => peopleRoutes({ ...usual, ...options, pages, failed, people: peopleWho(answers) }),
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
