import { within } from '../../ground/abort.ts';
import { counted } from '../../ground/counts.ts';
import { RepeatedTask } from '../../ground/repeated-task.ts';
import { hasReason } from '../../ground/service-error.ts';
import { type Clock, dayMs, later, type UnixMs } from '../../ground/units.ts';
import type { ShopEvents } from '../events.ts';
import type { LeaseStore } from '../leases/lease-store.ts';
import { letter, type Mail, type Mailer, momentOf } from '../mail/mailer.ts';
import { daysAfter, type UtcDay, utcDayOf } from '../usage/usage-store.ts';
import {
  type ExpiringAccount,
  type ExpiringQuery,
  type ExpiryNoticeKind,
  expiryNoticeDays,
  isWorthNotifying,
  type LowAccount,
  type LowQuery,
  type NoticeClaim,
  type NoticeStore,
  type Occasion,
  retryAfterMs,
  roundEveryMs,
} from './notice.ts';

const task = 'notices';

/** How long a killed node blocks the round and the notice that it was sending. */
const leaseMs = 600_000;

/** Accounts per statement. */
const pageMax = 200;

/** After this many consecutive messages that no server accepted, the rest waits for the next round. */
const failuresInRowMax = 3;

/** How many days without a round are searched for charges, at most. */
const searchDaysMax = 7;

export type NoticeRoundParts = {
  readonly store: NoticeStore;
  /** Ensures that one node at a time runs a round. */
  readonly leases: LeaseStore;
  readonly mailer: Pick<Mailer, 'deliver'>;
  readonly now: Clock;
  readonly newId: () => string;
  /** Address of the account area, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
  readonly isStopping: () => boolean;
};

/** Searches all accounts once for due notices, and sends them. */
export class NoticeRound {
  readonly #parts: NoticeRoundParts;
  readonly #id: string;
  #failuresInRow = 0;
  #isLost = false;

  constructor(parts: NoticeRoundParts) {
    this.#parts = parts;
    this.#id = parts.newId();
  }

  /** Does nothing when no round is due or another node runs it. The next round continues an unfinished one. */
  async run(): Promise<void> {
    const { leases, now } = this.#parts;
    const beganAt = now();
    const lease = await this.#takeLease();
    if (lease === undefined) return;
    let doneAt: UnixMs | undefined;
    try {
      await this.#sendAll(beganAt, utcDayOf(lease.doneAt ?? beganAt));
      if (!this.#isResting) doneAt = beganAt;
    } finally {
      await leases.endLease({ task, holder: this.#id, doneAt });
    }
  }

  get #isResting(): boolean {
    return this.#isLost || this.#parts.isStopping() || this.#failuresInRow >= failuresInRowMax;
  }

  /** @param lastRoundAt the day of the last round: earlier charges need no search */
  async #sendAll(beganAt: UnixMs, lastRoundAt: UtcDay): Promise<void> {
    for (const kind of ['expiry_1', 'expiry_7', 'expiry_30'] as const) await this.#sendExpiryNotices(kind, beganAt);
    await this.#sendLowBalanceNotices('unsent');
    const today = utcDayOf(beganAt);
    const searchFrom = Math.max(Math.min(lastRoundAt, today), today - searchDaysMax) as UtcDay;
    // Clocks of other nodes may differ from midnight by some seconds.
    const last = daysAfter(today, 1);
    for (let day = daysAfter(searchFrom, -1); day <= last; day = daysAfter(day, 1))
      await this.#sendLowBalanceNotices(day);
  }

  async #sendExpiryNotices(kind: ExpiryNoticeKind, beganAt: UnixMs): Promise<void> {
    const { store, now, baseUrl } = this.#parts;
    const nearer = { expiry_1: 0, expiry_7: expiryNoticeDays.expiry_1, expiry_30: expiryNoticeDays.expiry_7 }[kind];
    const from = later(beganAt, nearer * dayMs);
    const to = later(beganAt, expiryNoticeDays[kind] * dayMs);
    let after: ExpiringQuery['after'];
    while (await this.#mayContinue()) {
      const page = await store.findExpiring({ kind, from, to, after, limit: pageMax, now: now() });
      for (const account of page) {
        if (!isWorthNotifying(kind, account)) continue;
        const { accountId, expiresAt: occasion } = account;
        await this.#send({ accountId, kind, occasion }, () => expiryMail(account, now(), baseUrl()));
      }
      after = page.at(-1);
      if (page.length < pageMax) return;
    }
  }

  async #sendLowBalanceNotices(among: LowQuery['among']): Promise<void> {
    const { store, now, baseUrl } = this.#parts;
    let after: LowQuery['after'];
    while (await this.#mayContinue()) {
      const page = await store.findLow({ among, now: now(), after, limit: pageMax });
      for (const account of page.accounts) {
        const { accountId, occasion } = account;
        await this.#send({ accountId, kind: 'low_balance', occasion }, () => lowBalanceMail(account, baseUrl()));
      }
      after = page.last;
      if (after === undefined) return;
    }
  }

  /** A notice that cannot be sent now is left for a later round. */
  async #send(occasion: Occasion, write: () => Mail): Promise<void> {
    if (this.#isResting) return;
    const { store, mailer, now, newId, events } = this.#parts;
    const at = now();
    const claim: NoticeClaim = { ...occasion, id: newId(), at, until: later(at, leaseMs) };
    const attempt = await store.claimNotice(claim);
    if (attempt === undefined) return;
    try {
      await mailer.deliver(write());
    } catch (cause) {
      if (!hasReason(cause, 'mailbox_refused')) this.#failuresInRow++;
      events.backgroundFailed({ task: 'notice', cause });
      await store.noteFailed(claim, later(now(), retryAfterMs(attempt)));
      return;
    }
    this.#failuresInRow = 0;
    await store.noteSent(claim, now());
  }

  /** Returns whether this node should continue this round. */
  async #mayContinue(): Promise<boolean> {
    if (!this.#isResting) this.#isLost = (await this.#takeLease()) === undefined;
    return !this.#isResting;
  }

  /** Taking the lease again with the same holder extends it. */
  #takeLease(): ReturnType<LeaseStore['takeLease']> {
    const at = this.#parts.now();
    const until = later(at, leaseMs);
    return this.#parts.leases.takeLease({
      task,
      holder: this.#id,
      at,
      until,
      unlessDoneAfter: later(at, -roundEveryMs),
    });
  }
}

