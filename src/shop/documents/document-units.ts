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

/** A text of a document that was translated. */
export type TranslatedUnit = Pick<FileUnit, 'id' | 'text'> & { readonly translation: string };

/** Of a translated document. `isApproved`: whether its translation is the approved one. */
export type ReviewedUnit = ReviewUnit & {
  /** The approved translation of now; undefined unless the whole text is approved. */
  readonly approved: string | undefined;
};

/** Writes one unit a line, so that a page of them is read without the others. */
export function* writeUnits(units: readonly TranslatedUnit[]): Steps<Uint8Array> {
  const lines: string[] = [];
  for (const { id, text, translation } of units) {
    lines.push(`${JSON.stringify([id, text, translation])}\n`);
    yield;
  }
  return new TextEncoder().encode(lines.join(''));
}

/** Returns some lines of `writeUnits`, decoded as they are read, and how many there are: a document may have a million. */
export function linesOfUnits(bytes: Uint8Array, { from, to }: { readonly from: number; readonly to: number }) {
  let [total, start, end] = [0, from === 0 ? 0 : bytes.length, bytes.length];
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    total++;
    if (total === from) start = at + 1;
    if (total === to) end = at + 1;
  }
  return { total, lines: linesIn(bytes.subarray(start, end)) };
}

function* linesIn(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let start = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    yield decoder.decode(bytes.subarray(start, end));
    start = end + 1;
  }
}

const lineFeed = 0x0a;

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
  readonly lines: Iterable<string>;
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
    yield chunk.map(({ id, text: source, translation: target }, index) => {
      const document = documents[index];
      const isWhole = document !== undefined && document.sentences.length === 0 && document.approved.length > 0;
      const approved = isWhole ? withLinesOf(source, render(document, []).text) : undefined;
      const isApproved = approved !== undefined && storedText(approved) === storedText(target);
      return { id, source, target, approved, isApproved };
    });
  }
}

const nothing: Pick<Awaited<ReturnType<typeof parseTextsOf>>, 'documents'> = { documents: [] };

/** Of translations that are too long for a request, none is used. */
function withoutApproved(error: unknown): typeof nothing {
  if (!hasReason(error, 'approved_too_long')) throw error;
  return nothing;
}

function* readLines(lines: Iterable<string>): Generator<TranslatedUnit> {
  for (const line of lines) {
    const [id, text, translation] = JSON.parse(line) as readonly [string, string, string];
    yield { id, text, translation };
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
