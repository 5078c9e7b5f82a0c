import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import { counted } from '../../ground/counts.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import { operatorActs } from '../../shop/audit/audit.ts';
import { type Key, type KeyId, keysPageMax } from '../../shop/keys/key-store.ts';
import { liveKeysMax } from '../../shop/keys/keys.ts';
import type { LeakReport } from '../../shop/keys/leaked-keys.ts';
import { UsageError } from '../argument.ts';
import { InputError } from '../failure.ts';
import type { CommandParts, Operator } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';

export function addKeyCommands(program: Command, parts: CommandParts, print: Print): void {
  const key = program.command('key').description('create, list and revoke API keys');
  addCreate(key, parts, print);
  addList(key, parts, print);
  addRevoke(key, parts, print);
}

function addCreate(key: Command, { openOperator }: CommandParts, print: Print): void {
  key
    .command('create')
    .description(`create a key for an account that has bought a pack; at most ${liveKeysMax} live ones each`)
    .requiredOption('--account <id or email>', 'the account of the key')
    .option('--name <name>', 'what its owner calls it: 1 to 60 characters in one line')
    .action(async ({ account: wanted, name }: { account: string; name?: string }) => {
      await using operator = await openOperator();
      const account = await operator.accounts.find(wanted);
      const created = await operator.keys.create(account.id, name);
      print.result(
        { id: created.key.id, key: created.apiKey },
        `${created.apiKey}\n\nKeep it now: only its hash is stored, so it cannot be shown again. Its id: ${created.key.id}`,
      );
    });
}

function addList(key: Command, { openOperator }: CommandParts, print: Print): void {
  key
    .command('list')
    .description('list keys, newest first, revoked ones included')
    .option('--account <id or email>', 'only those of one account')
    .action(async ({ account: wanted }: { account?: string }) => {
      await using operator = await openOperator();
      const account = wanted === undefined ? undefined : await operator.accounts.find(wanted);
      await print.list(pagesOf(operator, account?.id), keyTable, 'No key yet.');
    });
}

function addRevoke(key: Command, parts: CommandParts, print: Print): void {
  key
    .command('revoke')
    .description('permanently revoke a key, or leaked ones; they are refused from the next request on')
    .addOption(new Option('--id <id>', 'which key, by its id').conflicts('leaked'))
    .option('--leaked <file>', 'all keys in a file with any content; - for standard input')
    .action(async ({ id, leaked }: { id?: string; leaked?: string }) => {
      if (leaked !== undefined) return await revokeLeaked(leaked, parts, print);
      if (id === undefined) throw new UsageError("required option '--id <id>' or '--leaked <file>' not specified");
      await using operator = await parts.openOperator();
      await operator.keys.revoke(id as KeyId);
      print.result({ id, revoked: true }, `Revoked ${id}.`);
    });
}

async function* pagesOf({ keys }: Operator, accountId: AccountId | undefined): AsyncGenerator<readonly KeyRow[]> {
  for (let before: KeyId | undefined; ; ) {
    const page = await keys.list({ accountId, before });
    yield page.map(describe);
    if (page.length < keysPageMax) return;
    before = page.at(-1)?.id;
  }
}

type KeyRow = ReturnType<typeof describe>;

function describe({ id, accountId, name, start, lastFour, createdAt, revokedAt, lastUsedAt }: Key) {
  return {
    id,
    account: accountId,
    name,
    key: `${start}...${lastFour}`,
    created_at: utcTime(createdAt),
    last_used_at: lastUsedAt === undefined ? null : utcTime(lastUsedAt),
    revoked_at: revokedAt === undefined ? null : utcTime(revokedAt),
  };
}

const keyTable = tableOf<KeyRow>({
  ID: 'id',
  ACCOUNT: 'account',
  KEY: 'key',
  CREATED: 'created_at',
  'LAST USED': 'last_used_at',
  REVOKED: 'revoked_at',
  NAME: 'name',
});

const gibibyte = 2 ** 30;

/** Revokes every live key in a file, or in standard input if the file is `-`. */
async function revokeLeaked(path: string, { openOperator, openInput }: CommandParts, print: Print): Promise<void> {
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
