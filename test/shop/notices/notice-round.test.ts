import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { characters, later, type UnixMs, unixMs } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import type { Mail } from '../../../src/shop/mail/mailer.ts';
import { NoticeRound, NoticeRounds } from '../../../src/shop/notices/notice-round.ts';
import { eventually } from '../../support/eventually.ts';
import { createHold, dayMs, newId, newPurchase, openAccount, spanishToEnglish } from '../../support/ledger-world.ts';
import { openTemporaryPostgres } from '../../support/postgres.ts';
import { type OpenStores, openTemporarySqlite } from '../../support/stores.ts';

const hour = 3_600_000;

/** Half an hour before clocks in Europe are set forward. */
const start = unixMs(Date.UTC(2027, 2, 28, 0, 30));

/** A mail server that may be unreachable, or refuse an address; the SMTP adapter has its own tests. */
class MailPeer {
  readonly sent: Mail[] = [];
  attempts = 0;
  isDown = false;
  readonly unknown = new Set<string>();

  async deliver(mail: Mail): Promise<void> {
    this.attempts++;
    await Promise.resolve();
    if (this.isDown) throw new ServiceError('mail_unavailable', { detail: { reason: 'ECONNREFUSED' } });
    if (this.unknown.has(mail.to)) throw new ServiceError('mailbox_refused', { detail: { reason: '550' } });
    this.sent.push(mail);
  }

  /** The subjects since the last call, without the service's name. */
  news(): readonly string[] {
    return this.sent.splice(0).map(({ subject }) => subject);
  }
}

