import type { PersonFault } from './people.ts';

export const passwordLengthMin = 10;

/** Far above what a person types, and little enough to hash. */
export const passwordLengthMax = 200;

/**
 * One form for what may come in several from different keyboards.
 *
 * Source: NIST SP 800-63B, section 3.1.1.2, which asks for a normalisation before a password is hashed.
 */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}

/** Returns whether an attacker who knows the person's address finds the password in few guesses. */
export type IsGuessable = (password: string, email: string) => boolean;

/**
 * What is wrong with a password that somebody chooses; undefined when nothing is.
 *
 * Length and guessability alone are asked for, no mix of signs. Source: NIST SP 800-63B, section 3.1.1.2.
 *
 * @param email of the person, in small letters; empty where it is not known
 */
export function passwordFault(typed: string, email: string, isGuessable: IsGuessable): PersonFault | undefined {
  const password = normalizedPassword(typed);
  if (!password.isWellFormed()) return 'password_malformed';
  if (Array.from(password).length < passwordLengthMin) return 'password_too_short';
  if (password.length > passwordLengthMax) return 'password_too_long';
  if (new Set(password.toLowerCase()).size >= 4 && !isGuessable(password, email)) return undefined;
  return 'password_guessable';
}

/** Whether it can be anybody's password at all: what is longer was never accepted, and is not worth hashing. */
export function canBePassword(password: string): boolean {
  return password !== '' && normalizedPassword(password).length <= passwordLengthMax && password.isWellFormed();
}
