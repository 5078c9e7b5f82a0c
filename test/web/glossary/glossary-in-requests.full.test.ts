import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Translation } from '../../../sdk/src/wire.ts';
import { type AccountArea, startAccountArea } from '../../support/account-area.ts';
import { createKey } from '../../support/account-area-belongings.ts';
import { translate } from '../../support/call.ts';
import { fileOf, importFile } from './glossary-world.ts';

async function translationOf({ url }: AccountArea, key: string, text: string): Promise<string> {
  const { body } = await translate<Translation>(url, { key, body: { text, source_lang: 'es', target_lang: 'en' } });
  return body.translated_text;
}

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`glossary of the account area on ${database}`, () => {
    test('imports and undos apply completely, are in the audit journal, and belong to one account', async () => {
      await using area = await startAccountArea({ database });
      const [ana, ben] = [await area.signUp(), await area.signUp()];
      await ana.buy(1_000);
      const { key } = await createKey(ana, 'the shop');
      const rows = 'term,translation,case\nnube,haze,exact\nuna,a,exact\n';
      await importFile(ana.visitor, fileOf('a.csv', rows), { source: 'es', target: 'en' });
      assert.equal(await translationOf(area, key, 'compro una nube'), 'haze a compro');
      const [act] = await area.stores.audit.listActs({ accountId: ana.accountId, limit: 1 });
      assert.deepEqual([act?.act, act?.by], ['terms.imported', ana.accountId]);
      assert.match((await ben.visitor.open('/glossary')).text, /Your glossary is empty/);
      await ana.visitor.submit(await ana.visitor.open('/glossary/history'), '/glossary/undo');
      assert.equal(await translationOf(area, key, 'compro una nube'), 'nube una compro');
    });
  });
}
