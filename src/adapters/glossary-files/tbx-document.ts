import type { RawEntry } from '../../shop/glossaries/entry-content.ts';
import { noteCharactersMax } from '../../shop/glossaries/stored-entry.ts';
import { anyLanguage } from '../../text/glossary/glossary-entry.ts';
import { parseLanguageTag } from '../../text/languages/language-tag.ts';
import type { FileLanguages } from './columns.ts';
import type { EntryList } from './entry-list.ts';
import { languagePairs, languagesMax } from './language-pairs.ts';
import { readTbxMarker, type TbxMarker } from './tbx-marker.ts';
import { elementText, type XmlElement } from './xml-element.ts';

/** A term of a concept. */
type ConceptTerm = {
  text: string;
  partOfSpeech: string;
  status: string;
  note: string;
  marker: TbxMarker | undefined;
};

/** The terms of a concept in one language. */
type ConceptLanguage = { readonly language: string; readonly terms: ConceptTerm[] };

type Concept = { readonly line: number; note: string; readonly languages: ConceptLanguage[]; size: number };

const conceptElements = new Set(['conceptEntry', 'termEntry']);
const languageElements = new Set(['langSec', 'langSet']);
const termElements = new Set(['termSec', 'tig', 'ntig']);
/** Elements that may contain notes of a term. */
const termNoteElements = new Set([...termElements, 'termGrp', 'termNoteGrp']);

/**
 * Reads the concepts of a TBX file: version 3 in both styles, DCA and DCT, and version 2.
 * Source: ISO 30042:2019; ISO 30042:2008; TBX-Basic (LTAC Global).
 */
export class TbxDocument {
  /** Elements with words that belong to the surrounding text. */
  readonly inline = new Set(['hi', 'foreign', 'ph', 'sc', 'ec', 'bpt', 'ept', 'it']);
  readonly #entries: EntryList;
  readonly #languages: FileLanguages;
  #concept: Concept | undefined;
  #language: ConceptLanguage | undefined;
  #term: ConceptTerm | undefined;

  constructor({ entries, languages }: { readonly entries: EntryList; readonly languages: FileLanguages }) {
    this.#entries = entries;
    this.#languages = languages;
  }

  open({ name, line, attributes }: XmlElement): void {
    if (conceptElements.has(name)) {
      this.#concept = { line, note: '', languages: [], size: 0 };
      this.#language = undefined;
      this.#term = undefined;
    } else if (languageElements.has(name) && this.#hasRoom()) {
      this.#language = { language: attributes['xml:lang'] ?? attributes['lang'] ?? '', terms: [] };
      this.#concept?.languages.push(this.#language);
    } else if (termElements.has(name) && this.#language && this.#hasRoom()) {
      this.#term = { text: '', partOfSpeech: '', status: '', note: '', marker: undefined };
      this.#language.terms.push(this.#term);
    }
  }

  /** @param path the enclosing elements, the root first */
  close(element: XmlElement, path: readonly XmlElement[]): void {
    const { name } = element;
    if (termElements.has(name)) this.#term = undefined;
    else if (languageElements.has(name)) this.#language = undefined;
    else if (conceptElements.has(name)) this.#closeConcept();
    else if (name === 'note') this.#readNote(elementText(element), path.at(-1)?.name ?? '');
    else if (this.#term) readTermElement(this.#term, element);
  }

  /** Whether the concept may have another language or term. */
  #hasRoom(): boolean {
    return this.#concept !== undefined && ++this.#concept.size <= conceptTermsMax;
  }

