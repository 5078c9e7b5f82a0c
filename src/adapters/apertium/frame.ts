import { hasTokens, readToken, writeToken } from '../../text/document/token.ts';
import type { PlaceholderNoun, PlaceholderNouns } from './placeholder-nouns/noun-choice.ts';
import { type Carried, type PlacementTraits, placeTags } from './tag-placement.ts';
import { readTags, type TaggedSentence } from './tagged-sentence.ts';

/**
 * Frames a sentence: escaped, an added full stop that flushes the last words, a blank with the request's number, a NUL.
 * A blank is text in brackets, which programs copy. Source: wiki.apertium.org/wiki/Apertium_stream_format
 */

/** Keeps the added full stop apart: with it, "no" would be an abbreviation, and an ordinal would absorb it. */
const divider = '[.]';

/** Prevents an added capital: after a comma, modes translate a word as in the middle of a sentence. */
const continuation = ', ';

/** Blanks may precede it in a reply. */
const leadingContinuation = /^((?:\[[^[\]]*\]|\s)*),\s?/;

const wordLead = writeToken('word', 0).charAt(0);

/** A sentence that begins with a lower-case letter, or with a `word` token. */
const goingOn = new RegExp(`^[^\\p{L}\\p{N}${wordLead}]*(?:\\p{Ll}|${wordLead}[\\s\\S])`, 'u');

/** Characters of the stream format, which are escaped with a backslash. */
const special = /[[\]{}^$/\\@<>]/g;

/** White space other than one plain space, and control characters. */
const oddSpace = '[\\s\\p{Cc}]{2,}|[^\\S ]|\\p{Cc}';

/** Control characters except white space. They are not sent to the programs. */
const unprintable = /[^\P{Cc}\s]/gu;

/** A mark that the generators use themselves. Most modes would drop it. */
const opaqueToAll = '~';

/** Matches text to send as a blank. @param characters those this mode damages; none special in a character class */
export function opaquePattern(characters = ''): RegExp {
  return new RegExp(`[${opaqueToAll}${characters}]+|${oddSpace}`, 'gu');
}

