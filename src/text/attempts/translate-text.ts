import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { Steps, Turns } from '../../ground/steps.ts';
import { type Document, type ParseOptions, parseDocument } from '../document/document.ts';
import type { Markup } from '../document/inner-text.ts';
import { type Rendered, render } from '../document/render.ts';
import { noncharacter } from '../document/token.ts';
import type { TextEvents } from '../events.ts';
import { type LocatedEntries, locateEntries, type PairGlossary } from '../glossary/located-entries.ts';
import { type LanguagePair, type LanguageTag, pairName } from '../languages/language.ts';
import type { Route } from '../languages/routes.ts';
import { approveDocuments } from '../memory/approved-runs.ts';
import type { Memory } from '../memory/memory-entry.ts';
import { type Attempted, type AttemptParts, attemptAll } from './attempts.ts';
import type { AppliedEntry } from './glossary-variants.ts';

export type TextsToParse = {
  readonly texts: readonly string[];
  readonly language: LanguageTag;
  readonly glossary: PairGlossary | undefined;
  /** The approved translations of the pair, which come before the glossary; undefined for none. */
  readonly memory?: Memory | undefined;
  /** Undefined: recognised in each text. */
  readonly markup?: Markup | undefined;
};

/** Parses texts in one language, and finds their approved translations and the glossary entries in the rest. */
export async function parseTexts(
  { turns }: { readonly turns: Turns },
  { texts, language, glossary, memory, markup }: TextsToParse,
  signal: AbortSignal,
): Promise<LocatedEntries> {
  const unprotected = glossary?.unprotected;
  const writesOut = unprotected && ((written: string) => unprotected.has(written));
  const options = { writesOut, markup, withBlocks: memory !== undefined };
  const parsed = await turns.run(parseEach(texts, language, options), signal);
  const documents = memory ? await approveDocuments({ turns }, { documents: parsed, memory, markup }, signal) : parsed;
  if (glossary === undefined) return { documents, entries: new Map() };
  return await locateEntries({ turns }, { documents, glossary }, signal);
}

function* parseEach(...[texts, ...rest]: [readonly string[], LanguageTag, ParseOptions]): Steps<readonly Document[]> {
  const documents: Document[] = [];
  for (const text of texts) {
    if (documents.length > 0) yield;
    documents.push(yield* parseDocument(text, ...rest));
  }
  return documents;
}

export type TextWork = Pick<DocumentGroup, 'pair' | 'routes'> &
  Omit<TextsToParse, 'texts' | 'language'> & {
    readonly text: string;
    /** As `AttemptShare.share`. */
    readonly share: string;
  };

/** Undefined if the text has only protected spans, and no approved translation. @throws ServiceError as `translateDocuments` */
export async function translateText(
  parts: DocumentParts,
  { text, glossary, memory, markup, pair, routes, share }: TextWork,
  signal: AbortSignal,
): Promise<TranslatedDocument | undefined> {
  const texts = { texts: [text], language: pair.source, glossary, memory, markup };
  const { documents, entries } = await parseTexts(parts, texts, signal);
  const { sentences, approved } = only(documents);
  if (sentences.length + approved.length === 0) return undefined;
  return only(only(await translateDocuments(parts, { share, groups: [{ pair, routes, documents, entries }] }, signal)));
}

export type DocumentParts = AttemptParts & { readonly events: Pick<TextEvents, 'sentenceFailed'> };

/** Documents of one pair of languages. */
export type DocumentGroup = LocatedEntries & {
  readonly pair: LanguagePair;
  /** Best first, at least one. */
  readonly routes: readonly Route[];
  /** The documents' numbers in the caller's list of texts, for a failure to name; undefined if it has one text. */
  readonly numbers?: readonly number[];
};

export type TranslatedDocument = {
  readonly document: Document;
  /** The engine of the best route that translated at least one sentence of its group; undefined if all are approved. */
  readonly engine: string | undefined;
  readonly translatedText: string;
  /** Where each segment is in the translated text. */
  readonly map: Rendered['map'];
  /** By sentence, the spans of its glossary entries in its translation. */
  readonly applied: ReadonlyMap<string, readonly AppliedEntry[]>;
};

