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
import { type Restored, restoreEntries } from '../../../src/text/glossary/restored-entries.ts';
import { withInnerTokens } from '../../../src/text/glossary/restored-words.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { entryUse, plainWords, usesIn, type WantedEntry } from '../../support/entry-uses.ts';
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
    assert.equal(
      shown(mark('El {o0}{o3}tejido de punto{c3} azul{c0}.', knit)),
      'El {o0}{o1}tejido de punto{c1} azul{c0}.',
    );
    assert.equal(shown(mark('El {o0}gran tejido{c0} de punto.', knit)), 'El {o0}gran {o1}tejido de punto{c1}{c0}.');
    assert.equal(shown(mark('El tejido {o0}de punto azul{c0}.', knit)), 'El {o0}{o1}tejido de punto{c1} azul{c0}.');
    assert.equal(
      shown(mark('El {o0}gran tejido{c0} de {o1}punto azul{c1}.', knit, 'opaque')),
      'El {o0}gran {c0}{o1}{w2} azul{c1}.',
    );
  });

  test('has as many entries as there are numbers for tokens', () => {
    const sentence = '大'.repeat(tokensMax + 1);
    const uses = usesInUnspaced(sentence, '大', 'big');
    const marked = protectEntries(sentence, uses, () => 'opaque') ?? assert.fail();
    assert.equal(marked.entries.length, tokensMax);
    assert.ok(fill(marked, marked.text, 'de').written.endsWith('big大'));
  });

  test('is recognised if it has no words for an engine', () => {
    assert.equal(leavesWords(mark('Tejido: 12.', fabric, 'opaque')), false);
    assert.equal(leavesWords(mark('Tejido: doce.', fabric, 'opaque')), true);
  });
});

function usesInUnspaced(sentence: string, words: string, translation: string): readonly EntryUse[] {
  return Array.from(sentence.matchAll(new RegExp(words, 'g')), ({ index }) => {
    return entryUse(sentence, {
      start: index,
      end: index + words.length,
      translation,
      source: 'zh-Hans',
      target: 'de',
    });
  });
}

