import { parseEmail } from '../accounts/email.ts';
import type { PersonFault, Unusable } from './people.ts';

/** Stricter than for accounts opened by the operator: a portable mailbox name at a public host name. */
const usable = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

export type PersonAddress = { readonly kind: 'address'; readonly email: string } | Unusable;

/** Parses a person's address, in lower case: addresses that differ only in case belong to one person. */
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
