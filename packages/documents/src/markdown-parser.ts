/** Markdown as a syntax tree with places, within limits. */
import { type CompileContext, fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { mdxjs } from 'micromark-extension-mdxjs';
import { FileError } from './file-error.ts';
import type { PartReader } from './part-reader.ts';
import type { Place } from './skeleton.ts';

/** Types of the tree, whose package has no code to import. */
type Root = ReturnType<typeof fromMarkdown>;
export type Nodes = Parameters<CompileContext['enter']>[0];

export type ParsedMarkdown = {
  readonly root: Root;
  /** Titles of links, images and definitions, without their quotes. */
  readonly titles: ReadonlyMap<object, Place>;
  /** Texts of images, between the brackets. */
  readonly labels: ReadonlyMap<object, Place>;
};

/** The parser needs 4 s of processor time for a million characters. */
const charactersMax = 2_000_000;
const nestedMax = 100;
const bracesMax = 100;
/** What it takes to start the parser of JavaScript, in the steps of `limits`. */
const attemptSteps = 400;

/** @param masked the text of the file, or another one of the same length */
export function parseMarkdown(file: PartReader, masked: string, isMdx: boolean): ParsedMarkdown {
  if (masked.length > charactersMax)
    throw file.error('too_large', `more than ${charactersMax} characters: split the file`);
  const titles = new Map<object, Place>();
  const labels = new Map<object, Place>();
  const onTitle = function (this: CompileContext, token: Token): void {
    titles.set(this.stack.at(-1) as Nodes, { start: token.start.offset + 1, end: token.end.offset - 1 });
  };
  const onLabel = function (this: CompileContext, token: Token): void {
    labels.set(this.stack.at(-2) as Nodes, { start: token.start.offset, end: token.end.offset });
  };
  const places = { enter: { resourceTitle: onTitle, definitionTitle: onTitle, labelText: onLabel } } as const;
  // Transforms search links in text, and their nodes have no places.
  const gfmNodes = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));
  const fences = ['yaml', 'toml'] as const;
  const extensions = [...(isMdx ? [mdxjs()] : []), gfm(), frontmatter([...fences]), limits(file, masked)];
  const mdastExtensions = [
    ...(isMdx ? [mdxFromMarkdown()] : []),
    gfmNodes,
    frontmatterFromMarkdown([...fences]),
    places,
  ];
  try {
    return { root: fromMarkdown(masked, { extensions, mdastExtensions } as Options), titles, labels };
  } catch (error) {
    if (error instanceof FileError) throw error;
    if (error instanceof RangeError) throw file.error('too_deep', 'the file is nested too deeply');
    throw new FileError('damaged', `this is not valid ${isMdx ? 'MDX' : 'Markdown'}`, placeOf(error));
  }
}

/** The place of an error, which the parser has as data, or only in its message if a tag has no end. */
function placeOf(error: unknown): { readonly line: number; readonly column: number } {
  const { line, column, message } = error as {
    readonly line?: number;
    readonly column?: number;
    readonly message?: string;
  };
  const named = /\((\d+):(\d+)-\d+:\d+\)/.exec(message ?? '');
  return { line: line ?? Number(named?.[1] ?? 1), column: column ?? Number(named?.[2] ?? 1) };
}

type Token = { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } };

type State = (code: number | null) => State | undefined;
type Tokenizing = {
  now(): { readonly offset: number; readonly line: number };
  readonly events?: readonly unknown[];
  /** Called by the extensions of MDX for each line of an expression, whenever they try to parse it. */
  sliceStream?(token: Token): unknown;
  readonly parser?: { readonly definedModuleSpecifiers?: readonly string[] };
};
type Construct = {
  tokenize(this: Tokenizing, effects: unknown, ok: unknown, nok: State): State;
  previous?(code: number | null): boolean;
};

/**
 * Constructs that never match, and count what the parser does in quadratic time: it looks at all signs of emphasis, brackets
 * and escapes of a paragraph for each new one, at what is after an open bracket for each word, at the rest of a paragraph for each comment without an end, at all footnotes for each new one, and at all of an
 * expression of MDX for each brace in it. A million steps take about 0.1 s.
 */
