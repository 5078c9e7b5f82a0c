/** A process with separate limits that makes one backup: prints the reason of a failure. */
import { ScheduledBackups } from '../../../../src/adapters/sql/sqlite/scheduled-backups.ts';
import { unixMs } from '../../../../src/ground/units.ts';

const [file = '', dir = ''] = process.argv.slice(2);
using backups = new ScheduledBackups({
  file,
  dir,
  everyMs: 60_000,
  keep: 1,
  now: () => unixMs(Date.UTC(2026, 10, 21)),
  elapsedMs: () => 0,
  sweepIntervalMs: 10_000,
  events: {
    backupsScheduled: () => undefined,
    backedUp: () => process.stdout.write('backed up\n'),
    backupFailed: ({ reason }) => process.stdout.write(`${reason}\n`),
    ledgerVerified: () => undefined,
  },
});
await backups.backUpIfDue();
