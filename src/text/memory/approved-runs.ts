import { orAborted } from '../../ground/abort.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { Steps, Turns } from '../../ground/steps.ts';
import type { ApprovedSpan, Document, TextBlock } from '../document/document.ts';
import { guardWritten, isCell, type Markup, type Setting, settingOfDocument } from '../document/inner-text.ts';
import type { Segment } from '../document/segment.ts';
import { firstFrom, type ProtectedSpan, type Span } from '../document/span.ts';
import type { LanguageTag } from '../languages/language.ts';
import { type MemoryMatch, matchEntry, ReadEntry } from './entry-match.ts';
import { entryCharactersMax, type FoundMemoryEntry, type Memory, type MemoryEntry } from './memory-entry.ts';
import { hashOf, PartHashes } from './memory-hash.ts';
import { lookIn, type MemoryText, memoryTextIn, readMemoryText } from './memory-text.ts';

/** Sentences of a run. */
const runMax = 10;

/** UTF-16 units of the longest source, and of its `look`. */
const unitsMax = 2 * entryCharactersMax;

/** Blocks, or texts of runs, between two pauses. */
const eachTurn = 20;

/** UTF-16 units that approved translations may have: for each unit of the texts, and besides. They are free, so they have a limit. */
const writtenMax = { forEach: 10, besides: 100_000 } as const;

type Asked = {
  readonly memory: Memory;
  readonly markup: Markup | undefined;
};

/** With their blocks. */
export type DocumentsToApprove = Asked & { readonly documents: readonly Document[] };

/**
 * Finds the approved translations of documents: of a whole text, else from the left of each block the longest run of at
 * most ten sentences. Returns the documents without the segments of these spans. Asks the memory once for all texts.
 * @throws ServiceError `approved_too_long`
 */
export async function approveDocuments(
  { turns }: { readonly turns: Turns },
  { documents, memory, markup }: DocumentsToApprove,
  signal: AbortSignal,
): Promise<readonly Document[]> {
  const { searched, entries } = await search(turns, { documents, memory, markup }, signal);
  return entries.length === 0 ? documents : turns.run(approveEach(searched, { entries, markup }), signal);
}

export type TextsToPlace = Asked & { readonly texts: readonly string[] };

/**
 * Returns for each text the language that it is approved from as a whole; undefined if from none or from several.
 * `memory` has entries from any language.
 */
export async function findApprovedSources(
  { turns }: { readonly turns: Turns },
  { texts, memory, markup }: TextsToPlace,
  signal: AbortSignal,
): Promise<readonly (LanguageTag | undefined)[]> {
  const documents = texts.map((text) => ({ text, segments: [], blocks: [] }));
  const { searched, entries } = await search(turns, { documents, memory, markup }, signal);
  const bySource = Map.groupBy(entries, ({ sourceLanguage }) => sourceLanguage);
  const candidates = [...bySource].map(([source, own]) => [source, candidatesOf(own)] as const);
  return turns.run(placeEach(searched, { candidates, markup }), signal);
}

type SearchedParts = Pick<Document, 'text' | 'segments' | 'blocks'>;

/** What an entry may match: undefined or empty if no hash is known. */
type Searched<Each extends SearchedParts> = {
  readonly document: Each;
  readonly whole: MemoryText | undefined;
  readonly blocks: readonly SearchedBlock[];
};

type SearchedBlock = {
  readonly block: TextBlock;
  /** By their first sentence, then the longest first. */
  readonly runs: readonly Run[];
};

/** Sentences of a block, by their indexes, the last included; the span of the run, and the hash of its `look`. */
type Run = Span & { readonly first: number; readonly last: number; readonly hash: number };

async function search<Each extends SearchedParts>(
  turns: Turns,
  { documents, ...asked }: Asked & { readonly documents: readonly Each[] },
  signal: AbortSignal,
): Promise<{ readonly searched: readonly Searched<Each>[]; readonly entries: readonly FoundMemoryEntry[] }> {
  const looks = new Map<string, number>();
  const searched = await turns.run(searchEach(documents, { ...asked, looks }), signal);
  return { searched, entries: looks.size === 0 ? [] : await orAborted(asked.memory.find(looks), signal) };
}

type Search = Asked & {
  /** Hashes by match key, of the texts and runs that may have an entry. */
  readonly looks: Map<string, number>;
};

