import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { tokenPattern } from '../../../src/text/document/token.ts';
import type { Engine } from '../../../src/text/engine/engine.ts';
import { documentWorld } from '../../support/document-world.ts';
import { usesIn, type WantedEntry } from '../../support/entry-uses.ts';
import { backwards, LettersEngine, type Twist } from '../../support/letters-engine.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { readable } from '../checks/written-tokens.ts';

type WantedWords = Readonly<Record<string, string | undefined>>;

const finding = (entries: WantedWords, options: Partial<WantedEntry> = {}) => ({
  uses: (sentence: string) => usesIn(sentence, entries, options),
});

const sent = ({ segments }: LettersEngine) => segments.map(readable);

const losing: Twist = (_, answer) => answer.map((one) => one.replaceAll(/[\uFDD1\uFDD2][\uE000-\uEF9F]/g, ''));

const down = () => new ServiceError('engine_unavailable');

const none = { natural: 0, replaced: 0, placeholder: 0, opaque: 0 };

describe('a sentence with a glossary entry', () => {
  test('needs one variant if the engine uses the wanted words, otherwise another one', async () => {
    const engine = new LettersEngine();
    const { translate, applied } = documentWorld([engine]);
    const natural = await translate('Compro tejido azul.', finding({ tejido: 'odijet' }));
    assert.equal(natural.translatedText, 'Orpmoc odijet luza.');
    const replaced = await translate('Compro tejido azul.', finding({ tejido: 'fabric' }));
    assert.equal(replaced.translatedText, 'Orpmoc fabric luza.');
    assert.deepEqual(sent(engine), Array(2).fill('Compro {o0}tejido{c0} azul.'));
    assert.deepEqual(applied, [
      { engine: 'letters', ...none, natural: 1 },
      { engine: 'letters', ...none, replaced: 1 },
    ]);
  });

  test('is translated with a placeholder noun for a missed entry if the engine has one', async () => {
    const engine = new LettersEngine({ missedEntries: 'placeholder' });
    const { translate, applied } = documentWorld([engine]);
    const entries = { tejido: 'fabric', azul: 'luza' };
    const { translatedText } = await translate('Compro tejido azul.', finding(entries, { number: 'plural' }));
    assert.equal(translatedText, 'Orpmoc fabric luza.');
    assert.deepEqual(sent(engine), [
      'Compro {o0}tejido{c0} {o1}azul{c1}.',
      'Compro tejido azul.',
      'Compro {w0} {o1}azul{c1}.',
      'Compro {w0} azul.',
    ]);
    assert.deepEqual(applied, [{ engine: 'letters', ...none, natural: 1, placeholder: 1 }]);
    const [fabric, blue] = [
      { number: 0, words: 'tejido', wanted: 'fabric', isPlural: true, isNoun: undefined },
      { number: 1, words: 'azul', wanted: 'luza', isPlural: true, isNoun: undefined },
    ];
    assert.deepEqual(engine.jobs[1]?.entries, [[fabric, blue], [fabric]]);
  });

  test('is translated with opaque tokens if the engine loses the tags', async () => {
    for (const missedEntries of ['replace', 'placeholder'] as const) {
      const engine = new LettersEngine({ missedEntries, twist: losing });
      const { translate, applied, repairs } = documentWorld([engine]);
      const { translatedText } = await translate('Compro tejido azul.', finding({ tejido: 'fabric' }));
      assert.equal(translatedText, 'Orpmoc fabric luza.');
      const bare = missedEntries === 'placeholder' ? ['Compro tejido azul.'] : [];
      assert.deepEqual(sent(engine), ['Compro {o0}tejido{c0} azul.', ...bare, 'Compro {w0} azul.']);
      assert.deepEqual(applied, [{ engine: 'letters', ...none, opaque: 1 }]);
      assert.deepEqual(repairs, [{ issue: 'tokens', repair: 'opaque_terms', succeeded: true }]);
    }
  });

  test('is translated with opaque tokens if words of the engine’s own translation may remain', async () => {
    const partly: Twist = (_, answer) =>
      answer.map((one) => one.replace('\uFDD1\uE000Odijet ed ', 'Odijet ed \uFDD1\uE000'));
    const engine = new LettersEngine({ twist: partly });
    const { translate, applied } = documentWorld([engine]);
    const knit = { 'tejido de punto': 'knitted fabric' };
    assert.equal((await translate('Tejido de punto azul.', finding(knit))).translatedText, 'Knitted fabric luza.');
    assert.deepEqual(sent(engine), ['{o0}Tejido de punto{c0} azul.', '{w0} azul.']);
    assert.deepEqual(applied, [{ engine: 'letters', ...none, opaque: 1 }]);
  });

  test('uses the bare translation if it has the same entries', async () => {
    const twist: Twist = ({ segments }, answer) =>
      answer.map((one, at) => (/[\uFDD0\uFDD1]/.test(segments[at] ?? '') ? one.replace('Orpmoc', 'Orpmoc le') : one));
    for (const [missedEntries, expected] of [
      ['replace', 'Orpmoc le odijet luza.'],
      ['placeholder', 'Orpmoc odijet luza.'],
    ] as const) {
      const { translate, applied } = documentWorld([new LettersEngine({ missedEntries, twist })]);
      const { translatedText } = await translate('Compro tejido azul.', finding({ tejido: 'odijet' }));
      assert.equal(translatedText, expected);
      assert.deepEqual(applied, [{ engine: 'letters', ...none, natural: 1 }]);
    }
  });

  test('falls back to replaced words if the placeholder noun fails', async () => {
    const twist: Twist = ({ segments }, answer) =>
      answer.map((one, at) => (segments[at]?.includes('\uFDD0') ? '' : one));
    const engine = new LettersEngine({ missedEntries: 'placeholder', twist });
    const { translate, applied } = documentWorld([engine]);
    const { translatedText } = await translate('Compro tejido azul.', finding({ tejido: 'fabric' }));
    assert.equal(translatedText, 'Orpmoc fabric luza.');
    assert.deepEqual(applied, [{ engine: 'letters', ...none, replaced: 1 }]);
  });

  test('needs no engine call if it contains only the entry, and still reports the engine', async () => {
    const engine = new LettersEngine();
    const { translate } = documentWorld([engine]);
    const { translatedText, engine: name } = await translate('Tejido\n\n**Tejido**: 12', finding({ tejido: 'fabric' }));
    assert.equal(translatedText, 'Fabric\n\n**Fabric**: 12');
    assert.deepEqual([name, engine.jobs.length], ['letters', 0]);
  });

  test('uses the next route if all variants fail, and fails without one', async () => {
    const silent = new LettersEngine({ name: 'silent', twist: (_, answer) => answer.map(() => '') });
    const { translate, applied } = documentWorld([silent, new LettersEngine()]);
    const { translatedText } = await translate('Compro tejido azul.', finding({ tejido: 'fabric' }));
    assert.equal(translatedText, 'Orpmoc fabric luza.');
    assert.deepEqual(applied, [{ engine: 'letters', ...none, replaced: 1 }]);
    const alone = documentWorld([silent]);
    await assert.rejects(alone.translate('Compro tejido azul.', finding({ tejido: 'fabric' })), {
      code: 'unfaithful_translation',
      detail: { engine: 'silent', pair: 'es>en', issue: 'empty', sentences: 1 },
    });
  });

  test('uses the next route if the engine becomes unavailable between two variants', async () => {
    const first = new LettersEngine({ name: 'first', missedEntries: 'placeholder' });
    first.twist = (_, answer) => {
      if (first.jobs.length > 1) throw down();
      return answer;
    };
    const { translate } = documentWorld([first, new LettersEngine({ name: 'second' })]);
    const { engine, translatedText } = await translate('Compro tejido azul.', finding({ tejido: 'fabric' }));
    assert.deepEqual([engine, translatedText], ['second', 'Orpmoc fabric luza.']);
  });

  test('passes a pivot, without the wanted translation on the first hop', async () => {
    const engine = new LettersEngine({ pairs: 'es-ca ca-en', pivotsMax: 1 });
    const { translate } = documentWorld([engine]);
    const { translatedText } = await translate('Compro tejido azul.', finding({ tejido: 'fabric' }));
    assert.equal(translatedText, 'Compro fabric azul.');
    assert.deepEqual(sent(engine), ['Compro {o0}tejido{c0} azul.', 'Orpmoc {o0}odijet{c0} luza.']);
    const entriesSent = engine.jobs.map(({ entries }) => entries?.[0]?.map(({ words, wanted }) => [words, wanted]));
    assert.deepEqual(entriesSent, [[['tejido', undefined]], [['odijet', 'fabric']]]);
  });

  test('is rendered with its markup, line breaks and capitals', async () => {
    const { translate } = documentWorld([new LettersEngine()]);
    const text =
      '<p>Compro <b>tejido</b>\nde punto &amp; lana.</p>\n\n- Tejido de punto barato\n\nCOMPRO TEJIDO DE PUNTO.';
    const { translatedText } = await translate(text, finding({ 'tejido de punto': 'knitted fabric' }));
    assert.equal(
      translatedText,
      '<p>Orpmoc <b>knitted\nfabric</b> &amp; anal.</p>\n\n- Knitted fabric otarab\n\nOrpmoc KNITTED FABRIC.'.replace(
        'Orpmoc K',
        'ORPMOC K',
      ),
    );
  });
});

