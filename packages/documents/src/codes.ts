/**
 * Units with inline codes: from pieces of a file to the text that is translated, and from a translation back.
 *
 * Codes are numbers in the text, because any other tag may end a sentence. Numbers that the text itself contains are
 * skipped. Codes and white space at both ends stay in the skeleton, except codes that replace a word.
 */
import type { Code } from './file.ts';
import type { Place } from './skeleton.ts';

/**
 * A piece of a file, by its place in the source. The text of a text piece is decoded: if it differs from the source there,
 * the piece is one escape or one run of white space, which is never cut. A `break` is a line break in the unit.
 */
export type Piece = {
  readonly start: number;
  readonly end: number;
  /** What the source would have there after a translation, if that differs. */
  readonly label?: string;
} & (
  | { readonly kind: 'text'; readonly text: string }
  /** `name`: a close belongs to the nearest open of the same name. What has no counterpart is a point. */
  | { readonly kind: 'open' | 'close'; readonly name?: string }
  | { readonly kind: 'point' | 'word' | 'break' }
);

export type CodedText = {
  readonly text: string;
  readonly codes: readonly Code[];
  /** Where the file has each code. */
  readonly places: ReadonlyMap<Code, { readonly open: Place; readonly close?: Place }>;
  /** What the file has for each newline of the text that is a `break`, and `undefined` for those of text pieces. */
  readonly breaks: readonly (string | undefined)[];
  readonly start: number;
  readonly end: number;
};

type CodedTextOptions = {
  /** The source of a code without the units in it. */
  readonly labelOf?: (place: Place) => string;
  /** Default: true. */
  readonly needsLetters?: boolean;
};

/** Makes a unit's text of its pieces, in their order; `undefined` if it is empty or lacks the letters that it needs. */
export function codedText(
  source: string,
  pieces: readonly Piece[],
  { labelOf = ({ start, end }) => source.slice(start, end), needsLetters = true }: CodedTextOptions = {},
): CodedText | undefined {
  const matched = trimmed(matchPairs(pieces));
  const plain = matched.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('');
  if (matched.length === 0 || (needsLetters && !/\p{L}/u.test(plain))) return undefined;
  // A lone surrogate cannot be sent as JSON.
  if (/\p{Surrogate}/u.test(plain)) return undefined;
  const numbers = new Map<Piece, number>();
  const taken = new Set(Array.from(plain.matchAll(/[<{]\/?(\d{1,4})/g), ([, digits]) => Number(digits)));
  let free = 0;
  const places = new Map<Code, { readonly open: Place; readonly close?: Place }>();
  const breaks: (string | undefined)[] = [];
  let text = '';
  for (const piece of matched) {
    if (piece.kind === 'text') {
      text += piece.text;
      for (const character of piece.text) if (character === '\n') breaks.push(undefined);
    } else if (piece.kind === 'break') {
      text += '\n';
      breaks.push(source.slice(piece.start, piece.end));
    } else if (piece.kind === 'close') {
      text += tagOf('close', numbers.get(piece.mate));
    } else {
      while (taken.has(free)) free++;
      const number = free++;
      text += tagOf(piece.kind, number);
      if (piece.kind === 'open') {
        numbers.set(piece, number);
        const code = {
          number,
          kind: 'pair',
          open: piece.label ?? labelOf(piece),
          close: piece.mate.label ?? labelOf(piece.mate),
        } as const;
        places.set(code, { open: piece, close: piece.mate });
      } else places.set({ number, kind: piece.kind, open: piece.label ?? labelOf(piece) }, { open: piece });
    }
  }
  const codes = [...places.keys()];
  return { text, codes, places, breaks, start: matched[0]?.start ?? 0, end: matched.at(-1)?.end ?? 0 };
}

/** How a text has a code. */
const tagOf = (kind: CodeToken['kind'], number = 0): string =>
  ({ open: `<${number}>`, close: `</${number}>`, point: `<${number}/>`, word: `{${number}}` })[kind];

type Labelled = Place & { readonly label?: string };
type Open = Labelled & { readonly kind: 'open'; mate: Close };
type Close = Labelled & { readonly kind: 'close'; mate: Open };
type Matched =
  | (Labelled & { readonly kind: 'point' | 'word' | 'break' })
  | Extract<Piece, { kind: 'text' }>
  | Open
  | Close;

/** Joins each close with its open. Those without a counterpart become points. */
function matchPairs(pieces: readonly Piece[]): readonly Matched[] {
  const stack: { readonly index: number; readonly name: string }[] = [];
  const depths = new Map<string, number>();
  const count = (name: string, change: number): number => {
    const depth = (depths.get(name) ?? 0) + change;
    depths.set(name, depth);
    return depth;
  };
  const mates = new Map<number, number>();
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'open') {
      stack.push({ index, name: piece.name ?? '' });
      count(piece.name ?? '', 1);
    } else if (piece.kind === 'close') {
      const name = piece.name ?? '';
      if (count(name, 0) === 0) continue;
      for (let open = stack.pop(); open !== undefined; open = stack.pop()) {
        count(open.name, -1);
        if (open.name !== name) continue;
        mates.set(open.index, index).set(index, open.index);
        break;
      }
    }
  }
  const matched = pieces.map((piece, index): Matched => {
    if (piece.kind !== 'open' && piece.kind !== 'close') return piece as Matched;
    return mates.has(index) ? ({ ...piece } as Open | Close) : { ...piece, kind: 'point' };
  });
  for (const [one, other] of mates) (matched[one] as Open).mate = matched[other] as Close;
  return matched;
}

