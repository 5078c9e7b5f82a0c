import type { PersonFault } from './people.ts';

export const passwordLengthMin = 10;

/** Far above what a person types, and little enough to hash. */
export const passwordLengthMax = 200;

/** Returns one form for passwords that keyboards encode differently. Source: NIST SP 800-63B, section 3.1.1.2. */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}

/** Returns whether an attacker who knows the person's address needs few guesses for the password. */
export type IsGuessable = (password: string, email: string) => boolean;

/**
 * Returns what is wrong with a new password. Checks only length and guessability, no mix of signs (source: NIST SP
 * 800-63B, section 3.1.1.2). `email` is in lower case; empty when unknown.
 */
export function passwordFault(typed: string, email: string, isGuessable: IsGuessable): PersonFault | undefined {
  const password = normalizedPassword(typed);
  if (!password.isWellFormed()) return 'password_malformed';
  if (Array.from(password).length < passwordLengthMin) return 'password_too_short';
  if (password.length > passwordLengthMax) return 'password_too_long';
  if (new Set(password.toLowerCase()).size >= 4 && !isGuessable(password, email)) return undefined;
  return 'password_guessable';
}

/** Returns whether a password can exist: longer ones were never accepted, and are not worth hashing. */
export function canBePassword(password: string): boolean {
  return password !== '' && normalizedPassword(password).length <= passwordLengthMax && password.isWellFormed();
}
