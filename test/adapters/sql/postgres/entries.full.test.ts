import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CacheRoom } from '../../../../src/ground/cache-room.ts';
import { later } from '../../../../src/ground/units.ts';
import { MemoryIndex } from '../../../../src/shop/memory/memory-index.ts';
import { eventually } from '../../../support/eventually.ts';
import { changedTo, changeGlossary, newEntry, readWords } from '../../../support/glossary-world.ts';
import { newKey } from '../../../support/ledger-world.ts';
import { changeMemory, digestOf, listTexts, newMemoryEntry } from '../../../support/memory-world.ts';
import { rowsOf } from '../../../support/postgres.ts';
import { assertSoundAfterSweep, at, backends, count, openShop } from '../../../support/postgres-shop.ts';

const many = (length: number, name: string) => Array.from({ length }, (_, index) => newEntry(`${name} ${index}`));

describe('glossaries and memories on several nodes', () => {
  test('a change on one node is visible to the next key lookup on another', async () => {
    await using shop = await openShop();
    const [one, other] = [await shop.openNode(), await shop.openNode()];
    const accountId = await shop.openAccount(one);
    const key = newKey(accountId);
    await one.keys.createKey(key, 5);
    for (let version = 1; version <= 5; version++) {
      await changeGlossary({ ...one, accountId }, { kind: 'add', add: [newEntry(`word ${version}`)] });
      assert.equal((await other.keys.findHolder(key.hash))?.glossaryVersion, version);
      const base = await readWords({ ...other, accountId });
      assert.deepEqual([base.version, base.words.length], [version, version]);
    }
    await one.glossaries.undoImport({ accountId, at, by: 'operator' });
    await changeGlossary({ ...one, accountId }, { add: many(1_200, 'imported') });
    assert.equal((await other.keys.findHolder(key.hash))?.glossaryVersion, 6);
  });

  test('an approval on one node is visible to the next key lookup and look-up on another', async () => {
    await using shop = await openShop();
    const [one, other] = [await shop.openNode(), await shop.openNode()];
    const accountId = await shop.openAccount(one);
    const key = newKey(accountId);
    await one.keys.createKey(key, 5);
    const index = new MemoryIndex({
      store: other.memory,
      room: new CacheRoom(1_000),
      bytesPerWeight: 850,
      sha256Hex: digestOf,
    });
    for (let version = 1; version <= 5; version++) {
      const entry = newMemoryEntry(`Text ${'x'.repeat(version)}.`);
      await changeMemory({ ...one, accountId }, { kind: 'add', add: [entry] });
      const memoryVersion = (await other.keys.findHolder(key.hash))?.memoryVersion ?? 0;
      assert.equal(memoryVersion, version);
      const pair = { source: entry.sourceLanguage, target: entry.targetLanguage };
      const memory = await index.find({ accountId, memoryVersion, pair });
      assert.equal(memory?.mayHave(entry.hash), true);
      assert.deepEqual(
        (await memory?.find(new Map([[entry.source, entry.hash]])))?.map(({ id }) => id),
        [entry.id],
      );
    }
  });

  test('an import of approved translations by a disconnected node changes nothing', async () => {
    await using shop = await openShop();
    const [cutOff, node] = [await shop.openNode({ through: 'proxy' }), await shop.openNode()];
    const desk = { ...node, accountId: await shop.openAccount(node) };
    const before = ['a', 'b'].map((text) => newMemoryEntry(text));
    await changeMemory(desk, { kind: 'add', add: before });
    let sent = 0;
    shop.proxy.rule = ({ direction, bytes }) => {
      if (direction === 'up') sent += bytes.byteLength;
      return sent < 2_000_000 ? 'pass' : 'cut';
    };
    const add = [...before, ...Array.from({ length: 20_000 }, (_, index) => newMemoryEntry(`imported ${index}`))];
    await assert.rejects(changeMemory({ ...desk, memory: cutOff.memory }, { add }), { code: 'store_unavailable' });
    assert.ok((await count(shop.url, 'memory_entries')) > 1_000);
    assert.equal((await listTexts(desk)).length, 2);
    const change = { kind: 'add', add: [newMemoryEntry('after')], at: later(at, 60_000) } as const;
    assert.deepEqual(await changeMemory(desk, change), changedTo(2, 1, 0));
    assert.equal(await count(shop.url, 'memory_entries'), 3);
    await assertSoundAfterSweep(node);
  });

  test('constantly terminated connections lose no change and make none twice', async () => {
    await using shop = await openShop();
    const node = await shop.openNode();
    const desk = { ...node, accountId: await shop.openAccount(node) };
    const ended = new AbortController();
    const changing = (async () => {
      const outcomes = [await changeGlossary(desk, { add: many(5_000, 'imported') })];
      for (let index = 0; index < 20; index++) {
        outcomes.push(await changeGlossary(desk, { kind: 'add', add: [newEntry(`word ${index}`)] }));
      }
      return outcomes;
    })().finally(() => ended.abort());
    const busiest = `${backends} order by state_change desc limit 1`;
    for (let written = 0; !ended.signal.aborted; ) {
      await rowsOf(shop.url, `select pg_terminate_backend(pid) from (${busiest}) as backend`);
      const before = written;
      // Until more was written, or nothing more can be.
      await eventually(async () => {
        written = await count(shop.url, 'terms');
        return written > before || ended.signal.aborted;
      });
    }
    const small = Array.from({ length: 20 }, (_, index) => changedTo(index + 2, 1, 0));
    assert.deepEqual(await changing, [changedTo(1, 5_000, 0), ...small]);
    assert.equal(await count(shop.url, 'terms'), 5_020);
    await assertSoundAfterSweep(node);
  });

  test('a committed change whose answer is lost is made once and reported as made', async () => {
    await using shop = await openShop();
    const node = await shop.openNode({ through: 'proxy' });
    const desk = { ...node, accountId: await shop.openAccount(node) };
    let commits = 0;
    shop.proxy.rule = ({ direction, bytes }) =>
      direction === 'down' && bytes.includes('COMMIT') && ++commits % 3 === 1 ? 'cut' : 'pass';
    const [first] = many(1, 'first');
    assert(first !== undefined);
    assert.deepEqual(await changeGlossary(desk, { kind: 'add', add: [first] }), changedTo(1, 1, 0));
    assert.deepEqual(await changeGlossary(desk, { add: many(2_000, 'imported') }), changedTo(2, 2_000, 0));
    assert.deepEqual(await changeGlossary(desk, { kind: 'remove', remove: [first.id] }), changedTo(3, 0, 1));
    const undone = await node.glossaries.undoImport({ accountId: desk.accountId, at, by: 'operator' });
    assert.deepEqual(undone, changedTo(4, 0, 2_000));
    const history = await node.glossaries.listChanges({ accountId: desk.accountId, limit: 9 });
    const kinds = history.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['undo', 'remove', 'import', 'add']);
    assert(commits > 10);
    await assertSoundAfterSweep(node);
  });

  test('an import of a disconnected node changes nothing, and the next change removes its rows', async () => {
    await using shop = await openShop();
    const [cutOff, node] = [await shop.openNode({ through: 'proxy' }), await shop.openNode()];
    const desk = { ...node, accountId: await shop.openAccount(node) };
    const before = many(30, 'before');
    await changeGlossary(desk, { kind: 'add', add: before });
    const remove = before.map(({ id }) => id);
    // In the middle of sending 30,000 terms, permanently.
    let sent = 0;
    shop.proxy.rule = ({ direction, bytes }) => {
      if (direction === 'up') sent += bytes.byteLength;
      return sent < 2_000_000 ? 'pass' : 'cut';
    };
    const importing = changeGlossary(
      { ...desk, glossaries: cutOff.glossaries },
      { add: many(30_000, 'imported'), remove },
    );
    await assert.rejects(importing, { code: 'store_unavailable' });
    assert.ok((await count(shop.url, 'terms')) > 1_000);
    const base = await readWords(desk);
    assert.deepEqual([base.version, base.words.length], [1, 30]);
    await assertSoundAfterSweep(node);
    const change = { kind: 'add', add: [newEntry('after')], at: later(at, 60_000) } as const;
    assert.deepEqual(await changeGlossary(desk, change), changedTo(2, 1, 0));
    assert.equal(await count(shop.url, 'terms'), 31);
    await assertSoundAfterSweep(node);
  });
});
