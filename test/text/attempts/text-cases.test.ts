import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsApertium, openInstalled } from '../../adapters/apertium/installed-apertium.ts';
import { openStarter } from '../../adapters/bergamot/opened-engine.ts';
import { FolderModels, installedModel } from '../../support/folder-models.ts';
import { openPatientMorphology } from '../../support/patient-morphology.ts';
import { sampled } from '../../support/property-runs.ts';
import { reverseFiles } from '../../support/starter-model.ts';
import { openTextCases, readTextCases } from '../../support/text-cases.ts';

const casesMin = 500;

const cases = readTextCases(new URL('../../fixtures/text-cases.jsonl', import.meta.url));

test(`there are at least ${casesMin} texts like those that users of translation services report, each once`, () => {
  assert.ok(cases.length >= casesMin, String(cases.length));
  const named = cases.map(({ source, target, engine, text, entries }) =>
    JSON.stringify([source, target, engine, text, entries]),
  );
  const repeated = named.filter((name, index) => named.indexOf(name) < index);
  assert.deepEqual(repeated, []);
});

test('real engines translate each of them without its fault', needsApertium, async (t) => {
  await using morphology = openPatientMorphology();
  await using apertium = await openInstalled();
  const models = [await installedModel('es>en'), await installedModel('en>es', reverseFiles)];
  await using bergamot = await openStarter({ source: new FolderModels(models) });
  const tryCase = await openTextCases({ apertium, bergamot }, morphology);
  for (const [kind, own] of Map.groupBy(sampled(cases), (one) => one.kind)) {
    await t.test(kind, async () => {
      const faults: string[] = [];
      for (const one of own) {
        const found = await tryCase(one);
        faults.push(...found.faults.map((fault) => `${one.text} -> ${found.translatedText}: ${fault}`));
      }
      assert.deepEqual(faults, []);
    });
  }
});
