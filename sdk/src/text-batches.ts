import { refused } from './settings.ts';

const batchTextsMax = 1_000;

/** Of a text, and of all texts of a batch. */
const charactersMax = 100_000;

/** Texts that are sent together, and the index of each text in the caller's array, the first one of equal texts. */
type Packed = { readonly batches: readonly (readonly string[])[]; readonly indexes: ReadonlyMap<string, number> };

/** Packs texts into as few requests as their order allows, equal texts once, empty ones never. @throws DragomanError as `countCharacters` */
export function packTexts(texts: readonly string[]): Packed {
  const indexes = new Map<string, number>();
  const batches: string[][] = [];
  let room = 0;
  for (const [index, text] of texts.entries()) {
    if (text === '' || indexes.has(text)) continue;
    indexes.set(text, index);
    const count = countCharacters(text, `texts[${index}]`);
    const last = batches.at(-1);
    if (last === undefined || last.length === batchTextsMax || count > room) {
      batches.push([text]);
      room = charactersMax - count;
    } else {
      last.push(text);
      room -= count;
    }
  }
  return { batches, indexes };
}

/** Returns the code points of a text. @throws DragomanError for a text that no request can have */
export function countCharacters(text: string, param: string): number {
  if (typeof text !== 'string') throw refused(param, 'must be a string');
  const count = text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
  if (count > charactersMax) throw refused(param, 'has more than 100,000 characters. Split it');
  return count;
}
