import type { Rewritten } from './rewritten.ts';
import type { RowSource, TextRow } from './rows.ts';
import { inOrder, outside, type ProtectedSpan, type Span, type SpelledCharacter, spansOf } from './span.ts';

/** The syntax around a text, which a translation must not close: none, a case of an ICU message, or quotation marks. */
export type Setting =
  | { readonly kind: 'plain' }
  | { readonly kind: 'icu' }
  | { readonly kind: 'quoted'; readonly quote: '"' | "'"; readonly isHtml: boolean };

export const plain = { kind: 'plain' } as const satisfies Setting;

const icuMessage = /^\{\s*[\w.$-]+\s*,\s*(?:plural|select|selectordinal|choice)\s*,/;
/** Syntax in a case: literal text between apostrophes, a doubled apostrophe, the number sign. */
const icuSyntax = /'[{}#][^']{0,1000}'|#|''/g;
const icuQuoted = /[{}']+/g;
const quotePatterns = { '"': /"/g, "'": /'/g } as const;
const quotes = { '"': '”', "'": '’' } as const;
const entities = { '"': '&quot;', "'": '&#39;' } as const;

/** Returns the setting of `inner`, a separate text inside `span`. */
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
  if (before?.role !== 'bound' || after?.role !== 'bound') return plain;
  const quote = text.charAt(before.end - 1);
  const isQuoted = (quote === '"' || quote === "'") && text.charAt(after.start) === quote;
  const isClose =
    text.slice(before.end, first?.start).trim() === '' && text.slice(last?.end, after.start).trim() === '';
  return isQuoted && isClose ? { kind: 'quoted', quote, isHtml: false } : plain;
}

/** Adds the spans of ICU syntax to those of a case's text. */
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

/** Escapes or replaces characters of a translation that would close the setting. */
export function guard(text: Rewritten, setting: Exclude<Setting, typeof plain>): void {
  switch (setting.kind) {
    case 'icu':
      guardIcu(text);
      return;
    case 'quoted':
      text.replace(quotePatterns[setting.quote], () => (setting.isHtml ? entities : quotes)[setting.quote]);
  }
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
