import { readToken, tokenPattern } from '../src/text/document/token.ts';

/** Tokens in readable form: `{w0}`, `{o1}`, `{c1}`, `{_2}` for white space. */
export function readable(text: string): string {
  return text.replace(tokenPattern, (token) => {
    const { role, number } = readToken(token);
    return `{${role === 'space' ? '_' : role.charAt(0)}${number}}`;
  });
}

/** Whole numbers below a count, the same ones for the same seed. Source: Marsaglia (2003), "Xorshift RNGs". */
export function openRandom(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.abs(state) % count;
  };
}
