import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countCharacters } from '../../../src/ground/units.ts';
import { UsageReports } from '../../../src/shop/usage/usage-reports.ts';
import type { EntryLanguage } from '../../../src/text/glossary/glossary-entry.ts';
import { type AccountArea, type Member, sharedAccountArea, startAccountArea } from '../../support/account-area.ts';
import { createKey } from '../../support/account-area-belongings.ts';
import type { Shown } from '../../support/account-area-visitor.ts';
import { eventually } from '../../support/eventually.ts';
import { changeGlossary, newEntry } from '../../support/glossary-world.ts';

type Fields = { readonly text: string; readonly source?: string; readonly target?: string; readonly named?: string };

const spanishToEnglish = { source: 'es', target: 'en' };

/** A member who has bought `count` characters. */
async function signUp(area: AccountArea, count = 1_000) {
  const member = await area.signUp();
  await member.buy(count);
  const used = async () => (await area.stores.ledger.readBalance(member.accountId, area.now()))?.used;
  return { ...member, used };
}

/** Fills in the form of a newly opened page and sends it. */
async function translate({ visitor }: Member, fields: Fields): Promise<Shown> {
  const page = await visitor.open('/playground');
  return visitor.submit(page, '/playground', { ...spanishToEnglish, ...fields });
}

function partOf(page: Shown, id: string): string {
  const [, inner] = new RegExp(`id="${id}"[^>]*>([\\s\\S]*?)</(?:div|code|p)>`).exec(page.html) ?? [];
  assert.ok(inner !== undefined, `${id}: ${page.text}`);
  return inner;
}

/** A sample without its colours. */
function codeOf(page: Shown, id: string): string {
  return unescaped(partOf(page, id).replaceAll(/<[^>]*>/g, ''));
}

function textIn(page: Shown): string | undefined {
  const form = page.forms.find(({ action }) => action === '/playground');
  return form?.fields.find(([name]) => name === 'text')?.[1];
}

const unescaped = (text: string) =>
  text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

for (const database of ['sqlite', 'postgres'] as const) {
  test(`a text is translated and charged like an API request, under the playground's own key id, on ${database}`, async () => {
    await using area = await startAccountArea({ database });
    const member = await signUp(area);
    const page = await translate(member, { text: 'uno dos tres' });
    assert.equal(page.status, 200);
    assert.equal(partOf(page, 'translation'), 'tres dos uno');
    assert.match(page.text, /12 characters · about 0\.00011 EUR .* 12 charged/);
    assert.match(page.html, /"988 characters left"/);
    const { accountId } = member;
    const usage = new UsageReports({ store: area.stores.usage, now: area.now });
    assert.deepEqual(await usage.usedByKey(accountId), [{ keyId: 'playground', characters: 12, requests: 1 }]);
    assert.match((await member.visitor.open('/keys')).text, /Documents : 12 characters/);
  });
}