/** Removes what stays in the skeleton at both ends: white space, points, line breaks, pairs around all or nothing. */
function trimmed(pieces: readonly Matched[]): readonly Matched[] {
  const queue = [...pieces];
  let from = 0;
  let to = queue.length;
  const isEmpty = (piece: Matched): boolean =>
    piece.kind === 'point' || piece.kind === 'break' || (piece.kind === 'text' && piece.text.trim() === '');
  for (;;) {
    while (from < to && isEmpty(queue[from] as Matched)) from++;
    while (from < to && isEmpty(queue[to - 1] as Matched)) to--;
    const first = queue[from];
    const last = queue[to - 1];
    if (from >= to || first === undefined || last === undefined) return [];
    if (first.kind === 'open' && (first.mate === last || first.mate === queue[from + 1])) {
      from++;
      if (first.mate === last) to--;
      else from++;
    } else if (last.kind === 'close' && last.mate === queue[to - 2]) {
      to -= 2;
    } else {
      queue[from] = withoutWhiteSpace(first, 'start');
      queue[to - 1] = withoutWhiteSpace(queue[to - 1] as Matched, 'end');
      return queue.slice(from, to);
    }
  }
}

function withoutWhiteSpace(piece: Matched, side: 'start' | 'end'): Matched {
  // An escape is not cut. It is white space as a whole or not at all.
  if (piece.kind !== 'text' || piece.end - piece.start !== piece.text.length) return piece;
  const text = side === 'start' ? piece.text.trimStart() : piece.text.trimEnd();
  const length = piece.text.length - text.length;
  return side === 'start'
    ? { ...piece, text, start: piece.start + length }
    : { ...piece, text, end: piece.end - length };
}

type CodeToken = { readonly kind: 'open' | 'close' | 'point' | 'word'; readonly code: Code };
export type Token = { readonly kind: 'text'; readonly text: string } | CodeToken;

/** Cuts a translation at the codes of its unit. Other numbers in brackets are text. */
export function tokensOf(translation: string, codes: readonly Code[]): readonly Token[] {
  const byNumber = new Map(codes.map((code) => [code.number, code]));
  const tokens: Token[] = [];
  let textStart = 0;
  for (const { 0: all, 1: angle, 2: brace, index } of translation.matchAll(/<(\/?\d{1,5}|\d{1,5}\/)>|\{(\d{1,5})\}/g)) {
    const code = byNumber.get(Number((angle ?? brace ?? '').replace('/', '')));
    if (code === undefined) continue;
    if (index > textStart) tokens.push({ kind: 'text', text: translation.slice(textStart, index) });
    const pairKind = angle?.startsWith('/') ? 'close' : 'open';
    tokens.push({ kind: brace !== undefined ? 'word' : angle?.endsWith('/') ? 'point' : pairKind, code });
    textStart = index + all.length;
  }
  if (textStart < translation.length) tokens.push({ kind: 'text', text: translation.slice(textStart) });
  return tokens;
}

