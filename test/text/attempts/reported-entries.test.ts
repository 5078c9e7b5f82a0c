import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import type { EntriesBySentence } from '../../../src/text/glossary/located-entries.ts';
import type { Detector } from '../../../src/text/languages/detector.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { partsOn } from '../../shop/sale/translator-world.ts';
import { usesIn } from '../../support/entry-uses.ts';
import { type GlossaryTrial, tryGlossary } from '../../support/glossary-trial.ts';
import { LettersEngine, type LettersOptions } from '../../support/letters-engine.ts';

const never = new AbortController().signal;
const spanish: Detector = { detect: () => ({ kind: 'detected', language: 'es' as LanguageTag }) };

type WantedWords = Readonly<Record<string, string | undefined>>;

function trial(
  text: string,
  entries: WantedWords,
  { source = 'es', ...options }: LettersOptions & { source?: string } = {},
) {
  const parts = partsOn(new LettersEngine(options), {
    detector: spanish,
    findGlossary: async () => ({ unprotected: undefined, locate: async (sentences) => usesInEach(sentences, entries) }),
  });
  const request = { accountId: 'ana' as AccountId, glossaryVersion: 1, text, target: 'en' as LanguageTag };
  return tryGlossary(parts, { ...request, source: source as LanguageTag | 'auto' }, never);
}

function usesInEach(sentences: readonly string[], entries: WantedWords): EntriesBySentence {
  const found = sentences.map((sentence) => [sentence, usesIn(sentence, entries)] as const);
  return new Map(found.filter(([, uses]) => uses.length > 0));
}

/** Each entry as written in the text and in the translation. */
function shown(text: string, { entries, translatedText }: GlossaryTrial): readonly (readonly (string | undefined)[])[] {
  return entries.map(({ inText, inTranslation, outcome }) => [
    inText && text.slice(inText.start, inText.end),
    inTranslation && translatedText.slice(inTranslation.start, inTranslation.end),
    outcome,
  ]);
}

describe('glossary entries of a translated text', () => {
  test("translates as a request does, and returns each entry's place and how it was applied", async () => {
    const text = '# El tejido\n\nCompro <b>tejido</b>\nazul y lana. El tejido.\n';
    const tried = await trial(text, { tejido: 'fabric', lana: 'anal' });
    assert.equal(tried.translatedText, '# Le fabric\n\nOrpmoc <b>fabric</b>\nluza y anal. Le fabric.\n');
    assert.deepEqual(shown(text, tried), [
      ['tejido', 'fabric', 'replaced'],
      ['tejido', 'fabric', 'replaced'],
      ['lana', 'anal', 'natural'],
      ['tejido', 'fabric', 'replaced'],
    ]);
    const starts = tried.entries.map(({ inText }) => inText?.start);
    assert.deepEqual(starts, [5, 23, text.indexOf('lana'), text.lastIndexOf('tejido')]);
    assert.equal(tried.engine, 'letters');
  });

  test('finds entries inside tags, in words that contain tags, and in escaped characters', async () => {
    const text = 'Ver {n, plural, one {un tejido azul} other {dos}} de <b>teji</b>do, con caf&eacute; de tejido.\n';
    const tried = await trial(text, { tejido: undefined }, { missedEntries: 'placeholder' });
    assert.deepEqual(shown(text, tried), [
      ['tejido', 'tejido', 'placeholder'],
      ['<b>teji</b>do', '<b>teji</b>do', 'placeholder'],
      ['tejido', 'tejido', 'placeholder'],
    ]);
  });

  test('identifies each entry if the translation has them in another order', async () => {
    const text = 'Compro lana de tejido.';
    const twist: LettersOptions['twist'] = (_, answer) => answer.map((one) => one.split(' ').toReversed().join(' '));
    const tried = await trial(text, { tejido: 'fabric', lana: 'wool' }, { twist });
    assert.deepEqual(shown(text, tried), [
      ['lana', 'wool', 'replaced'],
      ['tejido', 'Fabric', 'replaced'],
    ]);
    assert.match(tried.translatedText, /fabric.*wool/i);
  });
});

test('detection prefers the recent languages of the account', async () => {
  const recent = new Set(['es' as LanguageTag]);
  const detector: Detector = {
    detect: (_text, _among, favoured) =>
      favoured === recent ? { kind: 'detected', language: 'es' as LanguageTag } : { kind: 'undecided', candidates: [] },
  };
  const parts = partsOn(new LettersEngine({}), {
    detector,
    recentSources: (account) => Promise.resolve(account === 'ana' ? recent : new Set<LanguageTag>()),
  });
  const request = { glossaryVersion: 1, text: 'Compro tejido.', source: 'auto', target: 'en' as LanguageTag } as const;
  const tried = await tryGlossary(parts, { ...request, accountId: 'ana' as AccountId }, never);
  assert.equal(tried.pair.source, 'es');
  await assert.rejects(tryGlossary(parts, { ...request, accountId: 'bea' as AccountId }, never), {
    reason: 'undecided_language',
  });
});
