import { parseEmail } from '../accounts/email.ts';
import type { PersonFault, Unusable } from './people.ts';

/** Narrower than what an operator may open an account for: a name that servers agree on, at a host that the internet knows. */
const usable = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

export type PersonAddress = { readonly kind: 'address'; readonly email: string } | Unusable;

/** The address of a person, in small letters: one person has it, in whatever case it is written. */
export function personAddress(text: string): PersonAddress {
  if (/[^\0-\x7f].*@/.test(text)) return unusable('email_not_ascii');
  const email = parseEmail(text)?.toLowerCase();
  if (email === undefined) return unusable('email_malformed');
  if (!usable.test(email)) return unusable('email_unsupported');
  return { kind: 'address', email };
}

export function unusable(...faults: readonly PersonFault[]): Unusable {
  return { kind: 'unusable', faults };
}
