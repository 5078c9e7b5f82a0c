import type { TermLanguage } from '../../core/glossary/term.ts';
import { parseLanguageTag } from '../../core/languages/language-tag.ts';
import type { FileLanguages } from './columns.ts';
import type { EntryList } from './entry-list.ts';
import { languagePairs, languagesMax } from './language-pairs.ts';
import { textOf, type XmlDocument, type XmlElement } from './xml-element.ts';

/** What is longer is a sentence, which no glossary should force. */
const wordsMax = 5;
/** Code points. */
const charactersMax = 60;

type Unit = {
  readonly line: number;
  /** The source language; undefined if the file does not have it. */
  readonly source: string | undefined;
  readonly segments: Map<string, string>;
  hasMarks: boolean;
};

const inlineMarks = new Set(['bpt', 'ept', 'it', 'ph', 'hi', 'ut', 'sub']);

/** The units of a TMX file that are short enough for terms. Source: TMX 1.4b, LISA OSCAR. */
export class TmxDocument implements XmlDocument {
  readonly format = 'tmx';
  readonly inline: ReadonlySet<string> = new Set();
  readonly #entries: EntryList;
  readonly #languages: FileLanguages;
  #source: string | undefined;
  #unit: Unit | undefined;

  constructor({ entries, languages }: { readonly entries: EntryList; readonly languages: FileLanguages }) {
    this.#entries = entries;
    this.#languages = languages;
  }

  open({ name, line, attributes }: XmlElement): void {
    if (name === 'header') this.#source = sourceOf(attributes);
    else if (name === 'tu') {
      this.#unit = { line, source: sourceOf(attributes) ?? this.#source, segments: new Map(), hasMarks: false };
    } else if (this.#unit && inlineMarks.has(name)) this.#unit.hasMarks = true;
  }

  close(element: XmlElement, path: readonly XmlElement[]): void {
    if (element.name === 'tu') this.#closeUnit();
    else if (element.name === 'seg') {
      const attributes = path.at(-1)?.attributes;
      const language = attributes?.['xml:lang'] ?? attributes?.['lang'] ?? '';
      const { segments } = this.#unit ?? {};
      if (segments && segments.size <= languagesMax)
        segments.set(parseLanguageTag(language) ?? language, textOf(element));
    }
  }

  #closeUnit(): void {
    const unit = this.#unit;
    this.#unit = undefined;
    if (unit === undefined) return;
    if (unit.segments.size > languagesMax) {
      this.#entries.addProblem(unit.line, 'invalid', `A unit has more than ${languagesMax} languages.`);
      return;
    }
    const pairs = this.#pairsOf(unit);
    if (pairs.length === 0) this.#entries.skip(unit.line, 'A unit without both languages is left out.');
    for (const { source, target, from, to } of pairs) {
      const [term = '', translation = ''] = [unit.segments.get(from), unit.segments.get(to)];
      if (unit.hasMarks) this.#entries.skip(unit.line, 'A unit with marks inside is no term.');
      else if (isLong(term) || isLong(translation)) {
        const most = `${wordsMax} words or ${charactersMax} characters`;
        this.#entries.skip(unit.line, `A unit with more than ${most} on one side is no term.`);
      } else this.#entries.add(unit.line, { source, target, term, translation });
    }
  }

  /** From the language that the unit was written in, where it says and nothing else was asked for. */
  #pairsOf({ segments, source }: Unit): ReturnType<typeof languagePairs> {
    const languages = [...segments.keys()];
    const said = languages.find((language) => language === source || language.startsWith(`${source}-`));
    const isAsked = this.#languages.source !== undefined || said === undefined;
    return languagePairs(languages, isAsked ? this.#languages : { ...this.#languages, source: said as TermLanguage });
  }
}

/** Undefined for all languages. */
function sourceOf(attributes: Readonly<Record<string, string>>): string | undefined {
  const said = attributes['srclang'];
  return said === undefined || said === '*all*' ? undefined : parseLanguageTag(said);
}

function isLong(text: string): boolean {
  return text.split(' ').length > wordsMax || (text.length > charactersMax && [...text].length > charactersMax);
}
