import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../../../src/ground/steps.ts';
import { type DocumentParts, translateText } from '../../../src/text/attempts/translate-text.ts';
import { TranslationCache } from '../../../src/text/cache/translation-cache.ts';
import { findRoutesFrom } from '../../../src/text/languages/routes.ts';
import { accountEntries, ana, spanishToEnglish } from '../../support/account-entries.ts';
import { LettersEngine } from '../../support/letters-engine.ts';
import { type ListedEntry, ListedMemory } from '../../support/listed-memory.ts';

const never = new AbortController().signal;

async function translate(text: string, listed: readonly ListedEntry[]) {
  const engine = new LettersEngine();
  const routes =
    findRoutesFrom([engine], spanishToEnglish.source).get(spanishToEnglish.target) ?? assert.fail('no route');
  const events = {
    repairTried: () => undefined,
    sentenceFailed: () => undefined,
    entriesApplied: () => undefined,
    cacheUsed: () => undefined,
  };
  const detector = { detect: () => ({ kind: 'undecided', candidates: [] }) as const };
  const parts: DocumentParts = { detector, cache: new TranslationCache(0), turns: new Turns(), events };
  const glossary = await accountEntries({ CO2: 'carbon dioxide', casa: 'home' }).find({
    ...ana,
    pair: spanishToEnglish,
  });
  const work = { text, glossary, memory: new ListedMemory(listed), pair: spanishToEnglish, routes, share: 'ana' };
  const translated = await translateText(parts, work, never);
  return { translated, segments: engine.segments };
}

test('what is approved reaches neither engine nor glossary, and the rest is translated as before', async () => {
  const approved = { source: 'La casa.', target: 'My house.\nYes.' };
  const { translated, segments } = await translate('Una frase. La casa.\nLa casa y el CO2.', [approved]);
  assert.equal(translated?.translatedText, 'Anu esarf. My house. Yes.\nAl home y le carbon dioxide.');
  assert.equal(translated?.engine, 'letters');
  assert.deepEqual(
    segments.filter((segment) => segment.includes('La casa.')),
    [],
  );
  assert.deepEqual(translated?.document.approved, [
    { start: 11, end: 19, id: '0', match: 'exact', text: 'My house. Yes.' },
  ]);
});

test('a text that is approved as a whole needs no engine, also if it is a name alone', async () => {
  for (const source of ['La casa. Otra.', 'B12']) {
    const { translated, segments } = await translate(` ${source}`, [{ source, target: 'Approved' }]);
    assert.equal(translated?.translatedText, ' Approved');
    assert.equal(translated?.engine, undefined);
    assert.deepEqual(segments, []);
  }
});

test('a text of protected spans alone has no translation', async () => {
  const { translated } = await translate('https://example.org', [{ source: 'La casa.', target: 'The house.' }]);
  assert.equal(translated, undefined);
});
