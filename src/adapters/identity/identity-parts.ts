import type { Mailer } from '../../shop/mail/mailer.ts';
import type { Throttle } from '../../shop/people/throttle.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Passwords } from './password-hasher.ts';
import type { Sessions, SessionsParts } from './sessions.ts';

export type IdentityParts = SessionsParts & {
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  readonly devices: KnownDevices;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly newId: () => string;
};
