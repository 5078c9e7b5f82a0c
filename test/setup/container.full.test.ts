import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { eventually } from '../support/eventually.ts';
import { type MachineOptions, ownAddress, startMachine, whyNotIsolated } from '../support/isolated-machine.ts';
import { run } from '../support/release.ts';
import { temporaryFolder } from '../support/stores.ts';

const skip = whyNotIsolated('mmdebstrap', 'buildah', 'ip');
const root = fileURLToPath(new URL('../..', import.meta.url));
const image = 'localhost/apertium';
const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** The configuration of an image. Source: https://github.com/moby/docker-image-spec, version 1.2 */
type ImageConfig = {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly Volumes: Readonly<Record<string, object>>;
  readonly Labels: Readonly<Record<string, string>>;
  readonly StopSignal: NodeJS.Signals;
};

/** Builds the image in a separate store, from a Debian that needs no image registry. */
async function buildImage() {
  await using building = new AsyncDisposableStack();
  const { path } = building.use(await temporaryFolder());
  const buildah = (...command: readonly string[]) => {
    const store = ['--root', join(path, 'store'), '--runroot', join(path, 'run'), '--storage-driver', 'vfs'];
    return run(['buildah', ...store, ...command]);
  };
  const build = (...options: readonly string[]) => buildah('build', '--isolation', 'chroot', ...options);
  const base = join(path, 'base');
  mkdirSync(base);
  // The machine's own certificates, because a proxy may read what npm fetches.
  const certificates = ['--include=ca-certificates', `--customize-hook=copy-in ${authorities} ${dirname(authorities)}`];
  run(['mmdebstrap', '--quiet', '--variant=minbase', ...certificates, 'bookworm', join(base, 'base.tar')]);
  writeFileSync(join(base, 'Containerfile'), 'FROM scratch\nADD base.tar /\n');
  build('--tag', 'localhost/base', base);
  const values = ['BASE=localhost/base', 'VERSION=0.9.0', 'COMMIT=abc', 'APERTIUM_PAIRS=apertium-eng-spa'];
  const settings = values.flatMap((value) => ['--build-arg', value]);
  build('--format', 'docker', '--target', 'apertium', '--tag', image, ...settings, root);
  const built = building.move();
  return { path, buildah, [Symbol.asyncDispose]: () => built.disposeAsync() };
}

type Image = Awaited<ReturnType<typeof buildImage>>;

