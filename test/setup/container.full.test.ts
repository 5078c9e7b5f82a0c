import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { startMachine, whyNotIsolated } from '../support/isolated-machine.ts';
import { buildRelease, type Release, run } from '../support/release.ts';
import { temporaryFolder } from '../support/stores.ts';

const skip = whyNotIsolated('mmdebstrap', 'buildah', 'ip');

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

/** Builds images in a separate store, from a Debian that needs no registry. */
async function openImageStore() {
  await using opening = new AsyncDisposableStack();
  const { path } = opening.use(await temporaryFolder());
  const buildah = (...command: readonly string[]) => {
    const store = ['--root', join(path, 'store'), '--runroot', join(path, 'run'), '--storage-driver', 'vfs'];
    return run(['buildah', ...store, ...command]);
  };
  const base = join(path, 'base');
  mkdirSync(base);
  run(['mmdebstrap', '--quiet', '--variant=minbase', 'bookworm', join(base, 'base.tar')]);
  writeFileSync(join(base, 'Containerfile'), 'FROM scratch\nADD base.tar /\n');
  buildah('build', '--isolation', 'chroot', '--tag', 'localhost/base', base);
  const opened = opening.move();
  return { path, buildah, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

type ImageStore = Awaited<ReturnType<typeof openImageStore>>;

function buildImage({ buildah }: ImageStore, { root }: Release, [target, ...options]: readonly [string, ...string[]]) {
  const fixed = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', 'BASE=localhost/base'];
  buildah('build', ...fixed, '--target', target, '--tag', `localhost/${target}`, ...options, root);
}

/** Runs an image as its user, without any privilege, with a read-only root and its volumes. */
async function startContainer({ path, buildah }: ImageStore, target: string) {
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', `localhost/${target}`)).Docker as {
    readonly config: ImageConfig;
  };
  const user = Number(/^(\d+):\1$/.exec(config.User)?.[1]);
  assert.ok(user > 0);
  const volumes = Object.fromEntries(
    Object.keys(config.Volumes).map((folder) => [folder, join(path, target, folder)] as const),
  );
  for (const folder of Object.values(volumes)) {
    mkdirSync(folder, { recursive: true });
    await chown(folder, user, user);
  }
  const settings = ['BASE_URL=https://translate.example.com', 'TRUSTED_PROXIES=127.0.0.1', 'MODELS_URL=none'];
  const env = ['env', '-i', ...config.Env, ...settings, 'DRAIN_DELAY_SECONDS=5'];
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
    root: buildah('mount', buildah('from', `localhost/${target}`).trim()).trim(),
    init: ['setpriv', ...unprivileged, ...env, ...config.Entrypoint, ...config.Cmd],
    readOnly: true,
    volumes,
    memory: ['/tmp'],
  });
  const call = (...command: readonly string[]) => container.run([...env, ...command], { user });
  const [, ...healthCheck] = config.Healthcheck.Test;
  return Object.assign(container, { config, call, isHealthy: () => call(...healthCheck).status === 0 });
}

type Container = Awaited<ReturnType<typeof startContainer>>;

test('the images run without privileges on a read-only root, translate with Apertium, and still do so while they are stopped', {
  skip,
}, async () => {
  await using release = await buildRelease();
  release.script('standalone.mjs', 'out/dragoman');
  await using store = await openImageStore();
  buildImage(store, release, ['dragoman', '--build-arg', 'VERSION=0.9.0', '--build-arg', 'COMMIT=abc']);
  buildImage(store, release, ['apertium', '--build-arg', 'APERTIUM_PAIRS=apertium-eng-spa']);
  {
    await using container = await startContainer(store, 'dragoman');
    const { config, call, isHealthy } = container;
    assert.equal(config.Labels['org.opencontainers.image.version'], '0.9.0');
    assert.equal(config.Labels['org.opencontainers.image.revision'], 'abc');
    assert.deepEqual(Object.keys(config.Volumes), ['/data', '/models']);
    await eventually(isHealthy);
    // Before, the first process of a container ignores a signal.
    await eventually(() => container.output().includes('"listening"'));
    assert.match(call('touch', '/opt/dragoman/x').output, /Read-only file system/);
    const { output } = call('cat', '/proc/1/status');
    assert.match(output, /^Uid:\t10001\t[\s\S]*^CapBnd:\t0+$[\s\S]*^NoNewPrivs:\t1$/m);
    container.kill(config.StopSignal);
    assert.equal(await container.ended, 0);
  }
  await using container = await startContainer(store, 'apertium');
  const { call, kill, config } = container;
  await eventually(() => status(container, '/readyz') === '200');
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

/** The image has no other client than Node. */
function status({ call }: Container, path: string): string {
  return call(
    'node',
    '-e',
    `fetch('http://127.0.0.1:9090${path}').then(({ status }) => console.log(status))`,
  ).output.trim();
}

function translate({ call }: Container, key: string): string {
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
    body: JSON.stringify({ text: 'Es un buen día.', source_lang: 'es', target_lang: 'en' }),
  };
  const script = `fetch('http://127.0.0.1:8080/api/v1/translate', ${JSON.stringify(request)})`;
  return call('node', '-e', `${script}.then((reply) => reply.text()).then(console.log)`).output;
}
