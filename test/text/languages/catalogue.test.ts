import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { LanguageCatalogue, type LanguageLookup } from '../../../src/text/languages/catalogue.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import type { LanguageRole } from '../../../src/text/languages/language-match.ts';
import { readCases } from '../../support/case-file.ts';
import { engineOf, tag } from './engine.ts';

const iberian = 'es-en en-es es-ca ca-es es-pt es-pt_BR pt-es es-ca_valencia fr-es es-fr hi-ur ur-hi';

test('lists every language once, by code, with its targets', () => {
  const catalogue = new LanguageCatalogue([
    engineOf({ pairs: 'es-en en-es es-pt_BR' }),
    engineOf({ pairs: 'es-en ur-hi' }),
  ]);
  assert.deepEqual(
    catalogue
      .entries()
      .map(({ code, source, target, targets, direction }) => ({ code, source, target, targets, direction })),
    [
      { code: 'en', source: true, target: true, targets: ['es', 'pt-BR'], direction: 'ltr' },
      { code: 'es', source: true, target: true, targets: ['en', 'pt-BR'], direction: 'ltr' },
      { code: 'hi', source: false, target: true, targets: [], direction: 'ltr' },
      { code: 'pt-BR', source: false, target: true, targets: [], direction: 'ltr' },
      { code: 'ur', source: true, target: false, targets: ['hi'], direction: 'rtl' },
    ],
  );
  assert.deepEqual([...catalogue.sourcesOffered()], ['en', 'es', 'ur']);
});

test('pivots use one engine only', () => {
  const split = new LanguageCatalogue([engineOf({ pairs: 'aa-bb' }), engineOf({ pairs: 'bb-cc' })]);
  assert.deepEqual(split.entries()[0]?.targets, ['bb']);
});

test('the version changes exactly when an entry does', () => {
  const engine = engineOf({ pairs: iberian });
  const catalogue = new LanguageCatalogue([engine]);
  const before = { version: catalogue.version, entries: catalogue.entries(), sources: catalogue.sourcesOffered() };
  assert.match(before.version, /^[0-9a-f]{16}$/);
  engine.serve(iberian.split(' ').toReversed().join(' '));
  const now = { version: catalogue.version, entries: catalogue.entries(), sources: catalogue.sourcesOffered() };
  assert.deepEqual(now, before);
  assert.equal(catalogue.entries(), before.entries);
  assert.equal(catalogue.sourcesOffered(), before.sources);
  engine.serve(`${iberian} pt-gl`);
  assert.notEqual(catalogue.version, before.version);
  engine.serve(iberian);
  assert.equal(catalogue.version, before.version);
});

test('a language that is no longer served is withdrawn immediately, until an engine serves it again', () => {
  const engine = engineOf({ pairs: iberian });
  const catalogue = new LanguageCatalogue([engine]);
  const parsed = (input: string) => [catalogue.parse(input, 'source'), catalogue.parse(input, 'target')];
  const both = (lookup: LanguageLookup) => [lookup, lookup];
  assert.deepEqual(parsed('fr-FR'), both({ kind: 'tag', tag: tag('fr') }));
  for (const still of ['es-en en-es', 'es-en']) {
    engine.serve(still);
    assert.deepEqual(parsed('fr-FR'), both({ kind: 'withdrawn', tag: tag('fr') }));
    assert.deepEqual(parsed('frech'), both({ kind: 'unknown', nearest: tag('fr') }));
    assert.equal(servesTarget(catalogue, tag('fr')), false);
  }
  engine.serve(iberian);
  assert.deepEqual(parsed('fr-FR'), both({ kind: 'tag', tag: tag('fr') }));
});

test('does not replace a withdrawn variant with a related language', () => {
  const engine = engineOf({ pairs: iberian });
  const catalogue = new LanguageCatalogue([engine]);
  engine.serve('es-pt es-ca');
  assert.deepEqual(catalogue.parse('pb', 'target'), { kind: 'withdrawn', tag: 'pt-BR' });
  assert.deepEqual(catalogue.parse('ca-valencia', 'target'), { kind: 'withdrawn', tag: 'ca-valencia' });
  assert.deepEqual(catalogue.parse('pt-PT', 'target'), { kind: 'tag', tag: 'pt' });
});