describe('an entry in a translation', () => {
  test('stays as the engine translated it if that is accepted, without an article of the engine', () => {
    const { written, entries, missed, isValid } = fill(
      mark('El tejido es azul.', fabric),
      '{o0}The fabric{c0} is blue.',
    );
    assert.deepEqual([written, missed.size, isValid], ['The fabric is blue.', 0, true]);
    assert.deepEqual(
      entries.map(({ start, end, how }) => [start, end, how]),
      [[4, 10, 'natural']],
    );
    const plural = fill(
      mark('Tejidos.', { tejidos: 'fabric' }, { protection: 'tagged', others: ['fabrics'] }),
      '{o0}Fabrics{c0}.',
    );
    assert.equal(plural.written, 'Fabrics.');
  });

  test('replaces the engine’s words, with the capitals of its position and a corrected article', () => {
    const ember = { tela: 'ember cloth' };
    assert.equal(fill(mark('Una tela azul.', ember), 'A {o0}fabric{c0}.').written, 'An ember cloth.');
    assert.equal(fill(mark('La tela es azul.', ember), '{o0}The fabric{c0} is.').written, 'The ember cloth is.');
    assert.equal(fill(mark('Tela azul.', ember), '{o0}Fabric{c0}, blue.').written, 'Ember cloth, blue.');
    const { missed, isValid } = fill(mark('La tela.', ember), '{o0}The fabric{c0}.');
    assert.deepEqual([missed.size, isValid], [1, true]);
  });

  test('with an article replaces the article of the engine', () => {
    const hague = { corte: 'the Court' };
    assert.equal(
      fill(mark('Va a la corte.', hague), 'He goes to {o0}the tribunal{c0}.').written,
      'He goes to the Court.',
    );
  });

  test('is not changed by the next entry, even if it looks like an article', () => {
    const kept = mark('Die a banana.', { a: undefined, banana: 'apple' }, 'opaque');
    const { written, isValid } = fill(kept, 'The {w0} {w1}.');
    assert.deepEqual([written, isValid], ['The a apple.', true]);
  });

  test('replaces its token', () => {
    const marked = mark('La tela de Ana.', { tela: 'ember cloth', Ana: undefined }, 'opaque');
    const { written, entries } = fill(marked, '{w1}’s {w0} is a {w0}', 'en');
    assert.equal(fill(marked, 'A {w0} of {w1}.').written, 'An ember cloth of Ana.');
    assert.ok(written.startsWith('Ana’s') && entries.length === 2);
  });

  test('that ends in a full stop also ends the sentence', () => {
    const friday = { viernes: 'Fri.' };
    for (const [sentence, translation, written] of [
      ['El viernes.', 'The {o0}Friday{c0}.', 'The Fri.'],
      ['El viernes.', 'The {o0}Fri.{c0}.', 'The Fri.'],
      ['El {o1}viernes{c1}.', 'The {o0}Friday{c0}.', 'The {o1}Fri.{c1}'],
      ['El viernes{p1}.', 'The {o0}Friday{c0}{p1}.', 'The Fri.{p1}'],
      ['(El viernes.)', '(The {o0}Friday{c0}.)', '(The Fri.)'],
      ['¿El viernes?', 'The {o0}Friday{c0}?', 'The Fri.?'],
      ['El viernes...', 'The {o0}Friday{c0}...', 'The Fri....'],
      ['El viernes.', 'The {o0}Friday{c0}.com', 'The Fri..com'],
    ] as const) {
      const restored = fill(mark(sentence, friday), translation);
      assert.deepEqual([restored.written, restored.isValid], [written, true], translation);
    }
    assert.equal(fill(mark('El viernes.', friday, 'opaque'), 'The {w0}.').written, 'The Fri.');
    assert.equal(fill(mark('El viernes.', { viernes: 'Fri' }), 'The {o0}Friday{c0}.').written, 'The Fri.');
  });

  test('makes the translation invalid if nothing, too much or another token is between its tokens', () => {
    const marked = mark('El tejido azul{w5} de lana.', { tejido: 'fabric', lana: 'wool' });
    const tries = [
      '{o0}{c0} blue{w5} {o1}wool{c1}.',
      `{o0}${'much too much '.repeat(4)}{c0} blue{w5} {o1}wool{c1}.`,
      '{o0}blue{w5} one{c0} {o1}wool{c1}.',
      '{o0}blue{w5} of {o1}wool{c1}{c0}.',
    ];
    for (const translation of tries) {
      const { isValid, missed } = fill(marked, translation);
      assert.ok(!isValid && missed.size > 0, translation);
    }
  });

  test('gets the removed tokens back: at their place, around it, in its spaces or after it', () => {
    const knit = { 'tejido de punto': 'knitted fabric' };
    const sentence = 'El tejido{s0}{o1}de{c1} punto{p2}{w3} es.';
    assert.equal(
      fill(mark(sentence, knit), 'The {o4}knitted fabric{c4}{p2}{w3} is.').written,
      'The {o1}knitted{s0}fabric{c1}{p2}{w3} is.',
    );
    assert.equal(
      fill(mark('El tejido{s0}{o1}de{c1} punto es.', { 'tejido de punto': undefined }, 'opaque'), 'The {w2} is.')
        .written,
      'The tejido{s0}{o1}de{c1} punto is.',
    );
    const bold = mark('{o0}El {o1}tejido{c1} de punto{c0} es.', knit);
    const { written, entries } = fill(bold, '{o0}{o2}The knitted fabric{c2}{c0} is.');
    assert.equal(written, '{o0}The {o1}knitted fabric{c1}{c0} is.');
    assert.deepEqual(
      entries.map(({ start, end }) => end - start),
      ['knitted fabric'.length],
    );
    const short = mark('El tejido{s0}de punto es.', { 'tejido de punto': 'knit' });
    assert.equal(fill(short, 'The {o1}knitted fabric{c1} is.').written, 'The{s0}knit is.');
  });

  test('is separated from its neighbours by a space only if the scripts need one', () => {
    const marked = mark('El tejido es azul.', { tejido: '织物' }, { protection: 'opaque', target: 'zh-Hans' });
    assert.equal(fill(marked, '这 {w0} 是蓝色的。', 'zh-Hans').written, '这织物是蓝色的。');
    const latin = mark('El tejido es azul.', { tejido: 'Dragoman' }, { protection: 'opaque', target: 'en' });
    assert.equal(fill(latin, 'the{w0}is blue.').written, 'the Dragoman is blue.');
    assert.equal(fill(latin, '这{w0}是蓝色的。', 'zh-Hans').written, '这Dragoman是蓝色的。');
    const korean = mark('El tejido es azul.', { tejido: '직물' }, { protection: 'opaque', target: 'ko' });
    assert.equal(fill(korean, '{w0}은 파란색입니다.', 'ko').written, '직물은 파란색입니다.');
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
  'cloth',
  'ember cloth',
  'The Big Blue Sea',
  '织物',
  'R&D',
  'l’eau',
  'X-12',
  'Fri.',
  undefined,
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
  assert.deepEqual(
    marked.entries.map(({ number }) => number),
    [tokensMax - 2, tokensMax - 1],
  );
});

test('points inside an entry are placed after its translation, with a space only if one was before them', () => {
  const [first, second] = [writeToken('point', 0), writeToken('point', 1)];
  const write = (held: string) => withInnerTokens(held, 'panel solar', 'PV module').written;
  // Soft hyphens: a space before one would be seen.
  assert.equal(write(`panel${first} solar${second}`), `PV module${first}${second}`);
  assert.equal(write(`panel ${first}solar`), `PV module ${first}`);
  assert.equal(write(`panel ${first}${second} solar`), `PV module ${first}${second}`);
});
