import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startService } from '../support/service.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { openProjectFolder } from './project-folder.ts';

const args = ['--from', 'es', '--to', 'en'];

/** A text with this number of characters. */
const long = (name: string, count = 40_000): string => `La palabra ${name} `.repeat(count).slice(0, count - 1) + '.';

const toJson = (texts: Readonly<Record<string, string>>): string => `${JSON.stringify(texts, null, 2)}\n`;

/** Requests have room for two texts. */
const tenRequests = toJson(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key${at}`, long(`${at}`)])));

/** A folder with files, and a customer with `count` characters. */
async function openFaults(given: Record<string, string>, count = 1_000_000) {
  await using opening = new AsyncDisposableStack();
  const service = opening.use(await startService());
  const { run, write, files, folder } = opening.use(await openProjectFolder(given));
  const customer = await service.customer(count);
  const address = { url: service.url, key: customer.key };
  const opened = opening.move();
  return {
    service,
    customer,
    folder,
    write,
    files,
    run: (command: readonly string[], options: Parameters<typeof run>[2] & { readonly url?: string } = {}) =>
      run(command, { ...address, ...(options.url && { url: options.url }) }, options),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

describe('network', () => {
  test('a server that drops each third reply is paid once', async () => {
    await using world = await openFaults({ 'es.json': tenRequests });
    await using proxy = await TcpProxy.start(Number(new URL(world.service.url).port));
    let [replies, lost] = [0, 0];
    proxy.rule = ({ direction, bytes }) => {
      if (direction === 'up' || !bytes.toString('latin1').startsWith('HTTP/1.1 ') || ++replies % 3 !== 0) return 'pass';
      lost++;
      return 'cut';
    };
    const url = proxy.lead(world.service.url);
    const { status, stdout, stderr } = await world.run(['es.json', ...args, '--json'], { url });
    assert.deepEqual([status, stderr, lost >= 3], [0, '', true]);
    assert.equal(JSON.parse(stdout).charged, 800_000);
    assert.deepEqual(await world.customer.balance(), { balance: 200_000, used: 800_000, held: 0 });
  });
});

describe('balance', () => {
  test('gone in the middle and topped up: what was paid is kept, and the sum is exact', async () => {
    const files = {
      'a.es.json': toJson({ uno: `espera ${long('uno', 59_993)}` }),
      'b.es.json': toJson({ dos: `espera ${long('dos', 59_993)}` }),
    };
    await using world = await openFaults(files, 100_000);
    await using proxy = await TcpProxy.start(Number(new URL(world.service.url).port));
    // One of the two requests ends after the other one was refused.
    proxy.rule = ({ direction, bytes }) => {
      if (direction === 'down' && bytes.toString('latin1').startsWith('HTTP/1.1 402')) world.service.engine.open();
      return 'pass';
    };
    const command = ['a.es.json', 'b.es.json', ...args, '--out', '{stem}.{lang}.{ext}'];
    const { status, stderr } = await world.run(command, { url: proxy.lead(world.service.url) });
    assert.equal(
      stderr,
      'dragoman-translate: The balance is too small: 60,000 characters are to be translated, 40,000 are left. Buy 20,000 or more, then run the command again.\n',
    );
    assert.equal(status, 1);
    const paid = Object.entries(await world.files()).filter(([path]) => path.endsWith('.en.json'));
    assert.equal(paid.length, 1);
    assert.deepEqual(await world.customer.balance(), { balance: 40_000, used: 60_000, held: 0 });

    await world.customer.buy(20_000);
    const again = await world.run(command);
    assert.deepEqual([again.status, again.stderr], [0, '']);
    assert.deepEqual(await world.customer.balance(), { balance: 0, used: 120_000, held: 0 });
    const finished = await world.files();
    assert.deepEqual(
      paid.map(([path]) => [path, finished[path]]),
      paid,
    );
    assert.deepEqual(Object.keys(finished), [
      'a.es.en.json',
      'a.es.json',
      'b.es.en.json',
      'b.es.json',
      'dragoman.lock',
    ]);
  });
});

test('--force whose run ended early is completed by the next one, and nothing is paid twice', async () => {
  const files = {
    'a.es.json': toJson({ uno: long('uno', 60_000) }),
    'b.es.json': toJson({ dos: long('dos', 60_000) }),
  };
  await using world = await openFaults(files, 180_000);
  const run = (...options: string[]) =>
    world.run([...Object.keys(files), ...args, '--out', '{stem}.{lang}.{ext}', '--concurrency', '1', ...options]);
  assert.equal((await run()).status, 0);
  const translated = await world.files();
  await world.write({ 'a.es.en.json': toJson({ uno: 'by hand' }), 'b.es.en.json': toJson({ dos: 'by hand' }) });
  assert.match((await run('--force')).stderr, /The balance is too small: .* Buy 60,000/);
  await world.customer.buy(60_000);
  assert.equal((await run()).status, 0);
  const { status, stderr } = await run('--force');
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual(await world.customer.balance(), { balance: 0, used: 240_000, held: 0 });
  assert.deepEqual(await world.files(), translated);
});

/** Limits the size of each file, in blocks of 512 bytes. The cache of compiled modules must not be cut. */
const limitedTo = (blocks: number) => ({ before: `ulimit -f ${blocks}; `, env: { NODE_DISABLE_COMPILE_CACHE: '1' } });

describe('disk full', () => {
  const numbered = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [at, `Perro ${at}.`]));

  test('targets and lock file keep their old bytes, other files are written, and the next run pays nothing twice', async () => {
    // Above the limit without a text, so that the journal is below it.
    const code = `\`\`\`\n${'x'.repeat(20_000)}\n\`\`\`\n`;
    const files = { 'a.md': `La casa.\n\n${code}`, 'b.md': 'El gato.\n', 'es.json': toJson(numbered(400)) };
    await using world = await openFaults(files);
    const command = [...Object.keys(files), ...args];
    assert.equal((await world.run(command)).status, 0);
    const { 'a.en.md': old = '', 'dragoman.lock': lock } = await world.files();
    await world.write({ 'a.md': `La casa verde.\n\n${code}`, 'b.md': 'El gato duerme.\n' });
    const full = await world.run(command, limitedTo(16));
    const message = 'the file cannot be written (EFBIG).\n';
    assert.deepEqual([full.status, full.stderr], [1, `a.en.md: ${message}dragoman.lock: ${message}`]);
    const { used } = await world.customer.balance();
    const left = await world.files();
    assert.deepEqual([left['a.en.md'], left['b.en.md'], left['dragoman.lock']], [old, 'duerme gato El.\n', lock]);
    assert.deepEqual(Object.keys(left).length, 8);
    assert.equal((await world.run(command)).status, 0);
    assert.equal((await world.customer.balance()).used, used);
    assert.equal((await world.files())['a.en.md'], old.replace('casa La.', 'verde casa La.'));
  });

  // The journal has the texts, then the translations too, then the record of the target file.
  for (const blocks of [0, 4, 10, 24]) {
    test(`${blocks} blocks: the run ends with an error, and the next one pays nothing twice`, async () => {
      await using world = await openFaults({ 'es.json': toJson(numbered(200)) });
      const command = ['es.json', ...args];
      const full = await world.run(command, limitedTo(blocks));
      assert.match(full.stderr, /^(\S+: the file cannot be written \(EFBIG\)\.\n)+$/);
      assert.equal(full.status, 1);
      const again = await world.run(command);
      assert.deepEqual([again.status, again.stderr], [0, '']);
      assert.equal((await world.customer.balance()).used, Object.values(numbered(200)).join('').length);
    });
  }
});

