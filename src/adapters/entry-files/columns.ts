import { counted } from '../../ground/counts.ts';
import { type EntryField, parseEntryLanguage, type RawEntry } from '../../shop/glossaries/entry-content.ts';
import type { FileLanguages } from '../../shop/glossaries/glossary-files.ts';
import type { EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import { languageNamed } from '../../text/languages/language-name.ts';
import { parseLanguageTag } from '../../text/languages/language-tag.ts';

export type Columns = {
  /** Whether the first row has the names of the columns, not an entry. */
  readonly hasHeader: boolean;
  readonly count: number;
  /** Numbers of ignored columns, from 1. */
  readonly unknown: readonly number[];
  /** Returns the entries of a row: several if there are more than two languages. */
  readRow(cells: readonly string[]): readonly RawEntry[];
};

/** Limits the time for each row. */
const columnsMax = 100;

/** @returns an error message if the columns are unclear */
export function readColumns(
  first: readonly string[],
  languages: FileLanguages,
): Columns | { readonly message: string } {
  if (first.length > columnsMax) return { message: `The file has more than ${columnsMax} columns.` };
  const fields = fieldsOf(first);
  const tags = first.map((cell, index) => (fields[index] === undefined ? languageOfHeading(cell) : undefined));
  if (isNamed(fields)) return namedColumns(first, fields, languages);
  if (isOfLanguages(first, fields, tags)) {
    const columns = languageColumns({ fields, tags }, languages);
    if (columns !== undefined) return columns;
  }
  return plainColumns(trimmedLength(first), languages);
}

/** Column names, in small letters with spaces. `source` and `target` alone mean the words, unless other columns do. */
const headings: Readonly<Record<EntryField, readonly string[]>> = {
  source: ['source lang', 'source language', 'source language code', 'source locale', 'from'],
  target: ['target lang', 'target language', 'target language code', 'target locale', 'to'],
  term: ['term', 'source term', 'source text', 'source phrase', 'source word'],
  translation: ['translation', 'target term', 'target text', 'target phrase', 'target word', 'translated term'],
  doNotTranslate: ['do not translate', 'dnt', 'not translated', 'keep'],
  caseRule: ['case', 'case rule', 'case sensitive', 'case sensitivity'],
  partOfSpeech: ['part of speech', 'pos', 'word class'],
  note: ['note', 'notes', 'comment', 'comments', 'description'],
};

const fieldOfHeading: ReadonlyMap<string, EntryField> = new Map(
  Object.entries(headings).flatMap(([field, names]) => names.map((name) => [name, field as EntryField] as const)),
);

type Fields = readonly (EntryField | undefined)[];

function nameIn(cell: string): string {
  return cell
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}

function fieldsOf(first: readonly string[]): Fields {
  const names = first.map(nameIn);
  const fields = names.map((name) => fieldOfHeading.get(name));
  const bare = {
    source: fields.includes('term') ? 'source' : 'term',
    target: fields.includes('translation') ? 'target' : 'translation',
  } as const;
  return names.map((name, index) => (name === 'source' || name === 'target' ? bare[name] : fields[index]));
}

function isNamed(fields: Fields): boolean {
  return fields.includes('term') && (fields.includes('translation') || fields.includes('doNotTranslate'));
}

function namedColumns(
  first: readonly string[],
  fields: Fields,
  languages: FileLanguages,
): Columns | { readonly message: string } {
  const known = fields.filter((field) => field !== undefined);
  if (new Set(known).size < known.length) return { message: 'Two columns have the same meaning. Remove one of them.' };
  const columns = columnsOf(fields, languages);
  if ('message' in columns) return columns;
  const unknown = first.flatMap((cell, at) => (fields[at] === undefined && cell.trim() !== '' ? [at + 1] : []));
  return { ...columns, hasHeader: true, unknown };
}

/** Columns of one pair of languages in each row. */
function columnsOf(fields: Fields, languages: FileLanguages): Columns | { readonly message: string } {
  const { source, target } = languages;
  for (const side of ['source', 'target'] as const) {
    if (!fields.includes(side) && languages[side] === undefined) return noLanguages;
  }
  return {
    hasHeader: false,
    count: fields.length,
    unknown: [],
    readRow: (cells) => {
      const row = rowOf(fields, cells);
      return [{ ...row, source: row.source?.trim() || source, target: row.target?.trim() || target }];
    },
  };
}

const noLanguages = { message: 'The file does not name its languages. Choose the source and the target language.' };

function rowOf(fields: Fields, cells: readonly string[]): RawEntry {
  const row: { [Field in EntryField]?: string } = {};
  for (const [index, field] of fields.entries()) if (field !== undefined) row[field] = cells[index] ?? '';
  return row;
}

const deepLOrder = ['term', 'translation', 'source', 'target'] as const;

/** Columns without names: two, three with a note, or four in the order of DeepL. */
function plainColumns(count: number, languages: FileLanguages): Columns | { readonly message: string } {
  if (count < 2 || count > 4) {
    // Known in files of both glossaries and memories.
    const names = 'source, target, source_lang, target_lang, note';
    return { message: `${counted(count, 'column')} found. Name them in the first row: ${names}.` };
  }
  const all = count === 3 ? (['term', 'translation', 'note'] as const) : deepLOrder;
  return columnsOf(all.slice(0, count), languages);
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function languageOfHeading(cell: string): EntryLanguage | undefined {
  const tag = languageNamed(cell) ?? parseLanguageTag(cell);
  return tag !== undefined && languageNames.of(tag) !== undefined ? tag : undefined;
}

type Tags = readonly (EntryLanguage | undefined)[];

function isOfLanguages(first: readonly string[], fields: Fields, tags: Tags): boolean {
  const isEachKnown = first.every((cell, index) => {
    return cell.trim() === '' || fields[index] !== undefined || tags[index] !== undefined;
  });
  return isEachKnown && tags.filter((tag) => tag !== undefined).length >= 2;
}

/** Returns undefined if the languages are not the requested ones. Then the row may be an entry. */
function languageColumns(
  { fields, tags }: { readonly fields: Fields; readonly tags: Tags },
  languages: FileLanguages,
): Columns | undefined {
  const source =
    languages.source === undefined ? tags.findIndex((tag) => tag !== undefined) : columnOf(tags, languages.source);
  const targets =
    languages.target === undefined
      ? tags.flatMap((tag, index) => (tag !== undefined && index !== source ? [index] : []))
      : [columnOf(tags, languages.target)];
  if (source < 0 || targets.some((target) => target < 0 || target === source)) return undefined;
  const said = { source: languages.source ?? tags[source], target: languages.target };
  return {
    hasHeader: true,
    count: tags.length,
    unknown: [],
    readRow(cells) {
      const others = rowOf(fields, cells);
      const filled = targets.filter((target) => (cells[target] ?? '').trim() !== '');
      return (filled.length > 0 ? filled : targets.slice(0, 1)).map((target) => ({
        ...others,
        source: said.source,
        target: said.target ?? tags[target],
        term: cells[source] ?? '',
        translation: cells[target] ?? '',
      }));
    },
  };
}

/** Returns the column of a language, or of a more specific tag: `en-GB` for `en`. */
function columnOf(tags: Tags, language: EntryLanguage): number {
  const same = tags.indexOf(language);
  return same >= 0 ? same : tags.findIndex((tag) => tag?.startsWith(`${language}-`));
}

/** Titles beside `headings`. A title and its translation have one role, so a glossary may have them as an entry. */
const titles = {
  term: `
    source, original, entry, entries, word, words, terms, original text,
    begriff, begriffe, ausdruck, ausdrücke, wort, wörter, benennung, benennungen, quelle, quellbegriff, quellbegriffe,
    quellwort, quelltext, quelltexte, ausgangsbegriff, ausgangsbegriffe, ausgangswort, ausgangstext, ausgangstexte,
    terme, termes, mot, mots, origine, terme source, terme d'origine, mot source, texte source, texte d'origine,
    término, términos, termino, terminos, palabra, palabras, origen, término de origen, término origen,
    término original, palabra de origen, texto de origen, texto origen, texto original,
    termo, termos, palavra, palavras, origem, termo de origem, termo original, palavra de origem, texto de origem,
    termine, termini, parola, parole, termine di origine, termine di partenza, testo di origine, testo di partenza,
    woord, woorden, termen, bronterm, bronwoord, brontekst, terme d'origen, paraula, термин, термины, слово, слова,
    оригинал, исходный текст, термін, 用語, 原語, 原文, 术语, 術語`,
  translation: `
    target, translations,
    übersetzung, übersetzungen, ziel, zielbegriff, zielbegriffe, zielwort, zieltext, zieltexte,
    traduction, traductions, cible, terme cible, mot cible, texte cible,
    traducción, traducciones, traduccion, destino, término de destino, término destino, palabra de destino,
    texto de destino, texto destino,
    tradução, traduções, termo de destino, palavra de destino, texto de destino,
    traduzione, traduzioni, destinazione, termine di destinazione, termine di arrivo, testo di destinazione,
    testo di arrivo, vertaling, vertalingen, doelterm, doelwoord, doeltekst, traducció, traduccions, перевод, переводы,
    переклад, 訳語, 訳文, 翻訳, 译文, 译语, 翻译, 翻譯`,
  other: `
    category, context, definition, example, domain,
    kommentar, kommentare, bemerkung, bemerkungen, anmerkung, anmerkungen, notiz, notizen, hinweis, hinweise, kategorie,
    kontext, beispiel, wortart, fachgebiet, quellsprache, zielsprache, ausgangssprache,
    commentaire, commentaires, remarque, remarques, catégorie, contexte, définition, exemple, langue source,
    langue cible, comentario, comentarios, observaciones, nota, notas, categoría, contexto, definición, ejemplo,
    idioma de origen, idioma de destino, comentário, observação, observações, categoria, idioma de origem,
    commento, commenti, note, osservazioni, opmerking, opmerkingen, комментарий, примечание, 備考, コメント, 备注, 備註`,
};

const roleOfTitle: ReadonlyMap<string, string> = new Map([
  ...[...fieldOfHeading].map(([name, field]) => [name, field] as const),
  ...Object.entries(titles).flatMap(([role, names]) => names.split(',').map((name) => [nameIn(name), role] as const)),
]);

/** Returns the role of a cell that is a title alone, or a title with its language: `Begriff (DE)`. */
function roleOf(cell: string): string | undefined {
  const name = nameIn(cell).replaceAll('’', "'");
  const [, title = name, language] = /^(.*\S) ?\(([^()]+)\)$/u.exec(name) ?? [];
  return language === undefined || languageOfHeading(language) !== undefined ? roleOfTitle.get(title) : undefined;
}

/** Whether a row has titles alone, a term and a translation first, or four cells whose last two are no languages. */
export function looksLikeTitles(cells: readonly string[]): boolean {
  const roles = cells.filter((cell) => cell.trim() !== '').map(roleOf);
  const isPair = ['term', 'translation'].every((role) => roles.indexOf(role) === 0 || roles.indexOf(role) === 1);
  if (isPair && !roles.includes(undefined)) return true;
  const languages = cells.length === deepLOrder.length ? cells.slice(2) : [];
  return (
    languages.length > 0 && languages.every((cell) => /\p{L}{4}/u.test(cell) && parseEntryLanguage(cell) === undefined)
  );
}

/** Returns the number of columns without empty ones at the end. */
export function trimmedLength(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}
