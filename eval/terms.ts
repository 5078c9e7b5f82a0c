import { finish } from '../src/ground/steps.ts';
import type { Engine } from '../src/text/engine/engine.ts';
import { compileGlossary } from '../src/text/glossary/glossary.ts';
import type { EntryId, GlossaryEntry } from '../src/text/glossary/glossary-entry.ts';
import type { EntriesBySentence } from '../src/text/glossary/located-entries.ts';
import type { Morphology } from '../src/text/glossary/morphology.ts';
import { usesOf } from '../src/text/glossary/target-form.ts';
import type { LanguagePair, LanguageTag } from '../src/text/languages/language.ts';
import { chooseNounEntries, type NounEntry } from './noun-terms.ts';
import { judge, type MeasuredEngine, modelName, type QualityWork } from './quality.ts';
import type { EntryRun } from './results.ts';
import { textFor } from './texts.ts';
import { translateLines } from './translation.ts';

export type EntryWork = Omit<QualityWork, 'options'> & {
  readonly options: QualityWork['options'];
  readonly morphology: Morphology;
  readonly engines: readonly MeasuredEngine[];
};

/** Pairs of several scripts, with and without gender, articles and cases in the target. */
const entryPaths = ['es>en', 'en>es', 'ca>en', 'fr>es', 'es>fr', 'es>ca', 'uk>ru', 'sv>da'];

const entriesWanted = 1_000;

/**
 * Measures how each engine translates the test text without a glossary, and with nouns of the references as entries.
 */
export async function measureEntries(work: EntryWork): Promise<readonly EntryRun[]> {
  const runs: EntryRun[] = [];
  for (const path of entryPaths) {
    if (work.options.pairs !== undefined && !work.options.pairs.has(path)) continue;
    const [source = '', target = ''] = path.split('>');
    const pair = { source, target } as LanguagePair;
    const serving = work.engines.filter(({ engine }) => serves(engine, pair));
    const entries = await chooseEntries(pair, serving, work);
    for (const measured of entries.length === 0 ? [] : serving) {
      const run = await measureRun(measured, { pair, entries }, work);
      work.progress(JSON.stringify(run));
      runs.push(run);
    }
  }
  return runs;
}

function serves(engine: Engine, { source, target }: LanguagePair): boolean {
  return engine.pairs().some((pair) => pair.source === source && pair.target === target);
}

/** Returns the same entries for every engine of the pair. */
async function chooseEntries(
  pair: LanguagePair,
  serving: readonly MeasuredEngine[],
  { texts, morphology, options }: EntryWork,
): Promise<readonly NounEntry[]> {
  const hints = serving.find(({ engine }) => engine.name === 'apertium') ?? serving[0];
  const [source, target] = [textFor(texts, pair.source), textFor(texts, pair.target)];
  if (hints === undefined || source === undefined || target === undefined) return [];
  const lines = { source: source.slice(0, options.lines.direct), target: target.slice(0, options.lines.direct) };
  return await chooseNounEntries({ pair, lines, morphology, hints: hints.engine }, entriesWanted);
}

type RunWork = { readonly pair: LanguagePair; readonly entries: readonly NounEntry[] };

async function measureRun(
  { engine, modelOf }: MeasuredEngine,
  { pair, entries }: RunWork,
  { texts, detector, morphology, options }: EntryWork,
): Promise<EntryRun> {
  const path: readonly LanguageTag[] = [pair.source, pair.target];
  const lines = (textFor(texts, pair.source) ?? []).slice(0, options.lines.direct);
  const base = finish(
    compileGlossary(
      entries.map((entry, index) => baseEntryOf(entry, pair, index)),
      pair,
    ),
  );
  const findEntries = async (sentences: readonly string[]): Promise<EntriesBySentence> =>
    usesOf({ pair, morphology, matches: await base.match(sentences, morphology) });
  const without = await translateLines({ engine, detector }, path, lines);
  const having = await translateLines({ engine, detector, findEntries }, path, lines);
  const { applied, obeyed } = await countObeyed(lines, having.lines, findEntries);
  const name = path.join('>');
  const scoresOf = (translations: readonly string[], refused: number) => {
    const { chrF2, bleu } = judge(name, translations, texts);
    return { chrF2, bleu, refused };
  };
  return {
    engine: engine.name,
    model: modelName(modelOf, path),
    path: name,
    lines: lines.length,
    entries: entries.length,
    applied,
    obeyed,
    ...having.entries,
    without: scoresOf(without.lines, without.refused),
    with: scoresOf(having.lines, having.refused),
  };
}

function baseEntryOf({ term, translation }: NounEntry, { source, target }: LanguagePair, index: number): GlossaryEntry {
  return {
    id: `t${index}` as EntryId,
    source,
    target,
    term,
    translation,
    caseRule: 'follow',
    partOfSpeech: 'noun',
    addedIn: 1,
  };
}

/** Counted in the lines as a reader would, independent of what the translation reports. */
async function countObeyed(
  lines: readonly string[],
  translations: readonly string[],
  findEntries: (sentences: readonly string[]) => Promise<EntriesBySentence>,
): Promise<{ readonly applied: number; readonly obeyed: number }> {
  const found = await findEntries(lines);
  let [applied, obeyed] = [0, 0];
  for (const [index, line] of lines.entries()) {
    let rest = translations[index]?.toLowerCase() ?? '';
    if (rest === '') continue;
    for (const { accepted } of found.get(line) ?? []) {
      applied++;
      const form = accepted.map((each) => each.toLowerCase()).find((each) => rest.includes(each));
      if (form === undefined) continue;
      obeyed++;
      // Each place counts for one entry.
      rest = rest.replace(form, '\n');
    }
  }
  return { applied, obeyed };
}
