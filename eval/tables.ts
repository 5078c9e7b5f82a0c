import type { MixedRoute } from '../src/text/languages/routes.ts';
import { type Results, type Score, writeJson } from './results.ts';

/** The fields of a score that order an engine's routes. */
type Kept = { readonly chrF2: number; readonly bleu: number };

/** Writes each engine's scores, which decide the order of routes. */
export async function writeTables({ quality }: Results): Promise<void> {
  const byEngine = Map.groupBy(quality?.scores ?? [], ({ engine }) => engine);
  const apertium = byEngine.get('apertium');
  if (apertium !== undefined) await writeTable('apertium', byPath(apertium));
  for (const engine of ['bergamot', 'openai']) {
    const scores = byEngine.get(engine);
    if (scores !== undefined) await writeTable(engine, byModel(scores));
  }
  const mixed = new URL('../src/text/languages/mixed-routes.json', import.meta.url);
  await writeJson(mixed, mixedRoutes(quality?.scores ?? []));
}

/** The routes of two engines, with the scores of their hops. */
function mixedRoutes(scores: readonly Score[]): readonly MixedRoute[] {
  return scores
    .filter(({ engine }) => engine.includes('+'))
    .map(({ engine, model, path, chrF2 }) => {
      const [engines, tags] = [engine.split('+'), path.split('>')];
      const hops = engines.map((name, hop) => {
        const alone = scores.filter((one) => one.engine === name && one.path === `${tags[hop]}>${tags[hop + 1]}`);
        return alone.find((one) => one.model === '' || model.split('+').includes(one.model))?.chrF2 ?? 0;
      });
      return { engines, path, hops, chrF2 };
    });
}

/** By model and path. */
export function byModel(scores: readonly Score[]): Readonly<Record<string, Readonly<Record<string, Kept>>>> {
  const models = [...Map.groupBy(scores, ({ model }) => model)];
  return Object.fromEntries(models.map(([model, all]) => [model, byPath(all)]));
}

/** By path: `es>ca>en`. */
export function byPath(scores: readonly Score[]): Readonly<Record<string, Kept>> {
  return Object.fromEntries(scores.map(({ path, chrF2, bleu }) => [path, { chrF2, bleu }]));
}

async function writeTable(engine: string, table: unknown): Promise<void> {
  await writeJson(new URL(`../src/adapters/${engine}/quality.json`, import.meta.url), table);
}