function* searchEach<Each extends SearchedParts>(
  documents: readonly Each[],
  asked: Search,
): Steps<readonly Searched<Each>[]> {
  const searched: Searched<Each>[] = [];
  for (const document of documents) {
    const whole = yield* searchWhole(document.text.trim(), asked);
    const blocks: SearchedBlock[] = [];
    for (const [index, block] of document.blocks.entries()) {
      const runs = yield* runsOf(block, document, asked);
      if (runs.length > 0) blocks.push({ block, runs });
      if ((index + 1) % eachTurn === 0) yield;
    }
    searched.push({ document, whole, blocks });
    yield;
  }
  return searched;
}

type Candidacy = {
  readonly candidates: readonly (readonly [source: LanguageTag, byHash: EntriesByHash])[];
  readonly markup: Markup | undefined;
};

function* placeEach(
  searched: readonly Searched<SearchedParts>[],
  { candidates, markup }: Candidacy,
): Steps<readonly (LanguageTag | undefined)[]> {
  const sources: (LanguageTag | undefined)[] = [];
  for (const { document, whole } of searched) {
    const found: LanguageTag[] = [];
    for (const [source, byHash] of candidates) {
      if (yield* approveWhole(document, whole, { byHash, markup })) found.push(source);
    }
    sources.push(found.length === 1 ? found[0] : undefined);
    yield;
  }
  return sources;
}

function* searchWhole(text: string, { memory, markup, looks }: Search): Steps<MemoryText | undefined> {
  if (text.length > unitsMax) return undefined;
  const whole = yield* readMemoryText(text, typeof markup === 'object' ? markup : undefined);
  const hash = hashOf(whole.look);
  if (!whole.hasWords || !memory.mayHave(hash)) return undefined;
  looks.set(whole.key, hash);
  return whole;
}

function* runsOf(block: TextBlock, { segments }: SearchedParts, { memory, looks }: Search): Steps<readonly Run[]> {
  const { textStart } = block;
  const sentences = block.sentences.map(({ start, end }) => ({
    start: (segments[start]?.start ?? 0) - textStart,
    end: (segments[end - 1]?.end ?? 0) - textStart,
  }));
  const edges = pairsAround(block, sentences);
  const { look, placeOf } = lookOf(block, sentences, edges);
  const parts = new PartHashes(look);
  const runs: Run[] = [];
  for (let first = 0; first < sentences.length; first++) {
    for (let last = Math.min(first + runMax, sentences.length) - 1; last >= first; last--) {
      const span = spanOfRun(sentences, edges, { first, last });
      const [from, to] = [placeOf(span.start), placeOf(span.end)];
      const hash = parts.between(from, to);
      if (to - from > unitsMax || !memory.mayHave(hash)) continue;
      const text = memoryTextIn(block.source, span);
      if (text === undefined) continue;
      looks.set(text.key, hash);
      if (runs.push({ ...span, first, last, hash }) % eachTurn === 0) yield;
    }
  }
  return runs;
}

/** A pair of tags, each half with its span. */
type Pair = { open?: Span; close?: Span };

/** The pairs with a half between two sentences: by the sentence that follows the open, or is before the close. */
type Edges = Readonly<Record<keyof Pair, ReadonlyMap<number, readonly Pair[]>>>;

function pairsAround({ source: { spans }, start, end }: TextBlock, sentences: readonly Span[]): Edges {
  const pairs = new Map<number, Pair>();
  const edges = { open: new Map<number, Pair[]>(), close: new Map<number, Pair[]>() };
  for (let index = firstFrom(spans, start); (spans[index]?.start ?? end) < end; index++) {
    const span = spans[index] as ProtectedSpan;
    if (span.pair === undefined) continue;
    const pair = pairs.get(span.pair) ?? {};
    pairs.set(span.pair, pair);
    const half = span.role === 'open' ? 'open' : 'close';
    pair[half] = span;
    const next = firstFrom(sentences, span.start);
    if (span.start < (sentences[next - 1]?.end ?? 0)) continue;
    const sentence = half === 'open' ? next : next - 1;
    const known = edges[half].get(sentence);
    if (known) known.push(pair);
    else edges[half].set(sentence, [pair]);
  }
  return edges;
}

/** As `readSegment` from the first to the last sentence: with tags at the ends whose other halves are inside. */
function spanOfRun(sentences: readonly Span[], edges: Edges, { first, last }: Pick<Run, 'first' | 'last'>): Span {
  const [start, end] = [sentences[first]?.start ?? 0, sentences[last]?.end ?? 0];
  const before = edges.open.get(first)?.find(({ close }) => close !== undefined && close.end <= end);
  const after = edges.close.get(last)?.findLast(({ open }) => open !== undefined && open.start >= start);
  return { start: before?.open?.start ?? start, end: after?.close?.end ?? end };
}

