/** The cost of glossaries: time to load, memory, and time to match. */

import { openMorphology } from '../src/adapters/apertium/morphology.ts';
import { finish } from '../src/ground/steps.ts';
import { parseDocument } from '../src/text/document/document.ts';
import { compileGlossary, type Glossary } from '../src/text/glossary/glossary.ts';
import type { GlossaryEntry } from '../src/text/glossary/glossary-entry.ts';
import type { Morphology } from '../src/text/glossary/morphology.ts';
import type { LanguagePair } from '../src/text/languages/language.ts';
import { longText, readSentences } from './corpus.ts';
import { openEngine } from './engine.ts';
import { type Figure, round, type Scale } from './figure.ts';
import { median, run, temporaryFolder } from './processes.ts';
import { openGlossary, seedGlossary } from './term-seed.ts';

const pair = { source: 'es', target: 'en' } as LanguagePair;
const count = 50_000;

/** Loading, memory and matching of 50,000 entries, relative to the engine's time for the same text. */
export async function terms(scale: Scale): Promise<readonly Figure[]> {
  await using folder = await temporaryFolder();
  const file = await seedGlossary(folder.path, count);
  await using database = await openGlossary(file);
  const { entries: read } = await database.read();
  return [...(await loading(database, scale)), ...(await memory(file)), ...(await matching(read, scale))];
}

/** From the database to a glossary prepared for matching, after some warm-up rounds. */
async function loading(
  database: { read(): Promise<{ readonly entries: readonly GlossaryEntry[] }> },
  { quick }: Scale,
): Promise<readonly Figure[]> {
  const taken: { readonly read: number; readonly compile: number; readonly processor: number }[] = [];
  for (let done = 0; done < (quick ? 4 : 12); done++) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    const { entries: fresh } = await database.read();
    const readAt = performance.now();
    finish(compileGlossary(fresh, pair));
    const { user, system } = process.cpuUsage(before);
    taken.push({ read: readAt - startedAt, compile: performance.now() - readAt, processor: (user + system) / 1_000 });
  }
  const whole = median(taken.map(({ read, compile }) => read + compile));
  const [first] = taken;
  return [
    { name: `${count} entries: read from SQLite`, value: round(median(taken.map(({ read }) => read))), unit: 'ms' },
    { name: `${count} entries: compiled`, value: round(median(taken.map(({ compile }) => compile))), unit: 'ms' },
    {
      name: `${count} entries: first load`,
      value: round((first?.read ?? 0) + (first?.compile ?? 0)),
      unit: 'ms',
    },
    // Processor time excludes other load on the machine.
    {
      name: `${count} entries: loaded, processor time`,
      value: round(median(taken.map(({ processor }) => processor))),
      unit: 'ms',
    },
    { name: `${count} entries: loaded`, value: round(whole), unit: 'ms', goal: '< 200', met: whole < 200 },
  ];
}

/** Runs in a separate process. */
async function memory(file: string): Promise<readonly Figure[]> {
  const script = new URL('term-memory.ts', import.meta.url).pathname;
  const { stdout } = await run(process.execPath, ['--expose-gc', script, file], {});
  const { taken } = JSON.parse(stdout) as { readonly taken: readonly number[] };
  const each = ((taken.at(-1) ?? 0) - (taken[0] ?? 0)) / (taken.length - 1);
  return [
    {
      name: `${count} entries: resident memory, each of ${taken.length - 1} glossaries`,
      value: round(each),
      unit: 'MB',
      goal: '< 50',
      met: each < 50,
    },
  ];
}

type System = (segments: readonly string[]) => Promise<unknown>;

/** One text of 100,000 characters, and single sentences, relative to the engine and to a search for each entry. */
async function matching(all: readonly GlossaryEntry[], { quick }: Scale): Promise<readonly Figure[]> {
  await using engine = await openEngine();
  await using morphology = openMorphology({ events: { engineRestarted: () => undefined } });
  const base = finish(compileGlossary(all, pair));
  const { sentences } = readSentences('es');
  const long = finish(parseDocument(longText(sentences, 100_000), pair.source)).sentences;
  const short = sentences.slice(0, quick ? 100 : 400).map((sentence) => [sentence]);
  const match: System = (segments) => base.match(segments, morphology);
  const translate: System = (segments) => engine.translate(segments);
  const rounds = quick ? 6 : 30;
  const [ours = 0, engines = 0] = await timed([match, translate], { texts: [long], rounds });
  const [oursShort = 0, enginesShort = 0] = await timed([match, translate], { texts: short, rounds: quick ? 2 : 6 });
  const [again = 0, peer = 0] = await timed([match, searchEach(all)], { texts: [long.slice(0, 40)], rounds: 2 });
  return [
    ...(await countLookups(base, { morphology, long })),
    { name: `${count} entries: matching 100,000 characters`, value: round(ours), unit: 'ms' },
    shareOfEngine('100,000 characters', ours / engines),
    { name: `${count} entries: matching a sentence`, value: round(oursShort), unit: 'ms' },
    shareOfEngine('a sentence', oursShort / enginesShort),
    { name: `${count} entries: a search for each entry, relative to matching`, value: round(peer / again), unit: 'x' },
  ];
}

/** Returns the number of matches, and of words looked up in the dictionary, which caches lookups. */
async function countLookups(
  base: Glossary,
  { morphology, long }: { readonly morphology: Morphology; readonly long: readonly string[] },
): Promise<readonly Figure[]> {
  let words = 0;
  const read: Morphology['read'] = (language, some) => {
    words += some.length;
    return morphology.read(language, some);
  };
  const found = await base.match(long, { read });
  const matches = [...found.values()].reduce((sum, { length }) => sum + length, 0);
  return [
    { name: `${count} entries: matches in 100,000 characters`, value: matches, unit: '' },
    { name: `${count} entries: words looked up in the dictionary`, value: words, unit: '' },
  ];
}

function shareOfEngine(what: string, share: number): Figure {
  return {
    name: `${count} entries: matching, share of engine time: ${what}`,
    value: round(share),
    unit: 'share',
    goal: '< 0.01',
    met: share < 0.01,
  };
}

/** Returns the milliseconds of each system for a text, in turn: the median of the second half of the rounds. */
async function timed(
  systems: readonly System[],
  { texts, rounds }: { readonly texts: readonly (readonly string[])[]; readonly rounds: number },
): Promise<readonly number[]> {
  const taken: number[][] = systems.map(() => []);
  for (let done = 0; done < rounds; done++) {
    for (const [index, system] of systems.entries()) {
      const startedAt = performance.now();
      for (const segments of texts) await system(segments);
      // In the first half, the compiler optimises the code as on a running server.
      if (done >= rounds / 2) taken[index]?.push((performance.now() - startedAt) / texts.length);
    }
  }
  return taken.map(median);
}

/** The simple way: searches each sentence for each entry as whole words. */
function searchEach(all: readonly GlossaryEntry[]): System {
  const small = all.map(({ term }) => term.toLowerCase());
  const letter = /[\p{L}\p{N}]/u;
  return async (segments) => {
    let found = 0;
    for (const segment of segments) {
      const text = segment.toLowerCase();
      for (const term of small) {
        const at = text.indexOf(term);
        if (at >= 0 && !letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + term.length))) found++;
      }
    }
    return found;
  };
}
