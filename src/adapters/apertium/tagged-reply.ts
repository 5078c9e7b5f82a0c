import { type Carried, type PlacementTraits, placeTags } from './tag-placement.ts';
import type { TaggedSentence } from './tagged-sentence.ts';

/**
 * `\` escapes a character, `[...]` is a plain blank, and `[[p0; w1]]word[[/]]` names the tokens of a word. A program
 * that joins words sometimes nests them: `[[p0]]de[[w0]] la Zubrowka[[/]][[/]]`.
 */
const piece = /\\([\s\S])|\[\[\/\]\]|\[\[([^\]]*)\]\]|\[((?:\\[\s\S]|[^\]\\])*)\]|[^[\\]+|[[\\]/gy;

/** @param reply without the frame at its end; `finish` removes what the frame added to the end of the text */
export function readTaggedReply(
  reply: string,
  tagged: TaggedSentence,
  options: PlacementTraits & { readonly finish: (text: string) => string },
): string {
  const carried = parse(reply, tagged);
  return placeTags({ ...carried, text: options.finish(carried.text) }, tagged, options);
}

function parse(reply: string, tagged: TaggedSentence): Carried {
  let text = '';
  const spans: { start: number; end: number; readonly names: readonly string[] }[] = [];
  const gaps = new Map<string, number>();
  const open: (typeof spans)[number][] = [];
  let isBehindGap = false;
  for (const [all, escaped, names, blank] of reply.matchAll(piece)) {
    if (all === '[[/]]') {
      const last = open.pop();
      if (last !== undefined) last.end = text.length;
    } else if (names !== undefined) {
      const span = { start: text.length, end: Number.POSITIVE_INFINITY, names: names.split('; ') };
      spans.push(span);
      open.push(span);
    } else if (blank !== undefined) {
      if (/^[moc]\d+$/.test(blank)) {
        gaps.set(blank, text.length);
        isBehindGap ||= text.endsWith(' ') && !hasSpaces(blank, tagged);
        continue;
      }
      text += blank.replace(/\\([\s\S])/g, '$1');
    } else {
      // The mode puts a space on both sides of a blank that it moved.
      text += isBehindGap && all.startsWith(' ') ? all.slice(1) : (escaped ?? all);
    }
    if (names === undefined && all !== '[[/]]') isBehindGap = false;
  }
  return { text, spans, gaps };
}

/** Returns whether the content of a plain blank has a space on both sides in the sentence. */
function hasSpaces(name: string, tagged: TaggedSentence): boolean {
  const place = placeOf(name, tagged);
  return (
    place !== undefined && tagged.sentence.charAt(place.start - 1) === ' ' && tagged.sentence.charAt(place.end) === ' '
  );
}

function placeOf(
  name: string,
  { pairs, blanks }: TaggedSentence,
): { readonly start: number; readonly end: number } | undefined {
  const number = Number(name.slice(1));
  const pair = pairs[number];
  if (name.startsWith('m')) return blanks[number];
  if (pair === undefined) return undefined;
  return name.startsWith('o')
    ? { start: pair.start - pair.open.length, end: pair.start }
    : { start: pair.end, end: pair.end + pair.close.length };
}
