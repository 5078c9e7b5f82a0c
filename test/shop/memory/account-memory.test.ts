import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { later } from '../../../src/ground/units.ts';
import { AccountMemory, type MemoryImportRequest, type NewApproval } from '../../../src/shop/memory/account-memory.ts';
import type { MemoryEntryId } from '../../../src/shop/memory/memory-entry.ts';
import type { MemoryUnit } from '../../../src/shop/memory/memory-files.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { firstMoment, newId, openAccount, sweepIntervalMs } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const [english, spanish] = ['en', 'es'] as [LanguageTag, LanguageTag];
const dayMs = 86_400_000;

const approval = (source: string, target: string, more: Partial<NewApproval> = {}): NewApproval => ({
  ...{ sourceLanguage: english, targetLanguage: spanish, source, target, note: undefined },
  ...more,
});

let line = 0;
const unit = (source: string, target: string, more: Partial<MemoryUnit> = {}): MemoryUnit => ({
  ...{ line: ++line, sourceLanguage: english, targetLanguage: spanish, source, target, note: '' },
  ...{ hasContext: false, changedAt: undefined, createdAt: undefined },
  ...more,
});

async function setup() {
  const stores = await openTemporarySqlite();
  const accountId = await openAccount(stores);
  const clock = { now: firstMoment };
  const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');
  const memory = new AccountMemory({ store: stores.memory, now: () => clock.now, newId, sha256Hex });
  const editor = { accountId, by: accountId, origin: 'api' as const };
  const approve = async (...approvals: readonly NewApproval[]) => memory.approve(editor, approvals);
  const importUnits = (units: readonly MemoryUnit[], options: MemoryImportRequest['options'] = {}) =>
    memory.import({ editor: { ...editor, origin: 'import' }, file: { units, problems: [], unlisted: 0 }, options });
  const texts = async () => {
    const found: string[] = [];
    for await (const page of memory.pages({ accountId }))
      found.push(...page.map(({ source, target }) => `${source} = ${target}`));
    return found;
  };
  const assertSound = async () => assert.deepEqual(await stores.breaches(firstMoment, sweepIntervalMs), []);
  return {
    ...stores,
    accounts: stores.accounts,
    accountId,
    clock,
    own: memory,
    editor,
    approve,
    importUnits,
    texts,
    assertSound,
  };
}

