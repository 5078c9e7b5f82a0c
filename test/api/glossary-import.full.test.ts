import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Translation } from '../../sdk/src/wire.ts';
import { translate } from '../support/call.ts';
import { operate } from '../support/operate.ts';
import { startService } from '../support/service.ts';

const imported = 50_000;

/** `nube0` to `nube49999`, each with a different translation. */
function manyEntries(translation: string): string {
  const rows = Array.from({ length: imported }, (_, at) => `es,en,nube${at},${translation}${at}`);
  return ['source_lang,target_lang,term,translation', ...rows, ''].join('\n');
}

/** A service with a customer, a file of 50,000 terms, and a caller who asks again and again while something goes on. */
async function setup() {
  await using opening = new AsyncDisposableStack();
  const service = opening.use(await startService({ RATE_LIMIT_PER_MINUTE: '1000000' }));
  const customer = await service.customer(10_000_000);
  const say = async (text: string) => {
    const reply = await translate<Translation>(service.url, { key: customer.key, body: { text, source_lang: 'es' } });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.translated_text;
  };
  const saidWhile = async (text: string, work: Promise<unknown>) => {
    const said = new Set<string>();
    const isOver = { yet: false };
    void work.finally(() => {
      isOver.yet = true;
    });
    while (!isOver.yet) said.add(await say(text));
    await work;
    return said;
  };
  const term = (...argv: string[]) =>
    operate<{ added: number }>({ DATA_DIR: service.dataDir }, 'glossary', ...argv, '--account', customer.id);
  const file = join(service.dataDir, 'terms.csv');
  const opened = opening.move();
  return { say, saidWhile, term, file, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

describe('50,000 terms', () => {
  test('are imported, replaced and undone while a server runs, and no request fails', async () => {
    await using world = await setup();
    const { say, saidWhile, term, file } = world;
    const before = await say('hoy nube7 nube49999');
    assert.equal(before, 'nube49999 nube7 hoy');
    await writeFile(file, manyEntries('cloud'));
    const while1 = await saidWhile('hoy nube7 nube49999', term('import', file));
    await writeFile(file, manyEntries('nimbus'));
    const while2 = await saidWhile('hoy nube7 nube49999', term('import', file));
    assert.equal(await say('hoy nube7 nube49999'), 'nimbus49999 nimbus7 hoy');
    const while3 = await saidWhile('hoy nube7 nube49999', term('undo'));
    assert.equal(await say('hoy nube7 nube49999'), 'cloud49999 cloud7 hoy');
    // Never half of a change: both words are of the same one.
    const whole = ['nube49999 nube7 hoy', 'cloud49999 cloud7 hoy', 'nimbus49999 nimbus7 hoy'];
    const said = [...while1, ...while2, ...while3];
    const partial = said.filter((each) => !whole.includes(each));
    assert.deepEqual(partial, []);
  });
});
