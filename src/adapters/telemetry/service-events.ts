import { Counter, Gauge, type Registry } from 'prom-client';
import type { Log } from '../../ops/log.ts';
import type { Events } from './events.ts';
import { countModels } from './model-events.ts';
import { countPayments } from './payment-events.ts';
import type { RepeatedLines } from './repeated-lines.ts';
import { countSentences } from './request-events.ts';
import { Tally, Timing } from './series.ts';

/** Counts events of the service, and logs those that matter to an operator; single translations only at `debug`. */
export function openServiceEvents(registry: Registry, log: Log, lines: RepeatedLines): Events {
  const translations = countTranslations(registry);
  const count = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  const sweptHolds = count('dragoman_holds_swept_total', 'Holds that the sweep released after the end of their lease.');
  const expired = count('dragoman_balances_expired_total', 'Balances whose characters expired.');
  const restarts = new Tally(registry, {
    name: 'dragoman_engine_restarts_total',
    help: 'Restarted pipelines and workers, by engine.',
    labels: ['engine'],
  });
  const failures = new Tally(registry, {
    name: 'dragoman_background_failures_total',
    help: 'Failed background tasks, by task.',
    labels: ['task'],
  });
  return {
    ...countSentences(registry),
    ...countModels(registry, lines),
    ...countMails(registry, lines),
    ...countPayments(registry, lines),
    ...countUnrecorded(registry),
    ...measureDocuments(registry),
    ...countBackups(registry, lines),
    translated: (event) => {
      translations(event.engine, event.charged, event.tookMs);
      log.debug('translated', {
        account: event.accountId,
        engine: event.engine,
        source: event.pair.source,
        target: event.pair.target,
        charged: event.charged,
        took_ms: event.tookMs,
      });
    },
    holdLapsed: countEndedHolds(registry, lines),
    swept: ({ lapsed, expired: expiredBalances }) => {
      sweptHolds.inc(lapsed);
      expired.inc(expiredBalances);
      lines.write('info', 'swept the ledger', { fields: { holds_lapsed: lapsed, balances_expired: expiredBalances } });
    },
    ledgerVerified: reportFaults(registry, lines),
    clockDoubted: ({ doubt }) => {
      if (doubt === undefined) lines.write('info', 'the clock is right again');
      else lines.write('error', 'the clock cannot be trusted', { fields: { reason: doubt } });
    },
    engineRestarted: ({ engine, unit, reason }) => {
      restarts.add(engine, () => [engine]);
      lines.write('warn', 'engine restarted', { fields: { engine, unit, reason } });
    },
    backgroundFailed: ({ task, cause }) => {
      failures.add(task, () => [task]);
      lines.write('error', 'a background task failed', { fields: { task }, cause });
    },
  };
}

function countEndedHolds(registry: Registry, lines: RepeatedLines): Events['holdLapsed'] {
  const count = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  const lapsed = count(
    'dragoman_holds_lapsed_total',
    'Captures that came after their lease: work done and not charged.',
  );
  const lost = count('dragoman_holds_lost_total', 'Holds that the database lost during their lease: work not charged.');
  return ({ accountId, isLost }) => {
    (isLost ? lost : lapsed).inc();
    const message = isLost ? 'the database lost a hold' : 'a capture came after its lease';
    lines.write('warn', `${message}, nothing was charged`, { fields: { account: accountId } });
  };
}

function countUnrecorded(registry: Registry): Pick<Events, 'requestsUnrecorded'> {
  const missing = new Counter({
    name: 'dragoman_requests_unrecorded_total',
    help: 'Requests missing in the list of recent requests: more than 2,000 waited, or the database failed.',
    registers: [registry],
  });
  return { requestsUnrecorded: ({ count }) => missing.inc(count) };
}

function measureDocuments(registry: Registry): Pick<Events, 'documentsStored'> {
  const room = new Gauge({
    name: 'dragoman_documents_bytes',
    help: 'Room that documents take in the database, those of all nodes.',
    registers: [registry],
  });
  return { documentsStored: ({ bytes }) => room.set(bytes) };
}

function reportFaults(registry: Registry, lines: RepeatedLines): Events['ledgerVerified'] {
  const count = new Gauge({
    name: 'dragoman_ledger_faults',
    help: 'Broken invariants found by the last check of this server: at its start, or of a scheduled backup. If it is not 0, run ledger verify.',
    registers: [registry],
  });
  return ({ faults }) => {
    count.set(faults.length);
    for (const { invariant, accountId, row, message } of faults) {
      lines.write('error', 'the ledger is not sound', {
        fields: { invariant, account: accountId, row, fault: message },
      });
    }
  };
}

function countTranslations(registry: Registry): (engine: string, charged: number, tookMs: number) => void {
  const charges = new Tally(registry, {
    name: 'dragoman_characters_charged_total',
    help: 'Characters charged, by engine.',
    labels: ['engine'],
  });
  // The histogram's own count is the number of calls.
  const durations = new Timing(registry, {
    name: 'dragoman_translation_duration_seconds',
    help: 'Duration of charged translations, by engine.',
    labels: ['engine'],
  });
  return (engine, charged, tookMs) => {
    charges.add(engine, () => [engine], charged);
    durations.record(engine, tookMs);
  };
}

/** Counts scheduled backups. Without a schedule, every value is 0. */
function countBackups(
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

/** Counts mails to users, and logs those that cannot be delivered. */
function countMails(registry: Registry, lines: RepeatedLines): Pick<Events, 'mailHandled'> {
  const mails = new Tally(registry, {
    name: 'dragoman_mails_total',
    help: 'Mails by outcome: sent, retried, refused by the mail server, given_up after all attempts, dropped because too many waited, logged without SMTP_URL.',
    labels: ['outcome'],
  });
  const failing = new Gauge({
    name: 'dragoman_mail_server_failing',
    help: '1 after an attempt that failed as every message would: no connection, or a refused login or sender.',
    registers: [registry],
  });
  return {
    mailHandled: ({ outcome, reason, isServers }) => {
      if (isServers !== undefined) failing.set(Number(isServers));
      mails.add(outcome, () => [outcome]);
      const fields = { outcome, reason };
      if (outcome === 'retried') lines.write('warn', 'a message could not be sent yet', { fields });
      if (outcome === 'refused' || outcome === 'given_up' || outcome === 'dropped') {
        lines.write('error', 'a message was not sent', { fields });
      }
    },
  };
}