test('a pair that is no longer served is withdrawn, and one that was never served is unsupported', () => {
  const engine = engineOf({ pairs: 'es-en fr-es es-pt pt-pt_BR' });
  const catalogue = new LanguageCatalogue([engine]);
  const kindOf = (source: string, target: string) =>
    catalogue.chooseRoutes({ source: tag(source), target: tag(target) }).kind;
  assert.deepEqual([kindOf('fr', 'en'), kindOf('en', 'fr'), kindOf('pt', 'pt-BR')], ['routes', 'none', 'routes']);
  engine.serve('es-en es-fr es-pt');
  assert.deepEqual([kindOf('fr', 'en'), kindOf('en', 'fr'), kindOf('pt', 'pt-BR')], ['withdrawn', 'none', 'withdrawn']);
  assert.deepEqual([kindOf('es', 'fr'), kindOf('fr', 'es')], ['routes', 'withdrawn']);
});

test('every language ever served remains a candidate source', () => {
  const engine = engineOf({ pairs: 'es-en fr-en' });
  const catalogue = new LanguageCatalogue([engine]);
  engine.serve('es-en ca-es');
  assert.deepEqual([...catalogue.sourcesOffered()], ['ca', 'es', 'fr']);
  const offered = catalogue.sourcesOffered();
  engine.serve('ca-es es-en');
  assert.equal(catalogue.sourcesOffered(), offered);
});

/** A role, pairs of an engine, and what a code leads to; `?` marks the nearest one to an unknown code. */
for (const { title, rows } of readCases(import.meta.url, 'lookups.txt')) {
  test(title, () => {
    for (const [role, pairs = '', ...expected] of rows) {
      const catalogue = new LanguageCatalogue([engineOf({ pairs })]);
      const found = expected.map((pair) => {
        const input = pair.slice(0, pair.indexOf('>'));
        const lookup = catalogue.parse(input, role as LanguageRole);
        return `${input}>${lookup.kind === 'unknown' ? `?${lookup.nearest}` : lookup.tag}`;
      });
      assert.deepEqual(found, expected);
    }
  });
}

test('without an engine every code is unknown, without a suggestion', () => {
  assert.deepEqual(new LanguageCatalogue([]).parse('en', 'source'), { kind: 'unknown', nearest: undefined });
  assert.deepEqual(new LanguageCatalogue([]).entries(), []);
});

test('any string is a served language, or unknown with a suggestion', () => {
  const catalogue = new LanguageCatalogue([engineOf({ pairs: iberian })]);
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', size: 'max', maxLength: 200 }),
    fc.constant('a-'.repeat(50_000)),
  );
  fc.assert(
    fc.property(hostile, (input) => {
      const lookup = catalogue.parse(input, 'target');
      assert.ok(servesTarget(catalogue, lookup.kind === 'unknown' ? tag(lookup.nearest ?? '') : lookup.tag));
    }),
  );
});

test('a text already in the target language needs no route', () => {
  const catalogue = new LanguageCatalogue([engineOf({ pairs: `${iberian} es-en_US` })]);
  const kindOf = (source: string, target: string) =>
    catalogue.chooseRoutes({ source: tag(source), target: tag(target) }).kind;
  assert.equal(kindOf('es', 'es'), 'same');
  assert.equal(kindOf('en', 'en-US'), 'same', 'a detour through Spanish would only harm it');
  assert.equal(kindOf('pt', 'pt-BR'), 'same');
  assert.equal(kindOf('ca', 'ca-valencia'), 'routes');
  assert.equal(kindOf('es', 'en'), 'routes');
  assert.equal(kindOf('es', 'hi'), 'none');
});

function servesTarget(catalogue: LanguageCatalogue, code: LanguageTag): boolean {
  return catalogue.entries().some((entry) => entry.code === code && entry.target);
}
