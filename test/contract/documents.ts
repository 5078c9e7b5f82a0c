import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { openDocuments, openFilters } from '../support/documents-world.ts';
import { eventually } from '../support/eventually.ts';
import { type LedgerWorld, newId, newPurchase, openAccount } from '../support/ledger-world.ts';
import { LettersEngine } from '../support/letters-engine.ts';
import { ReversingEngine } from '../support/reversing-engine.ts';
import type { OpenStores } from '../support/stores.ts';

/** Once nothing is held, the 1,000 characters are there. */
async function assertNothingCharged(world: LedgerWorld): Promise<void> {
  await eventually(async () => (await world.balance()).held === 0);
  assert.deepEqual(await world.balance(), { balance: 1_000, held: 0, used: 0 });
  await world.assertSound();
}

/** A text of two pieces, whose second one waits, and the characters of the first. */
const first = 'la casa es grande. '.repeat(450).trim();
const inTwoPieces = `${first}\n\nespera un momento\n`;

/** Starts such a document on a node, and waits until its first piece is translated. */
async function startInTwoPieces(world: Awaited<ReturnType<typeof openDocuments>>, engine: ReversingEngine) {
  await world.buy(99_000);
  const node = world.node(engine);
  const { id } = await node.start(inTwoPieces);
  await engine.entered;
  return { node, id };
}

async function assertCharged(world: LedgerWorld, used: number): Promise<void> {
  await eventually(async () => (await world.balance()).held === 0);
  assert.deepEqual(await world.balance(), { balance: 100_000 - used, held: 0, used });
  await world.assertSound();
}

