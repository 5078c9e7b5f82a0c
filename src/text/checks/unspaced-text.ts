import { unspacedLetter } from './words.ts';

/** UTF-16 units around a place that are searched. */
const windowUnits = 60;
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Returns the word boundary nearest to `near` in a text without spaces, or undefined if there is none near it. */
export function cutUnspaced(text: string, near: number): number | undefined {
  const from = Math.max(0, Math.floor(near - windowUnits / 2));
  const window = text.slice(from, from + windowUnits);
  const cuts = Array.from(words.segment(window), ({ index }) => from + index).filter((cut) => {
    return cut > from && unspacedLetter.test(text.charAt(cut));
  });
  return cuts.toSorted((one, other) => Math.abs(one - near) - Math.abs(other - near))[0];
}
