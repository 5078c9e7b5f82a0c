import type { Registry } from 'prom-client';
import type { Events } from './events.ts';
import type { RepeatedLines } from './repeated-lines.ts';
import { Tally } from './series.ts';

/** Counts mails to users, and logs those that cannot be delivered. */
export function countMails(registry: Registry, lines: RepeatedLines): Pick<Events, 'mailHandled'> {
  const mails = new Tally(registry, {
    name: 'dragoman_mails_total',
    help: 'Messages to people: sent, retried, refused, given_up, dropped, logged.',
    labels: ['outcome'],
  });
  return {
    mailHandled: ({ outcome, reason }) => {
      mails.add(outcome, () => [outcome]);
      const fields = { outcome, reason };
      if (outcome === 'retried') lines.write('warn', 'a message could not be sent yet', { fields });
      if (outcome === 'refused' || outcome === 'given_up' || outcome === 'dropped') {
        lines.write('error', 'a message was not sent', { fields });
      }
    },
  };
}