/** A slash between forms. Slashes of the sentence are escaped with a backslash. */
const bareSlash = /[^\\[]\//;
const writtenWord = /(?:\\[\s\S]|[^\s\\[\]])+/g;
const form = /(?:\\[\s\S]|[^\\/])+/g;

/** "lagt til/lagða til": the next form repeats the last word of the first one. */
const forms = /(?<!\S)([^\s\\[\]/]+)\/(?:[^\s\\[\]/]+ ){1,2}\1(?![\p{L}\p{M}])/gu;

const wordBlank = /\[\[[^[\]]*\]\]/g;

/** Ends and starts of blanks between two letters. Esperanto writes "el" together with its verb: "elalporti". */
const gluedWords = /(?<=\p{L})(?<!(?<!\p{L})el)(?:(\[\[\/\]\])(\[\[\w[^[\]]*\]\])?|(\[\[\w[^[\]]*\]\]))(?=\p{L})/gu;
const anyLetter = /\p{L}/u;

/** How a mode handles tags, words and characters. */
export type Carrying = PlacementTraits & {
  /** The text that is sent as a blank: see `opaquePattern`. */
  readonly opaque: RegExp;
  /** Whether a word-bound blank keeps words apart that the mode would contract: "de el" instead of "del". */
  readonly blanksPartWords: boolean;
  /** Whether the mode capitalises the start of a sentence where the source does not. */
  readonly capitalizesStart: boolean;
  /** Whether rules of the mode join words without a space: each word gets a word-bound blank, which shows its ends. */
  readonly gluesWords: boolean;
};

export type Framed = {
  readonly text: string;
  readonly number: number;
  readonly placeholders?: PlaceholderNouns | undefined;
};

/** Returns the text to write for one sentence, including the NUL. */
export function frameSentence({ text, number, placeholders }: Framed, carrying: Carrying): string {
  const encoded = hasTokens(text) ? encodeTagged(readTags(text, placeholders), carrying) : encode(text, carrying);
  const before = carrying.capitalizesStart && goesOn({ text, placeholders }) ? continuation : '';
  return `${before}${encoded}${divider}.[${number}]\0`;
}

function goesOn({ text, placeholders }: Pick<Framed, 'text' | 'placeholders'>): boolean {
  const start = goingOn.exec(text)?.[0];
  const word = start?.at(-2) === wordLead ? readToken(start.slice(-2)).number : undefined;
  return start !== undefined && (word === undefined || placeholders?.get(word)?.isCapital !== true);
}

function encodeTagged({ items, unknownName, nouns }: TaggedSentence, carrying: Carrying): string {
  const { blanksPartWords } = carrying;
  return items
    .map((item) => {
      switch (item.kind) {
        case 'text':
          return encode(item.text, carrying);
        case 'word':
          return `[[w${item.number}]]${writtenNoun(nouns.get(item.number)) ?? unknownName}[[/]]`;
        case 'open':
          return blanksPartWords ? `[o${item.number}]` : `[o${item.number}][[p${item.number}]]`;
        case 'close':
          return blanksPartWords ? `[c${item.number}]` : `[[/]][c${item.number}]`;
        case 'blank':
          return `[m${item.number}]`;
      }
    })
    .join('');
}

function writtenNoun(noun: PlaceholderNoun | undefined): string | undefined {
  return noun?.isCapital === true ? noun.source.charAt(0).toUpperCase() + noun.source.slice(1) : noun?.source;
}

function encode(sentence: string, { opaque, gluesWords }: Carrying): string {
  const written = gluesWords ? escapeInBlank : escape;
  if (sentence.search(opaque) === -1) return written(sentence);
  const pieces: string[] = [];
  let end = 0;
  for (const match of sentence.matchAll(opaque)) {
    pieces.push(written(sentence.slice(end, match.index)), `[${escape(match[0].replace(unprintable, ''))}]`);
    end = match.index + match[0].length;
  }
  return pieces.join('') + written(sentence.slice(end));
}

function escape(text: string): string {
  return text.replace(special, '\\$&');
}

/** The mode copies the blank to each word, without changing how it reads several words as one. */
function escapeInBlank(text: string): string {
  return anyLetter.test(text) ? `[[g]]${escape(text)}[[/]]` : escape(text);
}

/** Undefined if `reply`, without its NUL, answers another request: the pipeline is out of step. */
export function readReply(reply: string, framed: Framed, carrying: Carrying): string | undefined {
  const mark = `[${framed.number}]`;
  if (!reply.endsWith(mark)) return undefined;
  const sentence = framed.text;
  const body = reply.slice(0, -mark.length);
  const isInPlace = body.endsWith(`${divider}.`);
  const whole = isInPlace ? body.slice(0, -divider.length - 1) : body.replaceAll(divider, '');
  const isGoingOn = carrying.capitalizesStart && goesOn(framed);
  const formed = withOneForm(isGoingOn ? whole.replace(leadingContinuation, '$1') : whole);
  const kept = carrying.gluesWords ? formed.replace(gluedWords, '$1 $2$3') : formed;
  const finish = (text: string): string => (isInPlace ? text : takeStopOff(text, sentence));
  const plain = hasTokens(sentence)
    ? readTaggedReply(kept, readTags(sentence, framed.placeholders), { ...carrying, finish })
    : decode(finish(kept.replaceAll(wordBlank, '')));
  return withAbsorbedStop(dropMarks(plain.trim(), sentence), sentence);
}

/** Keeps one of several forms, as in "landa/landmärken": the longest, because others are often parts of it. */
export function withOneForm(reply: string): string {
  return bareSlash.test(reply) ? reply.replace(forms, '$1').replace(writtenWord, longestForm) : reply;
}

function longestForm(written: string): string {
  if (!written.includes('/')) return written;
  const found: readonly string[] = written.match(form) ?? [];
  const [first = written, ...others] = found;
  if (others.length === 0) return written;
  const before = /^[^\p{L}\p{N}]*/u.exec(first)?.[0] ?? '';
  const behind = /[^\p{L}\p{M}\p{N}]*$/u.exec(others.at(-1) ?? '')?.[0] ?? '';
  const bare = [
    first.slice(before.length),
    ...others.slice(0, -1),
    (others.at(-1) ?? '').slice(0, -behind.length || undefined),
  ];
  return before + bare.reduce((longest, one) => (one.length > longest.length ? one : longest)) + behind;
}

/** Modes may absorb a stop. The last one is the added one, unless it is the only one and the sentence has one. */
function takeStopOff(text: string, sentence: string): string {
  const kept = text.trimEnd();
  if (!kept.endsWith('.')) return kept;
  const without = kept.slice(0, -1).trimEnd();
  const isSentencesOwn = sentence.endsWith('.') && !/[.!?…]$/.test(without);
  return isSentencesOwn ? kept : without;
}

function decode(text: string): string {
  return /[[\\]/.test(text) ? text.replace(/\\(.)|[[\]]/gsu, '$1') : text;
}

/** Removes marks of words without a translation: multiwords have them despite `-n`. Keeps those of the sentence. */
function dropMarks(translation: string, sentence: string): string {
  const dropped = [...'*#@'].filter((mark) => !sentence.includes(mark));
  return dropped.reduce((plain, mark) => plain.replaceAll(mark, ''), translation);
}

/** "in the U.S." is translated as a whole, including the full stop. After a single word it may be no full stop. */
function withAbsorbedStop(translation: string, sentence: string): string {
  const isAbsorbed = /[^.]\.$/.test(sentence) && /\s/.test(sentence.slice(0, -2)) && /[\p{L}\p{N}]$/u.test(translation);
  return isAbsorbed ? `${translation}.` : translation;
}

/**
 * `\` escapes a character, `[...]` is a plain blank, and `[[p0; w1]]word[[/]]` names the tokens of a word. A program
 * that joins words sometimes nests them: `[[p0]]de[[w0]] la Zubrowka[[/]][[/]]`.
 */
const piece = /\\([\s\S])|\[\[\/\]\]|\[\[([^\]]*)\]\]|\[((?:\\[\s\S]|[^\]\\])*)\]|[^[\\]+|[[\\]/gy;

/** @param reply without the frame at its end; `finish` removes what the frame added to the end of the text */
function readTaggedReply(
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
