import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../src/config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const texts = globSync(['compose*.yaml', 'deploy/**/{*.*,Caddyfile}', 'docs/*.md'], { cwd: root }).map(
  (file) => [file, readFileSync(`${root}/${file}`, 'utf8')] as const,
);

/** All values of a setting in files for operators, such as `compose.yaml: 180`. */
const valuesOf = (setting: string) =>
  texts.flatMap(([file, text]) =>
    [...text.matchAll(new RegExp(`${setting}'?(\\d+m?)`, 'g'))].map(([, value]) => `${file}: ${value}`),
  );

/** The longest `DRAIN_DELAY_SECONDS` of these files. */
const delayMs = 15_000;

const settings = {
  180: [
    ...['stop_grace_period: ', 'terminationGracePeriodSeconds: ', '--stop-timeout '],
    ...['timeout server ', 'proxy_read_timeout ', 'proxy-read-timeout: '],
  ],
  5: ['health_timeout ', 'timeout check ', 'readinessProbe:[^]*?timeoutSeconds: '],
  '21m': ['client_max_body_size ', 'proxy-body-size: '],
} as const;

test('the default time for a stop is enough for every request, and for its charge', () => {
  const { requestTimeoutMs, drainTimeoutMs } = loadConfig({});
  assert.ok(drainTimeoutMs > requestTimeoutMs);
  assert.ok(180_000 > delayMs + drainTimeoutMs + 10_000);
  assert.equal(loadConfig({ REQUEST_TIMEOUT_SECONDS: '600' }).drainTimeoutMs, 630_000);
  assert.equal(loadConfig({ DRAIN_TIMEOUT_SECONDS: '5' }).drainTimeoutMs, 5_000);
  assert.match(readFileSync(`${root}/deploy/debian/dragoman.service`, 'utf8'), /^TimeoutStopSec=180$/m);
});

for (const [value, names] of Object.entries(settings))
  test(`proxies, probes and supervisors use ${value} everywhere`, () => {
    for (const name of names) {
      const values = valuesOf(name);
      assert.ok(values.length > 0, name);
      for (const each of values) assert.ok(each.endsWith(`: ${value}`), `${name}${each}`);
    }
  });
