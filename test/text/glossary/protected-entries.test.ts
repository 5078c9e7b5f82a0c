import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { keepsTokens } from '../../../src/text/checks/tokens.ts';
import { tokenPattern, tokensMax, writeToken } from '../../../src/text/document/token.ts';
import type { EntryUse } from '../../../src/text/glossary/glossary-entry.ts';
import {
  type EntryProtection,
  leavesWords,
  type ProtectedEntries,
  protectEntries,
} from '../../../src/text/glossary/protected-entries.ts';
import { type Restored, restoreEntries, withInnerTokens } from '../../../src/text/glossary/restored-entries.ts';
import { plainWords } from '../../../src/text/glossary/target-form.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { readCases } from '../../support/case-file.ts';
import { entryUse, usesIn, type WantedEntry } from '../../support/entry-uses.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sentenceWithTokens, translationOf } from '../checks/arbitraries.ts';
import { readable, withTokens } from '../checks/written-tokens.ts';

type WantedWords = Readonly<Record<string, string | undefined>>;

function mark(
  sentence: string,
  entries: WantedWords,
  how: EntryProtection | ({ readonly protection: EntryProtection } & Partial<WantedEntry>) = 'tagged',
): ProtectedEntries {
  const { protection, ...options } = typeof how === 'string' ? { protection: how } : how;
  const shown = withTokens(sentence);
  return protectEntries(shown, usesIn(shown, entries, options), () => protection) ?? assert.fail('no room');
}

const shown = (entries: ProtectedEntries) => readable(entries.text);

/** `[translation]` is what the engine writes, tokens as in `{o0}`. */
function fill(entries: ProtectedEntries, translation: string, target = 'en'): Restored & { readonly written: string } {
  const restored = restoreEntries(entries, withTokens(translation), target as LanguageTag);
  return { ...restored, written: readable(restored.translation) };
}

const fabric = { tejido: 'fabric' };

describe('a protected sentence', () => {
  test('has each entry between two tokens, or one token in its place', () => {
    assert.equal(shown(mark('El tejido de lana.', fabric)), 'El {o0}tejido{c0} de lana.');
    assert.equal(shown(mark('El tejido de lana.', fabric, 'opaque')), 'El {w0} de lana.');
    const { entries } = mark('Los tejidos.', { tejidos: 'fabrics' }, { protection: 'opaque', number: 'plural' });
    assert.deepEqual(entries, [{ number: 0, words: 'tejidos', wanted: 'fabrics', isPlural: true, isNoun: undefined }]);
    const [noun, name] = (['noun', 'name'] as const).map((partOfSpeech) => {
      return mark('El tejido.', fabric, { protection: 'opaque', partOfSpeech }).entries[0]?.isNoun;
    });
    assert.deepEqual([noun, name], [true, false]);
  });

  test('has tokens with unused numbers', () => {
    const marked = mark('{w0} El tejido {o2}azul{c2} y el tejido.', fabric);
    assert.equal(shown(marked), '{w0} El {o1}tejido{c1} {o2}azul{c2} y el {o3}tejido{c3}.');
  });

  test('has no tokens inside entries: they are removed, or moved next to the entry with their other halves', () => {
    const knit = { 'tejido de punto': 'knitted fabric' };
    assert.equal(shown(mark('El tejido{s0}{o1}de{c1} punto.', knit)), 'El {o2}tejido de punto{c2}.');
    assert.equal(shown(mark('El {o0}{o3}tejido de{c3} punto{c0}.', knit)), 'El {o1}tejido de punto{c1}.');
    const bold = shown(mark('El {o0}{o3}tejido de punto{c3} azul{c0}.', knit));
    assert.equal(bold, 'El {o0}{o1}tejido de punto{c1} azul{c0}.');
    assert.equal(shown(mark('El {o0}gran tejido{c0} de punto.', knit)), 'El {o0}gran {o1}tejido de punto{c1}{c0}.');
    assert.equal(shown(mark('El tejido {o0}de punto azul{c0}.', knit)), 'El {o0}{o1}tejido de punto{c1} azul{c0}.');
    const opaque = shown(mark('El {o0}gran tejido{c0} de {o1}punto azul{c1}.', knit, 'opaque'));
    assert.equal(opaque, 'El {o0}gran {c0}{o1}{w2} azul{c1}.');
  });

  test('has as many entries as there are numbers for tokens', () => {
    const sentence = '大'.repeat(tokensMax + 1);
    const languages = { source: 'zh-Hans', target: 'de' };
    const uses = Array.from(sentence, (_, start) => {
      return entryUse(sentence, { start, end: start + 1, translation: 'big', ...languages });
    });
    const marked = protectEntries(sentence, uses, () => 'opaque') ?? assert.fail();
    assert.equal(marked.entries.length, tokensMax);
    assert.ok(fill(marked, marked.text, 'de').written.endsWith('big大'));
  });

  test('is recognised if it has no words for an engine', () => {
    assert.equal(leavesWords(mark('Tejido: 12.', fabric, 'opaque')), false);
    assert.equal(leavesWords(mark('Tejido: doce.', fabric, 'opaque')), true);
  });
});

