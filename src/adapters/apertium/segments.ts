import { spacedCompounds, withSpacesOf } from './compounds.ts';
import { cutSegment, type SegmentPieces } from './long-segment.ts';
import type { Pool, Work } from './pool.ts';

/** The pool for the segments of one pair, and a function that normalises them. */
export type SegmentRoute = { readonly pool: Pool; readonly prepare: (segment: string) => string };

/** Returns one translation for each segment, in order; empty for one that cannot be translated completely. */
export async function translateSegments(
  route: SegmentRoute,
  work: Work,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const translations = await translateInPieces(route, work, signal);
  const spaced = work.segments.map((segment, index) => spacedCompounds(segment, translations[index] ?? ''));
  const segments = spaced.filter((segment) => segment !== undefined);
  if (segments.length === 0) return translations;
  const placeholders = work.placeholders?.filter((_, index) => spaced[index] !== undefined);
  const models = await translateInPieces(route, { ...work, segments, placeholders }, signal);
  let taken = 0;
  return translations.map((translation, index) =>
    spaced[index] === undefined ? translation : withSpacesOf(translation, models[taken++] ?? ''),
  );
}

async function translateInPieces(
  { pool, prepare }: SegmentRoute,
  { segments, share, placeholders }: Work,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const cut = segments.map((segment) => cutSegment(prepare(segment)));
  const pieces = cut.flatMap((one) => one.pieces);
  const ofPieces = placeholders && cut.flatMap((one, index) => one.pieces.map(() => placeholders[index]));
  const translations = await pool.translate({ segments: pieces, share, placeholders: ofPieces }, signal);
  let taken = 0;
  return cut.map((one) => {
    taken += one.pieces.length;
    return joinWhole(one, translations.slice(taken - one.pieces.length, taken));
  });
}

/** If one piece of a segment fails, the whole segment fails. */
function joinWhole({ pieces, join }: SegmentPieces, translations: readonly string[]): string {
  const lacks = translations.some((translation, index) => translation === '' && /\p{L}/u.test(pieces[index] ?? ''));
  return lacks ? '' : join(translations);
}
