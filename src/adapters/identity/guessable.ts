import { createRequire } from 'node:module';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The library estimates at least 1e8 for three parts: twice that refuses a common word with a year and a sign. */
const guessesMin = 2e8;

/** UTF-16 units. The work grows with the square of the length: 32 hostile units take some 3 ms, 200 take 300 ms. */
const ratedLengthMax = 32;

let rater: ZxcvbnFactory | undefined;

/** Opens the library with the first password that is chosen: its list would take a twentieth of the server's start. */
function openRater(): ZxcvbnFactory {
  const require = createRequire(import.meta.url);
  const zxcvbn = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } =
    require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  return new zxcvbn.ZxcvbnFactory({
    dictionary: { passwords: dictionary['passwords-common'] },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: 5,
  });
}

/**
 * Whether the first 32 units can be guessed quickly: a common password, a part of the address or a row of keys, also
 * repeated, in capitals, in leet or with a few digits and signs. Source: zxcvbn-ts, with its 49,233 passwords.
 */
export function isGuessable(password: string, email: string): boolean {
  const words = [email, email.slice(0, email.lastIndexOf('@')), ...email.split(/[^a-z0-9]+/)];
  const known = words.map((word) => word.slice(0, ratedLengthMax));
  rater ??= openRater();
  return rater.check(password.slice(0, ratedLengthMax), known).guesses < guessesMin;
}