/** What `Documents` promise on every store. */
export function describeDocuments(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: documents`, () => {
    const files = openFilters();
    after(() => files[Symbol.asyncDispose]());
    const openWorld = () => openDocuments(open, files);

    test('a file is translated, and charged by its units', async () => {
      await using world = await openWorld();
      const node = world.node(new LettersEngine());
      const text = 'Hola mundo\n\n12\n\nOtra casa\n';
      assert.deepEqual(await node.estimate(text), {
        ...{ format: 'text', units: 2, characters: 19, memoryCharacters: 0, charged: 19 },
      });
      const { id, ...started } = await node.start(text);
      assert.deepEqual([started.status, started.characters, started.format], ['queued', 19, 'text']);
      const result = await node.result(id);
      assert.deepEqual(result.status === 'done' && [result.charged, result.untranslated], [19, []]);
      assert.equal(await node.text(id), 'Aloh odnum\n\n12\n\nArto asac\n');
      assert.deepEqual(await world.balance(), { balance: 981, held: 0, used: 19 });
      await node.remove(id);
      await assert.rejects(node.find(id), { reason: 'no_document' });
      assert.deepEqual(await world.balance(), { balance: 981, held: 0, used: 19 });
      await world.assertSound();
    });

    test('a mail reports a result once, from whichever node stores it, and only if it is wanted', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      const opened = new ReversingEngine();
      opened.open();
      const [one, other] = [world.node(engine), world.node(opened)];
      const { id } = await one.start('espera uno', { wantsMail: true });
      await engine.entered;
      await other.find(id);
      await one.stop();
      await other.result(id);
      await world.node(new ReversingEngine()).result(id);
      await other.result((await other.start('uno dos')).id);
      await eventually(() => world.mails.length > 0);
      const again = await other.start('tres', { wantsMail: true });
      await other.result(again.id);
      await eventually(() => world.mails.length > 1);
      const status = 'done';
      assert.deepEqual(world.mails, [
        { id, status },
        { id: again.id, status },
      ]);
    });

    test('approved translations of a file are free, and neither held nor charged', async () => {
      await using world = await openWorld();
      const engine = new LettersEngine();
      const node = world.node(engine);
      const memoryVersion = await world.memory.approve({ 'Hola mundo': 'Hi\nyou!', 'Otra casa.': 'Another.' });
      const text = 'Hola mundo\n\nOtra casa. Una flor.\n';
      const estimated = await node.estimate(text, undefined, memoryVersion);
      assert.deepEqual([estimated.characters, estimated.memoryCharacters, estimated.charged], [30, 20, 10]);
      const { id, ...started } = await node.start(text, { memoryVersion });
      assert.deepEqual([started.characters, started.memoryCharacters], [30, 20]);
      const result = await node.result(id);
      assert.deepEqual(result.status === 'done' && [result.charged, result.memoryCharacters], [10, 20]);
      assert.equal(await node.text(id), 'Hi you!\n\nAnother. Anu rolf.\n');
      const free = await node.start('Hola mundo\n', { memoryVersion });
      const unpaid = await node.result(free.id);
      assert.deepEqual(unpaid.status === 'done' && unpaid.charged, 0);
      assert.deepEqual(await world.balance(), { balance: 990, held: 0, used: 10 });
      await world.assertSound();
    });

    test('a file is charged for approved translations that were removed after its start', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      const memoryVersion = await world.memory.approve({ 'hola mundo': 'Hi!' });
      const node = world.node(engine);
      const waiting = await node.start('espera un momento\n');
      await engine.entered;
      const second = await node.start('hola mundo\n', { memoryVersion });
      assert.equal(second.memoryCharacters, 10);
      await world.memory.erase();
      engine.open();
      const result = await node.result(second.id);
      assert.deepEqual(result.status === 'done' && result.charged, 10);
      await node.result(waiting.id);
      assert.deepEqual(await world.balance(), { balance: 973, held: 0, used: 27 });
      await world.assertSound();
    });

    test('a unit without a valid translation keeps its text and is not charged', async () => {
      await using world = await openWorld();
      const engine = new LettersEngine({
        twist: ({ segments }, honest) => honest.map((each, index) => (segments[index]?.includes('malo') ? '' : each)),
      });
      const node = world.node(engine);
      const { id } = await node.start('Hola mundo\n\nTexto malo\n\nOtra casa\n');
      const result = await node.result(id);
      assert.deepEqual(result.status === 'done' && [result.charged, result.untranslated], [
        19,
        [{ id: '#2', line: 3 }],
      ]);
      assert.equal(await node.text(id), 'Aloh odnum\n\nTexto malo\n\nArto asac\n');
      assert.deepEqual(await world.balance(), { balance: 981, held: 0, used: 19 });
      await world.assertSound();
    });

    test('a document that costs more than the balance is refused and not stored', async () => {
      await using world = await openWorld();
      const node = world.node(new LettersEngine());
      const large = 'palabra '.repeat(200);
      for (let each = 0; each < 6; each++) {
        await assert.rejects(node.start(large), { reason: 'insufficient_balance' });
      }
      assert.deepEqual(await world.balance(), { balance: 1_000, held: 0, used: 0 });
    });

    test('a sixth unfinished document of an account is refused', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      const node = world.node(engine);
      const ids: string[] = [];
      for (let each = 0; each < 5; each++) ids.push((await node.start(`espera un momento ${each}`)).id);
      await assert.rejects(node.start('hola'), { reason: 'too_many_documents' });
      engine.open();
      for (const id of ids) assert.equal((await node.result(id)).status, 'done');
      const { id } = await node.start('hola mundo');
      assert.equal((await node.result(id)).status, 'done');
      await world.assertSound();
    });

    test('a document that is removed while it is translated costs the texts that are translated', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      const { node, id } = await startInTwoPieces(world, engine);
      assert.equal((await node.find(id)).status, 'translating');
      await assert.rejects(node.content(id), { reason: 'document_not_ready' });
      await node.remove(id);
      await engine.givenUp;
      await assert.rejects(node.content(id), { reason: 'no_document' });
      await assertCharged(world, first.length);
    });

    test('a document that another node removes costs the texts that are translated then', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      const { id } = await startInTwoPieces(world, engine);
      await world.node(new ReversingEngine()).remove(id);
      engine.open();
      await assertCharged(world, inTwoPieces.length - 3);
    });

    test('a document that is removed while it becomes done is charged once', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      const { node, id } = await startInTwoPieces(world, engine);
      engine.open();
      await node.remove(id);
      await eventually(async () => (await world.balance()).held === 0);
      const { used } = await world.balance();
      assert.ok([first.length, inTwoPieces.length - 3].includes(used), String(used));
      await assertCharged(world, used);
    });

    test('a document whose account is erased while it is translated ends, and the ledger stays sound', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      await startInTwoPieces(world, engine);
      const { accountId, clock, stores } = world;
      const entry = { id: newId() as ActId, at: clock.now, by: 'operator', accountId, subject: undefined } as const;
      await stores.erasures.beginErasure({ entry: { ...entry, act: 'account.erasure_begun' }, evenIfDisputed: false });
      await stores.erasures.eraseRecords(accountId);
      engine.open();
      await eventually(async () => (await world.balance()).held === 0);
      assert.equal((await world.balance()).used, inTwoPieces.length - 3);
      await stores.erasures.eraseRecords(accountId);
      assert.equal(await stores.erasures.endErasure({ ...entry, id: newId() as ActId, act: 'account.erased' }), true);
      await world.assertSound();
    });

    test('a document that is removed before anything is translated costs nothing', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      const node = world.node(engine);
      const [{ id }, waiting] = [await node.start('espera un momento'), await node.start('espera otra vez')];
      await engine.entered;
      await node.remove(waiting.id);
      await node.remove(id);
      await engine.givenUp;
      await assertNothingCharged(world);
    });

    test('a document whose sender never gets its id ends, and costs nothing', async () => {
      await using world = await openWorld();
      for (const asked of ['the same node', 'another node']) {
        const engine = new ReversingEngine();
        const { node, id } = await startInTwoPieces(world, engine);
        const failed: unknown[] = [];
        const other = world.node(new ReversingEngine(), { backgroundFailed: (event) => failed.push(event) });
        await (asked === 'another node' ? other : node).abandon(id);
        engine.open();
        await assert.rejects(node.find(id), { reason: 'no_document' });
        await other.abandon(id);
        assert.deepEqual(failed, [], 'a document that is gone already is no failure');
        await eventually(async () => (await world.balance()).held === 0);
        assert.equal((await world.balance()).used, 0, asked);
      }
      await world.assertSound();
    });

    test('files that wait to be read are limited, and more of one account than of all', async () => {
      await using world = await openWorld();
      const other = await openAccount(world.stores);
      const never = new Promise<never>(() => {});
      let reads = 0;
      const read = () => (++reads < 3 ? never : Promise.reject(new Error('read')));
      const node = world.node(new LettersEngine(), { read });
      for (let each = 0; each < 8; each++) void node.estimate('hola');
      await assert.rejects(node.estimate('hola'), { reason: 'busy_with_files', data: { whose: 'account' } });
      const ofOther = node.estimate('hola', other);
      await eventually(() => reads === 2);
      void ofOther;
    });

    test('a file without a text to translate is refused, and not stored', async () => {
      await using world = await openWorld();
      const node = world.node(new LettersEngine());
      await assert.rejects(node.start('12 34\n'), { reason: 'nothing_to_translate', data: { target: undefined } });
      const same = node.start('hola mundo', { source: 'en' as LanguageTag });
      await assert.rejects(same, { reason: 'nothing_to_translate', data: { target: 'en' } });
      assert.equal(await world.stores.documents.sumDocuments(world.clock.now), 0);
      assert.deepEqual(await world.balance(), { balance: 1_000, held: 0, used: 0 });
    });

    test('a file for which there is no room is refused and costs nothing, until there is room again', async () => {
      await using world = await openWorld();
      const node = world.node(new LettersEngine(), { storedBytesMax: 5_000 });
      const large = `hola${' '.repeat(1_200)}`;
      const { id } = await node.start(large);
      await node.result(id);
      await assert.rejects(node.start(large), {
        reason: 'no_room_for_documents',
        data: { whose: 'account', retryAfterSeconds: 60 },
      });
      await node.remove(id);
      await node.result((await node.start(large)).id);
      assert.deepEqual(await world.balance(), { balance: 992, held: 0, used: 8 });
    });

    test('a node continues the document of a node that stopped, and it is charged once', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      const one = world.node(engine);
      const { id } = await one.start('espera un momento');
      await engine.entered;
      await one.stop();
      assert.deepEqual(await world.balance(), { balance: 1_000, held: 0, used: 0 });
      const opened = new ReversingEngine();
      opened.open();
      const other = world.node(opened);
      assert.equal((await other.result(id)).status, 'done');
      assert.equal(await other.text(id), 'momento un espera');
      assert.deepEqual(await world.balance(), { balance: 983, held: 0, used: 17 });
      await world.assertSound();
    });

    test('twenty documents at once are charged once each, whichever nodes are asked for them', async () => {
      await using world = await openWorld();
      const { ledger } = world;
      const accounts = await Promise.all([1, 2, 3, 4].map(() => openAccount(world.stores)));
      for (const accountId of accounts) await ledger.grant(newPurchase(accountId, 1_000, { at: world.clock.now }));
      await Promise.all(
        accounts.map(async (accountId) => {
          const nodes = [1, 2, 3].map(() => world.node(new LettersEngine(), { accountId }));
          const texts = [1, 2, 3, 4, 5].map((each) => `casa grande ${each}`);
          const started = await Promise.all(texts.map((text, each) => nodes[each % 3]?.start(text) ?? assert.fail()));
          await Promise.all(started.flatMap(({ id }) => nodes.map((node) => node.result(id))));
          // A node that holds characters for a document that another one finished frees them when it next looks.
          await eventually(async () => (await ledger.readBalance(accountId, world.clock.now))?.held === 0);
          const charged = started.reduce((sum, { characters }) => sum + characters, 0);
          const balance = await ledger.readBalance(accountId, world.clock.now);
          assert.partialDeepStrictEqual(balance, { balance: 1_000 - charged, held: 0, used: charged });
        }),
      );
      await world.assertSound();
    });

    test('a document fails, uncharged, with an error that another attempt would not change', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      const node = world.node(engine);
      const { id } = await node.start('espera un momento');
      await engine.entered;
      await node.stop();
      await world.capture(await world.hold(1_000));
      const other = world.node(engine);
      const result = await other.result(id);
      assert.deepEqual(result.status === 'failed' && result.reason, 'insufficient_balance');
      assert.deepEqual(await world.balance(), { balance: 0, held: 0, used: 1_000 });
    });

    test('a document waits for characters that are held, as by a node that was killed', async () => {
      await using world = await openWorld();
      const engine = new ReversingEngine();
      const one = world.node(engine);
      const { id } = await one.start('espera un momento');
      await engine.entered;
      await one.stop();
      engine.open();
      const ofKilled = await world.hold(1_000);
      const other = world.node(engine);
      await other.find(id);
      await other.stop();
      const last = world.node(engine);
      assert.equal((await last.find(id)).status, 'translating');
      await world.release(ofKilled);
      assert.equal((await last.result(id)).status, 'done');
      assert.deepEqual(await world.balance(), { balance: 983, held: 0, used: 17 });
    });

    test('a document that the service cannot write fails, instead of being translated again and again', async () => {
      await using world = await openWorld();
      const node = world.node(new LettersEngine(), { write: () => Promise.reject(new TypeError('a fault of ours')) });
      const { id } = await node.start('hola mundo');
      const result = await node.result(id);
      assert.equal(result.status === 'failed' && result.reason, 'server_error');
      await eventually(async () => (await world.balance()).held === 0);
      assert.equal((await world.balance()).used, 0);
    });

    test('a document whose translation is far larger than any file fails, uncharged', async () => {
      await using world = await openWorld();
      const written = { bytes: new Uint8Array(80_000_001), mediaType: 'text/plain', untranslated: [] };
      const node = world.node(new LettersEngine(), { write: () => Promise.resolve(written) });
      const result = await node.result((await node.start('hola mundo')).id);
      assert.equal(result.status === 'failed' && result.reason, 'unusable_file');
      await assertNothingCharged(world);
    });

    test('a document is gone after an hour, and for another account', async () => {
      await using world = await openWorld();
      const node = world.node(new LettersEngine());
      const { id } = await node.start('hola mundo');
      await node.result(id);
      await assert.rejects(node.find(`${id.slice(0, -1)}-`), { reason: 'no_document' });
      await assert.rejects(node.find('../x'), { reason: 'no_document' });
      world.clock.now = later(world.clock.now, 3_600_000);
      await assert.rejects(node.content(id), { reason: 'no_document' });
    });

    test('a document that expires while it is translated is not charged, even before it is deleted', async () => {
      await using world = await openWorld();
      await world.buy(99_000);
      const engine = new ReversingEngine();
      const starter = world.node(new ReversingEngine());
      const { id } = await starter.start(inTwoPieces);
      await starter.stop();
      world.clock.now = later(world.clock.now, 3_599_999);
      await world.node(engine).find(id);
      await engine.entered;
      world.clock.now = later(world.clock.now, 1);
      engine.open();
      await eventually(async () => (await world.balance()).held === 0);
      assert.equal((await world.balance()).used, 0);
      await world.assertSound();
    });

    test('a unit of protected spans alone is free, like such a text', async () => {
      await using world = await openWorld();
      const node = world.node(new LettersEngine());
      const { id } = await node.start('https://example.org/casa\n\nhola mundo\n');
      const result = await node.result(id);
      assert.deepEqual(result.status === 'done' && [result.charged, result.untranslated], [10, []]);
      assert.equal(await node.text(id), 'https://example.org/casa\n\naloh odnum\n');
      assert.deepEqual(await world.balance(), { balance: 990, held: 0, used: 10 });
    });
  });
}
