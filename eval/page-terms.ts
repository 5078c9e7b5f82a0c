import { describe } from './page-circumstances.ts';
import type { EntryRun, Results } from './results.ts';
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
The column *with* has the score with the glossary.`,
        describe(entries.circumstances),
      ],
      table: {
        columns: ['engine', 'pair', 'entries', 'applied', 'obeyed', 'own', 'replaced', 'carried', 'chrF2', 'with'],
        texts: 2,
        rows: entries.runs.map((run) => [...where(run), ...figuresOf(run)]),
      },
    },
  ];
}

function figuresOf(run: EntryRun): readonly (number | string)[] {
  const { entries, applied, obeyed, natural, replaced, placeholder, opaque } = run;
  return [
    ...[entries, applied, obeyed, natural, replaced, placeholder + opaque],
    ...[run.without.chrF2, run.with.chrF2],
  ];
}
