import { hasTokens, readToken, tokenPattern } from '../document/token.ts';
import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import { caseFolding } from './case-folding.ts';
import { characterKind, kinds } from './character-kinds.ts';
import { lists, listsByLanguage, wordSet } from './word-lists.ts';

/** Replaces a word token. No entry contains it. */
const wordSign = '\uFFFC';
/** Replaces a white-space token. */
const wrapSign = '\n';

/** Cuts one sentence at a time into words, signs, and single characters of Hangul and scripts without spaces. */
export class WordReader {
  /** Number of words; the lists below may be longer. */
  count = 0;
  /** The sentence without the tokens that replace no word. */
  text = '';
  /** UTF-16 offsets in `text`. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** `letter` for a word, `unspaced`, `hangul` or `sign` for a character. */
  readonly kinds: number[] = [];
  /** Whether white space is before the word. */
  readonly gaps: boolean[] = [];
  /** The word in NFC, for case-sensitive comparison; filled after `cut`. A word token is empty. */
  readonly written: string[] = [];
  readonly language: LanguageTag;
  readonly clitics: Clitics;
  /** Case folding, for comparison in any case. */
  readonly fold: (word: string) => string;
  readonly #plain: boolean[] = [];
  /** Offsets of removed tokens, which end a word; undefined for none. */
  #seams: Set<number> | undefined;
  /** By unit of `text`, its offset in the sentence; undefined if all are the same. */
  #offsets: number[] | undefined;

  constructor(language: LanguageTag) {
    this.language = language;
    this.clitics = cliticsOf(language);
    this.fold = caseFolding(language);
  }

  foldedAt(index: number): string {
    return this.fold(this.written[index] ?? '');
  }

  /** Returns the offset in the sentence of a start offset in `text`. */
  startOf(at: number): number {
    return this.#offsets === undefined ? at : (this.#offsets[at] ?? 0);
  }

  /** Returns the offset in the sentence of an end offset in `text`, which must not follow a token. */
  endOf(at: number): number {
    return this.startOf(at - 1) + 1;
  }

  /** Cuts a sentence and fills `written`. */
  read(sentence: string): void {
    this.cut(sentence);
    for (let index = 0; index < this.count; index++) this.written[index] = this.keyAt(index);
  }

  /** The value for `written`. It depends only on the text of the word. */
  keyAt(index: number): string {
    const slice = this.text.slice(this.starts[index], this.ends[index]);
    if (this.#plain[index] === true) return slice;
    if (this.kinds[index] === kinds.sign) return signKeys[slice] ?? slice.replaceAll(ignorables, '').normalize('NFC');
    const plain = slice.replaceAll(ignorables, '').normalize('NFC');
    return plain.replaceAll(apostrophes, "'").replaceAll('"', '״');
  }

  /** Same as `read`, but leaves `written` to the caller. */
  cut(sentence: string): void {
    this.#offsets = undefined;
    this.#seams = undefined;
    this.text = hasTokens(sentence) ? this.#withoutTokens(sentence) : sentence;
    const { text } = this;
    this.count = 0;
    let gap = false;
    let wrapped = false;
    for (let at = 0; at < text.length; ) {
      const point = pointAt(text, at);
      const length = point > 0xffff ? 2 : 1;
      const kind = characterKind(point);
      if (kind === kinds.space) {
        if (text[at] === wrapSign) wrapped = true;
        else gap = true;
        at += length;
      } else if (kind === kinds.seam || kind === kinds.ignorable) at += length;
      else {
        const isLetter = kind === kinds.letter;
        const end = isLetter ? this.#wordEnd(at + length) : this.#characterEnd(at + length);
        // A script without spaces may be wrapped at every character.
        const isJoint = kind === kinds.unspaced && this.kinds[this.count - 1] === kinds.unspaced;
        this.#add({ start: at, end, kind, gap: gap || (wrapped && !isJoint) });
        at = end;
        gap = false;
        wrapped = false;
      }
    }
  }

  #withoutTokens(sentence: string): string {
    const offsets: number[] = [];
    const seams = new Set<number>();
    let text = '';
    let read = 0;
    for (const { 0: token, index } of sentence.matchAll(tokenPattern)) {
      for (let at = read; at < index; at++) offsets.push(at);
      text += sentence.slice(read, index);
      read = index + token.length;
      const { role } = readToken(token);
      if (role === 'word' || role === 'space') {
        text += role === 'word' ? wordSign : wrapSign;
        offsets.push(index);
      } else seams.add(text.length);
    }
    for (let at = read; at < sentence.length; at++) offsets.push(at);
    this.#offsets = offsets;
    this.#seams = seams;
    return text + sentence.slice(read);
  }

