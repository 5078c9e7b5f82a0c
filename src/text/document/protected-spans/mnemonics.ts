import { type Finder, matchAt } from './scan.ts';

const sign = /&amp;|&(?!(?:amp|lt|gt|quot|nbsp|copy|reg)\b)|_/y;
/** UTF-16 units of a label on each side of its sign. */
const sideMax = 60;
/** The other words of a label. */
const words = String.raw`(?:[^\s&_;=<>@]+ ){0,5}`;
const atWordStart = new RegExp(`(?:^|\\n)[ \\t]*${words}$`, 'u');
/** In the first word, if it has a capital and the sign is near one of its ends: not "Rock&roll". */
const insideWord = /(?:^|\n)[ \t]*\p{Lu}[\p{Ll}\p{M}]*$/u;
const nearEnd = /(?<!\p{L}\p{M}*\p{L}\p{M}*\p{L}\p{M}*)\p{L}\p{M}*$/u;
const shortEnd = /^(?:\p{L}\p{M}*){1,3}(?!\p{L})/u;
const behind = /^\p{L}[\p{Ll}\p{M}]*(?: [^\s&_;=<>@]+){0,5}(?:\.{3}|…|:)?[ \t]*(?:\r?\n|$)/u;
const lower = /^\p{Ll}/u;
const shortWord = /(?<!\p{L})\p{L}?(?:&amp;|[&_])\p{L}(?!\p{L})/u;

/** The sign of a key in a label, which is a short line with one such sign: `Guar&dar`, `&amp;File`, `Save _As`. */
export const findMnemonic: Finder = ({ text, floor }, at) => {
  const end = matchAt(sign, text, at);
  if (end === undefined) return undefined;
  const [start, to] = [Math.max(0, at - sideMax), Math.min(text.length, end + sideMax)];
  const [before, after] = [text.slice(start, at), text.slice(end, to)];
  const isWhole = (start === 0 || before.includes('\n')) && (to === text.length || after.includes('\n'));
  if (!isWhole || at < floor || !behind.test(after) || shortWord.test(text.slice(Math.max(start, at - 2), end + 2)))
    return undefined;
  const isMnemonic =
    (atWordStart.test(before) && (text[at] !== '_' || !lower.test(after))) ||
    (lower.test(after) && insideWord.test(before) && (nearEnd.test(before) || shortEnd.test(after)));
  return isMnemonic ? { start: at, end, character: '', spelling: 'mnemonic' } : undefined;
};
