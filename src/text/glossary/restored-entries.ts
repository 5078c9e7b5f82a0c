import { keepsTokens } from '../checks/tokens.ts';
import { joinsNext, joinsPrevious, readWords, unspacedLetter } from '../checks/words.ts';
import { findTokens, readToken, type TokenRole, tokenPattern } from '../document/token.ts';
import type { LanguageTag } from '../languages/language.ts';
import { articleAtStart, fittingArticle } from './articles.ts';
import type { EntryUse } from './glossary-entry.ts';
import { isAccepted, withCapitalsOfPlace } from './place-capitals.ts';
import { type EntrySlot, type ProtectedEntries, whiteAtEnd } from './protected-entries.ts';
import { plainWords } from './target-form.ts';

/** A glossary entry and its place in the translation. */
export type RestoredEntry = {
  readonly use: EntryUse;
  /** UTF-16 offsets in the translation, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** `natural`: the engine's own words. `replaced`: written over the engine's words. `opaque`: written over a token. */
  readonly how: 'natural' | 'replaced' | 'opaque';
};

export type Restored = {
  readonly translation: string;
  /** In the order of the translation. */
  readonly entries: readonly RestoredEntry[];
  /** Entries that the engine translated differently, or lost. */
  readonly missed: ReadonlySet<EntryUse>;
  /** Whether each entry is in its place, with all tokens of the sentence. Otherwise the translation is invalid. */
  readonly isValid: boolean;
  /** Whether words of the engine's own translation of a replaced entry may remain next to it. */
  readonly isDoubtful: boolean;
};

/**
 * Restores the entries of a protected sentence: accepted words between tokens stay, the wanted words replace others if
 * possible. Each token must be in the translation once. `language` is that of the translation.
 */
export function restoreEntries(entries: ProtectedEntries, translation: string, language: LanguageTag): Restored {
  return new EntryRestorer(entries, translation, language).write();
}

type Place = { readonly slot: EntrySlot; readonly start: number; readonly end: number };

const tokenUnits = 2;

const onlyTokens = new RegExp(`^(?:${tokenPattern.source})*$`);
/** A full stop that ends a sentence, and the tokens before it. */
const fullStop = new RegExp(`^((?:${tokenPattern.source})*)\\.(?![.\\p{L}\\p{N}])`, 'u');

class EntryRestorer {
  readonly #protected: ProtectedEntries;
  readonly #translation: string;
  readonly #language: LanguageTag;
  readonly #missed = new Set<EntryUse>();
  readonly #entries: (RestoredEntry & { readonly words: string })[] = [];
  readonly #own: ReadonlySet<number>;
  #out = '';
  /** Offset up to which the translation is in `#out`. */
  #at = 0;
  #isValid = true;
  #isDoubtful = false;

  constructor(entries: ProtectedEntries, translation: string, language: LanguageTag) {
    this.#protected = entries;
    this.#translation = translation;
    this.#language = language;
    this.#own = new Set(entries.slots.map(({ number }) => number));
  }

