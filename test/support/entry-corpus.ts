import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RawEntry } from '../../src/shop/glossaries/entry-content.ts';
import type { LanguagePair, LanguageTag } from '../../src/text/languages/language.ts';

/** A glossary entry, and its expected result in one text. */
export type EntryEntry = {
  /** Without languages, those of the text apply. */
  readonly raw: RawEntry;
  /** Number of places in the text where it applies; 0 for a trap, which only looks like a match. */
  readonly count: number;
  /** Allowed forms in the translation, with capitals. */
  readonly forms: readonly string[];
};

export type EntryCase = {
  /** File and line. */
  readonly place: string;
  /** The difficulty. */
  readonly situation: string;
  readonly pair: LanguagePair;
  readonly text: string;
  readonly entries: readonly EntryEntry[];
};

const root = fileURLToPath(new URL('../fixtures/glossary', import.meta.url));

/**
 * The cases of `test/fixtures/glossary`, one file for each pair, written by hand:
 *
 *     == what is hard about the cases that follow
 *     Lines of text without indentation; one with nothing but "¶" is empty, and a blank one ends the case.
 *       term = translation -> 2: a form | another form
 *       term = ! -> 1
 *       term = translation [exact noun pt>en] -> 0
 *
 * "!" is for a term that is not translated. The arrow is followed by the number of places and the forms that
 * the translation may contain; the default is the entry's own translation. Brackets contain the case rule, the part
 * of speech and its languages.
 */
export function readEntryCases(): readonly EntryCase[] {
  return readdirSync(root).toSorted().flatMap(readFile);
}

function readFile(name: string): readonly EntryCase[] {
  const [source = '', target = ''] = basename(name, '.txt').split('_');
  const pair = { source: source as LanguageTag, target: target as LanguageTag };
  const cases: EntryCase[] = [];
  let situation = '';
  let [text, entries]: [string[], EntryEntry[]] = [[], []];
  const lines = readFileSync(join(root, name), 'utf8').split('\n');
  for (const [index, line] of [...lines, ''].entries()) {
    if (line.startsWith('== ')) situation = line.slice(3);
    else if (line.startsWith('  ')) entries.push(readEntry(line, `${name}:${index + 1}`));
    else if (line !== '') text.push(line === '¶' ? '' : line);
    else if (text.length > 0) {
      const place = `${name}:${index - entries.length - text.length + 1}`;
      cases.push({ place, situation, pair, text: text.join('\n'), entries });
      [text, entries] = [[], []];
    }
  }
  return cases;
}

const entry =
  /^ {2}(?<term>.+?) = (?<translation>.+?)(?: \[(?<options>[^\]]+)\])? -> (?<count>\d+)(?:: (?<forms>.+))?$/;

function readEntry(line: string, place: string): EntryEntry {
  const { term = '', translation = '', options = '', count, forms } = entry.exec(line)?.groups ?? {};
  if (term === '') throw new Error(`${place} cannot be read: ${line}`);
  const isCopied = translation === '!';
  const own = { term, translation: isCopied ? undefined : translation, doNotTranslate: isCopied ? 'yes' : 'no' };
  const raw = options.split(' ').filter(Boolean).reduce<RawEntry>(withOption, own);
  return { raw, count: Number(count), forms: forms?.split(' | ') ?? [isCopied ? term : translation] };
}

function withOption(raw: RawEntry, option: string): RawEntry {
  if (option === 'exact') return { ...raw, caseRule: option };
  const [source, target] = option.split('>');
  return target === undefined ? { ...raw, partOfSpeech: option } : { ...raw, source, target };
}
