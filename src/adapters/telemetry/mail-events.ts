import { Gauge, type Registry } from 'prom-client';
import type { Events } from './events.ts';
import type { RepeatedLines } from './repeated-lines.ts';
import { Tally } from './series.ts';

/** Counts mails to users, and logs those that cannot be delivered. */
export function countMails(registry: Registry, lines: RepeatedLines): Pick<Events, 'mailHandled'> {
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