  write(): Restored {
    for (const { slot, start, end } of this.#places()) {
      if (start < this.#at) {
        this.#giveUp(slot);
        continue;
      }
      this.#out += this.#translation.slice(this.#at, start);
      this.#at = end;
      if (slot.protection === 'opaque') this.#writeWanted(slot, 'opaque');
      else this.#writeTagged(slot, this.#translation.slice(start + tokenUnits, end - tokenUnits));
      this.#skipDoubledStop();
    }
    const translation = this.#out + this.#translation.slice(this.#at);
    const isValid = this.#isValid && this.#isWhole(translation);
    return { translation, entries: this.#entries, missed: this.#missed, isValid, isDoubtful: this.#isDoubtful };
  }

  /** Returns the slots in the order of the translation. A slot with a lost token has an invalid place. */
  #places(): readonly Place[] {
    const found = new Map<string, number>();
    for (const { 0: token, index } of this.#translation.matchAll(tokenPattern)) {
      const { role, number } = readToken(token);
      if (this.#own.has(number)) found.set(`${role} ${number}`, index);
    }
    const places = this.#protected.slots.map((slot): Place => {
      const isOpaque = slot.protection === 'opaque';
      const start = found.get(`${isOpaque ? 'word' : 'open'} ${slot.number}`) ?? -1;
      const last = isOpaque ? start : (found.get(`close ${slot.number}`) ?? -1);
      return { slot, start, end: last + tokenUnits };
    });
    return places.toSorted((one, other) => one.start - other.start);
  }

  /** Marks an entry with lost or misplaced tokens as missed. */
  #giveUp({ use }: EntrySlot): void {
    this.#isValid = false;
    this.#missed.add(use);
  }

  #writeTagged(slot: EntrySlot, between: string): void {
    const { lead, inner: found, trail } = peel(between);
    this.#out += lead;
    const [tokensInside, tokensAround] = [found.match(tokenPattern), (lead + trail).match(tokenPattern) ?? []];
    const isTangled = tokensInside !== null || tokensAround.some((token) => this.#own.has(readToken(token).number));
    if (isTangled) this.#giveUp(slot);
    else if (!this.#keepAccepted(slot, found)) this.#replace(slot, found);
    this.#out += trail;
  }

  /** Keeps the engine's words if they are accepted. An article that the engine added is not part of the entry. */
  #keepAccepted(slot: EntrySlot, found: string): boolean {
    const { sentence } = this.#protected;
    for (const length of new Set([0, articleAtStart(this.#language, found)])) {
      const words = found.slice(length);
      const before = this.#out + found.slice(0, length);
      if (!isAccepted(words, slot.use, { sentence, before })) continue;
      this.#out = before;
      if (isTooShort(words, slot.use)) this.#isDoubtful = true;
      this.#put(slot, words, 'natural');
      return true;
    }
    return false;
  }

  #replace(slot: EntrySlot, found: string): void {
    const { use } = slot;
    this.#missed.add(use);
    const article = articleAtStart(this.#language, found);
    if (!isReplaceable(found.slice(article), use)) this.#isValid = false;
    if (isTooShort(found.slice(article), use)) this.#isDoubtful = true;
    const hasOwnArticle = articleAtStart(this.#language, use.wanted) > 0;
    if (!hasOwnArticle) this.#out += found.slice(0, article);
    this.#writeWanted(slot, 'replaced');
  }

  #writeWanted(slot: EntrySlot, how: RestoredEntry['how']): void {
    const { sentence } = this.#protected;
    const fitting = fittingArticle(this.#language, this.#out, slot.use.wanted);
    if (fitting !== undefined && this.#leavesEntries(fitting)) this.#out = fitting;
    const words = withCapitalsOfPlace(slot.use, { sentence, before: this.#out });
    this.#partFromBefore(words);
    this.#put(slot, words, how);
    this.#partFromBehind(words);
  }

  /** Whether the changed last word of `fitting` leaves the previous entry unchanged. */
  #leavesEntries(fitting: string): boolean {
    const last = this.#entries.at(-1);
    if (last === undefined) return true;
    // Includes the unit after the entry, which could extend it: "a" in "an".
    return fitting.slice(0, last.end + 1) === this.#out.slice(0, last.end + 1);
  }

  #put({ use, withTokens }: EntrySlot, words: string, how: RestoredEntry['how']): void {
    const { written, spacesLeft } = withInnerTokens(withTokens, use.words, words);
    const inPlaceOfSpace = this.#out.endsWith(' ') && this.#out.trim() !== '' ? 1 : 0;
    const [before, behind] = [spacesLeft.slice(0, inPlaceOfSpace), spacesLeft.slice(inPlaceOfSpace)];
    if (before.length > 0) this.#out = this.#out.slice(0, -1) + before.join('');
    const { lead, trail } = peel(written);
    const start = this.#out.length + lead.length;
    this.#out += written;
    this.#entries.push({ use, start, end: this.#out.length - trail.length, how, words });
    if (behind.length === 0) return;
    this.#out += behind.join('');
    if (this.#translation.startsWith(' ', this.#at)) this.#at++;
  }

  #partFromBefore(words: string): void {
    if (lacksSpace(this.#out, words)) this.#out += ' ';
    const lastEntry = this.#entries.at(-1)?.end ?? 0;
    const isSpaced = this.#out.endsWith(' ') && this.#out.length > lastEntry;
    if (isSpaced && needsNoSpace(this.#out.slice(0, -1), words)) this.#out = this.#out.slice(0, -1);
  }

  #partFromBehind(words: string): void {
    if (!this.#out.endsWith(words)) return;
    const rest = this.#translation.slice(this.#at, this.#at + 2 * tokenUnits);
    if (lacksSpace(words, rest)) this.#out += ' ';
    if (rest.startsWith(' ') && needsNoSpace(words, rest.slice(1))) this.#at++;
  }

  /** "Fri." at the end of a sentence is also its full stop. */
  #skipDoubledStop(): void {
    const last = this.#entries.at(-1);
    if (last === undefined || !last.words.endsWith('.') || !onlyTokens.test(this.#out.slice(last.end))) return;
    const [whole, tokens = ''] = fullStop.exec(this.#translation.slice(this.#at)) ?? [];
    if (whole === undefined || tokens.match(tokenPattern)?.some((token) => this.#own.has(readToken(token).number)))
      return;
    this.#out += tokens;
    this.#at += whole.length;
  }

  /** Whether the translation has all tokens of the sentence, and each entry as it was written. */
  #isWhole(translation: string): boolean {
    return (
      keepsTokens(this.#protected.sentence, translation) &&
      this.#entries.every(({ start, end, words }) => plainWords(translation.slice(start, end)) === plainWords(words))
    );
  }
}

const letterOrFigure = /[\p{L}\p{N}]/u;
const wordUnit = /[\p{L}\p{M}\p{N}]/u;
const figure = /\p{Nd}/u;
const edgeBefore = new RegExp(`^(?:\\s|${tokenPattern.source})*`);
const edgeBehind = new RegExp(`(?:\\s|${tokenPattern.source})$`);

/** Whether the engine's words between the tokens of an entry may be replaced: no extra words, and no other numbers. */
function isReplaceable(found: string, { words, wanted }: EntryUse): boolean {
  const wordsMax = Math.max(readWords(words).length, readWords(wanted).length, 1);
  return (
    letterOrFigure.test(found) && readWords(found).length <= wordsMax && (!figure.test(found) || figure.test(words))
  );
}

const signAtEnd = /[^\p{L}\p{M}\p{N}.]$/u;

/** Whether the entry has more words than `found`, or a sign at its end, so that others may be outside the tokens. */
function isTooShort(found: string, { words, wanted }: EntryUse): boolean {
  const [own, others] = [readWords(found), readWords(words)];
  if (signAtEnd.test(words) && !signAtEnd.test(found)) return true;
  // "SIM" for "tarjeta SIM" may be the copy of one word.
  const isPart = own.every((word) => others.includes(word));
  return own.length < (isPart ? others.length : Math.min(others.length, readWords(wanted).length));
}

/** Splits off white space and tokens at both ends. */
function peel(text: string): { readonly lead: string; readonly inner: string; readonly trail: string } {
  const start = edgeBefore.exec(text)?.[0].length ?? 0;
  let end = text.length;
  for (;;) {
    const edge = end > start ? edgeBehind.exec(text.slice(Math.max(start, end - tokenUnits), end)) : null;
    if (edge === null) break;
    end -= edge[0].length;
  }
  return { lead: text.slice(0, start), inner: text.slice(start, end), trail: text.slice(end) };
}

/** Whether two words need a space between them. */
function lacksSpace(before: string, behind: string): boolean {
  const [last, next] = [before.slice(-1), behind.charAt(0)];
  return wordUnit.test(last) && wordUnit.test(next) && !joinsNext.test(last) && !joinsPrevious.test(next);
}

/** Whether both are in scripts without spaces between words. */
function needsNoSpace(before: string, behind: string): boolean {
  return unspacedLetter.test(before.slice(-1)) && unspacedLetter.test(behind.charAt(0));
}

/** An entry with its inner tokens, and `space` tokens for which its words have no place. */
type WrittenEntry = { readonly written: string; readonly spacesLeft: readonly string[] };

/**
 * Inserts the removed tokens into the words of an entry: in their old places if the words are the same. Otherwise pairs
 * enclose all words, white space replaces spaces, and points follow.
 */
export function withInnerTokens(withTokens: string, words: string, wanted: string): WrittenEntry {
  if (withTokens.search(tokenPattern) === -1) return { written: wanted, spacesLeft: [] };
  if (wanted === words) return { written: withTokens, spacesLeft: [] };
  const tokens = findTokens(withTokens);
  const ofRole = (role: TokenRole) => tokens.filter((token) => token.role === role);
  const opens = ofRole('open');
  // The pair that was opened last closes first.
  const places = new Map(opens.map(({ number }, place) => [number, place]));
  const closes = ofRole('close').toSorted(
    (one, other) => (places.get(other.number) ?? 0) - (places.get(one.number) ?? 0),
  );
  const points = ofRole('point').map(({ at, token }) => {
    return whiteAtEnd.test(withTokens.slice(0, at)) ? ` ${token}` : token;
  });
  const waiting = ofRole('space').map(({ token }) => token);
  const spaced = wanted.replaceAll(' ', () => waiting.shift() ?? ' ');
  const written = [...opens.map(({ token }) => token), spaced, ...closes.map(({ token }) => token), ...points].join('');
  return { written, spacesLeft: waiting };
}
