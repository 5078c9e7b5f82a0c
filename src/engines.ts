import { join } from 'node:path';
import { openApertium } from './adapters/apertium/engine.ts';
import type { EngineFacts } from './cli/operator.ts';
import { type Config, ConfigError } from './config.ts';
import type { Engine } from './core/engine/engine.ts';
import type { Events } from './core/events.ts';

/**
 * Opens the configured engines, most preferred first. They belong to the caller.
 *
 * @param scope closes what they stand on, after them
 */
export async function openEngines(
  config: Config,
  events: Events,
  scope: AsyncDisposableStack,
): Promise<readonly Engine[]> {
  await using opening = new AsyncDisposableStack();
  const parts = { config, events, scope };
  const engines: Engine[] = [];
  for (const name of config.engines) engines.push(opening.use(await openEngine(name, parts)));
  // A failed start closes what was opened; from here on that is the caller's.
  opening.move();
  return engines;
}

type EngineParts = { readonly config: Config; readonly events: Events; readonly scope: AsyncDisposableStack };

function openEngine(name: Config['engines'][number], { config, events }: EngineParts): Promise<Engine> {
  switch (name) {
    case 'apertium':
      return openApertiumOf(config, events);
    case 'bergamot':
    case 'openai':
      throw new ConfigError(`ENGINES names ${name}, which is not wired`);
  }
}

/** What an operator is told of the configured engines, most preferred first. */
export async function describeEngines(config: Config, events: Events): Promise<readonly EngineFacts[]> {
  const facts: EngineFacts[] = [];
  for (const name of config.engines) {
    await using engine = await openApertiumOf(config, events);
    facts.push({ name, units: engine.describePairs().map(({ mode, ...rest }) => ({ unit: mode, ...rest })) });
  }
  return facts;
}

function openApertiumOf({ apertium, dataDir }: Config, events: Pick<Events, 'engineRestarted'>) {
  const { modesDir, ...limits } = apertium;
  return openApertium({ modesDir, cacheDir: join(dataDir, 'apertium'), limits, events });
}
