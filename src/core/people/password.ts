import type { FieldProblem } from '../service-error.ts';

const lengthMin = 10;

/** Far above what people type, and cheap to hash. */
const lengthMax = 200;

/** Shown where a password is chosen. */
export const passwordRules = `At least ${lengthMin} characters; several unrelated words are easy to remember.`;

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
 *
 * @param email of the person, in lower case; empty when unknown
 */
export function passwordProblem(password: string, email: string, isGuessable: IsGuessable): FieldProblem | undefined {
  const message = whyUnfit(normalizedPassword(password), email, isGuessable);
  return message === undefined ? undefined : { param: 'password', message };
}

/** Returns whether a password can exist: longer ones were never accepted, and are not worth hashing. */
export function canBePassword(password: string): boolean {
  return password !== '' && normalizedPassword(password).length <= lengthMax && password.isWellFormed();
}

function whyUnfit(password: string, email: string, isGuessable: IsGuessable): string | undefined {
  if (!password.isWellFormed()) return 'This cannot be read as text.';
  const length = Array.from(password).length;
  if (length < lengthMin) return `Take at least ${lengthMin} characters.`;
  if (password.length > lengthMax) return `Take at most ${lengthMax} characters.`;
  if (new Set(password.toLowerCase()).size >= 4 && !isGuessable(password, email)) return undefined;
  return 'This password is too common or too close to your address. Use several unrelated words instead.';
}