/** Returns the `look` of a block, cut where runs may begin or end, and the place in it of such a cut. */
function lookOf({ source }: TextBlock, sentences: readonly Span[], edges: Edges) {
  const places = new Map<number, number>();
  const cuts = sentences.flatMap(({ start, end }, index) => [
    ...(edges.open.get(index) ?? []).flatMap(({ open }) => open?.start ?? []),
    start,
    end,
    ...(edges.close.get(index) ?? []).flatMap(({ close }) => close?.end ?? []),
  ]);
  let [look, from] = ['', cuts[0] ?? 0];
  for (const to of cuts) {
    if (to > from) look += lookIn(source, { start: from, end: to });
    places.set(to, look.length);
    from = Math.max(from, to);
  }
  return { look, placeOf: (at: number) => places.get(at) ?? 0 };
}

type Found = { readonly entries: readonly FoundMemoryEntry[]; readonly markup: Markup | undefined };

function* approveEach(searched: readonly Searched<Document>[], { entries, markup }: Found): Steps<readonly Document[]> {
  const byHash = candidatesOf(entries);
  const approved: Document[] = [];
  const length = searched.reduce((sum, { document }) => sum + document.text.length, 0);
  const charactersMax = writtenMax.forEach * length + writtenMax.besides;
  let written = 0;
  const count = ({ text }: ApprovedSpan): void => {
    written += text.length;
    if (written > charactersMax) throw new ServiceError('approved_too_long', { data: { charactersMax } });
  };
  for (const { document, whole, blocks } of searched) {
    const inWhole = yield* approveWhole(document, whole, { byHash, markup });
    if (inWhole) count(inWhole);
    const spans = inWhole ? [inWhole] : yield* approveRuns({ document, blocks }, { byHash, count });
    approved.push(spans.length === 0 ? document : withApproved(document, spans));
    yield;
  }
  return approved;
}

type EntriesByHash = ReadonlyMap<number, Candidates>;

function candidatesOf(entries: readonly FoundMemoryEntry[]): EntriesByHash {
  const byHash = new Map<number, Candidates>();
  for (const entry of entries) {
    const read = new ReadEntry(entry);
    for (const hash of new Set([entry.hash, entry.untaggedHash ?? entry.hash])) {
      const known = byHash.get(hash);
      if (known) known.entries.push(read);
      else byHash.set(hash, new Candidates(read));
    }
  }
  return byHash;
}

/** How many entries that differ in their numbers alone are tried. */
const triedMax = 100;

/** The entries of one hash, in the order of the memory. */
class Candidates {
  readonly entries: ReadEntry[];
  #byKey: Map<string, ReadEntry> | undefined;

  constructor(first: ReadEntry) {
    this.entries = [first];
  }

  /** Returns those that may match: one that is exact, else the first of the others. */
  for({ key }: MemoryText): readonly ReadEntry[] {
    // The first of a key, because a later one replaces an earlier one.
    this.#byKey ??= new Map(this.entries.map((entry) => [entry.source.key, entry] as const).toReversed());
    const exact = this.#byKey.get(key);
    return exact ? [exact] : this.entries.slice(0, triedMax);
  }
}

function* approveWhole(
  { text }: Pick<Document, 'text'>,
  whole: MemoryText | undefined,
  { byHash, markup }: { readonly byHash: EntriesByHash; readonly markup: Markup | undefined },
): Steps<ApprovedSpan | undefined> {
  if (whole === undefined) return undefined;
  const start = text.length - text.trimStart().length;
  const written = text.trim();
  const candidates = byHash.get(hashOf(whole.look));
  if (candidates === undefined) return undefined;
  const [setting, lineBreak] = [settingOfDocument(text, markup), lineBreakOf(text)];
  const place = { setting, lineBreak, isPart: false, isCell: () => false };
  const best = yield* bestMatch(candidates, { ...place, written, read: () => whole });
  return best && { start, end: start + written.length, ...best };
}

