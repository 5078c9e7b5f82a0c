import { type ApiKey, parseApiKey } from './api-key.ts';

/** Characters that no key contains: escapes, quotes, line breaks with their prefixes, the zeros of UTF-16. */
const foreign = /[^0-9A-Za-z_]+/g;

/** `_`, and the rest of `%5F` (encoded up to three times), `=5F`, `\u005f`, `&#95;`, `&#x5f;`, `&lowbar;`. */
const underscore = '(?:_|(?:25){0,2}5[Ff]|u005[Ff]|95|[xX]5[Ff]|lowbar)';
const mark = new RegExp(`(${underscore})live(?=(${underscore}))`, 'g');
const markLengthMax = '25255Flive25255F'.length;
const prefixLengthMax = 20;
const secretLength = 38;
const secret = /^[0-9A-Za-z]{38}$/;

/** The longest part of a key whose end may be in the next piece. */
const unfinishedLengthMax = prefixLengthMax + markLengthMax + secretLength - 1;

/**
 * Finds keys in text that arrives in pieces, whatever is around and between their characters: a log line, JSON, a link,
 * Markdown, a mail with wrapped lines. False positives are as rare as matching checksums. Keeps only the end of the
 * last piece.
 */
export class KeyScan {
  #rest = '';

  /** Returns the keys that end in `piece`, in order, duplicates included. */
  *read(piece: string): Generator<ApiKey> {
    const text = this.#rest + piece.replace(foreign, '');
    let begin = 0;
    for (const { 0: first, 1: opening = '', 2: closing = '', index } of text.matchAll(mark)) {
      const digitsAt = index + first.length + closing.length;
      if (digitsAt + secretLength > text.length) break;
      const before = text.slice(Math.max(0, index - prefixLengthMax), index);
      yield* keysOf(before, text.slice(digitsAt, digitsAt + secretLength));
      // Not further, because this `live` may also be the prefix of a key.
      begin = index + opening.length;
    }
    this.#rest = text.slice(Math.max(begin, text.length - unfinishedLengthMax));
  }
}

/** Text before a prefix may look like a part of it (`\n` in JSON), so every start is tried. */
function* keysOf(before: string, digits: string): Generator<ApiKey> {
  // This check alone excludes most other text.
  if (!secret.test(digits)) return;
  for (let at = before.length - 1; at >= 0; at--) {
    if (!/[a-z0-9]/.test(before.charAt(at))) return;
    const key = parseApiKey(`${before.slice(at)}_live_${digits}`);
    if (key !== undefined) yield key;
  }
}
