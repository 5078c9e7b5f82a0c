import { hasReason } from '../../ground/service-error.ts';
import type { Steps } from '../../ground/steps.ts';
import { countCharacters } from '../../ground/units.ts';
import { render } from '../../text/document/render.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import { entryCharactersMax, storedText } from '../../text/memory/memory-entry.ts';
import type { ReviewUnit } from '../memory/memory-files.ts';
import { type ParsingParts, parseTextsOf } from '../sale/parsed-texts.ts';
import type { DocumentRequest } from './document.ts';
import type { FileUnit } from './file-filters.ts';

/** Why a text keeps its source: no engine translated it validly, or its translation does not fit the file. */
const keptReasons = ['invalid', 'unwritable'] as const;

type KeptReason = (typeof keptReasons)[number];

/** A text of a document with what the file has for it: its translation, or the text itself if it is kept. */
export type WrittenUnit = Pick<FileUnit, 'id' | 'text'> & {
  readonly translation: string;
  readonly kept: KeptReason | undefined;
};

/** Of a translated document. `isApproved`: whether what the file has is the approved translation. */
export type ReviewedUnit = ReviewUnit & {
  /** Of all units, from 1. */
  readonly number: number;
  readonly target: string;
  readonly kept: KeptReason | undefined;
  /** The approved translation of now; undefined unless the whole text is approved. */
  readonly approved: string | undefined;
};

/**
 * Writes one unit a line, so that a page of them is read without the others. Of one that is kept, a number follows, which
 * older versions ignore.
 */
export function* writeUnits(units: readonly WrittenUnit[]): Steps<Uint8Array> {
  const lines: string[] = [];
  for (const { id, text, translation, kept } of units) {
    const cells = [id, text, translation, ...(kept === undefined ? [] : [keptReasons.indexOf(kept)])];
    lines.push(`${JSON.stringify(cells)}\n`);
    yield;
  }
  return new TextEncoder().encode(lines.join(''));
}

/** Some units: those from one until before another, of all or of those that are kept. */
export type UnitRange = { readonly from: number; readonly to: number; readonly isKept?: boolean };

type UnitLine = { readonly number: number; readonly line: string };

/** Returns some lines of `writeUnits`, decoded as they are read, and how many there are: a document may have a million. */
export function linesOfUnits(bytes: Uint8Array, { from, to, isKept = false }: UnitRange) {
  let [total, kept, start, end, number] = [0, 0, bytes.length, bytes.length, 0];
  for (let at = 0, next = bytes.indexOf(lineFeed); next >= 0; at = next + 1, next = bytes.indexOf(lineFeed, at)) {
    total++;
    const isLineKept = isKeptLine(bytes, next);
    if (isLineKept) kept++;
    if (isKept && !isLineKept) continue;
    const found = isKept ? kept : total;
    if (found === from + 1) [start, number] = [at, total];
    if (found === to) end = next + 1;
  }
  return { total, kept, lines: linesIn(bytes.subarray(start, end), { number, isKept }) };
}

function* linesIn(bytes: Uint8Array, first: { number: number; readonly isKept: boolean }): Generator<UnitLine> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let [start, number] = [0, first.number];
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    if (!first.isKept || isKeptLine(bytes, end)) yield { number, line: decoder.decode(bytes.subarray(start, end)) };
    start = end + 1;
    number++;
  }
}

/** Whether a line ends with a number, and not with the quote of a translation. */
const isKeptLine = (bytes: Uint8Array, end: number) => bytes[end - 2] !== quote;

const [lineFeed, quote] = [0x0a, 0x22];

/** Characters of the units that are translated together: a document never fills the queues of engines. */
const chunkCharacters = 8_000;

export function* chunksOf<Unit extends Pick<FileUnit, 'text'>>(units: Iterable<Unit>): Generator<readonly Unit[]> {
  let chunk: Unit[] = [];
  let length = 0;
  for (const unit of units) {
    chunk.push(unit);
    length += unit.text.length;
    if (length < chunkCharacters) continue;
    yield chunk;
    chunk = [];
    length = 0;
  }
  if (chunk.length > 0) yield chunk;
}

export type LinesToReview = {
  readonly request: Pick<DocumentRequest, 'accountId' | 'memoryVersion'>;
  readonly pair: LanguagePair;
  readonly lines: Iterable<UnitLine>;
};

/** Compares units with the account's memory, some at a time, in steps between which other requests run. */
export async function* reviewLines(
  parts: ParsingParts,
  { request, pair, lines }: LinesToReview,
  signal: AbortSignal,
): AsyncGenerator<readonly ReviewedUnit[]> {
  for (const chunk of chunksOf(readLines(lines))) {
    // So that requests run in between, however fast a reader is.
    await parts.turns.nextRound();
    const texts = chunk.map(({ text }) => text);
    const asked = { request: { ...request, glossaryVersion: 0 }, pair, texts };
    // An account without entries has nothing to find.
    const { documents } =
      request.memoryVersion === 0 ? nothing : await parseTextsOf(parts, asked, signal).catch(withoutApproved);
    yield chunk.map(({ text: source, translation: target, ...unit }, index) => {
      const document = documents[index];
      const isWhole = document !== undefined && document.sentences.length === 0 && document.approved.length > 0;
      const approved = isWhole ? withLinesOf(source, render(document, []).text) : undefined;
      const isApproved = approved !== undefined && storedText(approved) === storedText(target);
      return { ...unit, source, target, approved, isApproved };
    });
  }
}

const nothing: Pick<Awaited<ReturnType<typeof parseTextsOf>>, 'documents'> = { documents: [] };

/** Of translations that are too long for a request, none is used. */
function withoutApproved(error: unknown): typeof nothing {
  if (!hasReason(error, 'approved_too_long')) throw error;
  return nothing;
}

function* readLines(lines: Iterable<UnitLine>): Generator<WrittenUnit & Pick<UnitLine, 'number'>> {
  for (const { number, line } of lines) {
    const [id, text, translation, kept] = JSON.parse(line) as readonly [string, string, string, number?];
    yield { number, id, text, translation, kept: kept === undefined ? undefined : keptReasons[kept] };
  }
}

/** A file has as many lines as before: further line breaks of an approved translation become spaces. */
export function withLinesOf(text: string, translation: string): string {
  let left = countLineBreaks(text);
  return translation.replaceAll(/\r?\n/g, (written) => (left-- > 0 ? written : ' '));
}

export function countLineBreaks(text: string): number {
  return text.split('\n').length - 1;
}

/** Whether a text and its translation are short enough for an entry. */
export function isOneEntry(source: string, target = ''): boolean {
  return [source, target].every((text) => countCharacters(storedText(text)) <= entryCharactersMax);
}