describe('an entry in a translation', () => {
  for (const { title, rows } of readCases(import.meta.url, 'restored-entries.txt')) {
    test(title, () => {
      for (const [
        sentence = '',
        list = '',
        translation = '',
        expected = '',
        protection = 'tagged',
        target = 'en',
      ] of rows) {
        const entries = list.split(' | ').map((entry) => entry.split(' = '));
        const wanted = Object.fromEntries(entries.map(([words, form]) => [words, form === '!' ? undefined : form]));
        const marked = mark(sentence, wanted, { protection: protection as EntryProtection, target });
        const { isValid, missed, written } = fill(marked, translation, target);
        assert.equal(isValid ? written : 'invalid', expected, translation);
        assert.ok(isValid || missed.size > 0, translation);
      }
    });
  }

  test('has a place in the translation, and is missed if the engine used other words', () => {
    const marked = mark('El tejido es azul.', fabric);
    const natural = fill(marked, '{o0}The fabric{c0} is blue.');
    const places = natural.entries.map(({ start, end, how }) => [start, end, how]);
    assert.deepEqual([places, natural.missed.size], [[[4, 10, 'natural']], 0]);
    assert.equal(fill(marked, '{o0}The cloth{c0} is blue.').missed.size, 1);
    const bold = mark('{o0}El {o1}tejido{c1} de punto{c0} es.', { 'tejido de punto': 'knitted fabric' });
    const [entry] = fill(bold, '{o0}{o2}The knitted fabric{c2}{c0} is.').entries;
    assert.equal((entry?.end ?? 0) - (entry?.start ?? 0), 'knitted fabric'.length);
  });

  test('may have another accepted number', () => {
    const tagged = { protection: 'tagged', others: ['fabrics'] } as const;
    assert.equal(fill(mark('Tejidos.', { tejidos: 'fabric' }, tagged), '{o0}Fabrics{c0}.').written, 'Fabrics.');
  });

  test('replaces the first of two equal tokens', () => {
    const marked = mark('La tela de Ana.', { tela: 'ember cloth', Ana: undefined }, 'opaque');
    const { written, entries } = fill(marked, '{w1}’s {w0} is a {w0}', 'en');
    assert.ok(written.startsWith('Ana’s') && entries.length === 2);
  });
});

/** Terms between words of a sentence, anywhere and of any length, whatever tokens they hold; none overlaps another. */
const segmentEntriesOf = (sentence: string): fc.Arbitrary<readonly EntryUse[]> => {
  const words = Array.from(sentence.matchAll(/[\p{L}\p{M}]+/gu), ({ 0: word, index }) => [index, index + word.length]);
  return fc.array(fc.tuple(fc.nat(words.length - 1), fc.nat(3), wantedWords), { maxLength: 6 }).map((drawn) => {
    let free = 0;
    return drawn
      .toSorted(([one], [other]) => one - other)
      .flatMap(([first, length, translation]) => {
        const last = Math.min(first + length, words.length - 1);
        const [start = 0, end = 0] = [words[first]?.[0], words[last]?.[1]];
        if (first < free || plainWords(sentence.slice(start, end)) === '') return [];
        free = last + 1;
        return [entryUse(sentence, { start, end, translation, caseRule: 'exact' })];
      });
  });
};

