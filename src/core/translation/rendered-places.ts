import type { Span } from '../marks/mark.ts';
import type { TextLayout } from '../segments/text-layout.ts';

/** Sentences as they are written into a text, and stretches of each, none overlapping another. */
export type Stretches = {
  readonly written: readonly string[];
  readonly spans: readonly (readonly Span[])[];
};

/** Where each stretch stands in the text, by sentence; undefined for those of which it cannot be told. */
export type Places = readonly (readonly (Span | undefined)[])[];

/** Code points for private use that hardly any text has, one for each bound of a stretch. */
const signs = { first: 0xf0000, count: 65_000 };
const anySign = /[\u{F0000}-\u{FFFFF}]/gu;
const signUnits = 2;

/** Sentences that are rendered by themselves where all together were not. */
const singleMax = 100;

/** A token that stands right before a stretch, or right behind it. */
const tokensBefore = /(?:[\uFDD0-\uFDD4][\uE000-\uE3E7])+$/;
const tokensBehind = /^(?:[\uFDD0-\uFDD4][\uE000-\uE3E7])+/;

/**
 * Finds out where stretches of sentences stand in a text that is put together of them: it is put together once more with
 * signs at their bounds. Where these change anything else, their sentence is tried alone, and with the tokens around its
 * stretches inside them.
 *
 * @param rendered what `layout` makes of the sentences
 */
export function renderWithPlaces(layout: TextLayout, rendered: string, { written, spans }: Stretches): Places {
  const none: readonly (readonly Span[])[] = written.map(() => []);
  if (rendered.search(anySign) >= 0 || 2 * spans.flat().length > signs.count)
    return spans.map((own) => own.map(() => undefined));
  const together = placesIn(layout, rendered, { written, spans });
  if (together !== undefined) return together;
  const withSpans = spans.flatMap((own, sentence) => (own.length > 0 ? [sentence] : [])).slice(0, singleMax);
  const alone = new Map(
    withSpans.map((sentence) => {
      const own = spans[sentence] ?? [];
      const tries = [own, own.map((span) => widened(written[sentence] ?? '', span))];
      const found = tries.map((tried) => placesIn(layout, rendered, { written, spans: none.with(sentence, tried) }));
      return [sentence, found.find((each) => each !== undefined)?.[sentence]];
    }),
  );
  return spans.map((own, sentence) => alone.get(sentence) ?? own.map(() => undefined));
}

/** Undefined where the signs came between what belongs together. */
function placesIn(layout: TextLayout, rendered: string, { written, spans }: Stretches): Places | undefined {
  let next = signs.first;
  const bounds: (readonly Span[])[] = [];
  const signed = written.map((sentence, index) => {
    const own = spans[index] ?? [];
    let [out, from] = ['', 0];
    const signsOf = new Map<Span, Span>();
    for (const span of own.toSorted((one, other) => one.start - other.start)) {
      const [opening, closing] = [next++, next++];
      out += sentence.slice(from, span.start) + String.fromCodePoint(opening);
      out += sentence.slice(span.start, span.end) + String.fromCodePoint(closing);
      from = span.end;
      signsOf.set(span, { start: opening, end: closing });
    }
    bounds.push(own.map((span) => signsOf.get(span) ?? span));
    return out + sentence.slice(from);
  });
  const text = layout.render(signed);
  const offsets = new Map<number, number>();
  for (const { 0: sign, index } of text.matchAll(anySign)) {
    offsets.set(sign.codePointAt(0) ?? 0, index - signUnits * offsets.size);
  }
  if (text.replaceAll(anySign, '') !== rendered || offsets.size !== next - signs.first) return undefined;
  const offsetOf = (sign: number) => offsets.get(sign) ?? 0;
  return bounds.map((own) => own.map(({ start, end }) => ({ start: offsetOf(start), end: offsetOf(end) })));
}

function widened(sentence: string, { start, end }: Span): Span {
  const before = tokensBefore.exec(sentence.slice(0, start))?.[0].length ?? 0;
  const behind = tokensBehind.exec(sentence.slice(end))?.[0].length ?? 0;
  return { start: start - before, end: end + behind };
}
