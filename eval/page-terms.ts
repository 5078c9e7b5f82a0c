import { describe } from './page-circumstances.ts';
import type { Drift, EntryRun, Results } from './results.ts';
import type { Section } from './section.ts';

export function entrySections({ entries }: Results): readonly Section[] {
  if (entries === undefined) return [];
  const where = ({ engine, model, path }: { engine: string; model: string; path: string }) => [
    [engine, model].filter(Boolean).join(' '),
    path,
  ];
  return [
    {
      heading: 'With a glossary',
      text: [
        `The test text without a glossary, and with up to 1,000 of its nouns as entries, with their translations in the
references. *Applied* counts matches in the text, *obeyed* the matches with a form of the wanted translation in the result.
Either the engine wrote it (*own*), its word was *replaced*, or the entry was sent as a placeholder noun or token (*carried*).
Columns *with* are the scores and refused lines with the glossary.`,
        describe(entries.circumstances),
      ],
      table: {
        columns: [
          'engine',
          'pair',
          'entries',
          'applied',
          'obeyed',
          'own',
          'replaced',
          'carried',
          'chrF2',
          'with',
          'BLEU',
          'with',
          'refused',
          'with',
        ],
        texts: 2,
        rows: entries.runs.map((run) => [...where(run), ...figuresOf(run)]),
      },
    },
    {
      heading: 'Consistency without a glossary',
      text: [
        `Names and noun phrases that occur in several lines of the test text, each line a separate request. *Alike* is the share of
their places with the most frequent translation. Another number, gender or case counts as another translation.`,
      ],
      table: {
        columns: ['engine', 'pair', 'names', 'places', 'alike', 'phrases', 'places', 'alike'],
        texts: 2,
        rows: entries.consistency.map((run) => [
          ...where(run),
          ...driftFigures(run.names),
          ...driftFigures(run.phrases),
        ]),
      },
    },
  ];
}

function figuresOf(run: EntryRun): readonly (number | string)[] {
  const { entries, applied, obeyed, natural, replaced, placeholder, opaque } = run;
  return [
    ...[entries, applied, obeyed, natural, replaced, placeholder + opaque],
    ...[run.without.chrF2, run.with.chrF2, run.without.bleu, run.with.bleu, run.without.refused, run.with.refused],
  ];
}

function driftFigures({ words, places, commonest }: Drift): readonly (number | string)[] {
  return [words, places, places === 0 ? '-' : `${((100 * commonest) / places).toFixed(1)}%`];
}
