import { type Characters, characters, countCharacters } from '../../ground/units.ts';
import type { ApprovedSpan, Document } from '../../text/document/document.ts';
import { render } from '../../text/document/render.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { costOf } from './cost.ts';
import { type GroupingParts, groupTexts } from './grouped-texts.ts';
import { type ParsingParts, parseTextsOf } from './parsed-texts.ts';
import type { BatchRequest } from './translate.ts';

export type LookUpRequest = Omit<BatchRequest, 'keyId' | 'api' | 'idempotencyKey'>;

/** What is approved of a text. */
export type LookedUp = {
  readonly source: LanguageTag;
  readonly characters: Characters;
  /** What a translation would cost now. */
  readonly charactersToCharge: Characters;
  /** The translation if no engine is needed. */
  readonly translatedText: string | undefined;
  /** In the order of the text. */
  readonly matches: readonly ApprovedMatch[];
};

/** From `start` to `end`, in code points. */
export type ApprovedMatch = Pick<ApprovedSpan, 'id' | 'match' | 'start' | 'end'> & {
  /** With the codes and numbers of the text. */
  readonly target: string;
};

/**
 * Returns for each text which parts are approved, as a translation would use them, free and without an engine.
 * @throws ServiceError as `TranslateBatch`, for faults of languages
 */
export type LookUp = (request: LookUpRequest, signal: AbortSignal) => Promise<readonly LookedUp[]>;

const untimed = { record: () => undefined, noteEngine: () => undefined };

export function createLookUp(parts: GroupingParts & ParsingParts): LookUp {
  return async (request, signal) => {
    const { groups, sourceOf } = await groupTexts(parts, { request, signal, stopwatch: untimed });
    const documents = new Map<number, Document>();
    for (const { pair, numbers } of groups) {
      const texts = numbers.map((number) => request.texts[number] ?? '');
      const parsed = await parseTextsOf(parts, { request, pair, texts }, signal);
      for (const [index, document] of parsed.documents.entries()) documents.set(numbers[index] ?? 0, document);
    }
    return request.texts.map((text, number) => ({
      source: sourceOf(number),
      characters: countCharacters(text),
      ...approvedIn(text, documents.get(number)),
    }));
  };
}

/** @param document undefined if the text is returned unchanged */
function approvedIn(text: string, document: Document | undefined): Omit<LookedUp, 'source' | 'characters'> {
  if (document === undefined) return { charactersToCharge: characters(0), translatedText: text, matches: [] };
  const { sentences, approved } = document;
  let [at, count] = [0, 0];
  const charactersTo = (end: number): Characters => {
    count += countCharacters(text.slice(at, end));
    at = end;
    return characters(count);
  };
  return {
    charactersToCharge: costOf(document).charged,
    translatedText: sentences.length === 0 ? render(document, []).text : undefined,
    matches: approved.map(({ id, match, start, end, text: target }) => ({
      ...{ id, match, target },
      start: charactersTo(start),
      end: charactersTo(end),
    })),
  };
}
