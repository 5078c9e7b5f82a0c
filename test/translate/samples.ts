import { entryOf, ooxmlOf, xmlOf } from '../../packages/documents/test/office-file.ts';
import { backwards } from '../support/letters-engine.ts';

/** A text with its translations, as far as there are any. */
export type Row = { readonly key: string; readonly en: string; readonly es?: string; readonly ca?: string };

export type Language = 'en' | 'es' | 'ca';

export type Sample = {
  /** Path of the file in a language. The same for all: the file itself holds its translations. */
  readonly path: (language: Language) => string;
  readonly write: (rows: readonly Row[], language: Language) => string | Promise<Uint8Array>;
  readonly isKeyed: boolean;
};

const map = (rows: readonly Row[], write: (row: Row, index: number) => string, separator = ''): string =>
  rows.map(write).join(separator);

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const time = (index: number): string => `00:00:${String(index + 10)},000`;

/** In Xcode's layout. */
const catalogue = (rows: readonly Row[]): string => {
  const unit = (value: string) => ({ stringUnit: { state: 'translated', value } });
  const strings = rows.map(({ key, en, es, ca }) => {
    const localizations = { ...(ca && { ca: unit(ca) }), en: unit(en), ...(es && { es: unit(es) }) };
    return [key, { extractionState: 'manual', localizations }];
  });
  return JSON.stringify(
    { sourceLanguage: 'en', strings: Object.fromEntries(strings), version: '1.0' },
    null,
    2,
  ).replaceAll(/^( *"[^"]*"):/gm, '$1 :');
};

/** A file of every kind that the command treats in its own way. */
export const samples: Readonly<Record<string, Sample>> = {
  markdown: {
    path: (language) => (language === 'en' ? 'guide.md' : `guide.${language}.md`),
    write: (rows, language) => map(rows, (row) => `**A:** [${row[language]}](#1)\n`, '\n'),
    isKeyed: false,
  },
  json: {
    path: (language) => `locales/${language}.json`,
    write: (rows, language) => json({ home: Object.fromEntries(rows.map((row) => [row.key, row[language]])) }),
    isKeyed: true,
  },
  po: {
    path: (language) => (language === 'en' ? 'strings.po' : `strings.${language}.po`),
    write: (rows, language) => {
      const own =
        language === 'en' ? '' : `"Language: ${language}\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n`;
      const header = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${own}`;
      const translation = (row: Row): string => (language === 'en' ? '' : (row[language] ?? ''));
      return header + map(rows, (row) => `\nmsgid "${row.en}"\nmsgstr "${translation(row)}"\n`);
    },
    isKeyed: false,
  },
  srt: {
    path: (language) => (language === 'en' ? 'talk.srt' : `talk.${language}.srt`),
    write: (rows, language) =>
      map(rows, (row, index) => `${index + 1}\n${time(index)} --> ${time(index + 1)}\n${row[language]}\n`, '\n'),
    isKeyed: false,
  },
  yaml: {
    path: (language) => `config/locales/${language}.yml`,
    write: (rows, language) => `${language}:\n${map(rows, (row) => `  ${row.key}: ${row[language]} # ${row.key}\n`)}`,
    isKeyed: true,
  },
  properties: {
    path: (language) => (language === 'en' ? 'Messages.properties' : `Messages_${language}.properties`),
    write: (rows, language) => map(rows, (row) => `${row.key} = ${row[language]}\n`),
    isKeyed: true,
  },
  strings: {
    path: (language) => `${language}.lproj/Localizable.strings`,
    write: (rows, language) => map(rows, (row) => `"${row.key}" = "${row[language]}";\n`),
    isKeyed: true,
  },
  android: {
    path: (language) => `app/src/main/res/values${language === 'en' ? '' : `-${language}`}/strings.xml`,
    write: (rows, language) =>
      `<resources>\n${map(rows, (row) => `  <string name="${row.key}">${row[language]}</string>\n`)}</resources>\n`,
    isKeyed: true,
  },
  catalogue: { path: () => 'App.xcstrings', write: catalogue, isKeyed: true },
  xliff: {
    path: (language) => (language === 'en' ? 'app.xlf' : `app.${language}.xlf`),
    write: (rows, language) => {
      const isSource = language === 'en';
      const target = (row: Row): string => (isSource ? '' : `<target state="translated">${row[language]}</target>`);
      const unit = (row: Row): string =>
        `  <trans-unit id="${row.key}"><source>${row.en}</source>${target(row)}</trans-unit>\n`;
      const own = isSource ? '' : ` target-language="${language}"`;
      return `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file${own} source-language="en"><body>\n${map(rows, unit)}</body></file></xliff>\n`;
    },
    isKeyed: false,
  },
  csv: {
    path: () => 'table.csv',
    write: (rows) => `key,en,es,ca\n${map(rows, ({ key, en, es = '', ca = '' }) => `${key},${en},${es},${ca}\n`)}`,
    isKeyed: false,
  },
  html: {
    path: (language) => (language === 'en' ? 'page.html' : `page.${language}.html`),
    write: (rows, language) =>
      `<html lang="${language}">\n${map(rows, (row) => `<p>A <b>${row[language]}</b> z</p>\n`)}</html>\n`,
    isKeyed: false,
  },
  docx: {
    path: (language) => (language === 'en' ? 'letter.docx' : `letter.${language}.docx`),
    write: (rows, language) => {
      // The filter names the language of what it writes.
      const [own, space] =
        language === 'en' ? ['', ''] : [`<w:rPr><w:lang w:val="${language}"/></w:rPr>`, ' xml:space="preserve"'];
      const run = (row: Row) => `<w:r>${own}<w:t${space}>${row[language]}</w:t></w:r>`;
      const content = xmlOf(
        'w:document',
        `<w:body>${map(rows, (row) => `<w:p>${run(row)}</w:p>`)}<w:sectPr/></w:body>`,
      );
      return ooxmlOf({ 'word/document.xml': ['wordprocessingml.document.main', content] });
    },
    isKeyed: false,
  },
};

/** The part of a file that has its texts. */
export const contentOf = (bytes: Uint8Array): string | Promise<string> =>
  bytes[0] === 0x50 && bytes[1] === 0x4b ? entryOf(bytes, 'word/document.xml') : new TextDecoder().decode(bytes);

/** With the translations of the engine where there are none. */
export const translated = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({ es: backwards(row.en), ca: backwards(row.en), ...row }));
