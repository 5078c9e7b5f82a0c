import assert from 'node:assert/strict';
import { CacheRoom } from '../../src/ground/cache-room.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import { type RawEntry, readEntryContent } from '../../src/shop/glossaries/entry-content.ts';
import { GlossaryCache } from '../../src/shop/glossaries/glossary-cache.ts';
import type { EntryId } from '../../src/text/glossary/glossary-entry.ts';
import type { Morphology } from '../../src/text/glossary/morphology.ts';
import type { LanguagePair, LanguageTag } from '../../src/text/languages/language.ts';
import { lightMorphology } from './light-morphology.ts';

export const spanishToEnglish: LanguagePair = { source: 'es' as LanguageTag, target: 'en' as LanguageTag };

export const ana = { accountId: 'ana' as AccountId, glossaryVersion: 1 } as const;

/**
 * The glossary of one account from Spanish to English, parsed like a file and located like in requests.
 * @param entries translations by term; undefined for a do-not-translate entry
 */
export function accountEntries(
  entries: Readonly<Record<string, string | undefined>>,
  { morphology = lightMorphology, ...raw }: RawEntry & { readonly morphology?: Morphology } = {},
): GlossaryCache {
  const contents = Object.entries(entries).map(([term, translation], index) => {
    const doNotTranslate = translation === undefined ? 'yes' : 'no';
    const read = readEntryContent({ ...spanishToEnglish, ...raw, term, translation, doNotTranslate });
    assert.ok(read.kind === 'content', `${term}: ${JSON.stringify(read)}`);
    return { ...read.content, id: `term ${index}` as EntryId, addedIn: 1 };
  });
  const readGlossary = () => Promise.resolve({ version: 1, entries: contents });
  return new GlossaryCache({ store: { readGlossary }, morphology, room: new CacheRoom(1_000) });
}