  #add({ start, end, kind: found, gap }: { start: number; end: number; kind: number; gap: boolean }): void {
    const index = this.count++;
    const kind = found === kinds.mark ? kinds.sign : found;
    this.starts[index] = start;
    this.ends[index] = end;
    this.kinds[index] = kind;
    this.gaps[index] = gap && index > 0;
    this.#plain[index] = this.#isPlain;
  }

  /** Whether the last word has only one spelling in Unicode: all units below U+0300, and no soft hyphen. */
  #isPlain = true;

  #wordEnd(from: number): number {
    const { text } = this;
    let isPlain = text.charCodeAt(from - 1) < 0x300;
    let end = from;
    for (let at = from; at < text.length; ) {
      if (this.#seams?.has(at) === true) break;
      const point = pointAt(text, at);
      const length = point > 0xffff ? 2 : 1;
      const kind = characterKind(point);
      if (kind === kinds.letter || kind === kinds.mark) end = at + length;
      else if (kind !== kinds.ignorable && !this.#joinsLetters(point, at)) break;
      if (point === 0xad || point === 0x22 || point >= 0x300) isPlain = false;
      at += length;
    }
    this.#isPlain = isPlain;
    return end;
  }

  /** Whether a sign is a letter, because letters are on both sides: "col·lecció", "комп'ютер", "צה״ל". */
  #joinsLetters(point: number, at: number): boolean {
    const { text } = this;
    switch (point) {
      case 0xb7:
        break;
      case 0x27:
      case 0x2019:
        if (!this.clitics.apostropheIsLetter) return false;
        break;
      case 0x22:
      case 0x5f3:
      case 0x5f4:
        if (!isHebrew(text.charCodeAt(at - 1)) || !isHebrew(text.charCodeAt(at + 1))) return false;
        break;
      default:
        return false;
    }
    return at + 1 < text.length && characterKind(pointAt(text, at + 1)) === kinds.letter;
  }

  /** The end of a character with its marks and joiners. */
  #characterEnd(from: number): number {
    let end = from;
    // Non-ASCII apostrophes and hyphens are above U+0300.
    this.#isPlain = this.text.charCodeAt(from - 1) < 0x300;
    while (end < this.text.length) {
      const point = pointAt(this.text, end);
      const kind = characterKind(point);
      if (kind !== kinds.mark && kind !== kinds.ignorable) break;
      end += point > 0xffff ? 2 : 1;
      this.#isPlain = false;
    }
    return end;
  }
}

const ignorables = /\p{Default_Ignorable_Code_Point}+/gu;
const apostrophes = /[\u2019\u02BC]/gu;

/** Keys of signs with several Unicode characters. The sign of a word token has an empty key. */
const signKeys: Readonly<Record<string, string>> = { '\u2019': "'", '\u2010': '-', '\u2011': '-', [wordSign]: '' };

/** The code point that begins at `at`. */
export function pointAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return (unit & 0xf800) === 0xd800 ? (text.codePointAt(at) ?? unit) : unit;
}

function isHebrew(unit: number): boolean {
  return unit >= 0x5d0 && unit <= 0x5ea;
}

/** Before an apostrophe: "l" in "l'ordinateur". */
const elidedOf = listsByLanguage(lists.elided);
/** After an apostrophe: "s" in "Ada's". */
const endingsOf = listsByLanguage(lists.endings);
/** Before a hyphen: "il" in "il-ktieb". */
const articlesOf = listsByLanguage(lists.cliticArticles);
/** After a hyphen: "ul" in "site-ul". */
const suffixesOf = listsByLanguage(lists.suffixes);
const usualEndings = wordSet('s');
/** Languages that write an apostrophe between a name and its endings. Source: Turkic orthographies. */
const dividesEndings = wordSet('tr az crh gag tk fi et');
/** Germanic and Finnic languages, which have long compounds. */
const suspending = wordSet('de nl af lb fy nds sv da nb nn no is fo en fi et hu');
const apostropheLetters = wordSet('uk be rue br uz gn he haw');

/** Parts that are written together with a noun but do not belong to it, in small letters. */
export type Clitics = ReturnType<typeof cliticsOf>;

export function cliticsOf(language: LanguageTag) {
  const { language: base } = tagParts(language);
  const endings = endingsOf(language);
  return {
    elided: elidedOf(language),
    /** Undefined: any word in small letters. */
    endings: dividesEndings.has(base) ? undefined : endings.size > 0 ? endings : usualEndings,
    articles: articlesOf(language),
    suffixes: suffixesOf(language),
    /** A hyphen may cut a word short: "Haus- und Gartenarbeit". */
    suspends: suspending.has(base),
    /** An apostrophe between letters is a letter: "комп'ютер". */
    apostropheIsLetter: apostropheLetters.has(base),
  };
}