/** Runs the image as its user, without any privilege, with a read-only root and new volumes. */
async function startContainer(
  { path, buildah }: Image,
  settings: readonly string[],
  shared: MachineOptions['volumes'] = {},
) {
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', image)).Docker as {
    readonly config: ImageConfig;
  };
  const user = Number(/^(\d+):\1$/.exec(config.User)?.[1]);
  assert.ok(user > 0);
  const name = buildah('from', image).trim();
  const volumes = Object.fromEntries(
    Object.keys(config.Volumes).map((folder) => [folder, join(path, name, folder)] as const),
  );
  for (const folder of Object.values(volumes)) {
    mkdirSync(folder, { recursive: true });
    await chown(folder, user, user);
  }
  const env = ['env', '-i', ...config.Env, 'MODELS_URL=none', ...settings];
  const unprivileged = [
    `--reuid=${user}`,
    `--regid=${user}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    // A change of the user clears it.
    '--pdeathsig=KILL',
  ];
  const container = await startMachine({
    root: buildah('mount', name).trim(),
    init: ['setpriv', ...unprivileged, ...env, ...config.Entrypoint, ...config.Cmd],
    readOnly: true,
    volumes: { ...volumes, ...shared },
    memory: ['/tmp'],
  });
  const call = (...command: readonly string[]) => container.run([...env, ...command], { user });
  // Before, the first process ignores a signal.
  await eventually(() => call('cat', '/proc/1/comm').output === 'tini\n');
  return Object.assign(container, { config, call });
}

type Container = Awaited<ReturnType<typeof startContainer>>;

describe('the image', { skip }, () => {
  let built: Image;
  before(async () => {
    built = await buildImage();
  });
  after(() => built[Symbol.asyncDispose]());
  const behindProxy = ['BASE_URL=https://translate.example.com', 'TRUSTED_PROXIES=127.0.0.1', 'DRAIN_DELAY_SECONDS=5'];

  test('runs without privileges on a read-only root', async () => {
    await using container = await startContainer(built, behindProxy);
    const { config, call } = container;
    assert.equal(config.Labels['org.opencontainers.image.version'], '0.9.0');
    assert.equal(config.Labels['org.opencontainers.image.revision'], 'abc');
    assert.deepEqual(Object.keys(config.Volumes), ['/data', '/models']);
    assert.match(call('touch', '/opt/dragoman/x').output, /Read-only file system/);
    const { output } = call('cat', '/proc/1/status');
    assert.match(output, /^Uid:\t10001\t[\s\S]*^CapBnd:\t0+$[\s\S]*^NoNewPrivs:\t1$/m);
  });

  test('ends on a signal before the server handles it', async () => {
    await using container = await startContainer(built, behindProxy);
    container.kill(container.config.StopSignal);
    assert.ok([0, 143].includes((await container.ended) ?? -1));
  });

  test('is healthy while the server responds, translates with Apertium, and still does so while it is stopped', async () => {
    await using container = await startContainer(built, behindProxy);
    const { call, kill, config } = container;
    const [, ...healthCheck] = config.Healthcheck.Test;
    await eventually(() => status(container, '/readyz') === '200');
    assert.equal(call(...healthCheck).status, 0);
    assert.equal(call('env', 'OPS_PORT=8080', ...healthCheck).status, 1);
    assert.equal(call('env', 'OPS_PORT=0', ...healthCheck).status, 0);
    assert.equal(call('env', 'OPS_PORT=0', 'PORT=8081', ...healthCheck).status, 1);
    const email = 'ana@example.com';
    call('dragoman', 'account', 'create', '--email', email);
    call('dragoman', 'pack', 'grant', '--account', email, '--characters', '1000');
    const { key } = JSON.parse(call('dragoman', 'key', 'create', '--account', email, '--json').output);
    assert.match(translate(container, key), /It is a good day/);
    kill(config.StopSignal);
    await eventually(() => status(container, '/readyz') === '503');
    assert.match(translate(container, key), /It is a good day/);
    assert.equal(await container.ended, 0);
  });

  test('prints the key and the request of a demo, which callers beyond a bridge can send', async () => {
    const { services } = parse(readFileSync(join(root, 'compose.demo.yaml'), 'utf8'));
    const { environment } = services.dragoman as { readonly environment: Readonly<Record<string, string>> };
    const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const starters = { '/starter-models': join(root, 'models') };
    await using container = await startContainer(built, settings, starters);
    await eventually(() => container.output().includes('curl -s http://localhost:8080/api/v1/translate'));
    const [, key = ''] = /Its key, shown this once: (\S+)/.exec(container.output()) ?? [];
    assert.match(translate(container, key, ownAddress), /[Gg]ood day/);
  });
});

/** The image has no other client than Node. */
function status({ call }: Container, path: string): string {
  return call(
    'node',
    '-e',
    `fetch('http://127.0.0.1:9090${path}').then(({ status }) => console.log(status))`,
  ).output.trim();
}

function translate({ call }: Container, key: string, host = '127.0.0.1'): string {
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
    body: JSON.stringify({ text: 'Es un buen día.', source_lang: 'es', target_lang: 'en' }),
  };
  const script = `fetch('http://${host}:8080/api/v1/translate', ${JSON.stringify(request)})`;
  return call('node', '-e', `${script}.then((reply) => reply.text()).then(console.log)`).output;
}
