import { Rewritten } from './alignment.ts';
import type { ElementRoles } from './protected-spans/elements.ts';
import { isWordAt } from './protected-spans/scan.ts';
import { lengthAt } from './protected-spans/search.ts';
import type { RowSource, TextRow } from './rows.ts';
import {
  firstFrom,
  inOrder,
  outside,
  type ProtectedSpan,
  type ProtectedText,
  type Span,
  type SpelledCharacter,
  spansOf,
} from './span.ts';

/**
 * `html`: translations get no unescaped markup. `plain`: entities are ordinary characters. Roles: as `html`, with the
 * elements of another format.
 */
export type Markup = 'html' | 'plain' | ElementRoles;

/** The syntax around a text, which a translation must not close: none, HTML, an ICU case, quotation marks, Android's strings. */
export type Setting =
  | { readonly kind: 'plain' }
  | { readonly kind: 'html' }
  | { readonly kind: 'icu' }
  | { readonly kind: 'android' }
  | { readonly kind: 'quoted'; readonly quote: '"' | "'"; readonly isHtml: boolean };

const plain = { kind: 'plain' } as const satisfies Setting;

const androidStrings =
  /^\uFEFF?(?:\s|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<resources\b[^>]*>[^]{0,2000}?(?=<s|<p))*<(?:string|plurals|string-array)\s+name=/;
