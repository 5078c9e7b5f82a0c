import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredScore as apertiumScore } from '../../src/adapters/apertium/engine.ts';
import apertiumTable from '../../src/adapters/apertium/quality.json' with { type: 'json' };
import { measuredScore as bergamotScore } from '../../src/adapters/bergamot/engine.ts';
import bergamotTable from '../../src/adapters/bergamot/quality.json' with { type: 'json' };
import type { Engine } from '../../src/text/engine/engine.ts';
import { LanguageCatalogue } from '../../src/text/languages/catalogue.ts';
import { parseEnginePreference } from '../../src/text/languages/preferred-engines.ts';
import { engineOf, tag } from '../text/languages/engine.ts';

/** The engines with their measured pairs and real scores, and with one model of Bergamot's. */
const apertium: Engine = {
  ...engineOf({ name: 'apertium', pairs: pairsIn(apertiumTable) }),
  measuredScore: apertiumScore,
};
const bergamotOf = (model: keyof typeof bergamotTable): Engine => ({
  ...engineOf({ name: 'bergamot', pivotsMax: 1, pairs: pairsIn(bergamotTable[model]) }),
  measuredScore: (path) => bergamotScore(model, path),
});

for (const model of Object.keys(bergamotTable) as (keyof typeof bergamotTable)[]) {
  test(`no pair of Apertium and Bergamot's ${model} is routed to the one with the lower score`, () => {
    const bergamot = bergamotOf(model);
    for (const engines of [
      [bergamot, apertium],
      [apertium, bergamot],
    ]) {
      const catalogue = new LanguageCatalogue(engines);
      let compared = 0;
      for (const { code, targets } of catalogue.entries()) {
        for (const target of targets) {
          const choice = catalogue.chooseRoutes({ source: code, target });
          assert.ok(choice.kind === 'routes');
          const scores = choice.routes.map(({ engine, path }) => engine.measuredScore(path));
          const measured = scores.filter((score) => score !== undefined);
          if (measured.length < 2) continue;
          compared++;
          assert.deepEqual(
            measured,
            measured.toSorted((a, b) => b - a),
            `${code}>${target}`,
          );
        }
      }
      assert.ok(compared > 30, `${compared} pairs`);
    }
  });
}

test('the starter models replace Apertium for their pairs', () => {
  assert.equal(serving([apertium, bergamotOf('esen-starter')], 'es', 'en'), 'bergamot');
  assert.equal(serving([apertium, bergamotOf('enes-starter')], 'en', 'es'), 'bergamot');
});

test('the models for Firefox serve the pairs for which they have better scores, for any order of the engines', () => {
  for (const pair of Object.keys(bergamotTable['base-memory'])) {
    const [source = '', target = ''] = pair.split('>');
    assert.equal(serving([apertium, bergamotOf('base-memory')], source, target), 'bergamot', pair);
  }
});

test("the operator's preference overrides the scores", () => {
  const preference = parseEnginePreference('es>en=apertium') ?? assert.fail();
  const catalogue = new LanguageCatalogue([bergamotOf('esen-starter'), apertium], [preference]);
  const choice = catalogue.chooseRoutes({ source: tag('es'), target: tag('en') });
  assert.equal(choice.kind === 'routes' && choice.routes[0]?.engine.name, 'apertium');
});

function serving(engines: readonly Engine[], source: string, target: string): string | undefined {
  const choice = new LanguageCatalogue(engines).chooseRoutes({ source: tag(source), target: tag(target) });
  return choice.kind === 'routes' ? choice.routes[0]?.engine.name : choice.kind;
}

/** The direct pairs of a table, as `engineOf` reads them. */
function pairsIn(table: object): string {
  const direct = Object.keys(table).filter((path) => path.split('>').length === 2);
  return direct.map((path) => path.replaceAll('-', '_').replace('>', '-')).join(' ');
}
