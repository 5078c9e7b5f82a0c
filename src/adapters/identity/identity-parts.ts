import type { AuditJournal } from '../../core/audit/audit-journal.ts';
import type { Events } from '../../core/events.ts';
import type { Mailer } from '../../core/mail/mailer.ts';
import type { PersonStore } from '../../core/people/person-store.ts';
import type { Throttle } from '../../core/people/throttle.ts';
import type { Clock } from '../../core/units.ts';
import type { Auth } from './auth.ts';
import type { Passwords } from './password-hasher.ts';
import type { SessionDesk } from './session-desk.ts';

/** What the account area's people are made of. */
export type IdentityParts = {
  readonly auth: Auth;
  readonly store: PersonStore;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly sessions: SessionDesk;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly journal: Pick<AuditJournal, 'record'>;
  readonly now: Clock;
  readonly newId: () => string;
  /** Where visitors reach the service. */
  readonly baseUrl: () => string;
  readonly events: Pick<Events, 'backgroundFailed'>;
};