describe('two accounts', () => {
  test('with different entries for a sentence do not share its translation; without entries they do', async () => {
    const opened = Promise.withResolvers<void>();
    const engine = new LettersEngine({ twist: async (_, answer) => opened.promise.then(() => answer) });
    const { translate } = documentWorld([engine], { memoryBytes: 2 ** 20 });
    const text = 'Compro tejido azul.\nOtra frase.';
    const calls = [
      translate(text, { account: 'ana', ...finding({ tejido: 'fabric' }) }),
      translate(text, { account: 'bea', ...finding({ tejido: 'cloth' }) }),
      translate(text, { account: 'eva', ...finding({ tejido: 'cloth' }) }),
      translate(text, { account: 'leo' }),
    ];
    opened.resolve();
    const written = (await Promise.all(calls)).map(({ translatedText }) => translatedText.split('\n')[0]);
    assert.deepEqual(written, [
      'Orpmoc fabric luza.',
      'Orpmoc cloth luza.',
      'Orpmoc cloth luza.',
      'Orpmoc odijet luza.',
    ]);
    assert.equal(engine.segments.filter((one) => one === 'Otra frase.').length, 1);
    assert.equal(engine.segments.length, 5);
    await translate(text, { account: 'ana', ...finding({ tejido: 'fabric' }) });
    assert.equal(engine.segments.length, 5);
  });
});