describe('a file that a person changes during the run', () => {
  const changed = (path: string): string => `${path}: the file has changed meanwhile. Run the command again.\n`;
  for (const [path, content] of [
    ['es.json', { uno: 'espera un momento', dos: 'otra casa', tres: 'tres' }],
    ['en.json', { uno: 'momento un espera', dos: 'corrected', tres: 'tres' }],
  ] as const) {
    test(`${path} stays, other files are finished, and nothing is paid twice`, async () => {
      await using world = await openFaults({
        'es.json': toJson({ dos: 'la casa', tres: 'tres' }),
        'notas.md': 'El gato.\n',
      });
      const command = ['es.json', 'notas.md', ...args];
      assert.equal((await world.run(command)).status, 0);
      await world.write({
        'es.json': toJson({ uno: 'espera un momento', dos: 'la casa', tres: 'tres' }),
        'notas.md': 'El gato duerme.\n',
      });
      const running = world.run(command);
      await world.service.engine.entered;
      await world.write({ [path]: toJson(content) });
      world.service.engine.open();
      const { status, stderr } = await running;
      assert.deepEqual([status, stderr], [1, changed(path)]);
      const files = await world.files();
      assert.deepEqual([files[path], files['notas.en.md']], [toJson(content), 'duerme gato El.\n']);
      // Neither a run of another file nor a refused one forgets what is paid.
      assert.equal((await world.run(['notas.md', ...args])).status, 0);
      assert.equal((await world.run(['none.md', ...args, '--force'])).status, 2);
      const again = await world.run(command);
      assert.deepEqual([again.status, again.stderr], [0, '']);
      const { 'en.json': target = '{}', '.dragoman-pending': journal } = await world.files();
      assert.equal(journal, undefined);
      const { uno, dos } = JSON.parse(target) as Record<string, string>;
      assert.deepEqual([uno, dos], ['momento un espera', path === 'en.json' ? 'corrected' : 'casa otra']);
      const texts = ['la casa', 'tres', 'El gato.', 'espera un momento', 'El gato duerme.'];
      const sent = path === 'en.json' ? texts : [...texts, 'otra casa'];
      assert.equal((await world.customer.balance()).used, sent.join('').length);
    });
  }
});