function limits(file: PartReader, text: string) {
  const stepsMax = 1e7 + 10 * text.length;
  const counts = new WeakMap<Tokenizing, number>();
  let steps = 0;
  const spend = (amount: number, offset: number): void => {
    steps += amount;
    if (steps > stepsMax) throw file.error('too_large', 'a paragraph is too long or has too much markup', offset);
  };
  const counting = (weight: number, counted: (text: Tokenizing) => Tokenizing = (same) => same): Construct => ({
    tokenize(_, __, nok) {
      const count = (counts.get(counted(this)) ?? 0) + 1;
      counts.set(counted(this), count);
      spend(weight * count, this.now().offset);
      return nok;
    },
  });
  const brackets = new WeakMap<Tokenizing, number[]>();
  const bracket: Construct = {
    tokenize(_, __, nok) {
      const open = brackets.get(this) ?? [];
      brackets.set(this, open);
      const { offset } = this.now();
      if (text[offset] === ']') open.pop();
      else if (text[offset] === '[' || text[offset + 1] === '[') open.push(this.events?.length ?? 0);
      return nok;
    },
  };
  const word: Construct = {
    tokenize(_, __, nok) {
      const opened = brackets.get(this)?.at(-1);
      if (opened !== undefined) spend(((this.events?.length ?? 0) - opened) / 15, this.now().offset);
      return nok;
    },
    previous: (code) => code === null || code < 0 || !/[-+.\w/]/.test(String.fromCodePoint(code)),
  };
  const ends = [' ', '-->', '?>', ']]>'].map((end) => ({ end, next: 0 }));
  const comment: Construct = {
    tokenize(_, __, nok) {
      const { offset } = this.now();
      const kind = ['<!--', '<?', '<![CDATA['].findIndex((start) => text.startsWith(start, offset)) + 1;
      const blank = nextOf(text, blankLine, offset);
      const end = ends[kind];
      if (kind > 0 && end !== undefined) {
        if (end.next >= 0 && end.next <= offset) end.next = text.indexOf(end.end, offset);
        spend((end.next < 0 ? blank : Math.min(blank, end.next)) - offset, offset);
      }
      return nok;
    },
  };
  const blankLine = { end: /\n[ \t>]*\r?\n/g, next: 0 };
  let line = 0;
  let containers = 0;
  const container: Construct = {
    tokenize(_, __, nok) {
      const { line: current, offset } = this.now();
      containers = current === line ? containers + 1 : 1;
      line = current;
      if (containers > nestedMax)
        throw file.error('too_deep', `more than ${nestedMax} nested lists and quotations`, offset);
      return nok;
    },
  };
  const expressions = new WeakSet<Tokenizing>();
  const expression: Construct = {
    tokenize(_, __, nok) {
      const imported = this.parser?.definedModuleSpecifiers?.length ?? 0;
      spend(attemptSteps + imported * (20 + imported / 20), this.now().offset);
      if (!expressions.has(this) && this.sliceStream !== undefined) {
        expressions.add(this);
        this.sliceStream = countingLines(this.sliceStream, { file, text, spend });
      }
      return nok;
    },
  };
  const all = (codes: readonly number[], construct: Construct | readonly Construct[]) =>
    Object.fromEntries(codes.map((code) => [code, construct]));
  const notes: Tokenizing = { now: () => ({ offset: 0, line: 0 }) };
  const notesCounted = counting(2, () => notes);
  const footnote: Construct = {
    tokenize(effects, ok, nok) {
      return text.startsWith('[^', this.now().offset) ? notesCounted.tokenize.call(this, effects, ok, nok) : nok;
    },
  };
  const whole: Tokenizing = { now: () => ({ offset: 0, line: 0 }) };
  return {
    text: {
      ...all(codesOf('*_~\\'), counting(1)),
      ...all(codesOf(']'), [counting(1), bracket]),
      ...all(codesOf('[!'), bracket),
      ...all(codesOf('+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'), word),
      ...all([...codesOf('&'), ...lineEnds], counting(0.1)),
      ...all(codesOf('<'), comment),
      ...all(codesOf('{'), expression),
    },
    flow: {
      ...all(
        codesOf('-='),
        counting(3, () => whole),
      ),
      ...all(codesOf('{<ei'), expression),
    },
    document: { ...all(codesOf('>-+*0123456789'), container), ...all(codesOf('['), footnote) },
  };
}

type Counted = {
  readonly file: PartReader;
  readonly text: string;
  readonly spend: (amount: number, offset: number) => void;
};

/**
 * Counts what parsing an expression takes. Names are searched among all others of the expression, and after the last try the
 * place of each node among all lines.
 */
function countingLines(slice: (token: Token) => unknown, { file, text, spend }: Counted): (token: Token) => unknown {
  let last = 0;
  let lines = 0;
  let parts = 0;
  let depth = 0;
  let search = 0;
  return (token) => {
    const start = token.start.offset;
    const end = token.end.offset;
    if (start < last || text[start - 1] === '{') {
      spend(attemptSteps + (start < last ? 0 : search), start);
      lines = parts = depth = search = 0;
    }
    last = end;
    lines++;
    let own = 0;
    for (const [sign] of text.slice(start, end).matchAll(/[{},;]/g)) {
      if (sign === '{') depth++;
      else if (sign === '}') depth--;
      else own++;
      if (depth > bracesMax) throw file.error('too_deep', `more than ${bracesMax} nested braces`, start);
    }
    parts += own;
    search += ((end - start) * lines) / 40 + (own * parts) / 80;
    spend(search, end);
    spend(4 + (end - start) + (own * parts) / 200 - search, end);
    return slice(token);
  };
}

/** The parser has special codes for line ends. */
const lineEnds = [-5, -4, -3];
const codesOf = (characters: string): readonly number[] =>
  Array.from(characters, (character) => character.charCodeAt(0));

/** The offset of the next match. Searches go forward only, so that each place is searched once. */
function nextOf(text: string, search: { readonly end: RegExp; next: number }, offset: number): number {
  if (search.next <= offset) {
    search.end.lastIndex = offset;
    search.next = search.end.exec(text)?.index ?? text.length;
  }
  return search.next;
}
