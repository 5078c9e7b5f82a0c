import type { FieldProblem } from '../service-error.ts';

const lengthMin = 10;

/** Far above what a person types, and little enough to hash. */
const lengthMax = 200;

/** For the page on which a password is chosen. */
export const passwordRules = `At least ${lengthMin} characters; a few words that do not belong together are easy to keep in mind.`;

/**
 * One form for what may come in several from different keyboards.
 *
 * Source: NIST SP 800-63B, section 3.1.1.2, which asks for a normalisation before a password is hashed.
 */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * What is wrong with a password that somebody chooses; undefined when nothing is.
 *
 * Length and guessability alone are asked for, no mix of signs. Source: NIST SP 800-63B, section 3.1.1.2.
 *
 * @param param the field's name
 * @param email of whom the password is for
 */
export function passwordProblem(param: string, password: string, email: string): FieldProblem | undefined {
  const message = whyUnfit(normalizedPassword(password), email.toLowerCase());
  return message === undefined ? undefined : { param, message };
}

/** Whether it can be anybody's password at all: what is longer was never accepted, and is not worth hashing. */
export function canBePassword(password: string): boolean {
  return password !== '' && normalizedPassword(password).length <= lengthMax && password.isWellFormed();
}

function whyUnfit(password: string, email: string): string | undefined {
  if (!password.isWellFormed()) return 'This cannot be read as text.';
  const length = Array.from(password).length;
  if (length < lengthMin) return `Take at least ${lengthMin} characters.`;
  if (password.length > lengthMax) return `Take at most ${lengthMax} characters.`;
  const folded = password.toLowerCase();
  const name = email.slice(0, email.lastIndexOf('@'));
  if (folded === email || (name !== '' && folded.replaceAll(name, '').length < lengthMin / 2)) {
    return 'Take one that does not repeat your address.';
  }
  if (new Set(folded).size < 4 || isWellKnown(folded)) return 'This one is among the first that anybody tries.';
  return undefined;
}

/** Beginnings of what people take most often, once they must take ten characters or more. */
const wellKnown = [
  '1234567890',
  '0123456789',
  '0987654321',
  'qwertyuiop',
  'qwertzuiop',
  'password',
  'passw0rd',
  'abcdefghij',
];

function isWellKnown(folded: string): boolean {
  return wellKnown.some((known) => folded.startsWith(known) && folded.length < known.length + lengthMin / 2);
}
