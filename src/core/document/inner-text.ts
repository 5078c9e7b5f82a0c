import type { Steps } from '../steps.ts';
import { readProtectedSpans } from './protected-spans/find-protected-spans.ts';
import type { Rewritten } from './rewritten.ts';
import type { Row, Source } from './rows.ts';
import { inOrder, type ProtectedSpan, type Span, type SpelledCharacter } from './span.ts';

/**
 * The context of a text: none, a case of an ICU message, or quotation marks in a tag or a data file. A translation must
 * not close it.
 */
export type Setting =
  | { readonly kind: 'plain' }
  | { readonly kind: 'icu' }
  | { readonly kind: 'quoted'; readonly quote: '"' | "'"; readonly isHtml: boolean };

export const plain: Setting = { kind: 'plain' };

const icuMessage = /^\{\s*[\w.$-]+\s*,\s*(?:plural|select|selectordinal|choice)\s*,/;
/** In a case: literal text between apostrophes, an apostrophe written twice, the number. */
const icuSyntax = /'[{}#][^']{0,1000}'|#|''/g;
const icuQuoted = /[{}']+/g;
const quotePatterns = { '"': /"/g, "'": /'/g } as const;
const quotes = { '"': '”', "'": '’' } as const;
const entities = { '"': '&quot;', "'": '&#39;' } as const;

/** The setting of `inner`, a separate text inside `span`. */
export function settingOf(text: string, span: ProtectedSpan, inner: Span): Setting {
  const written = text.slice(span.start, Math.min(span.end, span.start + 200));
  if (icuMessage.test(written)) return { kind: 'icu' };
  const quote = text.charAt(inner.start - 1);
  if (quote !== '"' && quote !== "'") return plain;
  return { kind: 'quoted', quote, isHtml: written.startsWith('<') };
}

/** The setting of rows between two bounds that end and begin with the same quotation mark, as in JSON. */
export function settingBetween({ text, spans }: Source, rows: readonly Row[]): Setting {
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

/** Finds the protected spans of a text in `setting`. */
export function* readSource(text: string, setting: Setting): Steps<Source> {
  const found = yield* readProtectedSpans(text);
  if (setting.kind !== 'icu') return { text, ...found };
  const { literals, numbers, apostrophes } = readIcuSyntax(text);
  const spans = inOrder([...literals, ...outside(found.spans, literals)]);
  return {
    text,
    spans: inOrder([...spans, ...outside(numbers, spans)]),
    spelled: inOrder([...outside(found.spelled, literals), ...outside(apostrophes, spans)]),
  };
}

type IcuSyntax = {
  readonly literals: readonly ProtectedSpan[];
  readonly numbers: readonly ProtectedSpan[];
  readonly apostrophes: readonly SpelledCharacter[];
};

/** Source: ICU, MessagePattern.ApostropheMode, DOUBLE_OPTIONAL. */
function readIcuSyntax(text: string): IcuSyntax {
  const found = [...text.matchAll(icuSyntax)].map(({ 0: written, index }) => {
    return { written, start: index, end: index + written.length };
  });
  const span = ({ start, end }: Span): ProtectedSpan => ({ start, end, role: 'word' });
  return {
    literals: found.filter(({ written }) => written.length > 2).map(span),
    numbers: found.filter(({ written }) => written === '#').map(span),
    apostrophes: found
      .filter(({ written }) => written === "''")
      .map(({ start, end }) => ({ start, end, character: "'", spelling: 'named' })),
  };
}

/** Returns the `spans` that overlap none of `others`; both are in order. */
function outside<Kind extends Span>(spans: readonly Kind[], others: readonly Span[]): readonly Kind[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while ((others[next]?.end ?? end) <= start) next++;
    const other = others[next];
    return other === undefined || other.start >= end;
  });
}

/** Changes the text between two tokens of a translation so that it does not close the setting. */
export function guard(text: Rewritten, setting: Setting): void {
  switch (setting.kind) {
    case 'plain':
      return;
    case 'icu':
      guardIcu(text);
      return;
    case 'quoted':
      text.replace(quotePatterns[setting.quote], () => (setting.isHtml ? entities : quotes)[setting.quote]);
  }
}

/** Doubles an apostrophe before a brace, where a single one would begin literal text. */
function guardIcu(text: Rewritten): void {
  const { length } = text.text;
  text.replace(icuQuoted, (run, at) => {
    const doubled = run.replaceAll("'", "''");
    if (/[{}]/.test(run)) return `'${doubled}'`;
    return run.length === 1 && at + 1 < length ? run : doubled;
  });
}