/** A text without its codes. */
export const plainText = ({ text, codes }: Pick<CodedText, 'codes' | 'text'>): string =>
  tokensOf(text, codes)
    .map((token) => (token.kind === 'text' ? token.text : ''))
    .join('');

/** Whether a translation has each code once, pairs that nest, and as many newlines as the text. */
export const hasAllCodes = (translation: string, text: string, codes: readonly Code[]): boolean =>
  codesMissing(translation, codes) === 0 && newlines(translation) === newlines(text);

/** Returns how many codes a translation lacks; `undefined` if it has one twice or pairs that do not nest. */
export function codesMissing(translation: string, codes: readonly Code[]): number | undefined {
  const left = new Set<Code>(codes);
  const open: Code[] = [];
  for (const token of tokensOf(translation, codes)) {
    if (token.kind === 'text') continue;
    if (token.kind === 'close') {
      if (open.pop() !== token.code) return undefined;
    } else {
      if (token.code.kind !== (token.kind === 'open' ? 'pair' : token.kind) || !left.delete(token.code))
        return undefined;
      if (token.kind === 'open') open.push(token.code);
    }
  }
  return open.length === 0 ? left.size : undefined;
}

/**
 * Renumbers the codes of a text of one file to those of another, such as of a translated file to its source. Each code takes
 * the number of one that is alike, equal ones in their order; `undefined` if one has no counterpart.
 */
export function renumberCodes(text: string, from: readonly Code[], to: readonly Code[]): string | undefined {
  const numbered = new Map(withKeys(to).map(([key, { number }]) => [key, number]));
  const numbers = new Map(withKeys(from).map(([key, code]) => [code, numbered.get(key)]));
  if ([...numbers.values()].includes(undefined)) return undefined;
  return tokensOf(text, from)
    .map((token) => (token.kind === 'text' ? token.text : tagOf(token.kind, numbers.get(token.code))))
    .join('');
}

/** Codes with what makes them alike, and a number for equal ones. */
function withKeys(codes: readonly Code[]): readonly (readonly [key: string, code: Code])[] {
  const uses = new Map<string, number>();
  return codes.map((code) => {
    const key = JSON.stringify([code.kind, code.open, code.close]);
    const use = (uses.get(key) ?? 0) + 1;
    uses.set(key, use);
    return [`${use} ${key}`, code];
  });
}

export const newlines = (text: string): number => text.split('\n').length;

/** Writes text between codes. `startsLine`: it follows a `break`, or nothing. */
export type Encode = (text: string, startsLine: boolean) => string;

/**
 * Writes a translation with what the file has for its codes and line breaks, and the text between them as `encode` does.
 *
 * @param written what is written for a place of the file, where codes contain units of their own (the text of an image)
 */
export function withCodes(
  translation: string,
  { codes, places, breaks }: Pick<CodedText, 'codes' | 'places' | 'breaks'>,
  encode: Encode,
  written?: (place: Place) => string,
): string {
  let startsLine = true;
  const rest = breaks.values();
  // A translation by a person may have more lines.
  const further = breaks.filter((raw) => raw !== undefined).at(-1);
  const hasBreaks = further !== undefined;
  const encodeLine = (text: string): string => {
    if (text === '') return '';
    let raw: string | undefined;
    if (hasBreaks && text === '\n') {
      const { value, done } = rest.next();
      raw = done ? further : value;
    }
    const encoded = raw ?? encode(text, startsLine);
    startsLine = raw !== undefined;
    return encoded;
  };
  return tokensOf(translation, codes)
    .map((token) => {
      if (token.kind === 'text') return (hasBreaks ? token.text.split(/(\n)/) : [token.text]).map(encodeLine).join('');
      startsLine = false;
      const { code } = token;
      const side = token.kind === 'close' ? 'close' : 'open';
      const place = places.get(code)?.[side];
      return written !== undefined && place !== undefined ? written(place) : (code[side] ?? '');
    })
    .join('');
}
