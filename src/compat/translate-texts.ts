import { ServiceError } from '../ground/service-error.ts';
import { type Characters, countCharacters } from '../ground/units.ts';
import type { PlacedPair } from '../shop/glossaries/glossary-cache.ts';
import { textCharactersMax } from '../shop/sale/translate.ts';
import type { Markup } from '../text/document/inner-text.ts';
import { guessLanguage, type LanguageCandidate } from '../text/languages/detector.ts';
import type { LanguageTag } from '../text/languages/language.ts';
import type { LanguageRole } from '../text/languages/language-match.ts';
import { FaultyRequest } from './failure.ts';
import type { CompatParts, ShapeRequest } from './shape.ts';

/** Texts to translate for one hold and one charge: all or none. */
export type TextsToTranslate = {
  /** The parameter of the texts. */
  readonly name: string;
  readonly texts: readonly string[];
  /** The source of all texts, or that of each in order. `auto`: detected by text; always some language. */
  readonly source: LanguageTag | 'auto' | readonly LanguageTag[];
  /** The target of all texts, or that of each in order. */
  readonly target: LanguageTag | readonly LanguageTag[];
  readonly markup: Markup | undefined;
  readonly named?: readonly PlacedPair[];
};

export type TranslatedText = {
  readonly text: string;
  /** Never `auto`. */
  readonly source: LanguageTag;
  readonly charged: Characters;
};

/**
 * Translates texts, in order. Blank texts are returned unchanged, free of charge.
 * @throws FaultyRequest `too_long`; ServiceError as `Translate` and `TranslateBatch`
 */
export async function translateTexts(
  { holder, call }: ShapeRequest,
  parts: CompatParts,
  { name, texts, source: sources, target: targets, markup, named }: TextsToTranslate,
): Promise<readonly TranslatedText[]> {
  refuseLong(name, countAll(texts));
  const ofAll = { ...holder, named, idempotencyKey: undefined, markup, guessesSource: true };
  const [source, target] = [commonOf(sources), commonOf(targets)];
  const signal = call.exchange.abortSignal(parts.deadlineMs);
  const [text] = texts;
  const reply =
    text !== undefined && texts.length === 1 && source && target
      ? await parts.translate({ ...ofAll, text, source, target }, signal, call)
      : await parts.translateBatch({ ...ofAll, texts, source: sources, target: targets }, signal, call);
  call.describe(reply);
  const translations = 'translations' in reply ? reply.translations : [reply];
  return translations.map(({ translatedText, ...each }) => ({ ...each, text: translatedText }));
}

/** Returns the language of all texts; undefined if they have several. */
function commonOf<Tag extends string>(tags: Tag | readonly Tag[]): Tag | undefined {
  const [tag, ...others] = new Set(typeof tags === 'string' ? [tags] : tags);
  return others.length === 0 ? tag : undefined;
}

/** @throws FaultyRequest for more characters than a text of the API has */
export function refuseLong(name: string, count: number): void {
  if (count > textCharactersMax)
    throw new FaultyRequest({ kind: 'too_long', name, count: `${count} characters`, max: textCharactersMax });
}

function countAll(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + countCharacters(text), 0);
}

/** Returns the languages that each text may be in, the one that a translation assumes first; empty without a word. */
export async function detectLanguages(
  { holder, call }: ShapeRequest,
  { detector, catalogue, recentSources, turns, deadlineMs }: CompatParts,
  { name, texts }: { readonly name: string; readonly texts: readonly string[] },
): Promise<readonly (readonly LanguageCandidate[])[]> {
  refuseLong(name, countAll(texts));
  const signal = call.exchange.abortSignal(deadlineMs);
  const recent = await recentSources(holder.accountId);
  const startedAt = performance.now();
  const turn = turns.begin();
  const detected: (readonly LanguageCandidate[])[] = [];
  for (const text of texts) {
    if (turn.isOver) await turn.pause();
    signal.throwIfAborted();
    const guess = guessLanguage(detector.detect(text, catalogue.sourcesOffered(), recent));
    const ranked = detector.rank(text, catalogue.sourcesOffered(), recent);
    const isGuess = ({ language }: LanguageCandidate) => language === guess;
    const confidence = ranked.find(isGuess)?.confidence ?? 0;
    detected.push(guess ? [{ language: guess, confidence }, ...ranked.filter((each) => !isGuess(each))] : []);
  }
  call.record('detect', performance.now() - startedAt);
  return detected;
}

/** Returns the languages in two parameters. */
export function readPair(request: ShapeRequest, parts: CompatParts, [from, to]: readonly [string, string]) {
  const written = request.parameters.requiredWord(to);
  const source = readSource(request, parts, from);
  const target = tagOfCode(parts, { name: to, written, role: 'target' });
  request.call.describe({ target });
  return { source, target };
}

/** Without a source, or with the source `auto`, it is detected. */
export function readSource({ parameters, call }: ShapeRequest, parts: CompatParts, name: string): LanguageTag | 'auto' {
  const written = parameters.word(name) ?? 'auto';
  const source = written.toLowerCase() === 'auto' ? 'auto' : tagOfCode(parts, { name, written, role: 'source' });
  call.describe({ source });
  return source;
}

/**
 * Returns the served language that a client names in any spelling.
 * @param name the parameter
 * @throws FaultyRequest `unknown_language`; ServiceError `engine_unavailable` if it is served, but not at the moment
 */
export function tagOfCode(
  { catalogue }: CompatParts,
  { name, written, role }: { readonly name: string; readonly written: string; readonly role: LanguageRole },
): LanguageTag {
  const lookup = catalogue.parse(written, role);
  if (lookup.kind === 'tag') return lookup.tag;
  if (lookup.kind === 'unknown' && lookup.nearest !== undefined)
    throw new FaultyRequest({ kind: 'unknown_language', name, written });
  throw new ServiceError('engine_unavailable', {
    detail: { [role]: lookup.kind === 'withdrawn' ? lookup.tag : 'all' },
  });
}
