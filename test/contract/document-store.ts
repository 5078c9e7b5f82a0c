import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { NewDocument } from '../../src/shop/documents/document.ts';
import { firstMoment, newId, openAccount } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

const hourMs = 3_600_000;
const about = Uint8Array.of(0, 1, 255);
const bytesMax = 2 ** 30;
const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index);
const translated = Uint8Array.from({ length: 700_001 }, (_, index) => index).subarray(1);

function newDocument(accountId: AccountId, replaced: Partial<NewDocument> = {}): NewDocument {
  const expiresAt = later(firstMoment, hourMs);
  return {
    accountId,
    idHash: newId(),
    about,
    file: bytes,
    characters: 10,
    createdAt: firstMoment,
    expiresAt,
    ...replaced,
  };
}

/** The contract of every `DocumentStore`. */
export function describeDocumentStore(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: DocumentStore`, () => {
    test('returns what was stored, with its progress, until it is removed', async () => {
      await using stores = await open();
      const { documents } = stores;
      const document = newDocument(await openAccount(stores));
      const { createdAt, expiresAt } = document;
      assert.equal(await documents.createDocument(document, { unfinishedMax: 5, bytesMax }), 'created');
      const progress = { about, characters: 10, charactersDone: undefined, createdAt, expiresAt };
      const found = await documents.findDocument(document, createdAt);
      assert.deepEqual(found && { ...found, about: new Uint8Array(found.about) }, progress);
      assert.deepEqual(new Uint8Array((await documents.readFile(document)) ?? []), bytes);
      assert.equal(await documents.readContent(document), undefined);
      assert.equal(await documents.noteProgress(document, 4, createdAt), true);
      assert.equal((await documents.findDocument(document, createdAt))?.charactersDone, 4);
      assert.equal(await documents.keepContent(document, { file: translated, units: bytes }, createdAt), true);
      assert.equal(await documents.sumDocuments(createdAt), 2 * bytes.length + translated.length);
      assert.deepEqual(new Uint8Array((await documents.readContent(document)) ?? []), translated.slice());
      assert.deepEqual(new Uint8Array((await documents.readUnits(document)) ?? []), bytes);
      const ofOther = await documents.findDocument({ ...document, accountId: 'other' as AccountId }, createdAt);
      assert.equal(ofOther, undefined);
      assert.equal(await documents.findDocument(document, expiresAt), undefined);
      assert.equal(await documents.noteProgress(document, 5, expiresAt), false);
      assert.equal(await documents.keepContent(document, { file: bytes, units: bytes }, expiresAt), false);
      assert.equal(await documents.removeDocument(document), true);
      assert.equal(await documents.removeDocument(document), false);
      assert.equal(await documents.noteProgress(document, 5, createdAt), false);
      assert.equal(await documents.keepContent(document, { file: bytes, units: bytes }, createdAt), false);
      assert.equal(await documents.readFile(document), undefined);
    });

    test('accepts no more unfinished documents of an account than allowed, also concurrently', async () => {
      await using stores = await open();
      const { documents, replies } = stores;
      const accountId = await openAccount(stores);
      const sent = Array.from({ length: 8 }, () => newDocument(accountId));
      const outcomes = await Promise.all(
        sent.map((document) => documents.createDocument(document, { unfinishedMax: 3, bytesMax })),
      );
      assert.equal(outcomes.filter((outcome) => outcome === 'created').length, 3);
      const done = sent[outcomes.indexOf('created')] ?? assert.fail();
      const keepUntil = done.expiresAt;
      const reply = { accountId, keyHash: done.idHash, requestHash: '', sealed: bytes.subarray(0, 9), keepUntil };
      await replies.keepReply(reply, firstMoment);
      const unfinished = sent.filter((each, index) => outcomes[index] === 'created' && each !== done);
      const { idHash, characters, createdAt, expiresAt } = unfinished[0] ?? assert.fail();
      await documents.noteProgress(unfinished[0] ?? assert.fail(), 4, createdAt);
      const listed = await documents.listUnfinished(accountId, firstMoment);
      assert.equal(listed.length, 2);
      const progress = { idHash, characters, charactersDone: 4, createdAt, expiresAt };
      const found = listed.find((each) => each.idHash === idHash);
      assert.deepEqual(found, progress);
      assert.equal(await documents.createDocument(newDocument(accountId), { unfinishedMax: 3, bytesMax }), 'created');
      assert.equal(await documents.createDocument(newDocument(accountId), { unfinishedMax: 3, bytesMax }), 'too_many');
      const afterExpiry = newDocument(accountId, { createdAt: keepUntil, expiresAt: later(keepUntil, 1) });
      assert.equal(await documents.createDocument(afterExpiry, { unfinishedMax: 3, bytesMax }), 'created');
      assert.equal(
        await documents.createDocument(newDocument(await openAccount(stores)), { unfinishedMax: 3, bytesMax }),
        'created',
      );
      assert.equal(
        await documents.createDocument(newDocument('unknown' as AccountId), { unfinishedMax: 3, bytesMax }),
        'no_account',
      );
    });

    test('refuses a document because of its account only if the account has documents to delete', async () => {
      await using stores = await open();
      const room = 2 * bytes.length;
      const create = (accountId: AccountId, rooms: number) =>
        stores.documents.createDocument(newDocument(accountId), { unfinishedMax: 5, bytesMax: rooms * room });
      const [own, other] = [await openAccount(stores), await openAccount(stores)];
      assert.equal(await create(own, 2), 'created');
      assert.equal(await create(own, 3), 'account_full');
      assert.equal(await create(other, 2), 'full');
      for (let each = 0; each < 3; each++) assert.equal(await create(other, 9), 'created');
      assert.equal(await create(own, 4), 'full', 'also without its own, there is no room');
    });

    test('deletes expired documents alone', async () => {
      await using stores = await open();
      const { documents } = stores;
      const accountId = await openAccount(stores);
      const old = Array.from({ length: 25 }, (_, index) =>
        newDocument(accountId, { expiresAt: later(firstMoment, index) }),
      );
      const young = newDocument(accountId);
      for (const document of [...old, young])
        await documents.createDocument(document, { unfinishedMax: 100, bytesMax });
      assert.equal(await documents.forgetDocuments(later(firstMoment, 24)), 25);
      assert.notEqual(await documents.findDocument(young, firstMoment), undefined);
      assert.equal(await documents.forgetDocuments(later(firstMoment, 24)), 0);
    });
  });
}
