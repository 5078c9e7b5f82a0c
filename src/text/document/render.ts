import { assert } from '../../ground/assert.ts';
import { Alignment, type Edit, Rewritten } from './alignment.ts';
import type { ApprovedSpan, Document } from './document.ts';
import { guard, markupEntities } from './inner-text.ts';
import { entityCharacters } from './protected-spans/entities.ts';
import type { Segment, SpannedWord } from './segment.ts';
import { firstFrom, type Span, type SpelledCharacter } from './span.ts';
import { noncharacter, tokenPattern } from './token.ts';

export type Rendered = {
  readonly text: string;
  /** By segment, the span of its translation in `text`. */
  readonly map: readonly Alignment[];
};

/** Writes a text with its segments translated and its approved spans, all else unchanged. `translations`: in order, with their tokens. */
export function render(document: Document, translations: readonly string[]): Rendered {
  const { length } = document.segments;
  assert(translations.length === length, `${translations.length} translations for ${length} sentences`);
  return new Renderer(document, translations).render();
}

export function alignmentOf(segment: Segment): Alignment {
  const alignment = new Alignment(segment.start);
  const { text } = segment;
  let [from, at, nextSpelled] = [0, segment.start, 0];
  const addText = (to: number, end: number): void => {
    const edits: Edit[] = [];
    let shift = at - from;
    for (let next = segment.spelled[nextSpelled]; next && next.start < end; next = segment.spelled[++nextSpelled]) {
      // Spelled characters may be part of a token.
      if (next.start < at) continue;
      const { length } = next.character;
      edits.push({ at: next.start - shift - from, length, written: next.end - next.start });
      shift += next.end - next.start - length;
    }
    if (to > from) alignment.pieces.push({ from, to, start: at, end, passes: [edits] });
  };
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    const span = segment.tokens.get(token);
    if (span === undefined || index < from) continue;
    const word = segment.splitWords.get(token);
    const [start, end] = word ? wordSpan(word, index) : [index, index + token.length];
    const source = word ?? span;
    addText(start, source.start);
    alignment.pieces.push({ from: start, to: end, start: source.start, end: source.end, passes: undefined });
    [from, at] = [end, source.end];
  }
  addText(text.length, segment.end);
  return alignment;
}

const letter = /[\p{L}\p{M}\p{N}]/u;
/** Tokens that a segment does not have, and halves of tokens. */
const strays = new RegExp(`${tokenPattern.source}|${noncharacter.source}`, 'g');

type Placed = (Span & { readonly segment: Segment; readonly index: number }) | ApprovedSpan;

class Renderer {
  readonly #document: Document;
  readonly #translations: readonly string[];
  /** The segments and approved spans in the order of the text, outer ones before inner ones. */
  readonly #inOrder: readonly Placed[];
  readonly #map: Alignment[] = [];
  readonly #written: string[] = [];
  #length = 0;

  constructor(document: Document, translations: readonly string[]) {
    this.#document = document;
    this.#translations = translations;
    const placed: Placed[] = document.segments.map((segment, index) => ({
      start: segment.start,
      end: segment.end,
      segment,
      index,
    }));
    for (const approved of document.approved) placed.push(approved);
    this.#inOrder = placed.toSorted((one, other) => one.start - other.start || other.end - one.end);
  }

  render(): Rendered {
    this.#writeSpan({ start: 0, end: this.#document.text.length }, 0);
    return { text: this.#written.join(''), map: this.#map };
  }

  #write(written: string): void {
    this.#written.push(written);
    this.#length += written.length;
  }

