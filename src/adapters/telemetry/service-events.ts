import type { Log } from '../../ops/log.ts';
import type { Events } from './events.ts';
import type { Metrics } from './metrics.ts';
import { countModels } from './model-events.ts';
import type { RepeatedLines } from './repeated-lines.ts';
import { countTranslations } from './request-events.ts';

/** Counts events of the service, and logs those that matter to an operator; single translations only at `debug`. */
export function openServiceEvents(metrics: Metrics, log: Log, lines: RepeatedLines): Events {
  const sweptHelp = 'Holds that the sweep released after the end of their lease.';
  const sweptHolds = metrics.counter('dragoman_holds_swept_total', sweptHelp);
  const expired = metrics.counter('dragoman_balances_expired_total', 'Balances whose characters expired.');
  const restartsHelp = 'Restarted pipelines and workers, by engine.';
  const restarts = metrics.tally('dragoman_engine_restarts_total', restartsHelp, 'engine');
  const failures = metrics.tally('dragoman_background_failures_total', 'Failed background tasks, by task.', 'task');
  return {
    ...countTranslations(metrics, log),
    ...countModels(metrics, lines),
    ...countMails(metrics, lines),
    ...countPayments(metrics, lines),
    ...countRecords(metrics),
    ...countBackups(metrics, lines),
    holdLapsed: countEndedHolds(metrics, lines),
    swept: ({ lapsed, expired: expiredBalances }) => {
      sweptHolds.inc(lapsed);
      expired.inc(expiredBalances);
      lines.write('info', 'swept the ledger', { fields: { holds_lapsed: lapsed, balances_expired: expiredBalances } });
    },
    ledgerVerified: reportFaults(metrics, lines),
    clockDoubted: ({ doubt }) => {
      if (doubt === undefined) lines.write('info', 'the clock is right again');
      else lines.write('error', 'the clock cannot be trusted', { fields: { reason: doubt } });
    },
    engineRestarted: ({ engine, unit, reason }) => {
      restarts.add([engine]);
      lines.write('warn', 'engine restarted', { fields: { engine, unit, reason } });
    },
    backgroundFailed: ({ task, cause }) => {
      failures.add([task]);
      lines.write('error', 'a background task failed', { fields: { task }, cause });
    },
  };
}

function countEndedHolds(metrics: Metrics, lines: RepeatedLines): Events['holdLapsed'] {
  const help = {
    lapsed: 'Captures that came after their lease: work done and not charged.',
    lost: 'Holds that the database lost during their lease: work not charged.',
  };
  const lapsed = metrics.counter('dragoman_holds_lapsed_total', help.lapsed);
  const lost = metrics.counter('dragoman_holds_lost_total', help.lost);
  return ({ accountId, isLost }) => {
    (isLost ? lost : lapsed).inc();
    const message = isLost ? 'the database lost a hold' : 'a capture came after its lease';
    lines.write('warn', `${message}, nothing was charged`, { fields: { account: accountId } });
  };
}

function countRecords(metrics: Metrics) {
  const help = {
    missing: 'Requests missing in the list of recent requests: more than 2,000 waited, or the database failed.',
    room: 'Room that documents take in the database, those of all nodes.',
  };
  const missing = metrics.counter('dragoman_requests_unrecorded_total', help.missing);
  const room = metrics.gauge('dragoman_documents_bytes', help.room);
  return {
    requestsUnrecorded: ({ count }) => missing.inc(count),
    documentsStored: ({ bytes }) => room.set(bytes),
  } satisfies Partial<Events>;
}

function reportFaults(metrics: Metrics, lines: RepeatedLines): Events['ledgerVerified'] {
  const help =
    'Broken invariants found by the last check of this server: at its start, or of a scheduled backup. If it is not 0, run ledger verify.';
  const count = metrics.gauge('dragoman_ledger_faults', help);
  return ({ faults }) => {
    count.set(faults.length);
    for (const { invariant, accountId, row, message } of faults) {
      lines.write('error', 'the ledger is not sound', {
        fields: { invariant, account: accountId, row, fault: message },
      });
    }
  };
}

/** Counts scheduled backups. Without a schedule, every value is 0. */
function countBackups(metrics: Metrics, lines: RepeatedLines) {
  const help = {
    interval: 'BACKUP_EVERY; 0 without BACKUP_DIR. The other metrics of backups are then 0, too.',
    newest: 'When the newest verified backup began; 0 if there is none.',
    size: 'Size of the last backup of this process.',
    duration: 'Duration of the last backup of this process.',
  };
  const interval = metrics.gauge('dragoman_backup_interval_seconds', help.interval);
  const newest = metrics.gauge('dragoman_backup_last_success_timestamp_seconds', help.newest);
  const size = metrics.gauge('dragoman_backup_size_bytes', help.size);
  const duration = metrics.gauge('dragoman_backup_duration_seconds', help.duration);
  const failures = metrics.counter('dragoman_backup_failures_total', 'Backups that failed.');
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
  } satisfies Partial<Events>;
}

/** Counts mails to users, and logs those that cannot be delivered. */
function countMails(metrics: Metrics, lines: RepeatedLines) {
  const help = {
    mails:
      'Mails by outcome: sent, retried, refused by the mail server, given_up after all attempts, dropped because too many waited, logged without SMTP_URL.',
    failing: '1 after an attempt that failed as every message would: no connection, or a refused login or sender.',
  };
  const mails = metrics.tally('dragoman_mails_total', help.mails, 'outcome');
  const failing = metrics.gauge('dragoman_mail_server_failing', help.failing);
  return {
    mailHandled: ({ outcome, reason, isServers }) => {
      if (isServers !== undefined) failing.set(Number(isServers));
      mails.add([outcome]);
      const fields = { outcome, reason };
      if (outcome === 'retried') lines.write('warn', 'a message could not be sent yet', { fields });
      if (outcome === 'refused' || outcome === 'given_up' || outcome === 'dropped') {
        lines.write('error', 'a message was not sent', { fields });
      }
    },
  } satisfies Partial<Events>;
}

/** Counts providers' reports of payments, and logs those that an operator should check. */
function countPayments(metrics: Metrics, lines: RepeatedLines) {
  const help = {
    payments:
      'Reports of payments by provider and outcome: settled, unpaid, foreign (no order of this service); mismatch, second_payment and unaccounted need an operator.',
    refused:
      'Refused messages to the webhook by provider and reason: unsigned and wrong_signature, which anybody can send, wrong_time.',
  };
  const payments = metrics.tally('dragoman_payment_events_total', help.payments, 'provider', 'outcome');
  const refused = metrics.tally('dragoman_payment_messages_refused_total', help.refused, 'provider', 'reason');
  return {
    paymentMessageRefused: ({ provider, reason }) => {
      refused.add([provider, reason]);
      if (reason === 'unsigned') return;
      const message = 'a message of the payment provider was refused: see STRIPE_WEBHOOK_SECRET and the clock';
      lines.write('warn', message, { fields: { provider, reason }, linesMax: 1 });
    },
    paymentSettled: ({ provider, outcome, orderId }) => {
      payments.add([provider, outcome]);
      if (outcome === 'unpaid' || outcome === 'foreign') return;
      const level = outcome === 'settled' ? 'info' : 'error';
      lines.write(level, paymentLines[outcome], { fields: { provider, order: orderId } });
    },
  } satisfies Partial<Events>;
}

const paymentLines = {
  settled: 'a payment was gone through',
  mismatch: 'a payment is not of its order: nothing was granted',
  second_payment: 'an order was paid twice: pay the second payment back',
  unaccounted: 'money of an order moved in a way that the ledger does not follow',
} as const;
