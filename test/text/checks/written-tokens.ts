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
