import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkLayers } from './layers.mjs';
import { runTool } from './tools.mjs';

/**
 * Faults that the checkers must report, by the file they are planted in. `lint` and `layers` name the rules of oxlint
 * and dependency-cruiser.
 *
 * @type {Readonly<Record<string, { readonly code: string, readonly lint?: string, readonly layers?: string }>>}
 */
const faults = {
  'src/ground/planted.ts': {
    code: `export { readFileSync } from 'node:fs';`,
    layers: 'wings-pure',
  },
  'src/text/planted/adapter-type.ts': {
    code: `import type { Target } from '../../adapters/planted/target.ts';\nexport type Planted = Target;`,
    layers: 'only-app-wires',
  },
  'src/text/planted/shop-type.ts': {
    code: `import type { Target } from '../../shop/planted-target.ts';\nexport type Planted = Target;`,
    layers: 'layer-text',
  },
  'src/shop/planted.ts': {
    code: `export { target } from '../text/planted-target.ts';`,
    layers: 'shop-doors',
  },
  'src/adapters/apertium/planted.ts': {
    code: `export { target } from '../../shop/planted-target.ts';`,
    layers: 'engines-know-no-shop',
  },
  'src/ops/planted.ts': {
    code: `export { target } from '../shop/planted-target.ts';`,
    layers: 'layer-ops',
  },
  'src/adapters/planted-other/planted.ts': {
    code: `export { target } from '../planted/target.ts';`,
    layers: 'adapters-apart',
  },
  'src/adapters/planted-other/deep/planted.ts': {
    code: `export { target } from '../../planted/target.ts';`,
    layers: 'adapters-apart',
  },
  'src/http/planted.ts': {
    code: `export { target } from '../shop/planted-target.ts';`,
    layers: 'layer-http',
  },
  'src/api/endpoints/planted.ts': {
    code: `export { target } from '../../adapters/planted/target.ts';`,
    layers: 'layer-api',
  },
  'src/web/planted.ts': {
    code: `export { planted } from '../api/planted-target.ts';`,
    layers: 'layer-web',
  },
  'src/cli/commands/planted.ts': {
    code: `export { target } from '../../adapters/planted/target.ts';`,
    layers: 'layer-cli',
  },
  'packages/planted/src/planted.ts': {
    code: `export { readFileSync } from 'node:fs';`,
    layers: 'package-alone',
  },
  'src/ops/planted-test.ts': {
    code: `export { target } from '../../test/planted-target.ts';`,
    layers: 'src-without-tests',
  },
  // dependency-cruiser names a cycle by the first of its files in alphabetical order.
  'src/ops/planted-cycle-a.ts': {
    code: `import { there } from './planted-cycle-b.ts';\nexport const here = (): number => there();`,
    lint: 'no-cycle',
    layers: 'no-cycles',
  },
  'src/ops/planted-orphan.ts': { code: 'export const planted = 1;', layers: 'no-orphans' },
  'src/ops/planted-promise.ts': {
    code: 'const late = async (): Promise<number> => 1;\nexport function planted(): void {\n  late();\n}',
    lint: 'no-floating-promises',
  },
};

/** What the planted imports lead to. */
const targets = {
  'src/shop/planted-target.ts': 'export const target = 1;\nexport type Target = number;',
  'src/text/planted-target.ts': 'export const target = 1;',
  'src/adapters/planted/target.ts': 'export const target = 1;\nexport type Target = number;',
  'src/api/planted-target.ts': 'export const planted = 1;',
  'src/ops/planted-cycle-b.ts': `import { here } from './planted-cycle-a.ts';\nexport const there = (): number => here();`,
  'test/planted-target.ts': 'export const target = 1;',
};

/**
 * Plants every fault in a copy of the project and expects both checkers to see each: a checker that passes silently
 * is worse than none.
 *
 * @param {string} root the project's folder
 * @returns {Promise<import('./tools.mjs').Finding>}
 */
export async function checkPlantedFaults(root) {
  const copy = mkdtempSync(join(tmpdir(), 'dragoman-planted-'));
  try {
    copyProject(root, copy);
    for (const [file, { code }] of Object.entries(faults)) plant(copy, file, code);
    for (const [file, code] of Object.entries(targets)) plant(copy, file, code);
    const [lint, layers] = await Promise.all([
      runTool(['oxlint', '--type-aware', '--format', 'unix', 'src', 'packages'], copy),
      checkLayers(copy),
    ]);
    const unseen = Object.entries(faults).flatMap(([file, fault]) => [
      ...(fault.lint && !tells(lint.output, file, `(${fault.lint})`) ? [`oxlint missed ${fault.lint} in ${file}`] : []),
      ...(fault.layers && !tells(layers.output, file, `error ${fault.layers}:`)
        ? [`dependency-cruiser missed ${fault.layers} in ${file}`]
        : []),
    ]);
    return { ok: unseen.length === 0, output: unseen.join('\n') };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Whether one line of `output` names both the file and the rule. */
const tells = (/** @type {string} */ output, /** @type {string} */ file, /** @type {string} */ rule) =>
  output.split('\n').some((line) => line.includes(file) && line.includes(rule));

function copyProject(/** @type {string} */ root, /** @type {string} */ copy) {
  const parts = [
    'src',
    'sdk',
    'packages',
    'package.json',
    'tsconfig.json',
    '.oxlintrc.json',
    '.dependency-cruiser.cjs',
  ];
  for (const part of parts.filter((name) => existsSync(join(root, name)))) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

function plant(/** @type {string} */ copy, /** @type {string} */ file, /** @type {string} */ code) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), `${code}\n`);
}
