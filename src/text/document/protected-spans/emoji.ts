import { type Finder, finderOf, isWordAt, matchAt, opensAt } from './scan.ts';

/** Characters that extend another one: accents, variation selectors, joiners, skin tones, the tags of flags. */
const extension = String.raw`[\p{M}\u200C\u200D\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]*`;

/** Signs with the emoji property that are mostly used as text. With a variation selector they are emoji. */
const textSign = '[©®™‼⁉ℹ〰〽㊗㊙]';

const emoji = new RegExp(
  String.raw`(?:(?:(?!${textSign}(?!\uFE0F))\p{Extended_Pictographic}|\p{RI}|[\u{1F3FB}-\u{1F3FF}])${extension})+`,
  'uy',
);

/** Characters without their own meaning: noncharacters, private use, controls of direction and width, replacements. */
const odd =
  /[\p{Noncharacter_Code_Point}\p{Co}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFD\u{E0000}-\u{E007F}]+/uy;

const smileys = finderOf(/(?:[:;=]['’]?-?(?:[)(]{1,8}|[DPp*|](?![\p{L}\p{N}*|]))|<\/?3)(?![\p{L}\p{N}])/uy, 'point');
const faces = finderOf(/[\^>-]_{1,3}[\^<-]/y, 'point');
const shrug = '¯\\_(ツ)_/¯';

/** Adjacent emoji as one span, also sequences that no font supports. */
export const findEmoji = finderOf(emoji, 'point');

/** Keycap emoji: a digit, `#` or `*` in a key. */
export const findKeycaps = finderOf(new RegExp(String.raw`(?:[0-9#*]\uFE0F?\u20E3${extension})+`, 'uy'), 'point');

const oddCharacters = finderOf(odd, 'point');

/** Adjacent odd characters as one span, because engines lose them. */
export const findOddCharacters: Finder = (scan, at) => findBrokenWord(scan, at) ?? oddCharacters(scan, at);

const replacement = 0xfffd;
/** In UTF-16 units. */
const halfLengthMax = 40;
const restOfWord = /[\p{L}\p{M}\p{N}\uFFFD]{1,40}/uy;

/** A word with letters lost in a conversion, "ni\uFFFDa". Otherwise its halves would be separate words. */
const findBrokenWord: Finder = ({ text, floor }, at) => {
  if (text.charCodeAt(at) !== replacement) return undefined;
  let start = at;
  while (start > floor && at - start < halfLengthMax && isWordAt(text, start - 1)) start--;
  const end = matchAt(restOfWord, text, at) ?? at;
  return /[\p{L}\p{N}]/u.test(text.slice(start, end)) ? { start, end, role: 'word' } : undefined;
};

/** Emoji, private use and noncharacters outside the first 65,536 characters: by their first surrogate. */
export const findBeyond: Finder = (scan, at) => findEmoji(scan, at) ?? findOddCharacters(scan, at);

/** `:-)`, `;)`, `<3`: by their first character, after white space or the end of a sentence. */
export const findSmiley: Finder = (scan, at) =>
  opensAt(scan, at) || /[.!?…]/.test(scan.text.charAt(at - 1)) ? smileys(scan, at) : undefined;

/** `^_^` and such, by the character before the underscore. */
export const findFace: Finder = (scan, at) =>
  scan.text.charCodeAt(at + 1) === 0x5f && opensAt(scan, at) ? faces(scan, at) : undefined;

export const findShrug: Finder = (scan, at) =>
  scan.text.startsWith(shrug, at) ? { start: at, end: at + shrug.length, role: 'point' } : undefined;

/** Every character of the first 65,536 that can begin a span of `findEmoji` or `findOddCharacters`. */
export function leadsOf(finder: 'emoji' | 'odd'): readonly number[] {
  const pattern = finder === 'emoji' ? emoji : odd;
  const leads: number[] = [];
  for (let unit = 0x80; unit <= 0xffff; unit++) {
    if (unit < 0xd800 || unit > 0xdfff) {
      const lead = String.fromCharCode(unit);
      if (matchAt(pattern, `${lead}\uFE0F`, 0) !== undefined) leads.push(unit);
    }
  }
  return leads;
}
