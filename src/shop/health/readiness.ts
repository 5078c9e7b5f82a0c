import { within } from '../../ground/abort.ts';
import type { Clock, UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ReplyStore } from '../idempotency/reply-store.ts';
import { clockDifference } from './clock-difference.ts';

export type ReadinessParts = {
  readonly replies: Pick<ReplyStore, 'keepReply'>;
  /** Reads the clock that all nodes share; undefined for a single node. */
  readonly readSharedClock?: (() => Promise<UnixMs>) | undefined;
  /** Returns why the clock cannot be trusted, in one line, or undefined. */
  readonly clockDoubt: () => string | undefined;
  /** Resolves with the reason why no engine translates, in one line, or undefined. Never rejects. */
  readonly engineFailure: () => Promise<string | undefined>;
  readonly phase: () => 'starting' | 'serving' | 'stopping';
  readonly now: Clock;
  /** Timeout of the database probe. */
  readonly answerMaxMs?: number;
};

/** Longer than the retry time for a restarting database. */
const answerMaxMsByDefault = 5_000;

/** Tests the database (writes a row) and the engines (translates a sentence). Failures are not cached. */
export class Readiness {
  readonly #parts: ReadinessParts;
  /** Only one probe runs at a time, so that checks do not pile up on a database that hangs. */
  #probe: Promise<string | undefined> | undefined;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  /** The reasons are one line each, for the operator. Never rejects. */
  async check(): Promise<{ readonly ready: boolean; readonly reasons: readonly string[] }> {
    const { phase, engineFailure, clockDoubt } = this.#parts;
    const [database, engines] = await Promise.all([this.#checkDatabase(), engineFailure()]);
    const doubt = clockDoubt();
    const now = phase();
    const reasons = [
      ...(now === 'serving' ? [] : [`the service is ${now}`]),
      ...(database === undefined ? [] : [database]),
      ...(doubt === undefined ? [] : [doubt]),
      ...(engines === undefined ? [] : [engines]),
    ];
    return { ready: reasons.length === 0, reasons };
  }

  #checkDatabase(): Promise<string | undefined> {
    this.#probe ??= this.#probeDatabase().finally(() => {
      this.#probe = undefined;
    });
    return within(this.#probe, this.#parts.answerMaxMs ?? answerMaxMsByDefault, 'the database does not answer');
  }

  async #probeDatabase(): Promise<string | undefined> {
    const { replies, now, readSharedClock } = this.#parts;
    try {
      await writeProbe(replies, now());
      return readSharedClock === undefined ? undefined : await clockDifference(now, readSharedClock);
    } catch {
      return 'the database cannot be written to';
    }
  }
}

/** Writes an expired reply for the next sweep: only a write detects a full disk, a standby or a read-only disk. */
async function writeProbe(replies: ReadinessParts['replies'], at: UnixMs): Promise<void> {
  const probe = { accountId: 'readiness' as AccountId, keyHash: 'readiness', requestHash: '', keepUntil: at };
  await replies.keepReply({ ...probe, sealed: new Uint8Array() }, at);
}
