import { within } from '../abort.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ReplyStore } from '../idempotency/reply-store.ts';
import type { Clock, UnixMs } from '../units.ts';
import { clockDifference } from './clock-difference.ts';

export type ReadinessParts = {
  readonly replies: Pick<ReplyStore, 'keepReply'>;
  /** The clock that all nodes share; undefined where there is one node. */
  readonly readSharedClock?: (() => Promise<UnixMs>) | undefined;
  /** Why the clock cannot be trusted, in one line; undefined when it can. */
  readonly clockDoubt: () => string | undefined;
  /** Why no engine translates, in one line; undefined when one does. Never rejects. */
  readonly silence: () => Promise<string | undefined>;
  readonly isStopping: () => boolean;
  readonly now: Clock;
  /** How long the database may take to answer. */
  readonly answerMaxMs?: number;
};

/** Longer than the pause in which a database that restarts is waited for. */
const answerMaxMsByDefault = 5_000;

/**
 * Says whether work may be sent here, by doing a piece of it: a row is written, a sentence is translated. Nothing is
 * remembered of a failure, so a service whose database comes back is ready with the next question.
 */
export class Readiness {
  readonly #parts: ReadinessParts;
  /** One probe at a time, however many ask: a database that hangs must not be asked ever more. */
  #probe: Promise<string | undefined> | undefined;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  /** The reasons are for the operator, one line each. Never rejects. */
  async check(): Promise<{ readonly ready: boolean; readonly reasons: readonly string[] }> {
    const { isStopping, silence, clockDoubt } = this.#parts;
    const [database, silent] = await Promise.all([this.#askDatabase(), silence()]);
    const doubt = clockDoubt();
    const reasons = [
      ...(isStopping() ? ['the service is stopping'] : []),
      ...(database === undefined ? [] : [database]),
      ...(doubt === undefined ? [] : [doubt]),
      ...(silent === undefined ? [] : [silent]),
    ];
    return { ready: reasons.length === 0, reasons };
  }

  #askDatabase(): Promise<string | undefined> {
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

/**
 * Writes a row that no request can meet and the next sweep forgets: a reply whose time is up as it is kept. Only a write
 * tells a full disk, a standby and a file system that has become read-only from a database that works.
 */
async function writeProbe(replies: ReadinessParts['replies'], at: UnixMs): Promise<void> {
  const probe = { accountId: 'readiness' as AccountId, keyHash: 'readiness', requestHash: '', keepUntil: at };
  await replies.keepReply({ ...probe, sealed: new Uint8Array() }, at);
}
