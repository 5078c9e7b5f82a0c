import type { FieldProblem } from '../service-error.ts';

const lengthMin = 10;

/** Far above what a person types, and little enough to hash. */
const lengthMax = 200;

/** For the page on which a password is chosen. */
export const passwordRules = `At least ${lengthMin} characters; several unrelated words are easy to remember.`;

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
export function passwordProblem(password: string, email: string, isGuessable: IsGuessable): FieldProblem | undefined {
  const message = whyUnfit(normalizedPassword(password), email, isGuessable);
  return message === undefined ? undefined : { param: 'password', message };
}

/** Whether it can be anybody's password at all: what is longer was never accepted, and is not worth hashing. */
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