/**
 * Translates documents together: sentences share batches, and a repeated one is translated once. Returns by group.
 * @throws ServiceError `unfaithful_translation`, or `unfaithful_texts` for groups with `numbers`, if no route gives a
 * valid translation of a sentence with its glossary entries; `engine_unavailable` if all routes are down
 */
export async function translateDocuments(
  parts: DocumentParts,
  { groups, share }: { readonly groups: readonly DocumentGroup[]; readonly share: string },
  signal: AbortSignal,
): Promise<readonly (readonly TranslatedDocument[])[]> {
  const works = groups.map(({ documents, routes, entries }) => ({
    routes,
    entries,
    sentences: distinctSentences(documents),
  }));
  const attempted = await attemptAll(parts, { share, works }, signal);
  const isComplete = attempted.every(({ translations }, index) => translations.size === works[index]?.sentences.length);
  if (!isComplete) throw failureOf(parts, groups, attempted);
  const turn = parts.turns.begin();
  const translated: TranslatedDocument[][] = [];
  for (let index = 0; index < groups.length; index++) {
    const { documents } = groups[index] as DocumentGroup;
    const { engine, applied, translations } = attempted[index] as Attempted;
    assert(engine !== undefined || works[index]?.sentences.length === 0, 'an engine has translated the sentences');
    const ofGroup: TranslatedDocument[] = [];
    for (const document of documents) {
      if (turn.isOver) await turn.pause();
      const inOrder = document.sentences.map((sentence) => translations.get(sentence) ?? '');
      const { text, map } = render(document, inOrder);
      assertWhole(document, text);
      ofGroup.push({ document, engine, applied, translatedText: text, map });
    }
    translated.push(ofGroup);
  }
  return translated;
}

function distinctSentences(documents: readonly Document[]): readonly string[] {
  const sentences = documents.length === 1 ? only(documents).sentences : documents.flatMap((each) => each.sentences);
  return sentences.length === 1 ? sentences : [...new Set(sentences)];
}

function only<Item>([item]: readonly Item[]): Item {
  assert(item !== undefined, 'one item was passed, so one is returned');
  return item;
}

function failureOf(
  { events }: DocumentParts,
  groups: readonly DocumentGroup[],
  attempted: readonly Attempted[],
): unknown {
  const issueIn = (index: number) => (sentence: string) =>
    attempted[index]?.translations.has(sentence) ? undefined : attempted[index]?.issues.get(sentence);
  const failed = groups.flatMap(({ documents, pair }, index) =>
    distinctSentences(documents)
      .flatMap((sentence) => issueIn(index)(sentence) ?? [])
      .map((issue) => ({ ...issue, pair: pairName(pair) })),
  );
  for (const { engine, issue } of failed) events.sentenceFailed({ engine, issue });
  const [first] = failed;
  const cause = attempted.find(({ failure }) => failure !== undefined)?.failure;
  if (first === undefined) return cause;
  const failure = { detail: { ...first, sentences: failed.length }, cause };
  if (groups.every(({ numbers }) => numbers === undefined)) return new ServiceError('unfaithful_translation', failure);
  const texts = groups.flatMap(({ documents, numbers = [] }, index) =>
    numbers.filter((_, each) => documents[each]?.sentences.some(issueIn(index))),
  );
  return new ServiceError('unfaithful_texts', { ...failure, data: { texts: texts.toSorted((a, b) => a - b) } });
}

/** Asserts that all placeholder tokens were replaced, and no line break was lost or added but in approved spans. */
function assertWhole({ text, approved }: Document, translatedText: string): void {
  const added = approved.map((span) => countLines(span.text) - countLines(text.slice(span.start, span.end)));
  const lines = added.reduce((sum, count) => sum + count, countLines(text));
  assert(!noncharacter.test(translatedText) || noncharacter.test(text), 'a token was not replaced by its span');
  assert(countLines(translatedText) === lines, 'a line break was lost or added');
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
