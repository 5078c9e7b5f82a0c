import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathName, promisingPaths } from '../../eval/paths.ts';

const hops = { 'es>ca': 60, 'ca>fr': 50, 'es>it': 40, 'it>fr': 40, 'fr>es': 50, 'es>en-US': 50, 'en-US>fr': 90 };

test("the most promising pivot paths of each pair are measured, up to the engine's limit", () => {
  assert.deepEqual(namesOf(0), []);
  const found = namesOf(1).filter((name) => name.startsWith('es>') && name.endsWith('>fr'));
  assert.deepEqual(found, ['es>en-US>fr', 'es>ca>fr', 'es>it>fr']);
  assert.ok(namesOf(2).includes('ca>fr>es>it'));
  assert.ok(namesOf(2).every((name) => name.split('>').length <= 4));
});

test('fewer paths are measured for a pair with a direct translation', () => {
  const names = namesOf(1, { ...hops, 'es>fr': 60 });
  const found = names.filter((name) => name.startsWith('es>') && name.endsWith('>fr'));
  assert.deepEqual(found, ['es>en-US>fr', 'es>ca>fr']);
});

test('no path visits a language twice, or two varieties of one language', () => {
  const names = namesOf(2, { ...hops, 'en>es': 50, 'pt>es': 50, 'es>pt-BR': 50 });
  for (const name of names) {
    const languages = name.split('>').map((tag) => tag.split('-')[0]);
    assert.equal(new Set(languages).size, languages.length, name);
  }
  assert.ok(names.length > 10);
});

function namesOf(pivotsMax: number, direct: Readonly<Record<string, number>> = hops): readonly string[] {
  return promisingPaths({ pivotsMax }, new Map(Object.entries(direct))).map(pathName);
}
