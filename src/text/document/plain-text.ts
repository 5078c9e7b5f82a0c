import { isWordAt } from './protected-spans/scan.ts';
import { inOrder, outside, type ProtectedSpan, type ProtectedText, type Span } from './span.ts';

/**
 * Protects words with entities: in plain text, `&eacute;` is eight characters and no letter. Of a word that touches other
 * protected spans, only the entities are protected.
 */
export function withLiteralEntities(text: string, { spans, spelled }: ProtectedText): ProtectedText {
  const entities = spelled.filter(({ spelling }) => spelling !== 'escaped' && spelling !== 'mnemonic');
  if (entities.length === 0) return { spans, spelled };
  const words = outside(wordsAround(text, entities), spans).map((span) => protectedAs('word', span));
  const points = outside(entities, words).map((span) => protectedAs('point', span));
  return {
    spans: inOrder(inOrder(spans, words), points),
    spelled: outside(
      spelled,
      [...words, ...points].toSorted((one, other) => one.start - other.start),
    ),
  };
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
