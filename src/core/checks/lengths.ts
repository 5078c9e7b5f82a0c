/** Letters of one translation to letters of its source, at most and, inverted, at least. */
const ratioMax = 4;
/**
 * In weighted letters: short sentences differ more than in proportion. Of 2.1 million pairs of names of countries,
 * languages, currencies, scripts, months and days in 48 languages, 12 differ by more than `slack`, all of them of a name
 * and its explanation; what is abbreviated in one language may be written out in another.
 * Source: Unicode CLDR, as of ICU 77.
 */
const slack = 16;
const abbreviationSlack = 30;
const abbreviation = /\p{Lu}\.?\p{Lu}|\p{Nd}|[./]\s?\p{L}/u;
/** Below so much difference in plain length nothing needs weighing. */
const plainRatioMax = 1.6;

/** How many Latin letters say as much as one. */
const hanWeight = 3.2;
const kanaWeight = 1.6;
const hangulWeight = 2.2;

/** Whether `translation` is far longer or far shorter than any translation of `sentence` could be. */
export function hasAbsurdLength(sentence: string, translation: string): boolean {
  const ratio = (sentence.length + slack) / (translation.length + slack);
  if (ratio < plainRatioMax && ratio > 1 / plainRatioMax) return false;
  const [sent, came] = [weigh(sentence), weigh(translation)];
  const excess = Math.max(came - ratioMax * sent, sent - ratioMax * came);
  return excess > slack && (excess > abbreviationSlack || !abbreviation.test(sent < came ? sentence : translation));
}

/** The letters of `text` outside tokens, each by how much it says. */
function weigh(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; at++) weight += weightOf(text.charCodeAt(at));
  return weight;
}

/** By blocks of Unicode, roughly: a letter's own properties cost too much to ask for each. */
function weightOf(unit: number): number {
  if (unit < 0x41) return 0;
  if (unit < 0x3040) return 1;
  if (unit < 0x3100) return kanaWeight;
  if (unit < 0xac00) return hanWeight;
  if (unit < 0xd7b0) return hangulWeight;
  // Tokens, private use and halves of characters beyond the first plane.
  return unit < 0xf900 || (unit >= 0xfdd0 && unit <= 0xfdef) ? 0 : 1;
}
