import type { Command } from 'commander';
import type { GlossaryTrial } from '../../shop/trial/glossary-trial.ts';
import type { LocatedEntry } from '../../text/attempts/reported-entries.ts';
import { UsageError } from '../argument.ts';
import { entriesAndTerms } from '../entry-row.ts';
import { readText } from '../input.ts';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';
import { textTable } from '../table.ts';

type TestFlags = {
  readonly account: string;
  readonly source: string;
  readonly target: string;
  readonly file?: string;
};

/** Bytes; a request may have 100,000 characters. */
const textBytesMax = 400_000;

/** `glossary test`. */
export function addGlossaryTestCommand(group: Command, parts: CommandParts, print: Print): void {
  group
    .command('test')
    .argument('[text]', 'what is translated, unless --file says where it stands')
    .description('show which glossary entries match in a text, where, and in its translation; nothing is charged')
    .requiredOption('--account <id or email>', 'the owner of the glossary')
    .option('--source <language>', 'the language of the text', 'auto')
    .requiredOption('--target <language>', 'the target language')
    .option('--file <file>', 'the text; - is standard input')
    .action(async (given: string | undefined, { file, ...request }: TestFlags) => {
      if ((given === undefined) === (file === undefined))
        throw new UsageError('glossary test takes either a text or --file');
      const text = given ?? (await readText({ path: file ?? '-', openInput: parts.openInput, bytesMax: textBytesMax }));
      await using bench = await parts.openGlossaryTools();
      const trial = await bench.tryGlossary({ ...request, text });
      const rows = describeEntries(trial, text);
      const { pair, engine, translatedText } = trial;
      const listed = entriesAndTerms(rows, rows.map(withOldOutcome));
      print.result(
        { ...pair, engine: engine ?? null, translated_text: translatedText, ...listed },
        `${translatedText}\n\n${rows.length === 0 ? 'No entry matches.' : matchTable(rows)}`,
      );
    });
}

type Row = ReturnType<typeof describeEntries>[number];

function describeEntries({ entries, translatedText }: GlossaryTrial, text: string) {
  return entries.map(({ use, outcome, inText, inTranslation }) => ({
    id: use.entry.id,
    term: use.entry.term,
    translation: use.entry.translation ?? null,
    words: use.words,
    place: placeAt(text, inText.start),
    wanted: use.wanted,
    outcome,
    written: translatedText.slice(inTranslation.start, inTranslation.end),
    translation_place: placeAt(translatedText, inTranslation.start),
    rule: ruleOf(use),
  }));
}

/** Under the old name `terms`, the outcome `placeholder` has its old name too. */
function withOldOutcome(row: Row) {
  return row.outcome === 'placeholder' ? { ...row, outcome: 'stand_in' } : row;
}

type Place = { readonly line: number; readonly column: number };

/** Returns the line and column of an offset, both from 1; columns count code points. */
function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}

/** `3:14` */
function lineAndColumn({ line, column }: Place): string {
  return `${line}:${column}`;
}

/** Why it matched: exact, in other capitals, or in another number. */
function ruleOf({ entry, words, number }: LocatedEntry['use']): string {
  if (number !== undefined) return number;
  if (words === entry.term) return 'exact';
  return words.toLowerCase() === entry.term.toLowerCase() ? 'capitals' : 'form';
}

function matchTable(rows: readonly Row[]): string {
  return textTable(
    ['AT', 'WORDS', 'TERM', 'RULE', 'WANTED', 'OUTCOME', 'WRITTEN', 'AT'],
    rows.map((row) => [
      lineAndColumn(row.place),
      row.words,
      row.term,
      row.rule,
      row.wanted,
      row.outcome,
      // A line break in it would break the table.
      row.written.replaceAll(/\s+/g, ' '),
      lineAndColumn(row.translation_place),
    ]),
  );
}
