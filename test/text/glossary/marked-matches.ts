/** Sentences with the places of entries between brackets, as people write and read them in tests. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { finish } from '../../../src/ground/steps.ts';
import { type TokenRole, writeToken } from '../../../src/text/document/token.ts';
import { compileGlossary, type Glossary } from '../../../src/text/glossary/glossary.ts';
import type { EntryId, EntryMatch, GlossaryEntry, PartOfSpeech } from '../../../src/text/glossary/glossary-entry.ts';
import type { Morphology } from '../../../src/text/glossary/morphology.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';
export type MadeEntry = Partial<GlossaryEntry> & { readonly term: string };

const signs: Readonly<Record<string, TokenRole>> = {
  '◁': 'open',
  '▷': 'close',
  '•': 'point',
  '⏎': 'space',
  '▣': 'word',
};

/** Terms into English, that follow the capitals and were added one by one, in this order, unless they say otherwise. */
export function baseOf(language: string, entries: readonly (string | MadeEntry)[]): Glossary {
  const pair = { source: language, target: 'en' } as LanguagePair;
  return finish(
    compileGlossary(
      entries.map((entry, index) => madeEntry(pair, typeof entry === 'string' ? { term: entry } : entry, index)),
      pair,
    ),
  );
}

function madeEntry(pair: LanguagePair, made: MadeEntry, index: number): GlossaryEntry {
  return {
    id: `term-${String(index).padStart(6, '0')}` as EntryId,
    ...pair,
    translation: `the word for ${made.term}`,
    caseRule: 'follow',
    partOfSpeech: undefined,
    addedIn: index + 1,
    ...made,
  };
}

/** The sentence without its brackets, and with tokens in the place of their signs. */
export function readMarked(marked: string): string {
  let number = 0;
  return marked
    .replaceAll(/\[|(?:\/plural)?\]/g, '')
    .replaceAll(/[◁▷•⏎▣]/gu, (sign) => writeToken(signs[sign] ?? 'point', number++));
}

/** Puts brackets around the matches, as `readMarked` reads them, with what is said of their number. */
export function markMatches(sentence: string, matches: readonly EntryMatch[]): string {
  let marked = '';
  let read = 0;
  for (const { start, end, number } of matches) {
    const ending = number === undefined ? ']' : `/${number}]`;
    marked += `${sentence.slice(read, start)}[${sentence.slice(start, end)}${ending}`;
    read = end;
  }
  return (marked + sentence.slice(read)).replaceAll(
    /[\uFDD0-\uFDD4]./gsu,
    (token) => Object.keys(signs).find((sign) => writeToken(signs[sign] ?? 'point', 0)[0] === token[0]) ?? token,
  );
}

/** Glossary entries, and sentences with these in brackets. */
export type MarkedCase = {
  readonly title: string;
  readonly language: string;
  readonly entries: readonly (string | MadeEntry)[];
  readonly sentences: readonly string[];
};

/**
 * Reads a section of `matches.txt`: each case has a title with its language, entries, and sentences as `readMarked` reads
 * them. Entries have their rules between braces: `exact`, `keep` (not translated), a part of speech.
 */
export function readCases(section: string): readonly MarkedCase[] {
  const file = readFileSync(new URL('matches.txt', import.meta.url), 'utf8');
  const text = file.split(/^== /m).find((one) => one.startsWith(`${section}\n`)) ?? assert.fail(section);
  return text
    .split('\n# ')
    .slice(1)
    .map((written) => {
      const [heading = '', list = '', ...sentences] = written
        .trim()
        .replaceAll(/\\u([\dA-F]{4})/g, toCharacter)
        .split('\n');
      const [, title = '', language = ''] = /^(.*) \((.*)\)$/.exec(heading) ?? assert.fail(heading);
      return { title, language, entries: list.replace('entries: ', '').split(' | ').map(readEntry), sentences };
    });
}

function toCharacter(_: string, hexadecimal: string): string {
  return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
}

function readEntry(written: string): string | MadeEntry {
  const [, term = '', list] = /^(.*?)(?: \{(.*)\})?$/.exec(written) ?? [];
  if (list === undefined) return term;
  const rules = list.split(' ');
  const partOfSpeech = rules.find((rule) => rule !== 'exact' && rule !== 'keep') as PartOfSpeech | undefined;
  const caseRule = rules.includes('exact') ? 'exact' : 'follow';
  return { term, caseRule, partOfSpeech, ...(rules.includes('keep') && { translation: undefined }) };
}

/** Matches all sentences of a case at once, and each of them alone. */
export async function assertMatches(
  { language, entries, sentences }: MarkedCase,
  morphology: Pick<Morphology, 'read'>,
) {
  const base = baseOf(language, entries);
  const together = await base.match(sentences.map(readMarked), morphology);
  for (const marked of sentences) {
    const sentence = readMarked(marked);
    const alone = await base.match([sentence], morphology);
    assert.equal(markMatches(sentence, alone.get(sentence) ?? []), marked);
    assert.deepEqual(together.get(sentence), alone.get(sentence));
  }
}