  #readNote(text: string, around: string): void {
    if (this.#term && termNoteElements.has(around)) {
      const marker = readTbxMarker(text);
      if (marker) this.#term.marker = marker;
      else addNote(this.#term, text);
    } else if (this.#concept && (conceptElements.has(around) || languageElements.has(around))) {
      addNote(this.#concept, text);
    }
  }

  #closeConcept(): void {
    const concept = this.#concept;
    this.#concept = undefined;
    if (concept === undefined) return;
    const own = ownEntry(concept);
    if (concept.size > conceptTermsMax) {
      this.#entries.addProblem(concept.line, 'invalid', `A concept has more than ${conceptTermsMax} terms.`);
    } else if (own === undefined) this.#addEntries(concept);
    else if (fits(own, this.#languages)) this.#entries.add(concept.line, own);
    else this.#entries.skip(concept.line, otherLanguages);
  }

  #addEntries({ line, note, languages }: Concept): void {
    const filled = mergeLanguages(
      languages.map((section) => ({ ...section, terms: this.#liveEntries(section, line) })),
    );
    if (filled.size > languagesMax) {
      this.#entries.addProblem(line, 'invalid', `A concept has more than ${languagesMax} languages.`);
      return;
    }
    const pairs = languagePairs([...filled.keys()], this.#languages);
    if (pairs.length === 0) this.#entries.skip(line, filled.size < 2 ? oneLanguage : otherLanguages);
    for (const terms of new Set(pairs.map(({ from }) => filled.get(from) ?? []))) {
      for (const term of terms) term.note = this.#noteOf(joinNotes(note, term.note), line);
    }
    for (const { source, target, from, to } of pairs) {
      const translation = preferred(filled.get(to) ?? []);
      for (const term of filled.get(from) ?? []) {
        this.#entries.add(line, {
          source,
          target,
          term: term.text,
          translation: translation?.text,
          partOfSpeech: partOfSpeechOf(term, translation),
          note: term.note,
        });
      }
    }
  }

  #liveEntries({ terms }: ConceptLanguage, line: number): ConceptTerm[] {
    return terms.filter(({ status }) => {
      const isOut = /^(?:deprecated|superseded|rejected|notrecommended|obsolete)/i.test(status);
      if (isOut) this.#entries.skip(line, 'A deprecated or superseded term is left out.');
      return !isOut;
    });
  }

  #noteOf(note: string, line: number): string {
    const points = [...note.slice(0, noteLengthMax)];
    if (points.length <= noteCharactersMax) return note;
    this.#entries.skip(line, `A note is longer than ${noteCharactersMax} characters. Its end is left out.`);
    return `${points.slice(0, noteCharactersMax - 1).join('')}…`;
  }
}

/** Maximum of terms and languages of one concept, because they are processed without a pause. */
const conceptTermsMax = 1_000;

/** UTF-16 units. Longer than `noteCharactersMax` characters, so that a cut note is still reported as too long. */
const noteLengthMax = 2 * noteCharactersMax + 2;

function addNote(to: { note: string }, note: string): void {
  to.note = joinNotes(to.note, note).slice(0, noteLengthMax);
}

function joinNotes(...notes: readonly string[]): string {
  return notes.filter((note) => note !== '').join('; ');
}

const oneLanguage = 'A concept with terms in only one language is left out.';
const otherLanguages = 'A concept without terms in both requested languages is left out.';

/** Reads a field of a term. Its name is the element's name in one style, and the `type` attribute in the other. */
function readTermElement(term: ConceptTerm, element: XmlElement): void {
  const text = elementText(element);
  switch (element.name === 'termNote' ? (element.attributes['type'] ?? '') : element.name) {
    case 'term':
      term.text = text;
      break;
    case 'partOfSpeech':
      term.partOfSpeech = text;
      break;
    case 'administrativeStatus':
    case 'normativeAuthorization':
      term.status = text;
      break;
    default:
  }
}

/** Returns an entry that this service has written: with a marker, in one direction. */
function ownEntry({ languages, note }: Concept): RawEntry | undefined {
  const terms = languages.flatMap(({ language, terms: all }) => all.map((term) => ({ language, ...term })));
  const source = terms.find(({ marker }) => marker?.isSource);
  const target = terms.find(({ marker }) => marker?.isTarget);
  if (source?.marker === undefined || target === undefined) return undefined;
  const { doNotTranslate, caseRule, partOfSpeech } = source.marker;
  return {
    source: source.language,
    target: target.language,
    term: source.text,
    ...(doNotTranslate ? { doNotTranslate: 'yes' } : { translation: target.text }),
    caseRule,
    partOfSpeech: partOfSpeech ?? source.partOfSpeech,
    note,
  };
}

function fits(raw: RawEntry, { source, target }: FileLanguages): boolean {
  return [
    [source, raw.source],
    [target, raw.target],
  ].every(([asked, said]) => asked === undefined || asked === canonical(said ?? ''));
}

function canonical(language: string): string {
  return language === 'mul' ? anyLanguage : (parseLanguageTag(language) ?? language);
}

/** Merges several sections of one language. */
function mergeLanguages(sections: readonly ConceptLanguage[]): ReadonlyMap<string, ConceptTerm[]> {
  const merged = new Map<string, ConceptTerm[]>();
  for (const { language, terms } of sections) {
    if (terms.length === 0) continue;
    const tag = canonical(language);
    const before = merged.get(tag);
    if (before === undefined) merged.set(tag, terms);
    else for (const term of terms) before.push(term);
  }
  return merged;
}

function preferred(terms: readonly ConceptTerm[]): ConceptTerm | undefined {
  return terms.find(({ status }) => /^preferred/i.test(status)) ?? terms[0];
}

const partsOfSpeechRead: Readonly<Record<string, string>> = {
  noun: 'noun',
  propernoun: 'name',
  adjective: 'adjective',
  verb: 'verb',
};

function partOfSpeechOf(term: ConceptTerm, translation: ConceptTerm | undefined): string {
  const said = (term.partOfSpeech || translation?.partOfSpeech || '').toLowerCase();
  return said === '' ? '' : Object.hasOwn(partsOfSpeechRead, said) ? (partsOfSpeechRead[said] ?? '') : 'other';
}
