import { parseEmail } from '../accounts/email.ts';
import type { FieldProblem } from '../service-error.ts';

/** Stricter than for accounts opened by the operator: a portable mailbox name at a public host name. */
const usable = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

export type PersonAddress =
  | { readonly kind: 'address'; readonly email: string }
  | { readonly kind: 'unusable'; readonly problems: readonly FieldProblem[] };

/** Parses a person's address, in lower case: addresses that differ only in case belong to one person. */
export function personAddress(text: string): PersonAddress {
  if (/[^\0-\x7f].*@/.test(text)) return unusable('An e-mail address has only letters from a to z before its @.');
  const email = parseEmail(text)?.toLowerCase();
  if (email === undefined) return unusable('This is not an e-mail address.');
  if (!usable.test(email)) return unusable('This kind of e-mail address cannot be used here.');
  return { kind: 'address', email };
}

function unusable(message: string): PersonAddress {
  return { kind: 'unusable', problems: [{ param: 'email', message }] };
}
