import { orAborted } from '../../ground/abort.ts';
import type { Turns } from '../../ground/steps.ts';
import { parseTexts } from '../../text/attempts/translate-text.ts';
import type { LocatedEntries } from '../../text/glossary/located-entries.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { Memory } from '../../text/memory/memory-entry.ts';
import type { FindGlossary } from '../glossaries/glossary-cache.ts';
import type { FindMemory, MemoryQuery } from '../memory/memory-index.ts';
import type { TranslateRequest } from './translate.ts';

export type ParsingParts = {
  readonly turns: Turns;
  readonly findGlossary: FindGlossary;
  readonly findMemory: FindMemory;
};

export type TextsOfRequest = {
  readonly request: Pick<TranslateRequest, 'accountId' | 'glossaryVersion' | 'memoryVersion' | 'named' | 'markup'>;
  readonly pair: LanguagePair;
  readonly texts: readonly string[];
};

/** Parses texts of one pair, with the account's approved translations and glossary. */
export async function parseTextsOf(
  { turns, findGlossary, findMemory }: ParsingParts,
  { request: { accountId, glossaryVersion, memoryVersion, named, markup }, pair, texts }: TextsOfRequest,
  signal: AbortSignal,
): Promise<LocatedEntries> {
  const finding = findGlossary({ accountId, glossaryVersion, pair, named });
  const glossary = finding && (await orAborted(finding, signal));
  const memory = await openMemory(findMemory, { accountId, memoryVersion, pair }, signal);
  return parseTexts({ turns }, { texts, language: pair.source, glossary, memory, markup }, signal);
}

export async function openMemory(
  findMemory: FindMemory,
  query: MemoryQuery,
  signal: AbortSignal,
): Promise<Memory | undefined> {
  const finding = findMemory(query);
  return finding instanceof Promise ? orAborted(finding, signal) : finding;
}