const wantedWords = fc.constantFrom(
  undefined,
  ...'cloth|ember cloth|The Big Blue Sea|织物|R&D|l’eau|X-12|Fri.'.split('|'),
);

const sentenceAndEntries = sentenceWithTokens.chain((sentence) =>
  fc.tuple(fc.constant(sentence), segmentEntriesOf(sentence)),
);

describe('any sentence', () => {
  test('keeps its tokens nested, loses none that cannot be restored, and has distinct tokens for entries', () => {
    fc.assert(
      fc.property(
        sentenceAndEntries,
        fc.infiniteStream(fc.constantFrom<EntryProtection>('tagged', 'opaque')),
        ([sentence, uses], ways) => {
          const marked = protectEntries(sentence, uses, () => ways.next().value) ?? assert.fail('no room');
          const tokens = marked.text.match(tokenPattern) ?? [];
          assert.equal(new Set(tokens).size, tokens.length);
          assert.ok(keepsTokens(marked.text, marked.text));
          assert.equal(marked.entries.length, uses.length);
        },
      ),
    );
  });

  test('has its entries and all other tokens restored if the translation has their tokens', () => {
    fc.assert(
      fc.property(sentenceAndEntries, ([sentence, uses]) => {
        const marked = protectEntries(sentence, uses, () => 'opaque') ?? assert.fail('no room');
        const { isValid, translation, entries } = restoreEntries(marked, marked.text, 'en' as LanguageTag);
        assert.ok(isValid, readable(translation));
        assert.equal(entries.length, uses.length);
        assertObeyed(sentence, { translation, entries });
      }),
    );
  });

  test('has every entry at its position in a valid translation, or the translation is invalid', () => {
    let sound = 0;
    fc.assert(
      fc.property(sentenceAndEntries, translationOf, ([sentence, uses], translate) => {
        const marked = protectEntries(sentence, uses, () => 'tagged') ?? assert.fail('no room');
        const restored = restoreEntries(marked, translate(marked.text), 'en' as LanguageTag);
        if (!restored.isValid) return;
        sound++;
        assert.equal(restored.entries.length, uses.length);
        assertObeyed(sentence, restored);
      }),
      { numRuns: propertyRuns('', 500) },
    );
    assert.ok(sound > 10, `only ${sound}`);
  });
});

function assertObeyed(sentence: string, { translation, entries }: Pick<Restored, 'translation' | 'entries'>): void {
  assert.ok(keepsTokens(sentence, translation), `${readable(sentence)} > ${readable(translation)}`);
  for (const { use, start, end } of entries) {
    assert.ok(use.accepted.includes(plainWords(translation.slice(start, end))), readable(translation));
  }
}

test('no two tokens of a sentence have the same number, even if nearly all numbers are used', () => {
  const own = Array.from({ length: tokensMax - 2 }, (_, number) => writeToken('point', number)).join('');
  const sentence = `El tejido${own} y el tejido.`;
  const uses = usesIn(sentence, fabric);
  const marked = protectEntries(sentence, uses, () => 'opaque') ?? assert.fail('no room');
  const numbers = marked.entries.map(({ number }) => number);
  assert.deepEqual(numbers, [tokensMax - 2, tokensMax - 1]);
});

test('points inside an entry are placed after its translation, with a space only if one was before them', () => {
  const [first, second] = [writeToken('point', 0), writeToken('point', 1)];
  const write = (held: string) => withInnerTokens(held, 'panel solar', 'PV module').written;
  // Soft hyphens: a space before one would be seen.
  assert.equal(write(`panel${first} solar${second}`), `PV module${first}${second}`);
  assert.equal(write(`panel ${first}solar`), `PV module ${first}`);
  assert.equal(write(`panel ${first}${second} solar`), `PV module ${first}${second}`);
});
