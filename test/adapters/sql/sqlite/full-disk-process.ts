/** Sends documents to SQLite in the folder for temporary files, which is small: until it is full, and after it has room. */
import assert from 'node:assert/strict';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDocuments, openFilters } from '../../../support/documents-world.ts';
import { LettersEngine } from '../../../support/letters-engine.ts';
import { openTemporarySqlite } from '../../../support/stores.ts';

await using files = openFilters();
await using world = await openDocuments(openTemporarySqlite, files);
const failures: string[] = [];
const node = world.node(new LettersEngine(), { backgroundFailed: ({ task }) => failures.push(task) });
const large = `hola${' '.repeat(1_500_000)}`;
const ballast = join(tmpdir(), 'ballast');
const { bavail, bsize } = statfsSync(tmpdir());
writeFileSync(ballast, new Uint8Array(bavail * bsize - 500_000));
await assert.rejects(node.start(large), {
  reason: 'no_room_for_documents',
  data: { whose: 'server', retryAfterSeconds: 60 },
});
assert.ok(failures.includes('storage of a document'));
rmSync(ballast);
const { id } = await node.start(large);
assert.equal((await node.result(id)).status, 'done');
assert.deepEqual(await world.balance(), { balance: 996, held: 0, used: 4 });
