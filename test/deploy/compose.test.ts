import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config.ts';
import { imageEnvironment } from '../support/image-environment.ts';
import { temporaryFolder } from '../support/stores.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Service = {
  readonly image?: string;
  readonly build?: { readonly target: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly mem_limit?: string;
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test?: readonly string[] };
};

type Composition = {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
};

const compositionOf = (file: string): Composition => parse(read(file), { merge: true });

/** The services of a file without what `has` is true for. */
const without = ({ services }: Composition, has: (service: Service) => boolean) =>
  Object.entries(services).flatMap(([name, service]) => (has(service) ? [] : [name]));

for (const file of ['compose.yaml', 'compose.demo.yaml']) {
  describe(file, () => {
    const composition = compositionOf(file);
    const all = Object.values(composition.services);

    test('limits the memory of each service', () => {
      const unlimited = without(composition, (service) => service.mem_limit !== undefined);
      assert.deepEqual(unlimited, []);
    });

    test('publishes ports to other machines only for the proxy', () => {
      const isLocal = ({ ports = [] }: Service) => ports.every((port) => port.startsWith('127.0.0.1:'));
      assert.deepEqual(without(composition, isLocal), file === 'compose.yaml' ? ['caddy'] : []);
    });

    test('mounts only what a clone has, and the folder of backups', () => {
      const mounted = all.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
      const missing = mounted.filter((path) => path.startsWith('.') && !existsSync(join(root, path)));
      assert.deepEqual(missing, file === 'compose.yaml' ? ['./backups'] : []);
    });

    test('names images of other projects by digest', () => {
      const images = all.flatMap(({ build, image = '' }) => (build === undefined ? [image] : []));
      const [, base = ''] = /^ARG BASE=(.*)$/m.exec(read('Containerfile')) ?? [];
      for (const image of [...images, base]) assert.match(image, /:[\w.-]+@sha256:[\da-f]{64}$/);
    });

    test('builds stages of Containerfile', () => {
      const targets = all.flatMap(({ build }) => (build === undefined ? [] : [build.target]));
      assert.ok(targets.length > 0);
      for (const target of targets) assert.match(read('Containerfile'), new RegExp(`^FROM \\S+ AS ${target}$`, 'm'));
    });

    test('uses each secret from a folder that Git ignores', () => {
      const { secrets = {} } = composition;
      const used = new Set(all.flatMap(({ secrets: names = [] }) => names));
      assert.deepEqual([...used].toSorted(byName), Object.keys(secrets).toSorted(byName));
      for (const [name, secret] of Object.entries(secrets)) assert.equal(secret.file, `./secrets/${name}`);
      assert.match(read('.gitignore'), /^\/secrets\/$/m);
    });
  });
}

function byName(one: string, other: string): number {
  return one.localeCompare(other);
}

test('the nodes of compose.yaml accept its settings, and may drain before they are killed', () => {
  const { environment = {}, stop_grace_period: grace = '' } = compositionOf('compose.yaml').services['node-1'] ?? {};
  const { DATABASE_URL_FILE: secret, ...settings } = environment;
  assert.equal(secret, '/run/secrets/database-url');
  const BASE_URL = settings['BASE_URL']?.replace(/\$\{.*\}/, 'translate.example.com');
  const DRAIN_DELAY_SECONDS = String(settings['DRAIN_DELAY_SECONDS']);
  const config = loadConfig({ ...imageEnvironment, ...settings, BASE_URL, DRAIN_DELAY_SECONDS });
  assert.ok(Number(/^(\d+)s$/.exec(grace)?.[1]) * 1_000 >= config.drainDelayMs + config.drainTimeoutMs + 10_000);
});

test('the backups of compose.yaml are unhealthy without one of the last two days', async () => {
  const [, check = ''] = compositionOf('compose.yaml').services['backup']?.healthcheck?.test ?? [];
  await using folder = await temporaryFolder();
  const isHealthy = () => spawnSync('sh', ['-c', check.replace('/backups', folder.path)]).status === 0;
  assert.ok(!isHealthy());
  const backup = join(folder.path, 'dragoman-20260101T000000Z.dump');
  writeFileSync(backup, '');
  assert.ok(isHealthy());
  const hoursAgo = Date.now() / 1_000 - 49 * 3_600;
  utimesSync(backup, hoursAgo, hoursAgo);
  assert.ok(!isHealthy());
});

test('the demo is published on loopback only, and says so', () => {
  const { environment, ports } = compositionOf('compose.demo.yaml').services['dragoman'] ?? {};
  const env = { ...imageEnvironment, ...environment };
  assert.equal(loadConfig(env).baseUrl, 'http://localhost:8080');
  assert.throws(() => loadConfig({ ...env, DEMO_PUBLISHED_ON_LOOPBACK: '0' }), /DRAGOMAN_DEMO=1 is for loopback only/);
  assert.deepEqual(ports, ['127.0.0.1:8080:8080']);
});

test('an image build reads no file that Git ignores', () => {
  const lines = (path: string) =>
    read(path)
      .replaceAll(/^\/|\/$/gm, '')
      .split('\n');
  const unread = new Set(lines('.dockerignore'));
  for (const line of lines('.gitignore')) assert.ok(unread.has(line), line);
});
