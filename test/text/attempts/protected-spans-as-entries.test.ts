import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TranslationCache } from '../../../src/text/cache/translation-cache.ts';
import type { Engine } from '../../../src/text/engine/engine.ts';
import { needsApertium, openInstalled } from '../../adapters/apertium/installed-apertium.ts';
import { partsOn } from '../../shop/sale/translator-world.ts';
import { accountEntries, ana, spanishToEnglish } from '../../support/account-entries.ts';
import { tryGlossary } from '../../support/glossary-trial.ts';

const never = new AbortController().signal;

/** Translates as a request of an account with these glossary entries does; all texts share one translation cache. */
function world(engine: Engine) {
  const parts = partsOn(engine, { cache: new TranslationCache(1_000_000) });
  return async (text: string, entries: Readonly<Record<string, string | undefined>> = {}) => {
    const { find: findGlossary } = accountEntries(entries);
    const glossaryVersion = Object.keys(entries).length > 0 ? ana.glossaryVersion : 0;
    const request = { ...ana, ...spanishToEnglish, glossaryVersion, text };
    return (await tryGlossary({ ...parts, findGlossary }, request, never)).translatedText;
  };
}

describe('glossary entries for protected spans', needsApertium, () => {
  const entries = {
    CO2: 'carbon dioxide',
    'vitamina B12': 'vitamin B12',
    'Node.js Foundation': undefined,
    'C++': 'C plus plus',
    macOS: undefined,
  };

  test('are translated, and spans without an entry stay unchanged', async () => {
    await using engine = await openInstalled();
    const translate = world(engine);
    const cases = [
      ['El CO2 es un gas.', 'The carbon dioxide is a gas.'],
      ['CO2', 'Carbon dioxide'],
      ['La vitamina B12 es buena.', 'The vitamin B12 is good.'],
      ['La B12 es buena.', await translate('La B12 es buena.')],
      ['La vitamina B12 y la B12 son buenas.', 'The vitamin B12 and the B12 are good.'],
      ['Compro `CO2` y una casa.', 'I buy `CO2` and a house.'],
    ] as const;
    for (const [text, expected] of cases) assert.equal(await translate(text, entries), expected);
    const kept = await translate('La <b>Node.js</b> Foundation trabaja con macOS, Node.js y C++.', entries);
    for (const words of ['<b>Node.js</b> Foundation', 'macOS, Node.js', 'C plus plus']) {
      assert.ok(kept.includes(words), kept);
    }
  });
});
