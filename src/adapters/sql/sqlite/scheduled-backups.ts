import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, UnixMs } from '../../../ground/units.ts';
import { backupName, backupTime, newestBackup, surplusBackups } from '../../../shop/backups/backup-name.ts';
import type { ShopEvents } from '../../../shop/events.ts';
import { outlivedLease } from '../../../shop/ledger/verification.ts';
import { flushToDisk, partialCopy, withCopy } from './backup.ts';
import { sqliteFailure } from './sqlite-error.ts';
import { verifySqlite } from './verifier.ts';

export type ScheduledBackupsParts = {
  /** The database. */
  readonly file: string;
  /** The folder of the backups; it must exist, and no other server may use it. */
  readonly dir: string;
  readonly everyMs: number;
  /** How many backups to keep, at least 1. */
  readonly keep: number;
  readonly now: Clock;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** How long a hold may outlive its lease before it counts as forgotten. */
  readonly sweepIntervalMs: number;
  readonly events: Pick<ShopEvents, 'backupsScheduled' | 'backedUp' | 'backupFailed' | 'ledgerVerified'>;
};

/** The one copy of an unsound ledger that is kept: without it, a lost disk would lose everything since the fault. */
const unsoundName = 'dragoman-unsound.db';

/** The longest pause after a failure. A copy of the whole database is too much work to try it every minute. */
const retryMsMax = 3_600_000;

/** Backs up to a folder. The next backup is due by the newest file there, not by the start of the server. */
export class ScheduledBackups implements Disposable {
  readonly #parts: ScheduledBackupsParts;
  readonly #stop = new AbortController();
  #retryAtMs = -Infinity;
  #newestAt: UnixMs | undefined;

  constructor(parts: ScheduledBackupsParts) {
    this.#parts = parts;
  }

  /** Ends a running verification, so that its backup is dropped. */
  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  /** Writes a verified backup if one is due, and then deletes those beyond the number to keep. Never rejects. */
  async backUpIfDue(): Promise<void> {
    const { everyMs, elapsedMs, events } = this.#parts;
    if (elapsedMs() < this.#retryAtMs) return;
    try {
      await this.#tryBackUpIfDue();
    } catch (cause) {
      if (this.#stop.signal.aborted) return;
      this.#retryAtMs = elapsedMs() + Math.min(everyMs, retryMsMax);
      events.backupFailed({ reason: sqliteFailure(cause).message });
    }
  }

  async #tryBackUpIfDue(): Promise<void> {
    const { dir, everyMs, keep, now, elapsedMs, events } = this.#parts;
    const at = now();
    const names = await this.#list(at);
    if (this.#newestAt !== undefined && at - this.#newestAt < everyMs) return;
    for (const name of names.filter(isLeftOver)) await rm(join(dir, name));
    const name = backupName(at);
    const startedMs = elapsedMs();
    await this.#write(join(dir, name));
    events.backedUp({ at, bytes: (await stat(join(dir, name))).size, tookMs: elapsedMs() - startedMs });
    for (const surplus of surplusBackups([...names, name], at, keep)) await rm(join(dir, surplus));
  }

  /** Returns the names in the folder, and reports the newest backup: the last known one if the folder cannot be read. */
  async #list(at: UnixMs): Promise<readonly string[]> {
    const { dir, everyMs, events } = this.#parts;
    try {
      const names = await readdir(dir);
      // A later name would make a backup due at every look, until only copies of the last minutes were kept.
      this.#newestAt = backupTime(newestBackup(names, at, 0) ?? '');
      return names;
    } finally {
      events.backupsScheduled({ everyMs, newestAt: this.#newestAt });
    }
  }

  /** @throws also when the ledger in the copy is not sound */
  async #write(toFile: string): Promise<void> {
    const { file, dir, now, sweepIntervalMs, events } = this.#parts;
    await withCopy(file, toFile, async (partial) => {
      const { signal } = this.#stop;
      signal.throwIfAborted();
      const found = await verifySqlite({ file: partial, now: now(), sweepIntervalMs, signal });
      // This check is complete, unlike the one at the start of the server.
      const faults = found.filter(({ invariant }) => invariant !== outlivedLease);
      events.ledgerVerified({ faults });
      const [fault] = faults;
      await flushToDisk(partial);
      await rename(partial, fault === undefined ? toFile : join(dir, unsoundName));
      await flushToDisk(dir);
      if (fault !== undefined) throw new Error(`the ledger is not sound (${fault.invariant}); see ${unsoundName}`);
    });
  }
}

/** Whether a killed server left this file. */
function isLeftOver(name: string): boolean {
  return backupTime(name.replace(partialCopy, '')) !== undefined && partialCopy.test(name);
}