  /** Writes a span of the text with the segments inside. They have the index `first` or later. */
  #writeSpan({ start, end }: Span, first: number): void {
    const { text } = this.#document;
    let from = start;
    for (let place = first; ; place++) {
      const entry = this.#inOrder[place];
      if (entry === undefined || entry.start >= end) break;
      if (entry.start < from) continue;
      this.#write(text.slice(from, entry.start));
      if ('segment' in entry) {
        const { segment, index } = entry;
        this.#map[index] = this.#writeSegment(segment, this.#translations[index] ?? '', place + 1);
      } else this.#write(entry.text);
      from = entry.end;
    }
    this.#write(text.slice(from, end));
  }

  #writeSegment(segment: Segment, translation: string, next: number): Alignment {
    const alignment = new Alignment(this.#length);
    const writeSource = (source: Span): void => this.#writeSpan(source, this.#firstInside(segment, source.start, next));
    if (translation === segment.text) {
      for (const { start, end, ...piece } of alignmentOf(segment).pieces) {
        const at = this.#length;
        writeSource({ start, end });
        alignment.pieces.push({ ...piece, start: at, end: this.#length });
      }
      return alignment;
    }
    const written = new Set<string>();
    const settle = this.#settled(segment);
    const end = translation.trimEnd().length;
    let from = end - translation.trim().length;
    const writeText = (to: number): void => {
      if (to <= from) return;
      const { text, passes } = settle(translation.slice(from, to));
      const start = this.#length;
      this.#write(text);
      alignment.pieces.push({ from, to, start, end: this.#length, passes });
    };
    const tokens = segment.tokens.size === 0 ? [] : translation.matchAll(tokenPattern);
    for (const { 0: token, index: at } of tokens) {
      const source = segment.tokens.get(token);
      if (source === undefined) continue;
      written.add(token);
      if (at < from) continue;
      const word = unchangedWord(translation, segment.splitWords.get(token), at);
      const [start, to] = word ? wordSpan(word, at) : [at, at + token.length];
      writeText(start);
      const begun = this.#length;
      writeSource(word ?? source);
      alignment.pieces.push({ from: start, to, start: begun, end: this.#length, passes: undefined });
      from = to;
    }
    writeText(end);
    assert(written.size === segment.tokens.size, 'a translation lacks tokens of its segment');
    return alignment;
  }

  /** Returns a function that escapes and spells the words between two tokens as the segment requires. */
  #settled(segment: Segment): (words: string) => Pick<Rewritten, 'text' | 'passes'> {
    const { setting, splitWords } = segment;
    // A word with tags inside keeps the sign of a key if it is unchanged.
    const spelled = segment.spelled.filter(({ spelling }) => spelling !== 'mnemonic' || splitWords.size === 0);
    const signs = setting.kind === 'html' ? markupEntities(segment) : [];
    const respell = spelled.length + signs.length > 0 ? spellingOf(spelled, this.#document.text, signs) : undefined;
    return (words) => {
      if (setting.kind === 'plain' && respell === undefined && !noncharacter.test(words))
        return { text: words, passes: [] };
      const text = new Rewritten(words);
      text.replace(strays, () => '');
      if (setting.kind === 'icu') guard(text, setting, segment);
      respell?.(text);
      if (setting.kind !== 'icu' && setting.kind !== 'html' && setting.kind !== 'plain') guard(text, setting, segment);
      return text;
    };
  }

  /** Returns the index of the first segment from `next` on that begins at `start` or later, if `outer` has segments. */
  #firstInside(outer: Segment, start: number, next: number): number {
    // Few segments contain other segments.
    return (this.#inOrder[next]?.start ?? Infinity) < outer.end ? firstFrom(this.#inOrder, start, next) : next;
  }
}

/** Returns the word with inline tags that contains the token at `index`, if the translation has it unchanged. */
function unchangedWord(translation: string, word: SpannedWord | undefined, index: number): SpannedWord | undefined {
  if (word === undefined) return undefined;
  const [start, end] = wordSpan(word, index);
  if (start < 0 || !translation.startsWith(word.before + word.word + word.after, start)) return undefined;
  return letter.test(translation.charAt(start - 1)) || letter.test(translation.charAt(end)) ? undefined : word;
}

/** Returns the span of a word with inline tags in a segment, by the offset of its first token. */
function wordSpan({ before, word, after }: SpannedWord, index: number): readonly [start: number, end: number] {
  const start = before === '' ? index - word.length : index;
  return [start, start + before.length + word.length + after.length];
}

const entityNames = new Map([...entityCharacters].map(([name, character]) => [character, name]));

const letters = /\p{L}/u;
const eachLetter = /\p{L}/gu;
const accented = /[^\0-\x7F]/;
const spellable = /[\p{L}\p{M}]/u;
const accentedLetters = /(?![\0-\x7F])[\p{L}\p{M}]/gu;
const anySign = /[^\p{L}\p{N}\s]/gu;
const apostrophes = /(?<=[\p{L}>}*_`])['’ʼ‘\u200C\u200D](?=\p{L})/gu;
const straightQuote = /"/g;

/** Returns a function that writes characters as the sentence does: `d&eacute;j&agrave;` if it has `caf&eacute;`. */
function spellingOf(
  spelled: readonly SpelledCharacter[],
  text: string,
  signs: readonly (readonly [sign: string, entity: string])[],
): (translation: Rewritten) => void {
  const written = Map.groupBy(spelled, ({ character }) => character);
  const markup = new Map(signs);
  /** Repeated characters as they are spelled in turn, further ones as the last. */
  const write = (character: string): string | undefined => {
    const own = written.get(character) ?? [];
    const next = own.length > 1 ? own.shift() : own[0];
    return next && text.slice(next.start, next.end);
  };
  const writeEntity = (sign: string): string => {
    const at = written.get(sign)?.[0]?.start;
    return (at !== undefined && text[at] === '&' ? write(sign) : markup.get(sign)) ?? sign;
  };
  const first = spelled.find(({ character }) => accented.test(character) && spellable.test(character));
  let mnemonic = spelled.find(({ spelling }) => spelling === 'mnemonic');
  return (translation) => {
    translation.replace(anySign, writeEntity);
    if (mnemonic && letters.test(translation.text)) {
      addMnemonic(translation, text.slice(mnemonic.start, mnemonic.end), text.charAt(mnemonic.end));
      mnemonic = undefined;
    }
    if (first !== undefined) {
      translation.replace(accentedLetters, (found) => write(found) ?? spell(found, first.spelling));
    }
    translation.replace(apostrophes, (apostrophe) => write(apostrophe) ?? apostrophe);
    translation.replace(straightQuote, (quote) => write(quote) ?? quote);
  };
}

/** Writes the sign of a key before its letter, or else before the first letter. */
function addMnemonic(translation: Rewritten, sign: string, key: string): void {
  const own = translation.text.toLowerCase().indexOf(key.toLowerCase());
  const at = own < 0 ? translation.text.search(letters) : own;
  translation.replace(eachLetter, (found, offset) => (offset === at ? sign + found : found));
}

function spell(character: string, spelling: SpelledCharacter['spelling']): string {
  const name = spelling === 'named' ? entityNames.get(character) : undefined;
  if (name !== undefined) return `&${name};`;
  if (spelling === 'escaped')
    return character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const codePoint = character.codePointAt(0) ?? 0;
  return spelling === 'hexadecimal' ? `&#x${codePoint.toString(16).toUpperCase()};` : `&#${codePoint};`;
}