describe('a sentence of one account', () => {
  test('is translated again if the wanted translation or the number of its entries has changed', async () => {
    const obeying: Twist = ({ entries }, answer) =>
      answer.map((one, index) => one.replace('odijet', entries?.[index]?.[0]?.wanted ?? 'odijet'));
    const engine = new LettersEngine({ twist: obeying });
    const { translate, applied } = documentWorld([engine], { memoryBytes: 2 ** 20 });
    const written: string[] = [];
    for (const [wanted, number] of [['fabric'], ['cloth'], ['cloth', 'plural'], ['fabric'], ['cloth']] as const) {
      const { translatedText } = await translate('Compro tejido azul.', finding({ tejido: wanted }, { number }));
      written.push(translatedText);
    }
    const [fabric, cloth] = ['Orpmoc fabric luza.', 'Orpmoc cloth luza.'];
    assert.deepEqual(written, [fabric, cloth, cloth, fabric, cloth]);
    const counts = applied.map(({ natural }) => natural);
    assert.deepEqual(counts, Array(5).fill(1));
    assert.equal(engine.segments.length, 3);
  });
});

/** An engine's reply to a segment: other words, and tokens lost, doubled or moved, or nothing. */
const faults = {
  honest: (answer: string) => answer,
  losesPairs: (answer: string) => answer.replaceAll(/[\uFDD1\uFDD2][\uE000-\uEF9F]/g, ''),
  losesTokens: (answer: string) => answer.replaceAll(tokenPattern, ''),
  doubles: (answer: string) => answer.replace(tokenPattern, (token) => token + token),
  reorders: (answer: string) => answer.split(' ').toReversed().join(' '),
  swallows: (answer: string) => answer.replace(/([\uFDD2][\uE000-\uEF9F])( \S+)/, '$2$1'),
  empties: (answer: string) => answer.replace(/([\uFDD1][\uE000-\uEF9F])\S+?(?=\uFDD2)/, '$1'),
  silent: () => '',
} as const;