describe('AccountMemory', () => {
  test('an approval is stored trimmed and in NFC, and one with the same match key replaces it under its id', async () => {
    await using world = await setup();
    const { own, accountId } = world;
    const first = await world.approve(approval('  It’s a cafe\u0301. ', 'Es un café.', { note: ' seen ' }));
    assert(first.kind === 'approved');
    const [id] = first.ids;
    assert(id !== undefined);
    assert.deepEqual([first.version, first.added, first.replaced], [1, 1, 0]);
    const stored = await own.find(accountId, id);
    assert.deepEqual([stored?.source, stored?.note, stored?.origin], ['It’s a café.', 'seen', 'api']);
    world.clock.now = later(firstMoment, dayMs);
    const second = await world.approve(approval("It's a\tcafé.", 'Es una cafetería.'));
    assert.deepEqual(second, { kind: 'approved', version: 2, added: 0, replaced: 1, ids: [id] });
    const replaced = await own.find(accountId, id);
    assert.deepEqual([replaced?.createdAt, replaced?.updatedAt], [firstMoment, world.clock.now]);
    assert.deepEqual([replaced?.note, await world.texts()], ['seen', ["It's a\tcafé. = Es una cafetería."]]);
    await world.assertSound();
  });

  test('an equal approval changes nothing', async () => {
    await using world = await setup();
    const first = await world.approve(approval('A cat.', 'Un gato.'), approval('A cat.', 'Un gato.'));
    assert(first.kind === 'approved' && first.ids[0] !== undefined);
    const [id] = first.ids;
    assert.deepEqual(first, { kind: 'approved', version: 1, added: 1, replaced: 0, ids: [id, id] });
    const again = await world.approve(approval(' A cat.', 'Un gato. '));
    assert.deepEqual(again, { ...first, added: 0, ids: [id] });
    assert.equal((await world.own.history(world.accountId)).length, 1);
  });

  test('names all faults of a list, and then stores none of it', async () => {
    await using world = await setup();
    const outcome = await world.approve(
      ...[
        approval('A cat.', 'Un gato.'),
        approval(' ', '123'),
        approval('A dog.', 'Un perro.', { note: 'x'.repeat(501) }),
      ],
      ...[approval('A cat.', 'Una gata.'), approval('A <b>fox</b>.', 'Un zorro.')],
      approval('A cat.', 'Un gato.', { note: 'A pet.' }),
    );
    assert(outcome.kind === 'invalid');
    assert.deepEqual(outcome.faults.map(({ index, field }) => `${index} ${field}`).toSorted(), [
      '1 source',
      '1 target',
      '2 note',
      '3 source',
      '4 target',
      '5 note',
    ]);
    assert.deepEqual(await world.texts(), []);
    assert.equal((await world.own.count(world.accountId)).version, 0);
  });

  test('an edit keeps the id, and replaces another entry with its new match key', async () => {
    await using world = await setup();
    const { own, editor } = world;
    const added = await world.approve(approval('A cat.', 'Un gato.'), approval('A dog.', 'Un perro.'));
    assert(added.kind === 'approved');
    const [cat = '' as MemoryEntryId, dog = '' as MemoryEntryId] = added.ids;
    const edited = await own.edit(editor, cat, approval('A dog.', 'Un can.'));
    assert.deepEqual(edited, { kind: 'approved', version: 2, added: 0, replaced: 1, ids: [cat] });
    assert.deepEqual([await world.texts(), await own.find(world.accountId, dog)], [['A dog. = Un can.'], undefined]);
    assert.equal((await own.edit(editor, cat, approval('A dog.', 'Un can.'))).kind, 'approved');
    assert.equal((await own.count(world.accountId)).version, 2);
    assert.equal((await own.edit(editor, cat, approval('', ''))).kind, 'invalid');
    await assert.rejects(own.edit(editor, dog, approval('A', 'B')), { reason: 'no_memory_entry' });
    await assert.rejects(own.remove(editor, dog), { reason: 'no_memory_entry' });
    await own.remove(editor, cat);
    assert.deepEqual(await world.texts(), []);
  });

  test('concurrent approvals of one source keep one entry under one id', async () => {
    await using world = await setup();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => world.approve(approval('A cat.', `Gato ${'o'.repeat(index + 1)}.`))),
    );
    const ids = outcomes.flatMap((outcome) => (outcome.kind === 'approved' ? outcome.ids : []));
    assert.deepEqual([ids.length, new Set(ids).size], [12, 1]);
    assert.equal((await world.texts()).length, 1);
    await world.assertSound();
  });

  test('imports a file with its dates and notes, and can undo it', async () => {
    await using world = await setup();
    await world.approve(approval('A cat.', 'Un gato.', { note: 'mine' }), approval('A fox.', 'Un zorro.'));
    const dates = { createdAt: later(firstMoment, -2 * dayMs), changedAt: later(firstMoment, -dayMs) };
    const units = [
      unit('A cat.', 'Una gata.', dates),
      unit('A dog.', 'Un perro.', { ...dates, note: 'theirs' }),
      unit('A fox.', 'Un zorro.'),
    ];
    const report = await world.importUnits(units);
    assert.deepEqual(report, { outcome: 'imported', version: 2, added: 1, replaced: 1, skipped: 0, problems: [] });
    const { entries } = await world.own.list({ accountId: world.accountId, limit: 9 });
    assert.deepEqual(
      entries.map(({ target, note, origin, createdAt, updatedAt }) => [target, note, origin, createdAt, updatedAt]),
      [
        ['Una gata.', 'mine', 'import', firstMoment, dates.changedAt],
        ['Un perro.', 'theirs', 'import', dates.createdAt, dates.changedAt],
        ['Un zorro.', '', 'api', firstMoment, firstMoment],
      ],
    );
    assert.equal((await world.importUnits(units)).outcome, 'nothing_to_change');
    const { kind, added, removed } = await world.own.undoImport(world.editor);
    assert.deepEqual([kind, added, removed], ['changed', 1, 2]);
    assert.deepEqual(await world.texts(), ['A cat. = Un gato.', 'A fox. = Un zorro.']);
    await assert.rejects(world.own.undoImport(world.editor), { reason: 'no_import' });
    await world.assertSound();
  });

  test('keeps entries of the memory if asked, and refuses two translations of one source unless one is chosen', async () => {
    await using world = await setup();
    await world.approve(approval('A cat.', 'Un gato.'));
    const kept = await world.importUnits([unit('A cat.', 'Una gata.'), unit('A dog.', 'Un perro.')], {
      existing: 'keep',
    });
    assert.deepEqual([kept.outcome, kept.added, kept.replaced, kept.skipped], ['imported', 1, 0, 1]);
    const two = [unit('A fox.', 'Un zorro.'), unit('A fox.', 'Una zorra.')];
    const refused = await world.importUnits(two);
    assert.deepEqual([refused.outcome, refused.problems.length > 0], ['refused', true]);
    const chosen = await world.importUnits(two, { onConflict: 'last' });
    assert.deepEqual([chosen.outcome, chosen.added], ['imported', 1]);
    assert.deepEqual(await world.texts(), ['A cat. = Un gato.', 'A dog. = Un perro.', 'A fox. = Una zorra.']);
  });

  test('leaves out and lists units that cannot be entries', async () => {
    await using world = await setup();
    const units = [unit('A cat.', 'Un gato.'), unit('A <b>dog</b>.', 'Un perro.'), unit('12', '12')];
    const report = await world.importUnits(units);
    assert.deepEqual([report.outcome, report.added, report.skipped], ['imported', 1, 2]);
    assert.deepEqual(
      report.problems.map((each) => each.line),
      units.slice(1).map((each) => each.line),
    );
  });

  test('erases all entries, and returns how many', async () => {
    await using world = await setup();
    assert.equal(await world.own.erase(world.editor), 0);
    await world.importUnits([unit('A cat.', 'Un gato.'), unit('A dog.', 'Un perro.')]);
    assert.equal(await world.own.erase(world.editor), 2);
    assert.deepEqual(await world.texts(), []);
    await assert.rejects(world.own.undoImport(world.editor), { reason: 'no_import' });
  });

  test('pages end with an error, never early, when the entry they go on after is gone', async () => {
    await using world = await setup();
    const numbered = Array.from({ length: 501 }, (_, index) => String(index).padStart(3, '0'));
    await world.importUnits(numbered.map((number) => unit(`Text ${number}.`, `Texto ${number}.`)));
    const pages = world.own.pages({ accountId: world.accountId });
    const first = await pages.next();
    assert(first.done === false && first.value.length === 500);
    world.corrupt(`delete from memory_entries where id = '${first.value.at(-1)?.id}'`);
    await assert.rejects(pages.next(), { reason: 'memory_busy' });
  });

  test('refuses more than a memory may have, before it writes any of it', async (context) => {
    await using world = await setup();
    await world.approve(approval('A cat.', 'Un gato.'));
    world.corrupt('update accounts set memory_entries = 200000');
    context.mock.method(world.memory, 'changeEntries', () => assert.fail('rows were written'));
    await assert.rejects(world.approve(approval('A dog.', 'Un perro.')), { reason: 'memory_full' });
    await assert.rejects(world.importUnits([unit('A dog.', 'Un perro.')]), { reason: 'memory_full' });
  });
});
