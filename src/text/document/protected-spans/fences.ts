import { lineEnd } from './search.ts';
import type { Walk } from './walk.ts';

const atLineEnd = String.raw`[ \t]*(?=\r?\n|$)`;
const fence = /(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[^\n]*/y;
const closingFence = new RegExp('[ \\t>]*(`{3,}|~{3,})' + atLineEnd, 'y');

const armour = /-----BEGIN [A-Z ]{1,60}-----/y;

/** Makes a fenced block of code a bound. An unclosed block extends to the end of the text or of the quotation. */
export function takeFence(walk: Walk): boolean {
  const { text, at } = walk;
  fence.lastIndex = at;
  const opening = fence.exec(text)?.[1];
  if (opening === undefined) return false;
  const isQuoted = text.slice(walk.line.start, at).includes('>');
  let end = lineEnd(text, at);
  while (end < text.length) {
    const start = end + 1;
    if (isQuoted && !/^[ \t]*>/.test(text.slice(start, start + 100))) break;
    end = lineEnd(text, start);
    closingFence.lastIndex = start;
    const closing = closingFence.exec(text)?.[1];
    if (closing?.startsWith(opening)) break;
  }
  walk.take(text[end - 1] === '\r' ? end - 1 : end, 'bound');
  return false;
}

/** Makes a key or certificate in PEM format a bound. Source: RFC 7468. */
export function takeArmour(walk: Walk): boolean {
  const { text, at, search } = walk;
  if (walk.lengthOf(armour) === 0) return false;
  const end = search.next('-----END', at);
  if (end !== undefined) walk.take(lineEnd(text, end), 'bound');
  return false;
}
