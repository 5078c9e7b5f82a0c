import assert from 'node:assert/strict';
import { isNested } from '../../../src/text/checks/tokens.ts';
import { readToken, type TokenRole, tokenPattern, writeToken } from '../../../src/text/document/token.ts';

const letters: Readonly<Record<string, TokenRole>> = { w: 'word', o: 'open', c: 'close', p: 'point', s: 'space' };
const written = /\{([wocps])(\d+)\}/g;

/** Replaces `{w0}`, `{o1}`, `{c1}`, `{p2}`, `{s3}` with tokens, to keep tests readable. */
export function withTokens(text: string): string {
  return text.replace(written, (_, letter: string, number: string) => {
    return writeToken(letters[letter] ?? 'point', Number(number));
  });
}

/** The other way round. */
export function readable(segment: string): string {
  return segment.replace(tokenPattern, (token) => {
    const { role, number } = readToken(token);
    return `{${role.charAt(0)}${number}}`;
  });
}

/** Makes `<b>` and `</b>` a pair, `{w}` a word, `{p}` a point and `{s}` white space. */
export function withUnnumberedTokens(text: string, numberOf: (index: number) => number = (index) => index): string {
  const open: number[] = [];
  let count = 0;
  return text.replace(/\{([wps])\}|<b>|<\/b>/g, (mark: string, letter = '') => {
    if (mark === '</b>') return writeToken('close', open.pop() ?? numberOf(count++));
    const number = numberOf(count++);
    if (mark === '<b>') open.push(number);
    return writeToken(letters[letter] ?? 'open', number);
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
