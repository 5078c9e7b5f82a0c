import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import { trialRequest } from '../../../src/web/keys/keys-routes.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';

test('a new key is tried in a pair of the best grade, into English if there is one', () => {
  const engine = new ReversingEngine();
  const catalogue = new LanguageCatalogue([engine]);
  const pairOn = (pairs: string) => {
    engine.serve(pairs);
    const { source, target } = trialRequest(catalogue);
    return `${source}>${target}`;
  };
  engine.scores.set('es>en', 46.6).set('fr>ca', 75).set('de>en', 67.3);
  assert.equal(pairOn('es-en fr-ca de-en'), 'de>en');
  assert.equal(pairOn('es-en fr-ca'), 'fr>ca');
  assert.equal(pairOn('es-en ca-fr'), 'es>en', 'basic before unmeasured');
  assert.equal(pairOn('es-en hi-ur'), 'es>en', 'hi has no sample sentence');
});
