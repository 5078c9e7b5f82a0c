import { type Command, Option } from 'commander';
import { type EntryContent, noteCharactersMax } from '../../shop/glossaries/stored-entry.ts';
import type { EntrySuggestion } from '../../shop/trial/entry-suggestions.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { parseCandidateCount, UsageError } from '../argument.ts';
import { readText } from '../input.ts';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';

type SuggestFlags = {
  readonly account: string;
  readonly source: string;
  readonly target?: string;
  readonly atLeast: number;
  readonly limit: number;
  readonly format: 'table' | 'csv' | 'tsv';
};

/** Bytes of all documents together. */
const documentBytesMax = 16 * 1024 * 1024;

/** `glossary suggest`. */
export function addGlossarySuggestCommand(group: Command, parts: CommandParts, print: Print): void {
  group
    .command('suggest')
    .argument(
      '<files...>',
      'documents in UTF-8; - reads standard input. They are read for this alone, and kept nowhere',
    )
    .description('find names and repeated phrases in documents as glossary candidates; nothing is charged')
    .requiredOption('--account <id or email>', 'the owner of the glossary')
    .requiredOption('--source <language>', 'the language of the documents')
    .option('--target <language>', 'also show the current translation of each')
    .addOption(
      new Option('--at-least <times>', 'the minimum number of occurrences').argParser(parseCandidateCount).default(2),
    )
    .addOption(
      new Option('--limit <number>', 'the maximum number of candidates').argParser(parseCandidateCount).default(100),
    )
    .addOption(
      new Option('--format <format>', 'csv or tsv: a file that can be edited and imported')
        .choices(['table', 'csv', 'tsv'])
        .default('table'),
    )
    .action(async (paths: readonly string[], { atLeast, limit, format, ...flags }: SuggestFlags) => {
      if (format !== 'table' && flags.target === undefined) {
        throw new UsageError(`--format ${format} needs --target: an entry has two languages`);
      }
      const documents = await readDocuments(parts, paths);
      await using bench = await parts.openGlossaryTools();
      const request = { ...flags, target: flags.target, documents, countMin: atLeast, candidatesMax: limit };
      const { pair, suggestions } = await bench.suggestEntries(request);
      const json = { ...pair, target: pair.target ?? null, candidates: suggestions.map(describe) };
      if (format === 'table' || pair.target === undefined) {
        print.result(json, suggestions.length === 0 ? 'No candidate.' : suggestionTable(suggestions));
        return;
      }
      const { source, target } = pair;
      const fresh = suggestions.filter(({ isInBase }) => !isInBase);
      const files = await parts.openGlossaryFiles();
      print.file(
        json,
        files.write(
          fresh.map((one) => draftOf(one, { source, target })),
          format,
        ),
      );
    });
}

async function readDocuments({ openInput }: CommandParts, paths: readonly string[]) {
  const documents: { readonly name: string; readonly text: string }[] = [];
  let bytesMax = documentBytesMax;
  for (const path of paths) {
    const text = await readText({ path, openInput, bytesMax });
    bytesMax -= Buffer.byteLength(text);
    documents.push({ name: path, text });
  }
  return documents;
}

function describe({ words, kind, count, score, example, isInBase, translations }: EntrySuggestion) {
  return {
    words,
    kind,
    count,
    score,
    document: example.document,
    line: example.line,
    in_base: isInBase,
    translations,
  };
}

const suggestionTable = tableOf<EntrySuggestion>({
  CANDIDATE: 'words',
  KIND: 'kind',
  COUNT: 'count',
  SCORE: ({ score }) => score.toFixed(2),
  'FIRST AT': ({ example }) => `${example.document}:${example.line}`,
  ENTRY: ({ isInBase }) => (isInBase ? 'yes' : 'no'),
  'TRANSLATED AS': ({ translations }) =>
    translations.map((seen) => `${seen.words} (${seen.count})`).join(', ') || undefined,
});

/** An entry to review: with the most frequent translation, or with none, which an import reports. */
function draftOf(
  { words, kind, count, translations }: EntrySuggestion,
  { source, target }: { readonly source: LanguageTag; readonly target: LanguageTag },
): EntryContent {
  const [first, ...others] = translations;
  const also = others.map((seen) => `${seen.words} (${seen.count})`).join(', ');
  return {
    source,
    target,
    term: words,
    translation: first?.words ?? '',
    caseRule: 'follow',
    partOfSpeech: kind === 'name' ? 'name' : 'noun',
    note: [...`${count} times${also === '' ? '' : `; also ${also}`}`].slice(0, noteCharactersMax).join(''),
  };
}
