import { type ApiKey, parseApiKey } from './api-key.ts';

const mark = '_live_';
const prefixLengthMax = 20;
const secretLength = 38;
const secret = /^[0-9A-Za-z]{38}$/;

/** The longest part of a key that may still lack its end. */
const unfinishedLengthMax = prefixLengthMax + mark.length + secretLength - 1;

/**
 * Finds keys in text that comes in pieces, whatever stands around them: a log line, JSON, a link. All that is remembered
 * is the end of the last piece.
 */
export class KeyScan {
  #rest = '';

  /** Keys that end in `piece`, in their order; a key that stands there twice comes twice. */
  *read(piece: string): Generator<ApiKey> {
    const text = this.#rest + piece;
    let begin = 0;
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
      if (at + mark.length + secretLength > text.length) break;
      yield* keysAt(text, at);
      begin = at + 1;
    }
    this.#rest = text.slice(Math.max(begin, text.length - unfinishedLengthMax));
  }
}

/** What stands before a prefix may look like a part of it (`\n` in JSON), so every beginning is tried. */
function* keysAt(text: string, at: number): Generator<ApiKey> {
  const end = at + mark.length + secretLength;
  // Most of what is no key is told by this alone.
  if (text.charAt(at + mark.length) === '_') return;
  if (!secret.test(text.slice(at + mark.length, end))) return;
  for (let length = 1; length <= prefixLengthMax && length <= at; length++) {
    if (!/[a-z0-9]/.test(text.charAt(at - length))) return;
    const key = parseApiKey(text.slice(at - length, end));
    if (key !== undefined) yield key;
  }
}
