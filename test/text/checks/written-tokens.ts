import assert from 'node:assert/strict';
import { isNested } from '../../../src/text/checks/tokens.ts';
import {
  readToken,
  type TokenRole,
  tokenPattern,
  tokensMax,
  type WordKind,
  writeToken,
} from '../../../src/text/document/token.ts';

const kinds: Readonly<Record<string, WordKind>> = { w: 'noun', i: 'one', n: 'many', d: 'date' };
const roles: Readonly<Record<string, TokenRole>> = { o: 'open', c: 'close', p: 'point', s: 'space' };
const written = /\{([windocps])(\d+)\}/g;

/** Replaces `{w0}`, `{i0}` (one), `{n0}` (many), `{d0}` (a date), `{o1}`, `{c1}`, `{p2}`, `{s3}` with tokens, to keep tests readable. */
export function withTokens(text: string): string {
  return text.replace(written, (_, letter: string, number: string) => {
    return writeToken(roles[letter] ?? 'word', Number(number), kinds[letter]);
  });
}

/** The other way round. */
export function readable(segment: string): string {
  return segment.replace(tokenPattern, (token) => {
    const { role, number, kind } = readToken(token);
    const letter = Object.keys(kinds).find((one) => role === 'word' && kinds[one] === kind) ?? role.charAt(0);
    return `{${letter}${number % tokensMax}}`;
  });
}

/** Makes `<b>` and `</b>` a pair, `{w}`, `{i}`, `{n}` and `{d}` words, `{p}` a point and `{s}` white space. */
export function withUnnumberedTokens(text: string, numberOf: (index: number) => number = (index) => index): string {
  const open: number[] = [];
  let count = 0;
  return text.replace(/\{([windps])\}|<b>|<\/b>/g, (mark: string, letter = '') => {
    if (mark === '</b>') return writeToken('close', open.pop() ?? numberOf(count++));
    const number = numberOf(count++);
    if (mark === '<b>') open.push(number);
    const role = letter === '' ? 'open' : (roles[letter] ?? 'word');
    return writeToken(role, number, kinds[letter]);
  });
}

export function tokensOf(segment: string): readonly string[] {
  return segment.match(tokenPattern) ?? [];
}

/** Asserts that a translation has each token of its segment once, and its pairs nested. */
export function assertKeepsTokens(segment: string, translation: string): void {
  const message = `${readable(segment)} became ${readable(translation)}`;
  assert.deepEqual(tokensOf(translation).toSorted(), tokensOf(segment).toSorted(), message);
  assert.ok(isNested(tokensOf(translation)), message);
}