describe('playground', () => {
  const shared = sharedAccountArea();

  test('charges code points, a line break of a form as one, and shows the text as typed', async () => {
    const member = await signUp(shared());
    const text = '\n😀 uno\ndos 𝄞\n\ntres';
    const typed = text.replaceAll('\n', '\r\n');
    const reply = await member.visitor.post('/playground', { text: typed, ...spanishToEnglish });
    const page = await reply.text();
    assert.match(page, /18 charged/);
    assert.equal(await member.used(), [...text].length);
    assert.ok(page.includes(`">\n${text}</textarea>`), 'a line break behind the tag is for the browser');
    assert.match(page, /982 left/);
  });

  test('counts without translating when scripts are off', async () => {
    const member = await signUp(shared(), 10);
    const reply = await member.visitor.post('/playground', { text: 'uno dos tres', act: 'count', ...spanishToEnglish });
    assert.match(await reply.text(), /12 characters.* 2 more/);
    assert.equal(await member.used(), 0);
  });

  test('a repeated form gets the same reply and is charged once; a changed one is another request', async () => {
    const member = await signUp(shared());
    const page = await member.visitor.open('/playground');
    const send = (fields: Fields) => member.visitor.submit(page, '/playground', { ...spanishToEnglish, ...fields });
    const first = await send({ text: 'uno dos' });
    const again = await send({ text: 'uno dos' });
    assert.equal(partOf(again, 'translation'), partOf(first, 'translation'));
    assert.match(again.html, /"993 characters left".* 7 charged once/s);
    assert.equal(await member.used(), 7);
    await send({ text: 'uno dos tres' });
    assert.equal(await member.used(), 19);
    await send({ text: 'uno dos', source: 'ca' });
    assert.equal(await member.used(), 26);
    await member.visitor.submit(first, '/playground', spanishToEnglish);
    assert.equal(await member.used(), 33, 'the form under a result is a new one');
  });

  test('a text that needs no translation is returned free of charge', async () => {
    const member = await signUp(shared());
    for (const fields of [{ text: '12 + 13' }, { text: 'one two', source: 'en' }]) {
      const page = await translate(member, fields);
      assert.equal(partOf(page, 'translation'), fields.text);
      assert.match(page.html, /"1,000 characters left"/);
    }
    assert.equal(await member.used(), 0);
  });

  test('shows the detected language of a text', async () => {
    const member = await signUp(shared());
    const text = 'Mañana por la mañana abriremos la tienda una hora más tarde, como siempre.';
    const page = await translate(member, { text, source: 'auto' });
    assert.match(page.text, /Spanish detected/);
    assert.match(codeOf(page, 'request-bash-code'), /-d '\{"text":.*,"target_lang":"en"\}/);
  });

  test('offers candidate languages when detection fails, and charges nothing until one is chosen', async () => {
    const member = await signUp(shared());
    const page = await translate(member, { text: 'no', source: 'auto' });
    assert.equal(page.status, 400);
    assert.ok(page.notices.includes('bad'));
    assert.match(
      page.html,
      /<button type="submit" form="draft" formaction="\/playground#result" name="named" value="es">Spanish<\/button>/,
    );
    assert.deepEqual([textIn(page), await member.used()], ['no', 0]);
    const named = await member.visitor.submit(page, '/playground', { named: 'es' });
    assert.equal(partOf(named, 'translation'), 'no');
    assert.equal(await member.used(), 2);
  });

  test("highlights the account's glossary entries, and shows how they were applied", async () => {
    const member = await signUp(shared());
    const languages = { source: 'es' as EntryLanguage, target: 'en' as EntryLanguage };
    const add = [
      newEntry('perro', { ...languages, translation: 'hound' }),
      newEntry('Casa & Azul', { ...languages, translation: undefined }),
    ];
    const changed = await changeGlossary(
      { glossaries: shared().stores.glossaries, accountId: member.accountId },
      { add },
    );
    assert.equal(changed.kind, 'changed');
    const page = await translate(member, { text: 'mi perro y otro perro en Casa & Azul' });
    assert.match(partOf(page, 'translation'), /<mark>hound<\/mark>.*<mark>hound<\/mark>/);
    assert.match(page.html, /mi <mark>perro<\/mark> y otro <mark>perro<\/mark> en <mark>Casa &amp; Azul<\/mark>/);
    assert.match(page.text, /perro hound inserted 2/);
    assert.match(page.text, /Casa & Azul Casa & Azul \(not translated\)/);
  });

  test('gives each language its direction', async () => {
    await using area = await startAccountArea();
    const member = await signUp(area);
    area.engine.serve('es-en en-ar');
    const page = await translate(member, { text: 'one two', source: 'en', target: 'ar' });
    assert.match(page.html, /id="translation" lang="ar" dir="rtl"/);
    assert.match((await translate(member, { text: 'uno dos' })).html, /id="translation" lang="en" dir="ltr"/);
  });

  test('an account with too few characters sees the cost and where to buy, and keeps its text', async () => {
    const member = await signUp(shared(), 5);
    const page = await translate(member, { text: 'uno dos' });
    assert.equal(page.status, 402);
    assert.match(page.text, /7 characters,.* 5 left/);
    assert.ok(page.links.includes('/packs'));
    assert.deepEqual([textIn(page), await member.used()], ['uno dos', 0]);
  });

  test("counts for the account's rate limit, with the API, and shows when the next text may be sent", async () => {
    await using area = await startAccountArea({ env: { RATE_LIMIT_PER_MINUTE: '2' } });
    const member = await signUp(area);
    const { key } = await createKey(member, 'shop');
    const call = () => fetch(`${area.url}/api/v1/usage`, { headers: { Authorization: `Bearer ${key}` } });
    assert.equal((await translate(member, { text: 'uno' })).status, 200);
    assert.equal((await call()).status, 200);
    const refused = await translate(member, { text: 'uno dos' });
    assert.equal(refused.status, 429);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 60);
    assert.ok(refused.text.includes(`Try again in ${wait} seconds`), refused.text);
    assert.equal(textIn(refused), 'uno dos');
    area.advance(wait * 1_000);
    assert.equal((await translate(member, { text: 'uno dos' })).status, 200);
  });

  test('a swap exchanges text and translation, also of a detected language, and a second one restores both', async () => {
    const member = await signUp(shared());
    const text = 'Mañana por la mañana\nabriremos la "tienda" una hora más tarde, como siempre.';
    const pairOf = (page: Shown) =>
      [...page.html.matchAll(/<option value="([\w-]+)" selected/g)].map(([, code]) => code).join('>');
    for (const source of ['auto', 'es']) {
      const page = await translate(member, { text, source });
      const charged = await member.used();
      const swapped = await member.visitor.submit(page, '/playground', { act: 'swap' });
      assert.equal(pairOf(swapped), 'en>es');
      assert.equal(textIn(swapped), unescaped(partOf(page, 'translation')));
      assert.equal(unescaped(partOf(swapped, 'translation')), text);
      const back = await member.visitor.submit(swapped, '/playground', { act: 'swap' });
      assert.deepEqual([pairOf(back), textIn(back)], ['es>en', text]);
      assert.equal(partOf(back, 'translation'), partOf(page, 'translation'));
      assert.equal(await member.used(), charged, 'a swap is free');
    }
    const page = await translate(member, { text, source: 'auto' });
    const other = await member.visitor.submit(page, '/playground', { act: 'swap', target: 'fr' });
    assert.equal(other.status, 400, 'the detected language belongs to the translation into English');
    assert.deepEqual([textIn(other), partOf(other, 'translation')], [text, partOf(page, 'translation')]);
    const changed = await member.visitor.submit(page, '/playground', { act: 'swap', source: 'es', target: 'ca' });
    assert.deepEqual([pairOf(changed), textIn(changed)], ['ca>es', text]);
    assert.equal(partOf(changed, 'translation'), partOf(page, 'translation'), 'what was paid for stays');
    const emptied = await member.visitor.submit(page, '/playground', { act: 'swap', text: '' });
    assert.equal(textIn(emptied), unescaped(partOf(page, 'translation')));
  });

  test('a translation is edited and approved without scripts, and free from then on', async () => {
    const member = await signUp(shared());
    const text = ' uno <b>dos</b> "tres" ';
    const page = await translate(member, { text, source: 'es' });
    const approve = (on: Shown, fields: Readonly<Record<string, string>>) =>
      member.visitor.submit(on, '/playground/approve', fields);
    const refused = await approve(page, { target: 'three two one' });
    assert.deepEqual([refused.status, refused.invalid, textIn(refused)], [400, ['target'], text]);
    assert.deepEqual(refused.forms.find(({ action }) => action === '/playground/approve')?.fields.at(-1), [
      'target',
      'three two one',
    ]);
    const used = await member.used();
    const approved = await approve(refused, { target: 'Three <b>two</b> "one"' });
    assert.deepEqual([approved.status, textIn(approved)], [200, text]);
    assert.ok(approved.notices.includes('good') && approved.links.includes('/memory'));
    assert.equal(unescaped(partOf(approved, 'translation')), 'Three <b>two</b> "one"');
    const again = await translate(member, { text, source: 'es' });
    assert.equal(unescaped(partOf(again, 'translation')), ' Three <b>two</b> "one" ');
    assert.equal(await member.used(), used);
    const { accountId } = member;
    const { entries } = await shared().stores.memory.listEntries({ accountId, limit: 2 });
    assert.deepEqual(
      entries.map(({ source, sourceLanguage, targetLanguage, origin }) => [
        source,
        sourceLanguage,
        targetLanguage,
        origin,
      ]),
      [[text.trim(), 'es', 'en', 'page']],
    );
  });

  test('what cannot be approved has no form', async () => {
    const member = await signUp(shared(), 100_000);
    for (const text of ['12 + 13', 'a'.repeat(10_001)]) {
      const page = await translate(member, { text });
      assert.ok(page.forms.every(({ action }) => action !== '/playground/approve'));
    }
    assert.ok(
      (await translate(member, { text: 'a'.repeat(10_000) })).forms.some(
        ({ action }) => action === '/playground/approve',
      ),
    );
  });

  test('a refused text leaves the translation before it on the page', async () => {
    const member = await signUp(shared(), 10);
    const page = await translate(member, { text: 'uno dos' });
    for (const text of ['uno dos tres', '', 'fracasa']) {
      const refused = await member.visitor.submit(page, '/playground', { text });
      assert.notEqual(refused.status, 200);
      assert.equal(partOf(refused, 'translation'), 'dos uno');
    }
  });

  test('a missing or invalid input is reported at its field, and the text is kept', async () => {
    await using area = await startAccountArea();
    const member = await signUp(area);
    const tries: readonly (readonly [Fields, string])[] = [
      [{ text: '' }, 'text'],
      [{ text: 'a'.repeat(100_001) }, 'text'],
      [{ text: 'uno', source: 'xx' }, 'source'],
      [{ text: 'uno', target: '<b>' }, 'target'],
      [{ text: 'uno', source: 'ca', target: 'ar' }, 'target'],
    ];
    area.engine.serve('es-en ca-es fr-ar');
    for (const [fields, field] of tries) {
      const page = await translate(member, fields);
      assert.deepEqual([page.status, page.invalid, textIn(page)], [400, [field], fields.text]);
    }
    assert.equal(await member.used(), 0);
  });

  test('accepts the longest text of an API request', async () => {
    const member = await signUp(shared(), 100_000);
    const text = `${'😀'.repeat(99_995)} dos.`;
    const page = await translate(member, { text });
    assert.match(page.html, /"0 characters left".* 100,000 charged/s);
    assert.equal(await member.used(), 100_000);
    const swapped = await member.visitor.submit(page, '/playground', { act: 'swap' });
    assert.equal(countCharacters(textIn(swapped) ?? ''), 100_000);
  });

  test('a fault of the service charges nothing and is not explained, and the text is kept', async () => {
    const member = await signUp(shared());
    for (const text of ['fracasa uno', 'revienta uno']) {
      const page = await translate(member, { text });
      assert.equal(page.status, 500);
      assert.doesNotMatch(page.text, /bug|engine is down/);
      assert.equal(textIn(page), text);
    }
    assert.equal(await member.used(), 0);
  });

  test('a visitor who leaves before the translation is ready is not charged', async () => {
    await using area = await startAccountArea();
    const member = await signUp(area);
    const leaving = new AbortController();
    const left = assert.rejects(
      member.visitor.fetch('/playground', {
        method: 'POST',
        body: new URLSearchParams({ text: 'espera uno', ...spanishToEnglish }),
        headers: { Origin: new URL(area.url).origin },
        signal: leaving.signal,
      }),
    );
    await area.engine.entered;
    leaving.abort();
    await left;
    await area.engine.givenUp;
    await eventually(async () => (await area.stores.ledger.readBalance(member.accountId, area.now()))?.held === 0);
    assert.equal(await member.used(), 0);
  });
});
