import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from './shop.ts';

const commands = [
  'account create --email a@example.com',
  'account list',
  'pack grant --account a --characters 1',
  'key create --account a',
  'key list',
  'key revoke --id k',
  'ledger verify',
  'db backup --to /nowhere/copy',
  'db restore --from /nowhere/copy',
].map((command) => command.split(' '));

const bug = async () => {
  throw new TypeError('undefined is not a function');
};

describe('command line', () => {
  const wrong: readonly (readonly [argv: string, message: string])[] = [
    ['', 'a command is missing'],
    ['key', 'a command is missing'],
    ['acount list', "unknown command 'acount' (Did you mean account?)"],
    ['account lst', "unknown command 'lst' (Did you mean list?)"],
    ['account list --jsn', "unknown option '--jsn' (Did you mean --json?)"],
    ['account list more', "too many arguments for 'list'. Expected 0 arguments but got 1."],
    ['account create', "required option '--email <address>' not specified"],
    ['key create --account', "option '--account <id or email>' argument missing"],
  ];
  for (const [argv, message] of wrong) {
    test(`"dragoman ${argv}" is refused with status 2: ${message}`, async () => {
      await using shop = await openShop();
      const words = argv.split(' ').filter((word) => word !== '');
      const { status, out, err } = await shop.run(...words);
      assert.deepEqual([status, out], [2, '']);
      assert.equal(err.split('\n')[0], `error: ${message}`);
      const json = await shop.run(...words, '--json');
      assert.deepEqual([json.status, json.err], [2, '']);
      assert.deepEqual(JSON.parse(json.out), { error: { code: 'usage_error', message } });
    });
  }

  test('a refusal names the help to read', async () => {
    await using shop = await openShop();
    const { err } = await shop.run('pack', 'grant', '--account', 'a');
    assert.equal(err.split('\n')[1], 'Try "dragoman pack grant --help".');
  });

  test('a missing command lists the commands', async () => {
    await using shop = await openShop();
    const { err } = await shop.run();
    for (const name of ['serve', 'account', 'pack', 'key', 'ledger', 'engine', 'db', 'doctor']) {
      assert.match(err, new RegExp(`^  ${name} `, 'm'));
    }
  });

  test('--version prints the version, and --help the help, both also as one JSON value', async () => {
    await using shop = await openShop();
    assert.deepEqual(await shop.run('--version'), { status: 0, out: '1.2.3 (commit abc)\n', err: '' });
    assert.deepEqual(await shop.json('--version'), { version: '1.2.3', commit: 'abc' });
    const { status, out } = await shop.run('key', 'create', '--help');
    assert.equal(status, 0);
    assert.match(out, /--account <id or email>/);
    assert.deepEqual(await shop.json('key', 'create', '--help'), { help: out.trimEnd() });
  });
});

describe('failed command', () => {
  test('prints one line, or one JSON value under --json, on an invalid environment', async () => {
    await using shop = await openShop({}, { PORT: '65536' });
    for (const command of commands) {
      const message = 'PORT: must be a whole number from 0 to 65535 (unit: port; default: 8080)';
      assert.deepEqual(await shop.run(...command), { status: 1, out: '', err: `error: ${message}\n` });
      const json = await shop.run(...command, '--json');
      assert.deepEqual([json.status, json.err], [1, '']);
      assert.deepEqual(JSON.parse(json.out), { error: { code: 'configuration_error', message } });
    }
  });

  test('prints a stack trace only for a bug', async () => {
    await using shop = await openShop({ openOperator: bug, backup: bug, restore: bug });
    const { status, out, err } = await shop.run('account', 'list', '--json');
    assert.equal(status, 1);
    assert.equal(JSON.parse(out).error.code, 'internal_error');
    assert.match(err, /^TypeError: undefined is not a function\n {4}at /);
  });
});

describe('serve', () => {
  test("exits with the server's status", async () => {
    await using shop = await openShop({ serve: async () => 7 });
    assert.deepEqual(await shop.run('serve'), { status: 7, out: '', err: '' });
  });

  test('--help lists every environment variable with its unit, default and page', async () => {
    const port = { name: 'PORT', unit: 'port', default: '8080', description: '`0` selects a free port.' };
    const threads = {
      name: 'THREADS',
      unit: 'threads',
      default: '(one)',
      here: 1,
      description: 'Threads.',
      see: 'a.md',
    };
    await using shop = await openShop({ variables: [port, threads] });
    const { out } = await shop.run('serve', '--help');
    assert.match(out, /\n {2}PORT\n {6}0 selects a free port\.\n {6}Unit: port\. Default: 8080\.\n/);
    assert.match(
      out,
      /\n {2}THREADS\n {6}Threads\. See docs\/a\.md\.\n {6}Unit: threads\. Default: \(one\), here 1\.\n$/,
    );
  });
});
