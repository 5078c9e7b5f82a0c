import type { AttemptStore } from '../../core/people/attempt-store.ts';
import type { PersonStore } from '../../core/people/person-store.ts';
import { admitAttempt, forgetAttemptsStep } from './attempt-procedures.ts';
import {
  changeEmail,
  completeSignUp,
  describePerson,
  endOtherSessions,
  endSession,
  erasePerson,
  findCredential,
  findLink,
  isAddressTaken,
  keepLink,
  keepSecret,
  listSessions,
  noteSessionUse,
  replacePasswordHash,
  resetPassword,
  spendCode,
  sweepPeopleStep,
  trimSessions,
} from './person-procedures.ts';
import type { Procedure } from './procedure.ts';
import { inSteps, stepMax } from './steps.ts';

/** Operations that change people, each in one transaction. */
const changes = {
  admitAttempt,
  forgetAttemptsStep,
  keepSecret,
  replacePasswordHash,
  keepLink,
  completeSignUp,
  resetPassword,
  changeEmail,
  spendCode,
  noteSessionUse,
  endSession,
  endOtherSessions,
  trimSessions,
  erasePerson,
  sweepPeopleStep,
};

type ChangeName = keyof typeof changes;

/** An operation's name and its input; both can be sent to another thread. */
export type PeopleChange<Name extends ChangeName = ChangeName> = {
  [Each in ChangeName]: readonly [Each, Parameters<(typeof changes)[Each]>[0]];
}[Name];

export type PeopleAnswer<Name extends ChangeName> =
  ReturnType<(typeof changes)[Name]> extends Procedure<infer Answer> ? Answer : never;

export function changePeople([name, input]: PeopleChange): Procedure<unknown> {
  const begin = changes[name] as (input: unknown) => Procedure<unknown>;
  return begin(input);
}

/** Read and write access of one database. */
export type PeopleAccess = {
  readonly read: <Result>(begin: () => Procedure<Result>) => Promise<Result>;
  readonly change: (change: PeopleChange) => Promise<unknown>;
};

/** Creates the stores of people and of sign-in attempts. */
export function createPeopleStores({ read, change: submit }: PeopleAccess): {
  readonly people: PersonStore;
  readonly attempts: AttemptStore;
} {
  const change = async <Name extends ChangeName>(name: Name, input: PeopleChange<Name>[1]) =>
    (await submit([name, input] as unknown as PeopleChange)) as PeopleAnswer<Name>;
  return {
    people: {
      keepSecret: (candidate) => change('keepSecret', candidate),
      findCredential: (email, at) => read(() => findCredential(email, at)),
      replacePasswordHash: (personId, from, to) => change('replacePasswordHash', { personId, from, to }),
      isAddressTaken: (email) => read(() => isAddressTaken(email)),
      keepLink: (link) => change('keepLink', link),
      findLink: (purpose, use) => read(() => findLink({ ...use, purpose })),
      completeSignUp: (completion) => change('completeSignUp', completion),
      resetPassword: (reset) => change('resetPassword', reset),
      changeEmail: (emailChange) => change('changeEmail', emailChange),
      spendCode: (personId, code, until) => change('spendCode', { personId, code, until }),
      listSessions: (query) => read(() => listSessions(query)),
      noteSessionUse: (sessionId, at) => change('noteSessionUse', { sessionId, at }),
      endSession: (personId, sessionId) => change('endSession', { personId, sessionId }),
      endOtherSessions: (personId, sessionId) => change('endOtherSessions', { personId, sessionId }),
      trimSessions: (personId, keep) => change('trimSessions', { personId, keep }),
      describePerson: (personId) => read(() => describePerson(personId)),
      erasePerson: (personId) => change('erasePerson', personId),
      sweepPeople: (sweep) => inSteps(() => change('sweepPeopleStep', { ...sweep, stepMax })),
    },
    attempts: {
      admit: (attempt) => change('admitAttempt', attempt),
      forgetAttempts: (at, keep) => inSteps(() => change('forgetAttemptsStep', { at, keep, stepMax })),
    },
  };
}
