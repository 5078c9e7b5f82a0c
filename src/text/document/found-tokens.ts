import { readToken, tokenPattern } from './token.ts';

/** A token of a segment. `other` is the index of the other half of a pair in the list of tokens. */
export type FoundToken = ReturnType<typeof readToken> & {
  readonly token: string;
  readonly at: number;
  readonly other?: number;
};

/** Returns every token in order. A half without its other half, or of a crossing pair, has no `other`. */
export function findTokens(segment: string): readonly FoundToken[] {
  const found: (FoundToken & { other?: number })[] = [];
  const open: number[] = [];
  for (const { 0: token, index: at } of segment.matchAll(tokenPattern)) {
    const one: (typeof found)[number] = { token, at, ...readToken(token) };
    const { role, number } = one;
    const last = found[open.at(-1) ?? -1];
    if (role === 'open') open.push(found.length);
    if (role === 'close' && last !== undefined && last.number === number) {
      one.other = open.pop() ?? 0;
      last.other = found.length;
    }
    found.push(one);
  }
  return found;
}
