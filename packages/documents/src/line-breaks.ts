import { type Token, tokensOf } from './codes.ts';
import type { Code } from './file.ts';

type Lines = {
  /** What the file has at the ends of lines. */
  readonly breaks: readonly string[];
  readonly encode: (text: string) => string;
};

/** Writes a translation on as many lines as there are breaks, and one, of similar lengths and broken between words. */
export function balancedLines(translation: string, codes: readonly Code[], { breaks, encode }: Lines): string {
  const tokens = tokensOf(translation, codes);
  const text = tokens.map(shown).join('');
  const places = chosenPlaces(placesToBreak(text), text.length, breaks.length);
  let offset = 0;
  let used = 0;
  const written = (token: Token): string => {
    const end = offset + shown(token).length;
    if (token.kind !== 'text') {
      offset = end;
      return token.kind === 'close' ? (token.code.close ?? '') : token.code.open;
    }
    let line = '';
    for (let place = places[used]; place !== undefined && place.start < end; place = places[++used]) {
      line += encode(text.slice(offset, place.start)) + breaks[used];
      offset = place.end;
    }
    line += encode(text.slice(offset, end));
    offset = end;
    return line;
  };
  return tokens.map(written).join('');
}

/** A code of one letter is a note of music. Others are not shown. */
const shown = (token: Token): string =>
  token.kind === 'text' ? token.text : token.kind === 'point' && token.code.open.length === 1 ? token.code.open : '';

type Place = { readonly start: number; readonly end: number };

/** Scripts that have no spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** What would be read as the start of a dialogue or a song at the start of a line. */
const sign = /[-‐–—♩-♬]/u;

/** Places between words. Two spaces are none, as one of them would be lost. */
function placesToBreak(text: string): readonly Place[] {
  const from = text.length - text.trimStart().length;
  const to = text.trimEnd().length;
  const isInside = ({ start, end }: Place): boolean => start > from && end < to && !sign.test(text[end] ?? '');
  if (!unspaced.test(text)) {
    return Array.from(text.matchAll(/(?<! ) (?! )/g), ({ index }) => ({ start: index, end: index + 1 })).filter(
      isInside,
    );
  }
  // A line starts with a word, not with a punctuation mark.
  return Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)).flatMap((word) => {
    const isSpace = word.segment === ' ';
    if (!isSpace && (word.isWordLike !== true || text[word.index - 1] === ' ')) return [];
    const place = { start: word.index, end: word.index + (isSpace ? 1 : 0) };
    return isInside(place) ? [place] : [];
  });
}

/** For each break the place nearest to where it should be, in order, as long as there are enough places. */
function chosenPlaces(places: readonly Place[], length: number, count: number): readonly Place[] {
  const chosen: Place[] = [];
  const distance = (index: number): number =>
    Math.abs((places[index]?.start ?? 0) - (length * (chosen.length + 1)) / (count + 1));
  let next = 0;
  while (chosen.length < count && next < places.length) {
    const last = places.length - (count - chosen.length);
    while (next < last && distance(next + 1) <= distance(next)) next++;
    chosen.push(places[next++] as Place);
  }
  return chosen;
}
