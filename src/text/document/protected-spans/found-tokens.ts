import { readToken, tokenPattern } from '../token.ts';

/** One of the tokens of a segment; for half of a pair, `other` is the index of its other half among them. */
export type FoundToken = { readonly token: string; readonly at: number; readonly other?: number };

/** Every token in order. A half without its other half, or one that crosses another pair, stays alone. */
export function findTokens(segment: string): readonly FoundToken[] {
  const found: { token: string; at: number; other?: number }[] = [];
  const open: number[] = [];
  for (const { 0: token, index: at } of segment.matchAll(tokenPattern)) {
    const one: (typeof found)[number] = { token, at };
    const { role, number } = readToken(token);
    const last = found[open.at(-1) ?? -1];
    if (role === 'open') open.push(found.length);
    if (role === 'close' && last !== undefined && readToken(last.token).number === number) {
      one.other = open.pop() ?? 0;
      last.other = found.length;
    }
    found.push(one);
  }
  return found;
}
