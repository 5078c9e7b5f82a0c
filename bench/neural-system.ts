/**
 * One system of the neural figures in a separate process: the package or the engine. Reads a `SystemPlan` from the
 * command line. Translates each message, and answers with the seconds that it took.
 */
import { readFileSync } from 'node:fs';
import { loadModel, Translator } from '../packages/marian/src/index.ts';
import { openBergamot } from '../src/adapters/bergamot/engine.ts';
import type { ModelFiles } from '../src/adapters/bergamot/model.ts';
import type { LanguagePair } from '../src/text/languages/language.ts';

export type SystemPlan = {
  readonly system: 'package' | 'engine';
  readonly files: ModelFiles;
  /** Maximum threads of the engine. */
  readonly workersMax?: number;
};

/** Texts by call: a system receives the texts of one call together. */
export type Calls = readonly (readonly string[])[];

const plan = JSON.parse(process.argv[2] ?? '') as SystemPlan;
const translate = await openSystem(plan);
process.on('message', (calls: Calls) => void answer(calls));
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function answer(calls: Calls): Promise<void> {
  const startedAt = performance.now();
  await translate(calls);
  process.send?.((performance.now() - startedAt) / 1_000);
}

type System = (calls: Calls) => unknown;

async function openSystem({ system, files, workersMax = 1 }: SystemPlan): Promise<System> {
  switch (system) {
    case 'package': {
      const { model, shortlist, vocabularies } = files;
      const translator = new Translator(
        loadModel({
          model: readFileSync(model),
          vocabularies: [readFileSync(vocabularies[0])],
          shortlist: shortlist === undefined ? undefined : readFileSync(shortlist),
        }),
      );
      return (calls) => calls.map((call) => translator.translate(call));
    }
    case 'engine':
      return await openEngine(files, workersMax);
  }
}

/** The engine starts its threads at the first request. */
async function openEngine(files: ModelFiles, workersMax: number): Promise<System> {
  const pair = { source: 'es', target: 'en' } as LanguagePair;
  // For the engine's estimate of memory: more than any model here has.
  const bytes = 50_000_000;
  const installed = [{ pair, name: 'bench', version: '', digest: 'bench', files, bytes }];
  const [available, quiet] = [[], () => undefined];
  const engine = await openBergamot({
    source: {
      installed: () => installed,
      available: () => available,
      download: () => Promise.reject(new Error('the bench downloads no model')),
      refuse: quiet,
    },
    events: { engineRestarted: quiet, modelsLoaded: quiet, modelNotLoaded: quiet },
    limits: { workersMax, memoryBytesMax: (workersMax + 1) * 2 ** 29, downloadWaitMs: 0 },
  });
  const never = new AbortController().signal;
  return (calls) => Promise.all(calls.map((segments) => engine.translate({ pair, segments, share: 'bench' }, never)));
}
