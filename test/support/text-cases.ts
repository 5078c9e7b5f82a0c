import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openDetector } from '../../src/adapters/detection/detector.ts';
import { CacheRoom } from '../../src/ground/cache-room.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import { readEntryContent } from '../../src/shop/glossaries/entry-content.ts';
import { GlossaryCache } from '../../src/shop/glossaries/glossary-cache.ts';
import { TranslationCache } from '../../src/text/cache/translation-cache.ts';
import type { Engine } from '../../src/text/engine/engine.ts';
import type { EntryId, GlossaryEntry } from '../../src/text/glossary/glossary-entry.ts';
import type { Morphology } from '../../src/text/glossary/morphology.ts';
import { LanguageCatalogue } from '../../src/text/languages/catalogue.ts';
import type { LanguagePair, LanguageTag } from '../../src/text/languages/language.ts';
import { partsOn } from '../shop/sale/translator-world.ts';
import { tryGlossary } from './glossary-trial.ts';

/** A text with conditions on its translation. Without one, any translation is right. */
export type TextCase = {
  /** What went wrong with texts of its kind. */
  readonly kind: string;
  readonly engine: 'apertium' | 'bergamot';
  /** `auto` to detect it. */
  readonly source: string;
  readonly target: string;
  readonly text: string;
  /** Terms and their translations; null keeps the term. */
  readonly entries?: Readonly<Record<string, string | null>>;
  /** Each occurs exactly as often as in the text. */
  readonly keep?: readonly string[];
  /** None occurs. */
  readonly lacks?: readonly string[];
  readonly matches?: string;
  readonly lacksPattern?: string;
  readonly wordsAtLeast?: number;
  /** The source of the reply. */
  readonly detected?: string;
};

/** Reads a file of cases, one JSON object a line. */
export function readTextCases(path: string | URL): readonly TextCase[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TextCase);
}

/**
 * Returns a function that translates a case as a request does, and returns what is wrong with the reply.
 * @param engines by name
 */
export async function openTextCases(
  engines: Readonly<Record<TextCase['engine'], Engine>>,
  morphology: Morphology,
): Promise<(one: TextCase) => Promise<{ readonly translatedText: string; readonly faults: readonly string[] }>> {
  const detector = await openDetector();
  return async (one) => {
    const glossaries = new GlossaryCache({ store: glossaryOf(one), morphology, room: new CacheRoom(1_000) });
    const parts = partsOn(engines[one.engine], {
      detector,
      catalogue: new LanguageCatalogue([engines[one.engine]]),
      cache: new TranslationCache(0),
      findGlossary: glossaries.find,
    });
    const { text, source, target } = one;
    const request = { accountId: 'ana' as AccountId, glossaryVersion: 1, text, source, target } as {
      readonly accountId: AccountId;
      readonly glossaryVersion: number;
      readonly text: string;
      readonly source: LanguageTag | 'auto';
      readonly target: LanguageTag;
    };
    try {
      const { translatedText, pair } = await tryGlossary(parts, request, new AbortController().signal);
      return { translatedText, faults: findFaults(one, translatedText, pair) };
    } catch (error) {
      return { translatedText: '', faults: [String(error)] };
    }
  };
}

function findFaults(one: TextCase, translation: string, pair: LanguagePair): readonly string[] {
  const { text, keep = [], lacks = [], matches, lacksPattern, wordsAtLeast = 0, detected = pair.source } = one;
  const count = (whole: string, part: string) => whole.split(part).length;
  const words = translation.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return [
    ...keep.filter((part) => count(translation, part) !== count(text, part)).map((part) => `does not keep "${part}"`),
    ...lacks.filter((part) => translation.includes(part)).map((part) => `has "${part}"`),
    ...(matches !== undefined && !patternOf(matches).test(translation) ? [`does not match ${matches}`] : []),
    ...(lacksPattern !== undefined && patternOf(lacksPattern).test(translation) ? [`matches ${lacksPattern}`] : []),
    ...(words < wordsAtLeast ? [`has ${words} words`] : []),
    ...(pair.source === detected ? [] : [`is taken for ${pair.source}, not ${detected}`]),
  ];
}

function patternOf(written: string): RegExp {
  return written.startsWith('(?i)') ? new RegExp(written.slice(4), 'iu') : new RegExp(written, 'u');
}

function glossaryOf({
  entries = {},
  source,
  target,
}: TextCase): ConstructorParameters<typeof GlossaryCache>[0]['store'] {
  const own = Object.entries(entries).map(([term, translation], index): GlossaryEntry => {
    const written = translation === null ? { doNotTranslate: 'yes' } : { translation, doNotTranslate: 'no' };
    const read = readEntryContent({ source, target, term, ...written });
    assert.ok(read.kind === 'content', `${term}: ${JSON.stringify(read)}`);
    return { ...read.content, id: String(index) as EntryId, addedIn: index + 1 };
  });
  return { readGlossary: () => Promise.resolve({ version: 1, entries: own }) };
}
