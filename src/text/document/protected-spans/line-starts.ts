import { isBlank, lineEnd } from './search.ts';
import { readCue } from './subtitles.ts';
import type { Walk } from './walk.ts';

/** Maximum nested prefixes of one line: quotes in lists in quotes. */
const prefixesMax = 20;

const blanks = /[ \t]*/y;
const atLineEnd = String.raw`[ \t]*(?=\r?\n|$)`;

const rule = new RegExp(
  `[-=*_~+#]{2}[-=*_~+# \\t]*(?=\\r?\\n|$)|(?:[-*_][ \\t]+){2,}[-*_]${atLineEnd}|=${atLineEnd}`,
  'y',
);
const delimiterRow = /[|:\- \t]+(?=\r?\n|$)/y;
const quote = /(?:>[ \t]?)+/y;
const bullet = /[-*+•‣◦▪●○■□✓✔➤►][ \t]+(?:\[[ xX]\][ \t]+)?/y;
const heading = /#{1,6}[ \t]+/y;
const numbered =
  /(?:\((?:\d{1,3}|[A-Za-z]|[ivx]{2,4})\)|\d{1,9}[.)]|[A-Za-z][)]|[ivx]{2,4}\))[ \t]+(?:\[[ xX]\][ \t]+)?/y;
const firstNumber = /^\(?(?:[01]|[aA]|[iI])[.)]/;
const container = /:{3,}[ \t]*[\w-]{0,100}(?:[ \t]*\{[^{}\n]*\})?|(?:!!!|\?\?\?\+?)[ \t]+[\w-]{1,100}/y;
const footnote = /\[\^[^\]\s]{1,100}\]:[ \t]*/y;
const term = /:[ \t]+(?=\S)/y;
/** AsciiDoc. */
const documentTitle = /={1,6}[ \t]+(?=\S)/y;
/** A command after a shell prompt, up to the end of the line or a quotation mark, which may begin a text. */
const command = /\$[ \t]+(?:\.{0,2}\/)?[a-z][\w.+/-]{0,60}(?=[ \t]|\r?\n|$)[^\n"']*/y;
/** Directives of reStructuredText. Those without text include the indented lines below. */
const directive =
  /\.\.[ \t]+(?:(?:code-block|code|sourcecode|math|image|figure|include|literalinclude|toctree|raw|highlight)::[^\n]*(?:\n(?:[ \t]+[^\n]*|(?=\n)))*|[a-z][a-z-]{1,40}::[ \t]*)/y;
/** The modules of MDX. */
const moduleLine =
  /(?:import|export)(?:\s[\w$*{},\s]{1,500}?\bfrom)?\s{0,5}(['"])[^'"\n]{1,300}\1(?:\s+with\s*\{[^{}\n]{0,100}\})?;?[ \t]*(?=\r?\n|$)/y;
const choice = /(?:\[[ xX]\]|\([ xX]\)|[☐☑☒])[ \t]+/y;
const alert = /\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/iy;
const destination = String.raw`(?:<[^<>\n]*>|(?=\S{0,2000}?(?:[/#]|\.\w))\S{1,2000})`;
const title = String.raw`(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?`;
const definition = new RegExp(String.raw`\[[^\][\n]{1,200}\]:[ \t]*${destination}${title}${atLineEnd}`, 'y');

/** Reads the prefixes of the line at `walk.at`, or the whole line if it has no text. */
export function readLineStart(walk: Walk): void {
  const { text, line } = walk;
  const followsBlank = walk.at === 0 || line.isBlank;
  walk.previousLine = walk.at === 0 ? undefined : line;
  walk.line = { start: walk.at, followsBlank, isBlank: false, endsSentence: false, bars: [] };
  walk.at += walk.lengthOf(blanks);
  if (walk.at >= text.length || text[walk.at] === '\n' || text.startsWith('\r\n', walk.at)) return endParagraph(walk);
  for (let count = 0; count < prefixesMax && readPrefix(walk); count++) walk.at += walk.lengthOf(blanks);
}

function endParagraph(walk: Walk): void {
  walk.line.isBlank = true;
  walk.isInTable = false;
  walk.brackets = [];
}

/** @returns whether the text of the line may begin with a further prefix */
function readPrefix(walk: Walk): boolean {
  const { text, at } = walk;
  const first = text.charCodeAt(at);
  if (isLetter(first)) return readLetters(walk);
  if (first >= 0x30 && first <= 0x39) return readCue(walk) || takeNumber(walk);
  const read = readers.get(text.charAt(at));
  return read ? read(walk) : false;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function readLetters(walk: Walk): boolean {
  const { text, at } = walk;
  if (/[ie]/.test(text.charAt(at)) && walk.takeMatch(moduleLine)) return true;
  return text.slice(at + 1, at + 5).includes(')') ? takeNumber(walk) : readCue(walk);
}

/** A number at the start of a line inside a paragraph is not a list label, unless it is the first number of a list. */
function takeNumber(walk: Walk): boolean {
  const { text, at, line, isInList } = walk;
  if (!line.followsBlank && !isInList && !firstNumber.test(text.slice(at, at + 3))) return false;
  walk.isInList = walk.takeMatch(numbered) || isInList;
  return walk.at > at;
}

function takeBullet(walk: Walk): boolean {
  const found = walk.takeMatch(bullet);
  walk.isInList ||= found;
  return found;
}

function takeHeading(walk: Walk): boolean {
  const { text, at, line } = walk;
  if (!walk.takeMatch(heading)) return false;
  const end = lineEnd(text, at);
  line.endsSentence = true;
  line.tail = tailStart(text, walk.at, end);
  return false;
}

/** Returns the start of the white space and the closing number signs at the end of a heading. */
function tailStart(text: string, from: number, end: number): number {
  const signs = beforeBlanks(text, from, end);
  let start = signs;
  while (start > from && text[start - 1] === '#') start--;
  const isClosed = start < signs && (start === from || isBlank(text, start - 1));
  return isClosed ? beforeBlanks(text, from, start) : signs;
}

function beforeBlanks(text: string, from: number, end: number): number {
  let start = end;
  while (start > from && isBlank(text, start - 1)) start--;
  return start;
}

/** Takes the start of a line after which no sentence continues. */
function takeStart(walk: Walk, start: RegExp): boolean {
  walk.line.endsSentence ||= walk.takeMatch(start);
  return false;
}

/** A delimiter row of a table makes the row before it a table row. */
function takeDelimiterRow(walk: Walk): boolean {
  const { text, at, previousLine } = walk;
  const row = text.slice(at, at + walk.lengthOf(delimiterRow));
  if (!row.includes('-') || !row.includes('|') || !previousLine || previousLine.bars.length === 0) return false;
  for (const bar of previousLine.bars) bar.role = 'bound';
  walk.isInTable = true;
  walk.take(at + row.length, 'bound');
  return true;
}

const readers = new Map<string, (walk: Walk) => boolean>([
  ...[...'☐☑☒'].map((sign) => [sign, (walk: Walk) => walk.takeMatch(choice)] as const),
  ...[...'•‣◦▪●○■□✓✔➤►'].map((sign) => [sign, takeBullet] as const),
  ...[...'*+'].map((sign) => [sign, (walk: Walk) => walk.takeMatch(rule) || takeBullet(walk)] as const),
  ['-', (walk) => takeDelimiterRow(walk) || walk.takeMatch(rule) || takeBullet(walk) || takeArmour(walk)],
  ['_', (walk) => walk.takeMatch(rule)],
  ['=', (walk) => walk.takeMatch(rule) || takeStart(walk, documentTitle)],
  ['~', (walk) => takeFence(walk) || walk.takeMatch(rule)],
  ['`', takeFence],
  ['#', (walk) => walk.takeMatch(rule) || takeHeading(walk)],
  ['>', (walk) => walk.takeMatch(quote)],
  ['(', (walk) => walk.takeMatch(choice) || takeNumber(walk)],
  ['|', takeDelimiterRow],
  [':', (walk) => takeDelimiterRow(walk) || takeStart(walk, container) || walk.takeMatch(term)],
  ['.', (walk) => walk.takeMatch(directive)],
  ['$', (walk) => walk.takeMatch(command)],
  ...[...'!?'].map((sign) => [sign, (walk: Walk) => takeStart(walk, container)] as const),
  [
    '[',
    (walk) =>
      walk.takeMatch(choice) ||
      walk.takeMatch(footnote) ||
      walk.takeMatch(definition) ||
      walk.takeMatch(alert) ||
      readCue(walk),
  ],
]);

/** Ends the line at `walk.at`, its line break or the end of the text. */
export function endLine(walk: Walk): void {
  const { text, at, line } = walk;
  const isRow = endRow(walk);
  const before = text[at - 1] === '\r' ? at - 1 : at;
  const lastEnd = walk.drafts.at(-1)?.end ?? 0;
  const start = Math.max(lastEnd, Math.min(line.tail ?? before, before));
  walk.at = Math.min(at + 1, text.length);
  const ends = line.endsSentence || isRow;
  if (ends && walk.at > start) walk.drafts.push({ start, end: walk.at, role: 'bound' });
}

/** Makes the bars of a row bounds, if it follows a delimiter row or has bars on both sides. */
function endRow({ text, at, line, isInTable }: Walk): boolean {
  const { bars } = line;
  const isFenced =
    bars.length > 1 &&
    text.slice(line.start, bars[0]?.start).trim() === '' &&
    text.slice(bars.at(-1)?.end, at).trim() === '';
  const isRow = isFenced || (isInTable && bars.length > 0);
  // `Inicio | Contacto` too.
  for (const bar of bars) if (isRow || (text[bar.start - 1] === ' ' && text[bar.end] === ' ')) bar.role = 'bound';
  return isRow;
}

const fence = /(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[^\n]*/y;
const closingFence = new RegExp('[ \\t>]*(`{3,}|~{3,})' + atLineEnd, 'y');

const armour = /-----BEGIN [A-Z ]{1,60}-----/y;

/** Makes a fenced block of code a bound. An unclosed block extends to the end of the text or of the quotation. */
function takeFence(walk: Walk): boolean {
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
function takeArmour(walk: Walk): boolean {
  const { text, at, search } = walk;
  if (walk.lengthOf(armour) === 0) return false;
  const end = search.next('-----END', at);
  if (end !== undefined) walk.take(lineEnd(text, end), 'bound');
  return false;
}