describe('a second run in a folder', () => {
  test('is refused while the first one translates, and only then', async () => {
    await using world = await openFaults({ 'es.json': toJson({ uno: 'espera un momento' }) });
    const command = ['es.json', ...args];
    const first = world.run(command);
    await world.service.engine.entered;
    const second = await world.run(command);
    assert.deepEqual([second.status, second.stdout], [2, '']);
    assert.match(second.stderr, /^dragoman-translate: Another run .* remove \.dragoman-running-\d+-\d+\.\n$/);
    assert.equal((await world.run([...command, '--dry-run'])).status, 0);
    world.service.engine.open();
    const { status, stderr } = await first;
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal((await world.run(command)).status, 0);
    assert.deepEqual(Object.keys(await world.files()), ['dragoman.lock', 'en.json', 'es.json']);
  });

  test('follows a killed one, also if its process is not reaped, or another one has its number', async () => {
    await using world = await openFaults({ 'es.json': toJson({ uno: 'la casa' }) });
    // The shell becomes a program that does not wait for its child, before the child ends.
    using parent = spawn('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 600']);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const killed = Number(line.toString());
    const statOf = async (pid: number): Promise<readonly string[]> =>
      (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ');
    while ((await statOf(killed))[2] !== 'Z') await setImmediate();
    const startOf = async (pid: number): Promise<number> => Number((await statOf(pid))[21]);
    const restarted = `.dragoman-running-${parent.pid}-${await startOf(parent.pid ?? 0)}`;
    const markers = [
      `.dragoman-running-${spawnSync(process.execPath, ['--version']).pid}-7`,
      `.dragoman-running-${killed}-${await startOf(killed)}`,
      `.dragoman-running-${process.pid}-7`,
      restarted,
    ];
    await world.write(Object.fromEntries(markers.map((name) => [name, ''])));
    for (const name of markers) await chmod(join(world.folder, name), 0o600);
    await utimes(join(world.folder, restarted), 0, 0);
    const { status, stderr } = await world.run(['es.json', ...args]);
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(Object.keys(await world.files()), ['dragoman.lock', 'en.json', 'es.json']);
  });
});

test('an output may have an extension of no format', async () => {
  await using world = await openFaults({ 'notas.md': 'La casa.\n' });
  const command = ['notas.md', ...args, '--out', '{path}.{lang}'];
  const { status, stderr } = await world.run(command);
  assert.deepEqual([status, stderr, (await world.files())['notas.md.en']], [0, '', 'casa La.\n']);
});