/** A value of Java's properties with an argument. A single apostrophe would begin literal text. */
const javaMessage = /(?<=[\w\]][ \t]{0,9}=[ \t]{0,9})[^\n]*\{\d/y;
const icuMessage = /^\{\s*[\w.$-]+\s*,\s*(?:plural|select|selectordinal|choice)\s*,/;
/** Syntax in a case: literal text between apostrophes, a doubled apostrophe, the number sign. */
const icuSyntax = /'[{}#][^']{0,1000}'|#|''/g;
const icuQuoted = /[{}']+/g;
/** Not those that are escaped (after an odd number of backslashes), or doubled as in the source. In linear time. */
const quotePatterns = {
  '"': /"(?<=(?<!\\)(?:\\\\)*")/g,
  "'": /'(?!')(?<!'')(?<=(?<!\\)(?:\\\\)*')/g,
} as const;
const quotes = { '"': '”', "'": '’' } as const;
const escapes = { '"': '\\"', "'": "\\'" } as const;
const quoteEntities = { '"': '&quot;', "'": '&#39;' } as const;
const markupSigns = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
] as const;
const letter = /[\p{L}\p{M}]/u;
const tab = /\t/g;
/** A backslash with what it escapes in JSON, if anything. Source: RFC 8259, section 7. */
const backslashes = {
  '"': /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})?/g,
  "'": /\\(?:["'\\/bfnrt]|u[\da-fA-F]{4})?/g,
} as const;

export function settingOfDocument(text: string, markup: Markup | undefined): Setting {
  if (markup !== undefined && markup !== 'plain') return { kind: 'html' };
  return androidStrings.test(text) ? { kind: 'android' } : plain;
}

export function settingOf(text: string, span: ProtectedSpan, inner: Span): Setting {
  const written = text.slice(span.start, Math.min(span.end, span.start + 200));
  if (icuMessage.test(written)) return { kind: 'icu' };
  const quote = text.charAt(inner.start - 1);
  if (quote !== '"' && quote !== "'") return plain;
  return { kind: 'quoted', quote, isHtml: written.startsWith('<') };
}

/** Returns the setting of rows between bounds that end and begin with the same quotation mark, as in JSON. */
export function settingBetween({ text, spans }: RowSource, rows: readonly TextRow[]): Setting {
  const [first, last] = [rows[0], rows.at(-1)];
  const before = first && spans[first.spanFrom - 1];
  const after = last && spans[last.spanTo];
  if (before?.role !== 'bound') return plain;
  if (lengthAt(javaMessage, text, before.end) > 0) return { kind: 'quoted', quote: "'", isHtml: false };
  if (after?.role !== 'bound') return plain;
  const quote = text.charAt(before.end - 1);
  const isQuoted = (quote === '"' || quote === "'") && text.charAt(after.start) === quote;
  const isClose =
    text.slice(before.end, first?.start).trim() === '' && text.slice(last?.end, after.start).trim() === '';
  return isQuoted && isClose ? { kind: 'quoted', quote, isHtml: false } : plain;
}

/** Whether a block is a cell of a table of Markdown: beside a bar, in a row that begins with a bar or ends with a bound. */
export function isCell({ text, spans }: RowSource, { start, end }: Span): boolean {
  const after = firstFrom(spans, end);
  const beside = [spans[after - 1], spans[after]];
  if (!beside.some((span) => span?.role === 'bound' && text.slice(span.start, span.end) === '|')) return false;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  if (text.slice(lineStart, start).trimStart().startsWith('|')) return true;
  // `Inicio | Contacto` may be a line of a text without tables.
  if (lineEnd < 0) return lineStart > 0;
  const last = spans[firstFrom(spans, lineEnd + 1) - 1];
  return last?.role === 'bound' && last.end > lineEnd;
}

export function withIcuSyntax({ text, ...found }: RowSource): RowSource {
  const { literals, numbers, apostrophes } = readIcuSyntax(text);
  const spans = inOrder(literals, outside(found.spans, literals));
  return {
    text,
    spans: inOrder(spans, outside(numbers, spans)),
    spelled: inOrder(outside(found.spelled, literals), outside(apostrophes, spans)),
  };
}

/** Protects literals and numbers. A doubled apostrophe is spelling. Source: ICU, MessagePattern, DOUBLE_OPTIONAL. */
function readIcuSyntax(text: string) {
  const found = spansOf(text, icuSyntax);
  const ofLength = (isMeant: (length: number) => boolean): readonly ProtectedSpan[] =>
    found.filter(({ start, end }) => isMeant(end - start)).map((span) => ({ ...span, role: 'word' }));
  return {
    literals: ofLength((length) => length > 2),
    numbers: ofLength((length) => length === 1),
    apostrophes: found
      .filter(({ start, end }) => end - start === 2)
      .map((span): SpelledCharacter => ({ ...span, character: "'", spelling: 'named' })),
  };
}

/** Escapes or replaces characters that would close the setting. Quotation marks as in the source are not changed. */
export function guard(
  text: Rewritten,
  setting: Exclude<Setting, { readonly kind: 'plain' | 'html' }>,
  source: Omit<RowSource, 'spans'>,
): void {
  if (setting.kind === 'icu') return guardIcu(text);
  for (const quote of setting.kind === 'quoted' ? [setting.quote] : (['"', "'"] as const)) {
    if (hasBare(source, quote)) continue;
    const written = setting.kind === 'android' ? escapes : setting.isHtml ? quoteEntities : quotes;
    text.replace(quotePatterns[quote], () => written[quote]);
  }
}

const escaped = /\\.|&#?\w{1,32};/gsu;
const bareMarkup = /&(?!#?\w{1,32};)|[<>]/g;
/** Syntax of ICU that a source may have. */
const icuWritten = /''|'[{}#]/;

/**
 * Returns words of an approved translation, which are in the syntax of their source: escaped or replaced if they would
 * close the setting, unless the source has such signs too.
 */
export function guardWritten(words: string, setting: Setting, source: string): string {
  if (setting.kind === 'plain' || (setting.kind === 'icu' && icuWritten.test(source))) return words;
  const bare = { text: source.replaceAll(escaped, ''), spelled: [] };
  const text = new Rewritten(words);
  if (setting.kind === 'html') {
    const entities = new Map(markupEntities(bare));
    text.replace(bareMarkup, (sign) => entities.get(sign) ?? sign);
    return text.text;
  }
  if (setting.kind === 'quoted') {
    const isEscaped = source.includes('\\');
    const double = (found: string): string => (isEscaped && found.length > 1 ? found : found.replaceAll('\\', '\\\\'));
    if (!setting.isHtml) text.replace(backslashes[setting.quote], double);
    // A string is a part of a text, so line breaks are spaces already.
    if (!source.includes('\t')) text.replace(tab, () => ' ');
  }
  guard(text, setting, bare);
  return text.text;
}

/** Returns how HTML writes the signs of markup that the source does not have unescaped. */
export function markupEntities(source: Omit<RowSource, 'spans'>): readonly (readonly [sign: string, entity: string])[] {
  return markupSigns.filter(([sign]) => !hasBare(source, sign));
}

function hasBare({ text, spelled }: Omit<RowSource, 'spans'>, sign: string): boolean {
  return text.split(sign).length - 1 > spelled.filter(({ character }) => character === sign).length;
}

/** Doubles an apostrophe before a brace. A single one would begin literal text. */
function guardIcu(text: Rewritten): void {
  const { length } = text.text;
  text.replace(icuQuoted, (run, at) => {
    const doubled = run.replaceAll("'", "''");
    if (/[{}]/.test(run)) return `'${doubled}'`;
    return run.length === 1 && at + 1 < length ? run : doubled;
  });
}

/** In plain text, `&eacute;` is no letter: protects words with such entities, or only these beside a protected span. */
export function withLiteralEntities(text: string, { spans, spelled }: ProtectedText): ProtectedText {
  const entities = spelled.filter(({ character, spelling }) => spelling !== 'escaped' && letter.test(character));
  if (entities.length === 0) return { spans, spelled };
  const words = outside(wordsAround(text, entities), spans).map((span) => protectedAs('word', span));
  const points = outside(entities, words).map((span) => protectedAs('point', span));
  return { spans: inOrder(inOrder(spans, words), points), spelled: outside(spelled, inOrder(words, points)) };
}

function protectedAs(role: 'word' | 'point', { start, end }: Span): ProtectedSpan {
  return { start, end, role };
}

function wordsAround(text: string, entities: readonly Span[]): readonly Span[] {
  const words: { readonly start: number; end: number }[] = [];
  for (const entity of entities) {
    const last = words.at(-1);
    if (last !== undefined && entity.start <= last.end) {
      last.end = wordEnd(text, entity.end);
      continue;
    }
    let { start } = entity;
    while (start > (last?.end ?? 0) && isWordAt(text, start - 1)) start--;
    words.push({ start, end: wordEnd(text, entity.end) });
  }
  return words;
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (isWordAt(text, end)) end++;
  return end;
}
