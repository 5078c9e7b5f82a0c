import type { PersonFault } from './people.ts';

export const passwordLengthMin = 10;

/** Far above what a person types, and little enough to hash. */
export const passwordLengthMax = 200;

/**
 * Returns one form for passwords that keyboards may encode differently.
 *
 * Source: NIST SP 800-63B, section 3.1.1.2, which requires normalisation before hashing.
 */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}

/** Returns whether an attacker who knows the person's address needs few guesses for the password. */
export type IsGuessable = (password: string, email: string) => boolean;

/**
 * Returns what is wrong with a new password, or undefined.
 *
 * Checks only length and guessability, no mix of signs. Source: NIST SP 800-63B, section 3.1.1.2.
 * @param email of the person, in lower case; empty when unknown
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
