import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareMachine, listedPackages } from './bare-machine.ts';

const wanted = [...listedPackages('start-packages.json'), ...listedPackages('test-packages.json')];

test('npm test installs the Debian packages for the tests, then runs the tests', async () => {
  using machine = bareMachine();
  const { status, output } = await machine.run('test.mjs', { root: true });
  assert.equal(status, 0);
  const install = machine.calls().find((call) => call.startsWith('apt-get') && call.includes(' install '));
  assert.ok(install?.endsWith(wanted.join(' ')));
  assert.match(output, /checking/);
});

test('installs PostgreSQL without a default cluster, and overwrites no setting of the machine', async () => {
  using machine = bareMachine();
  await machine.run('test.mjs', { root: true });
  const calls = machine.calls();
  const setting = calls.findIndex((call) =>
    /^cp --no-clobber \S+ \/etc\/postgresql-common\/createcluster\.conf$/.test(call),
  );
  const install = calls.findIndex((call) => call.startsWith('apt-get') && call.includes(' install '));
  assert.ok(setting >= 0 && setting < install);
});

for (const [title, script, name] of [
  ['PgBouncer is installed without starting it as a service', 'test.mjs', 'pgbouncer'],
  ['the bench also brings its peer, without starting it as a service', 'bench.mjs', 'apertium-apy'],
] as const) {
  test(title, async () => {
    using machine = bareMachine();
    await machine.run(script, { root: true });
    const calls = machine.calls();
    const mask = calls.indexOf(`ln --symbolic /dev/null /etc/systemd/system/${name}.service`);
    const install = calls.findIndex((call) => new RegExp(`^apt-get.* install .* ${name}\\b`).test(call));
    assert.ok(mask >= 0 && mask < install);
  });
}

test('development packages are needed by the tests and not by the server', async () => {
  using machine = bareMachine();
  const env = { SETUP_APT: 'never' };
  machine.program(
    'npm',
    `[ "$1" = ping ] && exit 0
     mkdir -p node_modules/hono && echo '{}' > node_modules/hono/package.json
     echo "npm error code ECONNRESET" >&2; exit 1`,
  );
  assert.equal((await machine.run('test.mjs', { env })).status, 1);
  assert.equal((await machine.run('start.mjs', { env })).status, 0);
});

test('the tests also run without Debian packages', async () => {
  using machine = bareMachine();
  const { status, output } = await machine.run('test.mjs', { env: { SETUP_APT: 'never' } });
  assert.equal(status, 0);
  assert.match(output, /SETUP_APT=never: .* for the tests are missing/);
  assert.match(output, /checking/);
});

test('the evaluation installs the language pairs that it measures', async () => {
  using machine = bareMachine();
  await machine.run('eval.mjs', { root: true });
  assert.ok(machine.calls().some((call) => /^apt-get\b.* install .* apertium-spa-cat\b/.test(call)));
});
