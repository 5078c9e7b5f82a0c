import { join, type SpanDraft } from './draft.ts';
import { blankLine, isAlone, lengthAt } from './search.ts';
import { readBrace, readToolkit } from './templates.ts';
import type { Walk } from './walk.ts';

const footnoteReference = /\[\^[^\]\s[]{1,100}\]/y;
const box = /\[[ xX]\](?=\s|$)/y;
const wikiLink = /\[\[[^[\]|\n]{1,200}(?:\|(?=[^[\]|\n]{1,300}\]\]))?/y;
const linkReference = /\]\[[^[\]\n]{0,200}\]/y;
const linkTitle = /[ \t]*\n?[ \t]*(?:"(?:[^"\\]|\\.){0,1000}"|'(?:[^'\\]|\\.){0,1000}')/sy;
const placeholder = /\{\{[^{}\n]{0,200}\}\}|\$?\{[^{}\n]{0,200}\}|<%[^%\n]{0,200}%>/y;
const angled = /<[^<>\n]*>/y;
const blank = /[ \t]*\n?[ \t]*/y;
const punctuation = /[!-/:-@[-`{-~]/;
const wordCharacter = /[\p{L}\p{N}_]/u;

/** Characters of formulas that do not occur in amounts of money or in prose. */
const formula = /[\\^_={}+]|^\p{L}$/u;
const balanced = [1, 2, 3].reduce((inner) => String.raw`(?:[^{}\\"]|\\[^]|\{${inner}\})*`, String.raw`[^{}"]*`);
/** Balanced braces, no white space at the ends, and no quotation mark or single parenthesis, as between two variables. */
const formulaShape = new RegExp(String.raw`^(?!\s|[^([\]]*\))${balanced}(?<!\s)$`);
/** Two variables next to each other: `$first_name/$last_name`. */
const variables = /\$(?:[A-Za-z_]{2}|[({])[^$\n]{0,500}\$[A-Za-z_({]/y;
const mathCommand = /\\[A-Za-z]|[\^=]|_\{/;
const formulaLengthMax = 500;

/** Maximum nesting of parentheses in an address; bounds the time for thousands of open ones. */
const parenthesesMax = 8;

/** Reads a code span, which ends at the next run of equally many backticks in the same paragraph. */
export function readBacktick(walk: Walk): void {
  const { text, at } = walk;
  let after = at;
  while (text[after] === '`') after++;
  const length = after - at;
  const closing = closingBackticks(walk, length, after);
  // A single backtick inside a word is an apostrophe: "it`s".
  const isApostrophe = length === 1 && isWordAt(text, at - 1) && isWordAt(text, after);
  if (closing === undefined || isApostrophe) walk.at = after;
  else walk.take(closing + length, 'word');
}

function closingBackticks(walk: Walk, length: number, from: number): number | undefined {
  walk.backticks ??= new Map(
    [...Map.groupBy(walk.text.matchAll(/`+/g), (run) => run[0].length)].map(([size, runs]) => [
      size,
      runs.map((run) => run.index).toReversed(),
    ]),
  );
  const places = walk.backticks.get(length) ?? [];
  while ((places.at(-1) ?? walk.text.length) < from) places.pop();
  const found = places.at(-1);
  return found !== undefined && found < (walk.search.next(blankLine, from) ?? walk.text.length) ? found : undefined;
}

function isWordAt(text: string, index: number): boolean {
  return wordCharacter.test(text.charAt(index));
}

export function readOpeningBracket(walk: Walk): void {
  const { text, at } = walk;
  if (walk.takeMatch(box, 'point') || walk.takeMatch(footnoteReference, 'point')) return;
  if (readToolkit(walk) || readBracketTag(walk)) return;
  const wiki = walk.lengthOf(wikiLink);
  if (wiki > 0 && text[at + wiki - 1] === '|') return takeWikiLink(walk, wiki);
  if (wiki > 0 && text.startsWith(']]', at + wiki)) return void walk.take(at + wiki + 2, 'word');
  const isImage = text[at - 1] === '!' && (walk.drafts.at(-1)?.end ?? 0) < at && text[at - 2] !== '\\';
  if (isImage) walk.at = at - 1;
  walk.brackets.push(walk.take(at + 1, undefined));
}

function takeWikiLink(walk: Walk, length: number): void {
  const close = walk.text.indexOf(']]', walk.at);
  const open = walk.take(walk.at + length, undefined);
  const closing: SpanDraft = { start: close, end: close + 2, role: undefined };
  join(open, closing);
  walk.closeLater(closing);
}

export function readClosingBracket(walk: Walk): void {
  const { text, at, brackets } = walk;
  const due = walk.dueCloses?.get(at);
  if (due) {
    walk.drafts.push(due);
    walk.at = due.end;
    return;
  }
  const open = brackets.pop();
  const end = open && (inlineLinkEnd(text, at) ?? referenceEnd(text, open, at));
  if (open === undefined || end === undefined) walk.at = at + 1;
  else takeLink(walk, open, end);
}

function takeLink(walk: Walk, open: SpanDraft, end: number): void {
  if (open.end < walk.at) return join(open, walk.take(end, undefined));
  // Its brackets are empty.
  walk.drafts.pop();
  walk.at = open.start;
  walk.takeBoundOr('point', end);
}

function referenceEnd(text: string, open: SpanDraft, at: number): number | undefined {
  const length = lengthAt(linkReference, text, at);
  // "[1][2]" are two notes.
  const isNote = /^\d{1,3}$/.test(text.slice(open.end, Math.min(at, open.end + 4)));
  return length > 0 && !isNote && !isWordAt(text, open.start - 1) ? at + length : undefined;
}

/** Returns the end of a link with a text that ends at `at`; undefined unless an address in parentheses follows. */
function inlineLinkEnd(text: string, at: number): number | undefined {
  if (text[at + 1] !== '(') return undefined;
  const start = at + 2 + lengthAt(blank, text, at + 2);
  let end = addressEnd(text, start);
  if (end === undefined) return undefined;
  end += lengthAt(linkTitle, text, end);
  end += lengthAt(blank, text, end);
  return text[end] === ')' ? end + 1 : undefined;
}

function addressEnd(text: string, from: number): number | undefined {
  const length = lengthAt(angled, text, from);
  if (length > 0) return from + length;
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    index += lengthAt(placeholder, text, index);
    const character = text.charAt(index);
    if (character <= ' ' || (character === ')' && depth === 0)) return index;
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === '\\') index++;
    if (depth > parenthesesMax) return undefined;
  }
  return undefined;
}

/** Reads formulas between dollar signs, only if unambiguous. */
export function readDollar(walk: Walk): void {
  const { text, at, search } = walk;
  if (text[at + 1] === '$') return readDisplay(walk);
  if (text[at + 1] === '{') return readBrace(walk);
  const close = search.next('$', at + 1) ?? text.length + 1;
  if (
    isWordAt(text, at - 1) ||
    !isFormula(text.slice(at + 1, close), close < (search.next('\n', at) ?? text.length + 1)) ||
    walk.lengthOf(variables) > 0
  ) {
    walk.at = at + 1;
  } else if (/\d/.test(text.charAt(close + 1))) walk.at = close + 1;
  else walk.take(close + 1, 'word');
}

function isFormula(content: string, endsInLine: boolean): boolean {
  return endsInLine && content.length <= formulaLengthMax && formula.test(content) && formulaShape.test(content);
}

function readDisplay(walk: Walk): void {
  const { text, at, search } = walk;
  const close = search.next('$$', at + 2);
  if (close === undefined || !formula.test(text.slice(at + 2, close))) {
    walk.at = at + 2;
  } else walk.takeBoundOr('word', close + 2);
}

/** Reads a backslash that escapes markup, and a formula between `\(` and `\)`. `escapes` finds all other escapes. */
export function readEscape(walk: Walk): void {
  if (readCommand(walk)) return;
  const { text, at } = walk;
  const second = text.charAt(at + 1);
  const ending = { '(': '\\)', '[': '\\]' }[second];
  const close = ending === undefined ? undefined : walk.search.next(ending, at + 2);
  if (close !== undefined && close - at <= formulaLengthMax && mathCommand.test(text.slice(at + 2, close))) {
    walk.takeBoundOr('word', close + 2);
  } else if (/[#@]/.test(second) && !/[\w:\\]/.test(text.charAt(at - 1))) walk.take(at + 2, 'point');
  else walk.at = at + (punctuation.test(second) ? 2 : 1);
}

/** BBCode tags inside a sentence, and those that end it. */
const phrase =
  /\[\/?(?:b|i|u|s|url|email|color|size|font|spoiler|sub|sup|img|youtube|user|highlight)(?:=[^\]\n]{1,500})?\]/iy;
const block =
  /\[\/?(?:quote|list|ul|ol|li|table|tr|td|th|center|left|right|indent|h[1-6])(?:=[^\]\n]{1,500})?\]|\[\*\]/iy;
const opaque = /\[(?:code|img|noparse|youtube)(?:=[^\]\n]{1,100})?\]/iy;
/** WordPress: `[gallery ids="1,2"]`. */
const shortcode =
  /\[[a-z][\w-]{1,40}(?:\s{1,5}[\w-]{1,40}=(?:"[^"\n\]]{0,200}"|'[^'\n\]]{0,200}'|[^\s"'\]]{1,200})){1,20}\s?\/?\]/y;
const shortcodeEnd = /\[\/[a-z][\w-]{1,40}\]/y;

/** Reads a tag in square brackets at `walk.at`; most brackets are not tags. */
function readBracketTag(walk: Walk): boolean {
  const { text, at } = walk;
  const length =
    walk.lengthOf(phrase) || walk.lengthOf(block) || walk.lengthOf(shortcode) || walk.lengthOf(shortcodeEnd);
  if (takeOpaque(walk)) return true;
  if (length === 0 || text[at + length] === '(') return false;
  const draft = walk.take(at + length, undefined);
  const name = nameOf(text, draft);
  if (text[at + 1] === '/') closeTag(walk, draft, name);
  else if (text[at + 1] === '*') draft.role = 'bound';
  else openTag(walk, draft, name);
  return true;
}

function nameOf(text: string, { start, end }: SpanDraft): string {
  return (/[a-z*][\w-]*/i.exec(text.slice(start, Math.min(end, start + 50)))?.[0] ?? '').toLowerCase();
}

function openTag(walk: Walk, draft: SpanDraft, name: string): void {
  if (lengthAt(shortcode, walk.text, draft.start) > 0)
    draft.role = isAlone(walk.text, draft.start, draft.end) ? 'bound' : 'point';
  walk.openTags ??= new Map();
  walk.openTags.set(name, [...(walk.openTags.get(name) ?? []).slice(-openTagsMax), draft]);
}

const openTagsMax = 20;

/** A tag without a counterpart is text. */
function closeTag(walk: Walk, draft: SpanDraft, name: string): void {
  const open = walk.openTags?.get(name)?.pop();
  if (!open) return;
  if (lengthAt(block, walk.text, draft.start) === 0) return join(open, draft);
  open.role = 'bound';
  draft.role = 'bound';
}

function takeOpaque(walk: Walk): boolean {
  const { text, at, search } = walk;
  const length = walk.lengthOf(opaque);
  if (length === 0) return false;
  const ending = `[/${nameOf(text, { start: at, end: at + length, role: undefined })}]`;
  const close = search.next(ending, at + length);
  if (close === undefined) return false;
  walk.takeBoundOr('word', close + ending.length);
  return true;
}

const argumentPattern = String.raw`\*?(?:\[[^\]\n]{0,200}\])?(?:\{[^{}\n]{0,500}\}){1,3}`;
/** Commands that replace a word: a reference, a picture, an address. */
const reference = new RegExp(
  String.raw`\\(?:[a-z]*cite[a-z]*|(?:eq|page|auto|c|C)?ref|label|url|includegraphics|input|include|index|gls|[hv]space)${argumentPattern}`,
  'y',
);
const instruction = new RegExp(
  String.raw`\\(?:begin|end|documentclass|usepackage|bibliography[a-z]*|newcommand|pagestyle|setlength)${argumentPattern}|\\(?:item|maketitle|tableofcontents|newpage|noindent|par)(?![A-Za-z])(?:\[[^\]\n]{0,100}\])?`,
  'y',
);
const opaqueEnvironment = /\\begin\{(verbatim|lstlisting|equation|align|math|displaymath|gather|tikzpicture)(\*?)\}/y;
const heading =
  /\\(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|title|author|caption)\*?(?:\[[^\]\n]{0,200}\])?\{/y;
const style = /\\(?:text(?:bf|it|sc|tt|rm|sf|up|md|sl)|emph|underline|footnote|mbox|href\{[^{}\n]{0,500}\})\{/y;

/** An unknown command. Its name is protected; its arguments may be words. */
const unknown = /\\(?![nrt](?:[A-Z]|\b))[A-Za-z]{2,40}\*?(?=\{)/y;

/** Maximum nesting of braces in a command; bounds the time for thousands of open braces. */
const depthMax = 8;

function readCommand(walk: Walk): boolean {
  const { text, at } = walk;
  const second = text.charAt(at + 1);
  if (second < 'A' || second > 'z') return false;
  return takeEnvironment(walk) || takeWhole(walk) || takeEnclosing(walk) || walk.takeMatch(unknown, 'point');
}

function takeEnvironment(walk: Walk): boolean {
  const { text, at, search } = walk;
  opaqueEnvironment.lastIndex = at;
  const found = opaqueEnvironment.exec(text);
  if (!found) return false;
  const ending = `\\end{${found[1]}${found[2]}}`;
  const close = search.next(ending, at);
  if (close === undefined) return false;
  walk.take(close + ending.length, 'bound');
  return true;
}

function takeWhole(walk: Walk): boolean {
  const length = walk.lengthOf(reference);
  if (length === 0) return walk.takeMatch(instruction);
  walk.takeBoundOr('word', walk.at + length);
  return true;
}

function takeEnclosing(walk: Walk): boolean {
  const { text, at } = walk;
  const isHeading = walk.lengthOf(heading) > 0;
  const length = walk.lengthOf(heading) || walk.lengthOf(style);
  const close = length > 0 ? closingBrace(text, at + length) : undefined;
  if (close === undefined) return false;
  const open = walk.take(at + length, 'bound');
  const closing: SpanDraft = { start: close, end: close + 1, role: 'bound' };
  if (!isHeading) join(open, closing);
  walk.closeLater(closing);
  return true;
}

function closingBrace(text: string, from: number): number | undefined {
  let depth = 0;
  for (let index = from; index < text.length && depth <= depthMax; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === '{') depth++;
    else if (character === '}' && --depth < 0) return index;
    else if (character === '\n' && text[index + 1] === '\n') return undefined;
  }
  return undefined;
}
