import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './tools.mjs';

/**
 * Checks who imports whom below `folder`. A checker that read nothing passes silently, so it also counts what was read.
 *
 * @param {string} folder
 * @returns {Promise<import('./tools.mjs').Finding>}
 */
export async function checkLayers(folder) {
  const present = ['src', 'sdk', 'packages', 'test', 'bench', 'eval', 'setup'].filter((name) =>
    readdirSync(folder).includes(name),
  );
  const { ok, output } = await runTool(['depcruise', '--output-type', 'err-long', ...present], folder);
  const read = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  const sources = countSources(join(folder, 'src'));
  if (sources > 0 && read >= sources) return { ok, output };
  return { ok: false, output: `${output}\nread ${read} modules of at least ${sources}: the checker is blind` };
}

const countSources = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true }).filter((path) => String(path).endsWith('.ts')).length;
