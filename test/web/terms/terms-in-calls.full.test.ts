import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AccountArea, type Member, startAccountArea } from '../../support/account-area.ts';
import { applyForm, fileOf, previewFile } from './terms-world.ts';

/** A key, made on its page. */
async function makeKey({ visitor }: Member): Promise<string> {
  const shown = await visitor.submit(await visitor.open('/keys/new'), '/keys', { name: 'the shop' });
  const [, key] = /id="new-key">(dragoman_live_\w{38})</.exec(shown.html) ?? [];
  assert.ok(key, shown.text);
  return key;
}

async function translate({ url }: AccountArea, key: string, text: string): Promise<unknown> {
  const reply = await fetch(new URL('/api/v1/translate', url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text, source_lang: 'es', target_lang: 'en' }),
  });
  const body = (await reply.json()) as { readonly translated_text?: unknown };
  return body.translated_text;
}

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`terms of the account area on ${database}`, () => {
    test('hold from the next call of the API on, and no longer than until they are removed', async () => {
      await using area = await startAccountArea({ database });
      const member = await area.signUp();
      const { visitor } = member;
      await member.buy(1_000);
      const key = await makeKey(member);
      assert.equal(await translate(area, key, 'compro una nube'), 'nube una compro');
      const page = await visitor.open('/terms');
      const nube = { source: 'es', target: 'en', term: 'nube', translation: 'Cloud Nine', case: 'exact' };
      const added = await visitor.submit(page, '/terms', nube);
      assert.equal(await translate(area, key, 'compro una nube'), 'Cloud Nine una compro');
      const [, id = ''] = /href="\/terms\/([^/"]+)\/edit"/.exec(added.html) ?? [];
      const edit = await visitor.open(`/terms/${id}/edit`);
      const edited = await visitor.submit(edit, `/terms/${id}/edit`, { translation: 'fog' });
      assert.equal(await translate(area, key, 'compro una nube'), 'fog una compro');
      const [, next = ''] = /href="\/terms\/([^/"]+)\/remove"/.exec(edited.html) ?? [];
      await visitor.submit(await visitor.open(`/terms/${next}/remove`), `/terms/${next}/remove`);
      assert.equal(await translate(area, key, 'compro una nube'), 'nube una compro');
    });

    test('are imported and undone as a whole, which the audit journal tells, and are nobody else’s', async () => {
      await using area = await startAccountArea({ database });
      const [ana, ben] = [await area.signUp(), await area.signUp()];
      await ana.buy(1_000);
      const key = await makeKey(ana);
      const rows = 'term,translation,case\nnube,haze,exact\nuna,a,exact\n';
      const preview = await previewFile(ana.visitor, fileOf('a.csv', rows), { source: 'es', target: 'en' });
      await ana.visitor.send(applyForm(preview));
      assert.equal(await translate(area, key, 'compro una nube'), 'haze a compro');
      const [act] = await area.stores.audit.listActs({ accountId: ana.accountId, limit: 1 });
      assert.deepEqual([act?.act, act?.by], ['terms.imported', ana.accountId]);
      assert.match((await ben.visitor.open('/terms')).text, /There are no terms yet/);
      await ana.visitor.submit(await ana.visitor.open('/terms/history'), '/terms/undo');
      assert.equal(await translate(area, key, 'compro una nube'), 'nube una compro');
    });

    test('are searched and paged the same way', async () => {
      await using area = await startAccountArea({ database });
      const { visitor } = await area.signUp();
      const rows = Array.from(
        { length: 70 },
        (_, index) => `palabra ${index},${index % 2 === 0 ? 'Even' : 'Odd'} ${index}`,
      );
      const file = fileOf('a.csv', `term,translation\n${rows.join('\n')}\n`);
      await visitor.send(applyForm(await previewFile(visitor, file, { source: 'es', target: 'en' })));
      const first = await visitor.open('/terms');
      const next = /href="(\/terms\?after=[^"]+)">Next page/.exec(first.html)?.[1] ?? '';
      const second = await visitor.open(next);
      const shown = [first, second].flatMap(({ html }) =>
        [...html.matchAll(/>(palabra \d+)<\/bdi>/g)].map(([, word]) => word),
      );
      assert.equal(new Set(shown).size, 70);
      const even = await visitor.open('/terms?q=EVEN+4&to=en');
      assert.deepEqual(
        [...even.html.matchAll(/>(palabra \d+)<\/bdi>/g)].map(([, word]) => word),
        ['palabra 4', 'palabra 40', 'palabra 42', 'palabra 44', 'palabra 46', 'palabra 48'],
      );
    });
  });
}
