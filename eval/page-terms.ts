import { describe } from './page-circumstances.ts';
import type { Drift, Results, TermRun } from './results.ts';
import type { Section } from './section.ts';

export function termSections({ terms }: Results): readonly Section[] {
  if (terms === undefined) return [];
  const where = ({ engine, model, path }: { engine: string; model: string; path: string }) => [
    [engine, model].filter(Boolean).join(' '),
    path,
  ];
  return [
    {
      heading: 'With terms',
      text: [
        `The test text without any terms, and with up to 1,000 nouns of it as terms, whose translations are what the
references use for them. *Applied* is how often one stands in the text, *obeyed* how often a form of its translation
stands in the line that came back. The engine had worded it so by itself (*own*), its word was replaced in its place, or
a stand-in or a token stood for it while the sentence was translated (*carried*).`,
        describe(terms.circumstances),
      ],
      table: {
        columns: [
          'engine',
          'pair',
          'terms',
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
        rows: terms.runs.map((run) => [...where(run), ...figuresOf(run)]),
      },
    },
    {
      heading: 'Consistency without terms',
      text: [
        `Names, and phrases of nouns, that stand in several lines of the test text, each line a call of its own: in how many
percent of their places they come back in the wording that is commonest for them. What a language changes for number,
gender or case counts as another wording.`,
      ],
      table: {
        columns: ['engine', 'pair', 'names', 'places', 'alike', 'phrases', 'places', 'alike'],
        texts: 2,
        rows: terms.consistency.map((run) => [...where(run), ...driftFigures(run.names), ...driftFigures(run.phrases)]),
      },
    },
  ];
}

function figuresOf(run: TermRun): readonly (number | string)[] {
  const { terms, applied, obeyed, natural, replaced, standIn, opaque } = run;
  return [
    ...[terms, applied, obeyed, natural, replaced, standIn + opaque],
    ...[run.without.chrF2, run.with.chrF2, run.without.bleu, run.with.bleu, run.without.refused, run.with.refused],
  ];
}

function driftFigures({ words, places, commonest }: Drift): readonly (number | string)[] {
  return [words, places, places === 0 ? '-' : `${((100 * commonest) / places).toFixed(1)}%`];
}
