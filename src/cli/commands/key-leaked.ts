import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { counted } from '../../ground/counts.ts';
import { operatorActs } from '../../shop/audit/audit-journal.ts';
import type { LeakReport } from '../../shop/keys/leaked-keys.ts';
import { InputError } from '../failure.ts';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';

const gibibyte = 2 ** 30;

/** Revokes every live key in a file, or in standard input if the file is `-`. */
export async function revokeLeaked(
  path: string,
  { openOperator, openInput }: CommandParts,
  print: Print,
): Promise<void> {
  // Before the database, so that a missing file is reported first.
  await using file = path === '-' ? undefined : await open(path);
  await using operator = await openOperator();
  const input = file === undefined ? openInput() : file.createReadStream({ autoClose: false, highWaterMark: 2 ** 20 });
  const report = await operator.leakedKeys.revoke(piecesOf(input), operatorActs);
  const json = {
    found: report.found,
    revoked: report.revoked.map(({ id, accountId }) => ({ id, account: accountId })),
    revoked_before: report.revokedBefore.map(({ id, accountId }) => ({ id, account: accountId })),
    unknown: report.unknown,
    owners_told: report.notified,
    owners_not_told: report.notNotified,
  };
  print.verdict(report.found > 0, json, described(report));
}

/** A key is ASCII, with the same bytes in each encoding except for zeros in between. */
async function* piecesOf(input: Readable): AsyncGenerator<string> {
  let bytes = 0;
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const text = typeof chunk === 'string' ? chunk : chunk.toString('latin1');
    bytes += chunk.length;
    if (bytes > gibibyte) {
      throw new InputError(
        'The file is larger than 1 GiB. The keys in the first GiB are revoked. Split it for the rest.',
      );
    }
    yield text;
  }
}

function described({ found, revoked, revokedBefore, unknown, notified, notNotified }: LeakReport): string {
  if (found === 0) return 'There is no key in it.';
  const lines = [
    `Found ${counted(found, 'key')}: revoked ${revoked.length} now, ${revokedBefore.length} before; ${unknown} of no account here.`,
    ...revoked.map(({ id, accountId }) => `Revoked ${id} of account ${accountId}`),
  ];
  if (notified.length > 0) lines.push(`Notified by mail: ${counted(notified.length, 'owner')}.`);
  if (notNotified.length > 0) lines.push(`Not notified, because no mail could be sent: ${notNotified.join(', ')}`);
  return lines.join('\n');
}