/** Accounts on a real database, a clock, and any number of nodes. */
async function createWorld(open: () => Promise<OpenStores> = openTemporarySqlite) {
  const stores = await open();
  const clock = { now: start };
  const mail = new MailPeer();
  const failures: string[] = [];
  const parts = {
    store: stores.notices,
    leases: stores.leases,
    mailer: mail,
    now: () => clock.now,
    newId,
    baseUrl: () => 'https://dragoman.example',
    events: { backgroundFailed: ({ task }: { readonly task: string }) => void failures.push(task) },
  };
  const round = (isStopping = () => false) => new NoticeRound({ ...parts, isStopping }).run();
  const buy = async (accountId: AccountId, amount: number, expiresAt: UnixMs) => {
    assert.equal(await stores.ledger.grant(newPurchase(accountId, amount, { at: clock.now, expiresAt })), 'granted');
  };
  return {
    ...{ stores, clock, mail, failures, parts, round, buy },
    roundAt: (at: UnixMs) => {
      clock.now = at;
      return round();
    },
    account: async (amount: number, expiresAt: UnixMs) => {
      const accountId = await openAccount(stores);
      await buy(accountId, amount, expiresAt);
      return accountId;
    },
    async spend(accountId: AccountId, amount: number) {
      const hold = createHold(accountId, amount, { openedAt: clock.now, leaseUntil: later(clock.now, 60_000) });
      assert.deepEqual(await stores.ledger.openHold(hold), { kind: 'held' });
      await stores.ledger.captureHold({ hold, at: clock.now, usage: spanishToEnglish });
    },
    /** Runs a round every twelve hours until `until`; each subject is returned with the hours before `end`. */
    async liveUntil(until: UnixMs, end = until) {
      const told: string[] = [];
      for (; clock.now <= until; clock.now = later(clock.now, 12 * hour)) {
        await round();
        for (const subject of mail.news()) told.push(`${Math.round((end - clock.now) / hour)} h before: ${subject}`);
      }
      return told;
    },
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

describe('notices of an expiry', () => {
  test('are sent 30, 7 and 1 days before it, each once, even over a change of clocks', async () => {
    await using world = await createWorld();
    const end = later(start, 31 * dayMs);
    await world.account(5_000, end);
    assert.deepEqual(await world.liveUntil(later(end, 12 * hour), end), [
      '720 h before: Your characters expire in 30 days',
      '168 h before: Your characters expire in 7 days',
      '24 h before: Your characters expire in 24 hours',
    ]);
  });

  test('contain the remaining characters, the expiry in UTC, and a link', async () => {
    await using world = await createWorld();
    const accountId = await world.account(1_234_567, unixMs(Date.UTC(2027, 4, 20, 9, 5)));
    await world.roundAt(unixMs(Date.UTC(2027, 4, 13, 9, 6)));
    const [mail] = world.mail.sent;
    assert(mail !== undefined);
    assert.equal(mail.to, `${accountId}@example.com`);
    assert.match(mail.text, /1,234,567 characters left\. They expire in 7 days, on 2027-05-20 09:05 UTC\./);
    for (const path of ['packs', 'usage', 'notices'])
      assert.ok(mail.text.includes(`\nhttps://dragoman.example/${path}\n`));
    const foreign = mail.text.split('\n').filter((line) => /[^\x20-\x7e]/.test(line));
    assert.deepEqual(foreign, []);
  });

  test('are not sent when nothing is left', async () => {
    await using world = await createWorld();
    const end = later(start, 8 * dayMs);
    const accountId = await world.account(10, end);
    await world.spend(accountId, 10);
    assert.deepEqual(await world.liveUntil(end), ['192 h before: 0 characters left']);
  });

  test('are not sent for days before the purchase', async () => {
    await using world = await createWorld();
    const end = later(start, 20 * dayMs);
    await world.account(100, end);
    assert.deepEqual(await world.liveUntil(end), [
      '168 h before: Your characters expire in 7 days',
      '24 h before: Your characters expire in 24 hours',
    ]);
  });

  test('are sent again for an expiry that a purchase has moved, and no more for the old one', async () => {
    await using world = await createWorld();
    const [end, moved] = [later(start, 31 * dayMs), later(start, 64 * dayMs)];
    const accountId = await world.account(100, end);
    assert.equal((await world.liveUntil(later(end, -20 * dayMs))).length, 1);
    await world.buy(accountId, 100, moved);
    assert.deepEqual(await world.liveUntil(moved), [
      '720 h before: Your characters expire in 30 days',
      '168 h before: Your characters expire in 7 days',
      '24 h before: Your characters expire in 24 hours',
    ]);
  });

  test('missed while no node ran are not all sent later', async () => {
    await using world = await createWorld();
    const end = later(start, 60 * dayMs);
    await world.account(100, end);
    await world.roundAt(later(end, -5 * dayMs));
    assert.deepEqual(world.mail.news(), ['Your characters expire in 5 days']);
  });
});

describe('notice of a low balance', () => {
  const far = later(start, 300 * dayMs);

  test('is sent once when the balance falls below the threshold, and again after it has risen above', async () => {
    await using world = await createWorld();
    const accountId = await world.account(100_000, far);
    await world.spend(accountId, 90_000);
    await world.round();
    assert.deepEqual(world.mail.news(), []);
    const soon = async () => {
      await world.roundAt(later(world.clock.now, hour));
      return world.mail.news();
    };
    await world.spend(accountId, 1);
    assert.deepEqual(await soon(), ['9,999 characters left']);
    await world.spend(accountId, 5_000);
    assert.deepEqual(await soon(), []);
    await world.buy(accountId, 100_000, far);
    assert.deepEqual(await soon(), []);
    await world.spend(accountId, 94_999);
    assert.deepEqual(await soon(), []);
    await world.spend(accountId, 1);
    assert.deepEqual(await soon(), ['9,999 characters left']);
    assert.deepEqual(await soon(), []);
  });

  test('contains the balance and the threshold', async () => {
    await using world = await createWorld();
    const accountId = await world.account(20_000, far);
    const settings = { isNotifiedOfLowBalance: true, threshold: characters(1_500), isNotifiedOfExpiry: true };
    await world.stores.notices.saveSettings(accountId, settings);
    await world.spend(accountId, 18_999);
    await world.round();
    const text = world.mail.sent[0]?.text ?? '';
    assert.match(text, /has 1,001 characters left\. That is below your limit of 1,500 characters\./);
  });

  test('is sent for a charge made while no node ran', async () => {
    await using world = await createWorld();
    const accountId = await world.account(12_000, far);
    await world.round();
    world.clock.now = later(world.clock.now, 10 * hour);
    await world.spend(accountId, 11_000);
    await world.roundAt(later(world.clock.now, 4 * dayMs));
    assert.deepEqual(world.mail.news(), ['1,000 characters left']);
  });

  test('is not sent when it is switched off', async () => {
    await using world = await createWorld();
    const accountId = await world.account(12_000, later(start, 8 * dayMs));
    const nothing = { isNotifiedOfLowBalance: false, threshold: characters(10_000), isNotifiedOfExpiry: false };
    await world.stores.notices.saveSettings(accountId, nothing);
    await world.spend(accountId, 11_000);
    assert.deepEqual(await world.liveUntil(later(start, 8 * dayMs)), []);
  });
});

/** Opens accounts that are due a notice of the expiry and one of the balance; returns the address of each notice. */
async function dueTwice(world: Awaited<ReturnType<typeof createWorld>>, count: number): Promise<readonly string[]> {
  world.clock.now = later(start, -30 * dayMs);
  const end = later(start, 7 * dayMs - hour);
  const accounts = await Promise.all(Array.from({ length: count }, () => world.account(20_000, end)));
  world.clock.now = start;
  await Promise.all(accounts.map((accountId) => world.spend(accountId, 19_000)));
  return accounts.flatMap((accountId) => [`${accountId}@example.com`, `${accountId}@example.com`]).toSorted();
}

for (const [name, open] of [
  ['SQLite', openTemporarySqlite],
  ['PostgreSQL', openTemporaryPostgres],
] as const) {
  describe(`${name}: rounds of notices`, () => {
    test('send each notice once from many concurrent nodes', async () => {
      await using world = await createWorld(open);
      const due = await dueTwice(world, 8);
      await Promise.all(Array.from({ length: 5 }, () => world.round()));
      assert.deepEqual(world.mail.sent.map(({ to }) => to).toSorted(), due);
      assert.deepEqual(world.failures, []);
    });

    test('send notices that failed once, in the next round after the mail server is back', async () => {
      await using world = await createWorld(open);
      const due = await dueTwice(world, 6);
      world.mail.isDown = true;
      await world.round();
      // The remaining notices are not tried while the server is unreachable.
      assert.deepEqual([world.mail.attempts, world.failures.length], [3, 3]);
      world.mail.isDown = false;
      for (let turn = 1; turn <= 3; turn++) await world.roundAt(later(world.clock.now, hour));
      assert.deepEqual(world.mail.sent.map(({ to }) => to).toSorted(), due);
    });
  });
}

describe('rounds of notices', () => {
  test('give up a notice after ten attempts in six days, and report it', async () => {
    await using world = await createWorld();
    const end = later(start, 29 * dayMs);
    world.clock.now = later(start, -10 * dayMs);
    const accountId = await world.account(100, end);
    world.clock.now = start;
    world.mail.isDown = true;
    await world.liveUntil(later(start, 10 * dayMs));
    assert.deepEqual([world.mail.attempts, world.failures.length], [10, 10]);
    const [notice] = await world.stores.notices.listNotices(accountId, 5);
    assert.deepEqual([notice?.kind, notice?.sentAt, notice?.attempts], ['expiry_30', undefined, 10]);
  });

  test('continue after addresses that a server refuses', async () => {
    await using world = await createWorld();
    const accounts = await Promise.all(Array.from({ length: 8 }, () => world.account(100, later(start, 40 * dayMs))));
    const [good] = accounts.toSorted().slice(-1);
    for (const each of accounts) if (each !== good) world.mail.unknown.add(`${each}@example.com`);
    await world.roundAt(later(start, 12 * dayMs));
    const addresses = world.mail.sent.map(({ to }) => to);
    assert.deepEqual(addresses, [`${good}@example.com`]);
  });

  test('are an hour apart over all nodes, and examine more accounts than a page', async () => {
    await using world = await createWorld();
    await Promise.all(Array.from({ length: 450 }, () => world.account(100, later(start, 40 * dayMs))));
    await world.roundAt(later(start, 12 * dayMs));
    assert.equal(world.mail.news().length, 450);
    const late = await world.account(100, later(world.clock.now, 31 * dayMs));
    await world.roundAt(later(world.clock.now, 2 * dayMs));
    const addresses = world.mail.sent.map(({ to }) => to);
    assert.deepEqual(addresses, [`${late}@example.com`]);
    await world.account(100, later(start, 50 * dayMs));
    await world.roundAt(later(world.clock.now, hour - 1));
    assert.equal(world.mail.sent.length, 1);
  });

  test('that were interrupted are continued by the next', async () => {
    await using world = await createWorld();
    await Promise.all(Array.from({ length: 3 }, () => world.account(100, later(start, 40 * dayMs))));
    world.clock.now = later(start, 12 * dayMs);
    await world.round(() => world.mail.sent.length > 0);
    assert.equal(world.mail.sent.length, 1);
    await world.roundAt(later(world.clock.now, 1));
    assert.equal(world.mail.sent.length, 3);
  });

  test('of a killed node block other nodes for ten minutes', async () => {
    await using world = await createWorld();
    const accountId = await world.account(100, later(start, 40 * dayMs));
    world.clock.now = later(start, 12 * dayMs);
    const stuck = Promise.withResolvers<void>();
    const killed = new NoticeRound({
      ...world.parts,
      mailer: { deliver: () => stuck.promise },
      isStopping: () => false,
    }).run();
    await eventually(async () => (await world.stores.notices.listNotices(accountId, 1)).length === 1);
    await world.roundAt(later(world.clock.now, 600_000 - 1));
    assert.equal(world.mail.sent.length, 0);
    await world.roundAt(later(world.clock.now, 1));
    assert.equal(world.mail.sent.length, 1);
    stuck.resolve();
    await killed;
    assert.equal((await world.stores.notices.listNotices(accountId, 1))[0]?.attempts, 2);
  });

  test('start with the node, continue after a failure, and stop with it', async () => {
    await using world = await createWorld();
    await world.account(100, later(start, 40 * dayMs));
    world.clock.now = later(start, 12 * dayMs);
    {
      await using rounds = new NoticeRounds(world.parts);
      rounds.begin();
      await eventually(() => world.mail.sent.length === 1);
    }
    const store = { ...world.stores.notices, findExpiring: () => Promise.reject(new Error('no database')) };
    world.clock.now = later(world.clock.now, 2 * hour);
    {
      await using rounds = new NoticeRounds({ ...world.parts, store });
      rounds.begin();
      await eventually(() => world.failures.length === 1);
    }
    assert.deepEqual(world.failures, ['notices']);
  });
});
