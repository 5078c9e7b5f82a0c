import { parseEmail } from '../accounts/email.ts';
import type { FieldProblem } from '../service-error.ts';

/** Narrower than what an operator may open an account for: a name that servers agree on, at a host that the internet knows. */
const usable = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

export type PersonAddress =
  | { readonly kind: 'address'; readonly email: string }
  | { readonly kind: 'unusable'; readonly problems: readonly FieldProblem[] };

/** The address of a person, in small letters: one person has it, in whatever case it is written. */
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