/** @param baseUrl address of the account area, without a trailing slash */
function lowBalanceMail({ email, balance, threshold, expiresAt }: LowAccount, baseUrl: string): Mail {
  return letter(email, `${counted(balance, 'character')} left`, [
    `Your account has ${counted(balance, 'character')} left. That is below your limit of ${counted(threshold, 'character')}. They expire on ${momentOf(expiresAt)}.`,
    'A request with more characters than you have left fails with error 402. Buy characters here:',
    `${baseUrl}/packs`,
    ...inEveryNotice(baseUrl),
  ]);
}

/** @param now the remaining time is computed from here */
function expiryMail({ email, balance, expiresAt }: ExpiringAccount, now: UnixMs, baseUrl: string): Mail {
  const left = timeLeft(expiresAt - now);
  return letter(email, `Your characters expire in ${left}`, [
    `Your account has ${counted(balance, 'character')} left. They expire in ${left}, on ${momentOf(expiresAt)}.`,
    'If you buy characters before then, all of them stay valid as long as the new pack. Expired characters cannot be restored. Buy characters here:',
    `${baseUrl}/packs`,
    ...inEveryNotice(baseUrl),
  ]);
}

function inEveryNotice(baseUrl: string): readonly string[] {
  const settings = 'To change or turn off these e-mail notifications:';
  return ['See your usage here:', `${baseUrl}/usage`, settings, `${baseUrl}/notices`];
}

/** Formats a duration in whole days, or in hours if it is less than two days. */
function timeLeft(ms: number): string {
  const [amount, unit] =
    ms >= 2 * dayMs ? [Math.round(ms / dayMs), 'day'] : [Math.max(1, Math.round(ms / 3_600_000)), 'hour'];
  return counted(amount, unit);
}

/** How long a stopping server waits for a message that is being sent. */
const closeMaxMs = 5_000;

/** How often a node checks whether a round is due; the nodes' shared database decides. */
const checkEveryMs = 300_000;

/**
 * Sends due notices every hour from `begin` on, one round at a time, on any number of nodes. A failed round is reported
 * and does not stop the next one. Disposing waits briefly for a message that is being sent.
 */
export class NoticeRounds implements AsyncDisposable {
  readonly #parts: Omit<NoticeRoundParts, 'isStopping'>;
  #rounds: RepeatedTask | undefined;
  #isStopping = false;

  constructor(parts: Omit<NoticeRoundParts, 'isStopping'>) {
    this.#parts = parts;
  }

  /** Call once, when the address of the account area is known. */
  begin(): void {
    this.#rounds = new RepeatedTask(() => this.#round(), checkEveryMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    if (this.#rounds !== undefined) await within(this.#rounds[Symbol.asyncDispose](), closeMaxMs, undefined);
  }

  async #round(): Promise<void> {
    const round = new NoticeRound({ ...this.#parts, isStopping: () => this.#isStopping });
    await round.run().catch((cause) => this.#parts.events.backgroundFailed({ task: 'notices', cause }));
  }
}
