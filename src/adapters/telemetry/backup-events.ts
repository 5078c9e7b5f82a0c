import { Counter, Gauge, type Registry } from 'prom-client';
import type { Events } from './events.ts';
import type { RepeatedLines } from './repeated-lines.ts';

/** Counts scheduled backups. Without a schedule, every value is 0. */
export function countBackups(
  registry: Registry,
  lines: RepeatedLines,
): Pick<Events, 'backupsScheduled' | 'backedUp' | 'backupFailed'> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const interval = gauge(
    'dragoman_backup_interval_seconds',
    'BACKUP_EVERY; 0 without BACKUP_DIR. The other metrics of backups are then 0, too.',
  );
  const newest = gauge(
    'dragoman_backup_last_success_timestamp_seconds',
    'When the newest verified backup began; 0 if there is none.',
  );
  const size = gauge('dragoman_backup_size_bytes', 'Size of the last backup of this process.');
  const duration = gauge('dragoman_backup_duration_seconds', 'Duration of the last backup of this process.');
  const failures = new Counter({
    name: 'dragoman_backup_failures_total',
    help: 'Backups that failed.',
    registers: [registry],
  });
  return {
    backupsScheduled: ({ everyMs, newestAt = 0 }) => {
      interval.set(everyMs / 1_000);
      newest.set(newestAt / 1_000);
    },
    backedUp: ({ at, bytes, tookMs }) => {
      newest.set(at / 1_000);
      size.set(bytes);
      duration.set(tookMs / 1_000);
      lines.write('info', 'the database was backed up', { fields: { bytes, took_ms: Math.round(tookMs) } });
    },
    backupFailed: ({ reason }) => {
      failures.inc();
      lines.write('error', 'the database could not be backed up', { fields: { reason } });
    },
  };
}
