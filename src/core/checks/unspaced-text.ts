import { unspacedLetter } from './words.ts';

/** UTF-16 units around a place to search for a word's end: such sentences may be long. */
const windowUnits = 60;
const words = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Where `text`, in a script whose words stand without spaces, can be cut between two words.
 *
 * @param near UTF-16 units from the start; the cut nearest to it is chosen
 * @returns undefined when there is none within some words of it
 */
export function cutUnspaced(text: string, near: number): number | undefined {
  const from = Math.max(0, Math.floor(near - windowUnits / 2));
  const window = text.slice(from, from + windowUnits);
  const cuts = Array.from(words.segment(window), ({ index }) => from + index).filter((cut) => {
    return cut > from && unspacedLetter.test(text.charAt(cut));
  });
  return nearestOf(cuts, near);
}

function nearestOf(places: readonly number[], near: number): number | undefined {
  return places.toSorted((one, other) => Math.abs(one - near) - Math.abs(other - near))[0];
}
