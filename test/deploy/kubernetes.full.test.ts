import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { configVariables, loadConfig } from '../../src/config.ts';
import { imageEnvironment } from '../support/image-environment.ts';
import { run } from '../support/release.ts';
import { temporaryFolder } from '../support/stores.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const overlays = ['one-node', 'postgres'] as const;
const skip = spawnSync('kubectl', ['version', '--client']).error !== undefined && 'not installed: kubectl';

type Named = { readonly name: string };
type Container = Named & {
  readonly args?: readonly string[];
  readonly env: readonly (Named & { readonly value: string })[];
  readonly ports: readonly (Named & { readonly containerPort: number })[];
  readonly securityContext: object;
  readonly volumeMounts: readonly (Named & { readonly mountPath: string; readonly readOnly?: boolean })[];
};
type Pod = {
  readonly containers: readonly [Container];
  readonly initContainers?: readonly Container[];
  readonly securityContext: { readonly runAsUser: number };
  readonly terminationGracePeriodSeconds: number;
  readonly volumes: readonly Named[];
};
type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly data: Readonly<Record<string, string>>;
  readonly spec: { readonly template: { readonly spec: Pod } };
};

/** Returns what `kubectl apply -k` would send. */
async function render(overlay: (typeof overlays)[number]): Promise<readonly Manifest[]> {
  await using folder = await temporaryFolder();
  cpSync(join(root, 'deploy/kubernetes'), folder.path, { recursive: true });
  const file = join(folder.path, overlay, 'kustomization.yaml');
  // The kubectl of Debian 12 is of 2021 and has other names for the same.
  if (/GitVersion:"v1\.20/.test(run(['kubectl', 'version', '--client'])))
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace('resources:\n  - ../base\n', 'bases: [../base]\nresources:\n')
        .replaceAll('- path: ', '- '),
    );
  const rendered = run(['kubectl', 'kustomize', join(folder.path, overlay)]);
  return parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);
}

/** Compiles manifests as values of the types that are generated from the OpenAPI document of Kubernetes. */
async function typeErrors(manifests: readonly object[]): Promise<string> {
  await using folder = await temporaryFolder();
  const lines = manifests.map((manifest, index) => {
    const { apiVersion, kind } = manifest as Manifest;
    const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
    const type = `import('kubernetes-types/${group.split('.')[0]}/${version}').${kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};\n`;
  });
  writeFileSync(join(folder.path, 'manifests.ts'), lines.join(''));
  const paths = { 'kubernetes-types/*': [join(root, 'node_modules/kubernetes-types/*')] };
  const compilerOptions = { strict: true, noEmit: true, types: [], module: 'nodenext', paths };
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder.path], { encoding: 'utf8' });
  return stdout;
}

const podsOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec);

describe('the manifests for Kubernetes', { skip }, () => {
  for (const overlay of overlays) {
    test(`${overlay}: have only fields and types of the API`, async () => {
      const manifests = await render(overlay);
      assert.equal(await typeErrors(manifests), '');
      const [first] = manifests;
      assert.ok(first);
      assert.match(await typeErrors([{ ...first, metdata: {} }]), /metdata/);
    });

    test(`${overlay}: run as the image's user, without privileges, on a read-only root`, async () => {
      const names = (list: readonly Named[]) => list.map(({ name }) => name);
      for (const { containers, initContainers = [], securityContext, volumes } of podsOf(await render(overlay))) {
        assert.equal(securityContext.runAsUser, 10_001);
        const mounted = [...containers, ...initContainers].flatMap(({ securityContext: privileges, volumeMounts }) => {
          assert.deepEqual(privileges, {
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
            readOnlyRootFilesystem: true,
          });
          return names(volumeMounts);
        });
        assert.deepEqual(new Set(mounted), new Set(names(volumes)));
      }
    });

    test(`${overlay}: have settings that a server accepts, and time to drain`, async () => {
      const manifests = await render(overlay);
      const { DATABASE_URL_FILE: secret, ...settings } = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
      const [pod] = podsOf(manifests);
      assert.ok(pod);
      const [{ env, ports, volumeMounts }] = pod.containers;
      const own = Object.fromEntries(env.map((each) => [each.name, each.value]));
      const all = { ...imageEnvironment, ...settings, ...own };
      const known = new Set(configVariables.map(({ name }) => name));
      for (const name of Object.keys(all)) assert.ok(known.has(name), name);
      assert.throws(() => loadConfig(all), /TRUSTED_PROXIES to the proxies that end TLS/);
      const config = loadConfig({ ...all, TRUSTED_PROXIES: '10.42.3.0/24' });
      assert.ok(pod.terminationGracePeriodSeconds * 1_000 >= config.drainDelayMs + config.drainTimeoutMs + 10_000);
      const opened = ports.map(({ containerPort }) => containerPort);
      assert.deepEqual(opened, [config.port, config.opsPort]);
      const folders = volumeMounts.filter(({ readOnly }) => readOnly !== true).map(({ mountPath }) => mountPath);
      for (const path of [config.dataDir, config.models.dir, config.backups?.dir ?? '/tmp'])
        assert.ok(folders.includes(path));
      const before = pod.initContainers?.map(({ args }) => args);
      assert.deepEqual(before, overlay === 'postgres' ? [['db', 'migrate']] : undefined);
      if (overlay === 'postgres')
        assert.equal(secret, `${volumeMounts.find(({ readOnly }) => readOnly)?.mountPath}/database-url`);
    });
  }
});