/** Texts inside protected spans come after the text around them, which may be approved with them. */
function* approveRuns(
  { document, blocks: searched }: Pick<Searched<Document>, 'document' | 'blocks'>,
  { byHash, count }: { readonly byHash: EntriesByHash; readonly count: (span: ApprovedSpan) => void },
): Steps<readonly ApprovedSpan[]> {
  if (searched.length === 0) return [];
  const { length } = document.text.trim();
  const lineBreak = lineBreakOf(document.text);
  let approved: readonly ApprovedSpan[] = [];
  let tried = 0;
  for (const [, ofDepth] of [...Map.groupBy(searched, ({ block }) => block.depth)].toSorted(([a], [b]) => a - b)) {
    const added: ApprovedSpan[] = [];
    for (const { block, runs } of ofDepth) {
      const { source, textStart, setting } = block;
      if (isInside(approved, block.start + textStart)) continue;
      let next = 0;
      for (const { first, last, start, end, hash } of runs) {
        const candidates = first < next ? undefined : byHash.get(hash);
        if (candidates === undefined) continue;
        const written = source.text.slice(start, end);
        const best = yield* bestMatch(candidates, {
          ...{ written, setting, lineBreak, isPart: written.length < length },
          isCell: () => isCell(source, block),
          read: () => memoryTextIn(source, { start, end }),
        });
        if (++tried % eachTurn === 0) yield;
        if (best === undefined) continue;
        const span = { start: start + textStart, end: end + textStart, ...best };
        count(span);
        added.push(span);
        next = last + 1;
      }
    }
    approved = [...approved, ...added].toSorted((one, other) => one.start - other.start);
  }
  return approved;
}

/** Where a target is written. */
type Place = {
  readonly written: string;
  readonly setting: Setting;
  /** Of the whole text; undefined if it has none. */
  readonly lineBreak: string | undefined;
  /** Whether the text has more than what is replaced. */
  readonly isPart: boolean;
  readonly isCell: () => boolean;
};

/** The best first. */
const kinds = ['exact', 'number', 'untagged'] as const;

/** Returns the first match of the best kind. Yields after each entry. */
function* bestMatch(
  candidates: Candidates,
  { read, ...place }: Place & { readonly read: () => MemoryText | undefined },
): Steps<Omit<ApprovedSpan, 'start' | 'end'> | undefined> {
  const newest = candidates.entries[0]?.entry;
  // Most matches are texts as they were approved, and need not be read.
  const isAsApproved = newest?.source === place.written && place.setting.kind === 'plain';
  if (isAsApproved && !structural.test(newest.target)) return { id: newest.id, match: 'exact', text: newest.target };
  const text = read();
  if (text === undefined) return undefined;
  let best: (MemoryMatch & { readonly entry: MemoryEntry }) | undefined;
  for (const each of candidates.for(text)) {
    const found = matchEntry(each, text);
    if (found && (best === undefined || kinds.indexOf(found.match) < kinds.indexOf(best.match))) {
      best = { ...found, entry: each.entry };
    }
    yield;
  }
  if (best === undefined) return undefined;
  const { id, source } = best.entry;
  const words = wordsOf(text);
  const write = (part: string) => guardWritten(fitted(part, source, place), place.setting, words);
  return { id, match: best.match, text: best.fill(write) };
}

/** What may be structure of the text around. */
const structural = /[\n\r\u2028\u2029|]/;
const lineBreaks = /[\n\r\u2028\u2029]+/g;
const bareBar = /(?<!\\)\|/g;

function lineBreakOf(text: string): string | undefined {
  return text.includes('\r\n') ? '\r\n' : text.includes('\n') ? '\n' : undefined;
}

/**
 * Returns words of a target that keep the lines and cells of the text: a part of one line stays in it, and line breaks
 * are those of the text unless the source has them too.
 */
function fitted(words: string, source: string, { written, lineBreak, isPart, isCell: isInCell }: Place): string {
  if (!structural.test(words)) return words;
  let text = words;
  if (isPart && written.search(lineBreaks) < 0) text = text.replaceAll(lineBreaks, ' ');
  else if (lineBreak !== undefined && lineBreakOf(source) !== lineBreak) text = text.replaceAll(/\r?\n/g, lineBreak);
  return text.includes('|') && isInCell() ? text.replaceAll(bareBar, '\\|') : text;
}

function wordsOf({ pieces }: MemoryText): string {
  return pieces.map(({ kind, written }) => (kind === 'text' ? written : ' ')).join('');
}

/** Whether an offset is in one of `spans`, which are in order. */
function isInside(spans: readonly Span[], at: number): boolean {
  const last = spans[firstFrom(spans, at + 1) - 1];
  return last !== undefined && at < last.end;
}

function withApproved(document: Document, approved: readonly ApprovedSpan[]): Document {
  const segments = document.segments.filter(({ start }) => !isInside(approved, start));
  const places = new Map(segments.map((segment, place) => [segment, place]));
  const choices = document.choices.flatMap(({ start, end, sentence }) => {
    const place = places.get(document.segments[start] as Segment);
    return place === undefined ? [] : { start: place, end: place + end - start, sentence };
  });
  return { ...document, segments, sentences: segments.map(({ text }) => text), choices, approved };
}