const kinds = Object.keys(faults) as (keyof typeof faults)[];
const pieces = ['compro', 'tejido', 'de', 'punto', '<b>', '</b>', '{name}', 'azul', 'lana,', '😀', '\n', '12', 'LANA'];

const hostileText = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 })
  .map((words) => `Hoy ${words.join(' ')} aquí.`);

const hostileEntries: fc.Arbitrary<WantedWords> = fc.dictionary(
  fc.constantFrom('tejido de punto', 'lana', 'compro', 'azul', 'hoy'),
  fc.constantFrom('cloth', 'ember cloth', 'the Big Blue Sea', '织物', 'R&D', undefined),
  { minKeys: 1, maxKeys: 3 },
);

const hostileTurns = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 4 });
const eitherWay = fc.constantFrom<Engine['missedEntries'][]>('replace', 'placeholder');

test('for any output of an engine, all entries and protected spans are there after at most three variants, or the text fails', async () => {
  let [obeyed, failed] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.record({ text: hostileText, entries: hostileEntries, turns: hostileTurns, missedEntries: eitherWay }),
      async ({ text, entries, turns, missedEntries }) => {
        const engine = new LettersEngine({ missedEntries });
        engine.twist = (_, answer) => {
          const fault = faults[turns[engine.jobs.length % turns.length] ?? 'honest'];
          return answer.map(fault);
        };
        const { translate } = documentWorld([engine]);
        try {
          const { translatedText } = await translate(text, finding(entries, { caseRule: 'exact' }));
          obeyed++;
          assertObeyed(text, entries, translatedText);
        } catch (error) {
          if (!(error instanceof ServiceError) || error.code !== 'unfaithful_translation') throw error;
          failed++;
        }
        // Each of three tries may be repaired once, and the last of them twice.
        assert.ok(engine.jobs.length <= (text.includes('\n') ? 9 : 7), `${engine.jobs.length} jobs`);
      },
    ),
    { numRuns: propertyRuns('', 1_500) },
  );
  assert.ok(obeyed > 30, `${obeyed} obeyed, ${failed} failed`);
});

/** Counts over the whole text, whose words are otherwise written backwards. */
function assertObeyed(text: string, entries: WantedWords, translated: string): void {
  for (const [words, translation] of Object.entries(entries)) {
    const source = new RegExp(`(?<!\\p{L})${words.replaceAll(' ', '(?:\\s|<b>|</b>|😀)+')}(?!\\p{L})`, 'giu');
    const wanted = (translation ?? words).replaceAll(' ', '(?:\\s|<b>|</b>|😀)+');
    const found = translated.match(new RegExp(wanted, 'giu'))?.length ?? 0;
    // No entry matches across a blank line.
    const matches = text.match(source)?.filter((match) => !/\n[^\p{L}]*\n/u.test(match)) ?? [];
    assert.ok(found >= matches.length, `${words} > ${translation}: ${text} > ${translated}`);
  }
  for (const mark of ['<b>', '</b>', '{name}', '😀', '\n', '12']) {
    assert.equal(translated.split(mark).length, text.split(mark).length, `${mark}: ${text} > ${translated}`);
  }
  assert.doesNotMatch(translated, /[\uFDD0-\uFDEF]/);
}

test('words of an entry without tokens are translated as usual', async () => {
  const engine = new LettersEngine();
  const { translate } = documentWorld([engine]);
  const { translatedText } = await translate('Otra frase.', finding({ tejido: 'fabric' }));
  assert.equal(translatedText, backwards('Otra frase.'));
  assert.equal(engine.jobs[0]?.entries, undefined);
});
