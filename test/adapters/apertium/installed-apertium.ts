import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ApertiumOptions, openApertium } from '../../../src/adapters/apertium/engine.ts';
import type { ApertiumLimits } from '../../../src/adapters/apertium/limits.ts';
import { loadConfig } from '../../../src/config.ts';
import type { DescribedEngine, Engine } from '../../../src/text/engine/engine.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';

const modesDir = '/usr/share/apertium/modes';

/** For tests that need Debian's language pairs; the set-up of the tests installs them where it may. */
export const needsApertium = {
  skip: !existsSync(join(modesDir, 'spa-eng.mode')) && 'Apertium and its language pairs are not installed',
};

export type NotedOptions = Partial<Omit<ApertiumOptions, 'limits'> & { readonly limits: Partial<ApertiumLimits> }>;

/** An engine with a note of its restarts; `folder` goes when it is closed. */
export async function openNoted(
  folder: string,
  { limits, ...options }: NotedOptions,
): Promise<DescribedEngine & { readonly restarts: readonly string[] }> {
  const restarts: string[] = [];
  const events = { engineRestarted: ({ reason }: { readonly reason: string }) => restarts.push(reason) };
  const engine = await openApertium({
    cacheDir: folder,
    events,
    limits: { ...loadConfig({}).apertium, ...limits },
    ...options,
  });
  const dispose = engine[Symbol.asyncDispose].bind(engine);
  return Object.assign(engine, {
    restarts,
    async [Symbol.asyncDispose]() {
      await dispose();
      await rm(folder, { recursive: true });
    },
  });
}

/** The engine on Debian's language pairs, with a separate folder. */
export async function openInstalled(options: NotedOptions = {}): ReturnType<typeof openNoted> {
  return openNoted(await mkdtemp(join(tmpdir(), 'apertium-')), { modesDir, ...options });
}

/** The project's own sentences in one language. */
export async function readSentences(language: string): Promise<readonly string[]> {
  const path = fileURLToPath(new URL(`../../fixtures/apertium/${language}.txt`, import.meta.url));
  return (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
}

/** @param pair as in `es>en` */
export function translate(engine: Engine, pair: string, segments: readonly string[]): Promise<readonly string[]> {
  const [source, target] = pair.split('>');
  const job = { pair: { source, target } as LanguagePair, segments, share: 'one' };
  return engine.translate(job, new AbortController().signal);
}
