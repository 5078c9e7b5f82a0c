import { randomUUID } from 'node:crypto';
import type { IdentityDatabase } from '../../src/adapters/identity/auth-database.ts';
import { openPeople, type PeopleOptions } from '../../src/adapters/identity/open-people.ts';
import { PasswordHasher, type Passwords } from '../../src/adapters/identity/password-hasher.ts';
import { later, unixMs } from '../../src/ground/units.ts';
import { AuditJournal } from '../../src/shop/audit/audit.ts';
import type { Mail } from '../../src/shop/mail/mailer.ts';
import type { ClientIdentity, People, SetCookies, Visitor } from '../../src/shop/people/people.ts';
import type { AttemptStore } from '../../src/shop/people/throttle.ts';
import { noEvents, type OpenStores, openTemporarySqlite } from './stores.ts';

/** The stores of one empty database, and its address for the sign-in library. */
export type PeopleDatabase = OpenStores & {
  readonly identity: IdentityDatabase;
  /** Runs SQL without the guards. */
  readonly corrupt: (sql: string) => void | Promise<void>;
};

export type PeopleWorld = Awaited<ReturnType<typeof openPeopleWorld>>;

export const password = 'correct horse battery staple';

export const baseUrl = 'https://dragoman.example';

/** Opens the account area's sign-in on a separate database, and collects the mails. */
export async function openPeopleWorld(open: () => Promise<PeopleDatabase>, options: Partial<PeopleOptions> = {}) {
  await using opening = new AsyncDisposableStack();
  const stores = opening.use(await open());
  /** Sent mails, oldest first; the reader empties it. */
  const mails: Mail[] = [];
  let waitedMs = 0;
  const now = () => later(unixMs(Date.now()), waitedMs);
  // The clock stands unless advanced, so that a slow machine gets no further attempts.
  const begunAt = unixMs(Date.now());
  const attempts: AttemptStore = {
    ...stores.attempts,
    admit: (attempt) => stores.attempts.admit({ ...attempt, at: later(begunAt, waitedMs) }),
  };
  const newId = randomUUID;
  /** Opens another node on the same database. */
  const openNode = (more: Partial<PeopleOptions> = {}) =>
    openPeople({
      database: stores.identity,
      store: stores.people,
      attempts,
      journal: new AuditJournal({ store: stores.audit, now, newId }),
      mailer: { send: (mail) => mails.push(mail) },
      now,
      newId,
      baseUrl: () => baseUrl,
      hostname: 'dragoman.example',
      serviceName: 'Dragoman',
      secret: undefined,
      events: noEvents,
      passwords: quickHasher(),
      ...options,
      ...more,
    });
  const people: People = opening.use(await openNode());
  const opened = opening.move();
  return {
    stores,
    people,
    mails,
    now,
    /** Advances the service's clock; the machine's clock continues. */
    wait: (ms: number) => {
      waitedMs += ms;
    },
    openNode,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** As `openPeopleWorld`; Ada has signed up and is signed in with `ada`. */
export async function openWorldOfAda(open: () => Promise<PeopleDatabase>) {
  await using opening = new AsyncDisposableStack();
  const world = opening.use(await openPeopleWorld(open));
  const ada = await signUp(world, 'ada@example.com');
  const visitor = await visitorOf(world, ada);
  opening.move();
  return { ...world, ada, visitor };
}

/** Returns how a sign-in with a password from a new browser is answered. */
export async function signInKind({ people }: PeopleWorld, email: string, chosen = password): Promise<string> {
  return (await people.signIn(new Client().caller, { email, password: chosen })).kind;
}

/** A hasher like the service's, at a low cost. */
export function quickHasher(): PasswordHasher {
  return new PasswordHasher({ memoryKib: 64, passes: 1, lanes: 1 });
}

/** A hasher that waits for `act` between its first verification and the answer. */
export function interruptedHasher(act: () => Promise<unknown>): Passwords {
  const hasher = quickHasher();
  let pending: typeof act | undefined = act;
  return {
    hash: (text) => hasher.hash(text),
    verifyNone: (text) => hasher.verifyNone(text),
    isOutdated: (hash) => hasher.isOutdated(hash),
    verify: async (hash, text) => {
      const isRight = await hasher.verify(hash, text);
      const begun = pending;
      pending = undefined;
      await begun?.();
      return isRight;
    },
  };
}

let clients = 0;

/** A browser with cookies and, by default, a separate address. */
export class Client {
  readonly cookies = new Map<string, string>();
  readonly #address: string;

  constructor(address = `198.51.${100 + Math.floor(clients / 250)}.${(clients++ % 250) + 1}`) {
    this.#address = address;
  }

  /** Returns a client with the same address and the same cookies. */
  copy(): Client {
    const other = new Client(this.#address);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  get caller(): ClientIdentity {
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { cookies: cookies === '' ? undefined : cookies, address: this.#address, userAgent: 'Test Browser/1.0' };
  }

  /** Stores `Set-Cookie` headers like a browser. */
  keep(setCookies: SetCookies): void {
    for (const cookie of setCookies) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const equals = pair.indexOf('=');
      const name = pair.slice(0, equals);
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(equals + 1));
    }
  }
}

/** Returns the token of the link in the newest mail to `to`. */
export function newestToken({ mails }: Pick<PeopleWorld, 'mails'>, to: string): string {
  const mail = mails.findLast((each) => each.to === to && each.text.includes('?token='));
  const link = /https:\S+\?token=\S+/.exec(mail?.text ?? '')?.[0];
  if (link === undefined) throw new Error(`no link was sent to ${to}`);
  return new URL(link).searchParams.get('token') ?? '';
}

export async function signIn(world: PeopleWorld, email: string, client = new Client()): Promise<Client> {
  const outcome = await world.people.signIn(client.caller, { email, password });
  if (outcome.kind !== 'signed_in') throw new Error(`signing in was answered with ${outcome.kind}`);
  client.keep(outcome.cookies);
  return client;
}

/** Returns the visitor of the client's cookies; fails without one. */
export async function visitorOf({ people }: Pick<PeopleWorld, 'people'>, client: Client): Promise<Visitor> {
  const visitor = await people.findVisitor(client.caller);
  if (visitor === undefined) throw new Error('no visitor is signed in');
  return visitor;
}

/** Returns a client who has signed up and is signed in. */
export async function signUp(world: PeopleWorld, email: string, client = new Client()): Promise<Client> {
  const asked = await world.people.signUp(client.caller, { email, password });
  if (asked.kind !== 'sent') throw new Error(`signing up was answered with ${asked.kind}`);
  const verified = await world.people.verifyEmail(client.caller, {
    token: newestToken(world, email.toLowerCase()),
    password,
  });
  if (verified.kind !== 'signed_in') throw new Error(`verifying was answered with ${verified.kind}`);
  client.keep(verified.cookies);
  return client;
}

export async function openPeopleOnSqlite(): Promise<PeopleDatabase> {
  const stores = await openTemporarySqlite({ writesHere: false });
  return { ...stores, identity: { kind: 'sqlite', file: stores.file } };
}
