import assert from 'node:assert/strict';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import { type RawTerm, readTermContent } from '../../src/shop/glossaries/entry-content.ts';
import { Glossaries } from '../../src/shop/glossaries/glossary-cache.ts';
import type { TermId } from '../../src/text/glossary/glossary-entry.ts';
import type { Morphology } from '../../src/text/glossary/morphology.ts';
import type { LanguagePair, LanguageTag } from '../../src/text/languages/language.ts';
import { lightMorphology } from './light-morphology.ts';

export const spanishToEnglish: LanguagePair = { source: 'es' as LanguageTag, target: 'en' as LanguageTag };

export const ana = { accountId: 'ana' as AccountId, termsVersion: 1 } as const;

/**
 * The glossary of one account from Spanish to English, parsed like a file and located like in requests.
 *
 * @param terms translations by term; undefined for a do-not-translate entry
 */
export function accountTerms(
  terms: Readonly<Record<string, string | undefined>>,
  { morphology = lightMorphology, ...raw }: RawTerm & { readonly morphology?: Morphology } = {},
): Glossaries {
  const contents = Object.entries(terms).map(([term, translation], index) => {
    const doNotTranslate = translation === undefined ? 'yes' : 'no';
    const read = readTermContent({ ...spanishToEnglish, ...raw, term, translation, doNotTranslate });
    assert.ok(read.kind === 'content', `${term}: ${JSON.stringify(read)}`);
    return { ...read.content, id: `term ${index}` as TermId, addedIn: 1 };
  });
  const readGlossary = () => Promise.resolve({ version: 1, terms: contents });
  return new Glossaries({ store: { readGlossary }, morphology, termsMax: 1_000 });
}
