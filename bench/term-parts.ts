/** What an account's terms cost: how soon a base is loaded, how much memory it takes, and how long matching is. */
import { openMorphology } from '../src/adapters/apertium/morphology.ts';
import { parseDocument } from '../src/core/document/document.ts';
import { compileGlossary, type Glossary } from '../src/core/glossary/glossary.ts';
import type { Morphology } from '../src/core/glossary/morphology.ts';
import type { GlossaryEntry } from '../src/core/glossary/term-store.ts';
import type { LanguagePair } from '../src/core/languages/language.ts';
import { finish } from '../src/core/steps.ts';
import { longText, readSentences } from './corpus.ts';
import { openEngine } from './engine.ts';
import { type Figure, round, type Scale } from './figure.ts';
import { median, run, temporaryFolder } from './processes.ts';
import { openTerms, seedTerms } from './term-seed.ts';

const pair = { source: 'es', target: 'en' } as LanguagePair;
const count = 50_000;

/** Loading, memory and matching of 50,000 terms, beside the engine's time for the same text. */
export async function terms(scale: Scale): Promise<readonly Figure[]> {
  await using folder = await temporaryFolder();
  const file = await seedTerms(folder.path, count);
  await using database = await openTerms(file);
  const { terms: read } = await database.read();
  return [...(await loading(database, scale)), ...(await memory(file)), ...(await matching(read, scale))];
}

/** From the database to a base that is ready, once the compiler has seen it a few times. */
async function loading(
  database: { read(): Promise<{ readonly terms: readonly GlossaryEntry[] }> },
  { quick }: Scale,
): Promise<readonly Figure[]> {
  const taken: { readonly read: number; readonly compile: number; readonly processor: number }[] = [];
  for (let done = 0; done < (quick ? 4 : 12); done++) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    const { terms: fresh } = await database.read();
    const readAt = performance.now();
    compileGlossary(fresh, pair);
    const { user, system } = process.cpuUsage(before);
    taken.push({ read: readAt - startedAt, compile: performance.now() - readAt, processor: (user + system) / 1_000 });
  }
  const whole = median(taken.map(({ read, compile }) => read + compile));
  const [first] = taken;
  return [
    { name: `${count} terms: read from SQLite`, value: round(median(taken.map(({ read }) => read))), unit: 'ms' },
    { name: `${count} terms: compiled`, value: round(median(taken.map(({ compile }) => compile))), unit: 'ms' },
    {
      name: `${count} terms: loaded, the first time`,
      value: round((first?.read ?? 0) + (first?.compile ?? 0)),
      unit: 'ms',
    },
    // What others do on the machine does not count there.
    {
      name: `${count} terms: loaded, processor time`,
      value: round(median(taken.map(({ processor }) => processor))),
      unit: 'ms',
    },
    { name: `${count} terms: loaded`, value: round(whole), unit: 'ms', goal: '< 200', met: whole < 200 },
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
      name: `${count} terms: resident, each of ${taken.length - 1} bases`,
      value: round(each),
      unit: 'MB',
      goal: '< 50',
      met: each < 50,
    },
  ];
}

type Party = (segments: readonly string[]) => Promise<unknown>;

/** One text of 100,000 characters, and sentences one by one, beside the engine and a search for each term. */
async function matching(all: readonly GlossaryEntry[], { quick }: Scale): Promise<readonly Figure[]> {
  await using engine = await openEngine();
  await using morphology = await openMorphology({ events: { engineRestarted: () => undefined } });
  const base = compileGlossary(all, pair);
  const { sentences } = readSentences('es');
  const long = finish(parseDocument(longText(sentences, 100_000), pair.source)).sentences;
  const short = sentences.slice(0, quick ? 100 : 400).map((sentence) => [sentence]);
  const match: Party = (segments) => base.match(segments, morphology);
  const translate: Party = (segments) => engine.translate(segments);
  const rounds = quick ? 6 : 30;
  const [ours = 0, engines = 0] = await timed([match, translate], { texts: [long], rounds });
  const [oursShort = 0, enginesShort = 0] = await timed([match, translate], { texts: short, rounds: quick ? 2 : 6 });
  const [again = 0, peer = 0] = await timed([match, searchEach(all)], { texts: [long.slice(0, 40)], rounds: 2 });
  return [
    ...(await asked(base, { morphology, long })),
    { name: `${count} terms: matching 100,000 characters`, value: round(ours), unit: 'ms' },
    shareOfEngine('100,000 characters', ours / engines),
    { name: `${count} terms: matching a sentence`, value: round(oursShort), unit: 'ms' },
    shareOfEngine('a sentence', oursShort / enginesShort),
    { name: `${count} terms: a search for each of them, times matching`, value: round(peer / again), unit: 'x' },
  ];
}

/** How many terms were found, and of how many words the dictionary was asked, which keeps what it was asked before. */
async function asked(
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
    { name: `${count} terms: found in 100,000 characters`, value: matches, unit: '' },
    { name: `${count} terms: words looked up in the dictionary`, value: words, unit: '' },
  ];
}

function shareOfEngine(what: string, share: number): Figure {
  return {
    name: `${count} terms: matching, share of the engine's time, ${what}`,
    value: round(share),
    unit: 'share',
    goal: '< 0.01',
    met: share < 0.01,
  };
}

/** Milliseconds of each of `parties` for a text, in turn, the median of the second half of the rounds. */
async function timed(
  parties: readonly Party[],
  { texts, rounds }: { readonly texts: readonly (readonly string[])[]; readonly rounds: number },
): Promise<readonly number[]> {
  const taken: number[][] = parties.map(() => []);
  for (let done = 0; done < rounds; done++) {
    for (const [index, party] of parties.entries()) {
      const startedAt = performance.now();
      for (const segments of texts) await party(segments);
      // The first half lets the compiler see what a server that runs has long seen.
      if (done >= rounds / 2) taken[index]?.push((performance.now() - startedAt) / texts.length);
    }
  }
  return taken.map(median);
}

/** What is plain to do: look for each term in each sentence, and see whether it stands there as words. */
function searchEach(all: readonly GlossaryEntry[]): Party {
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
