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
  const unasked = () => Promise.reject(new Error('people are asked nothing of the kind'));
  return {
    findVisitor: unasked,
    signUp: unasked,
    // Every token counts as that of a valid link.
    addressOfLink: (_purpose, token) => Promise.resolve(token === '' ? undefined : 'ada@example.com'),
    verifyEmail: unasked,
    sendVerification: unasked,
    signIn: unasked,
    giveCode: unasked,
    passkeySignIn: unasked,
    signInWithPasskey: unasked,
    proveAgain: unasked,
    signOut: unasked,
    sendReset: unasked,
    resetPassword: unasked,
    changePassword: unasked,
    sendEmailChange: unasked,
    confirmEmailChange: unasked,
    listSessions: unasked,
    endSession: unasked,
    endOtherSessions: unasked,
    beginTotp: unasked,
    confirmTotp: unasked,
    endTotp: unasked,
    renewBackupCodes: unasked,
    offersPasskeys: true,
    listPasskeys: unasked,
    beginPasskey: unasked,
    addPasskey: unasked,
    removePasskey: unasked,
    describe: unasked,
    erase: unasked,
    ...answers,
  };
}
