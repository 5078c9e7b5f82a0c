import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ChosenDatabase } from '../../../src/adapters/sql/chosen-database.ts';
import type { ActId, NewAuditEntry } from '../../../src/shop/audit/audit.ts';
import { type AccountArea, type Member, startAccountArea } from '../../support/account-area.ts';
import { furnish, packs } from '../../support/account-area-belongings.ts';
import { eventually } from '../../support/eventually.ts';
import { changeGlossary, newEntry } from '../../support/glossary-world.ts';
import { newId } from '../../support/ledger-world.ts';
import type { KilledErasure, KillPoint } from './killed-eraser.ts';

const points: readonly KillPoint[] = ['after_begin', 'after_person', 'within_records', 'after_records', 'after_end'];

const eraserFile = fileURLToPath(new URL('killed-eraser.ts', import.meta.url));

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`an erasure killed at any point, on ${kind}, is finished once by a running server`, async () => {
    await using area = await startAccountArea({ database: kind, env: { PACKS: packs } });
    const members: Member[] = [];
    for (const point of points) {
      const member = await area.signUp(`${point}@example.com`);
      await furnish(area, member);
      const add = Array.from({ length: 250 }, (_, index) => newEntry(`word ${index}`));
      await changeGlossary({ glossaries: area.stores.glossaries, accountId: member.accountId }, { add });
      await eraseAndDie({ database: databaseOf(area), accountId: member.accountId, point });
      members.push(member);
    }
    for (const { accountId } of members) {
      const account = await area.stores.accounts.findAccount(accountId);
      assert.equal(account?.email, `erased:${accountId}`, 'it is unusable from the first step on');
    }
    await eventually(async () => (await area.stores.erasures.listErasures({ limit: 10 })).length === 0);
    for (const member of members) await assertErased(area, member);
  });
}

function databaseOf({ databaseUrl, dataDir }: AccountArea): ChosenDatabase {
  if (databaseUrl === undefined) return { kind: 'sqlite', file: join(dataDir, 'dragoman.db') };
  return { kind: 'postgres', url: databaseUrl, connections: 2 };
}

async function eraseAndDie(erasure: KilledErasure): Promise<void> {
  const child = spawn(process.execPath, [eraserFile, JSON.stringify(erasure)], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  assert.equal(signal, 'SIGKILL', erasure.point);
}

async function assertErased({ stores }: AccountArea, { accountId, visitor }: Member): Promise<void> {
  assert.equal((await visitor.open('/keys')).path, '/sign-in?next=%2Fkeys');
  assert.deepEqual((await stores.glossaries.listEntries({ accountId, limit: 10 })).entries, []);
  const acts = await stores.audit.listActs({ accountId, limit: 100 });
  const ofErasure = acts.map(({ act }) => act).filter((act) => act.startsWith('account.eras'));
  assert.deepEqual(ofErasure, ['account.erased', 'account.erasure_begun'], 'each once');
  const entry: NewAuditEntry = {
    id: newId() as ActId,
    at: acts[0]?.at ?? assert.fail('nothing was recorded'),
    by: accountId,
    act: 'account.erasure_begun',
    accountId,
    subject: undefined,
  };
  assert.equal(await stores.erasures.beginErasure({ entry, evenIfDisputed: false }), 'begun_before');
}
