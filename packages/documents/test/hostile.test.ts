/** What no parser expects, in each place of a file of each format. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileError, type FormatId, filterFor, filters } from '../src/index.ts';
import { ooxmlOf, xmlOf, zipOf } from './office-file.ts';

const hostile = [
  ...['&#-1;', '&#0;', '&#;', '&#x110000;', '&#xD800;', '&#x;', '&#1e9;', `&#${'9'.repeat(400)};`, '&constructor;'],
  ...[
    'http://[',
    '//[',
    '%E0%A4%A',
    '../../x',
    'file:///etc/passwd',
    'a:b:c',
    'C:\\x',
    '\\u',
    '\\uD800',
    '\\U00110000',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'other', 'en_US_POSIX', 'x-', '-'.repeat(300)],
  ...['-1', 'NaN', 'Infinity', '1e999', '99999999999999999999', '0x', 'nplurals=-1; plural=', 'plural.other', '_other'],
  ...[
    '{0',
    '}',
    '{{',
    '<',
    '>',
    ']]>',
    '-->',
    '"',
    "'",
    '`',
    '[',
    '](',
    '&',
    '*',
    '\\',
    '\t',
    '\r',
    '%',
    '$',
    '|',
    '\u0085',
  ],
  ...[
    '<b',
    '</b>',
    '<!--',
    '<![CDATA[',
    '<%',
    '<?',
    '{%',
    '#',
    ': ',
    '- ',
    '? ',
    '!',
    '@',
    '~',
    '\ufeff',
    '\ufffe',
    '😀',
  ],
];

/** In comments and CDATA sections nothing is escaped. */
const xml = (of: string) => of.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const word = (body: string) =>
  ooxmlOf({ 'word/document.xml': ['wordprocessingml.document.main', xmlOf('w:document', `<w:body>${body}</w:body>`)] });
const slide = (body: string) =>
  ooxmlOf({
    'ppt/presentation.xml': ['presentationml.presentation.main', xmlOf('p:presentation', '')],
    'ppt/slides/slide1.xml': ['presentationml.slide', xmlOf('p:sld', body)],
  });
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const book = (sheet: string, strings: string, table: string) =>
  ooxmlOf({
    'xl/workbook.xml': ['spreadsheetml.sheet.main', `<workbook ${main}><definedName>${sheet}</definedName></workbook>`],
    'xl/sheet1.xml': [
      'spreadsheetml.worksheet',
      `<worksheet ${main}><c t="s"><v>${sheet}</v></c><c t="s"><v>0</v></c><c><f>${sheet}</f></c></worksheet>`,
    ],
    'xl/strings.xml': ['spreadsheetml.sharedStrings', `<sst ${main}><si><t>${strings}</t></si></sst>`],
    'xl/table1.xml': [
      'spreadsheetml.table',
      `<table ${main} name="${table}"><tableColumns><tableColumn name="${table}"/></tableColumns></table>`,
    ],
  });
const openDocument = (type: string, of: string) =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': `<office:document-content><office:automatic-styles><style:style style:family="text" style:name="${xml(of)}"><style:text-properties fo:language="${xml(of)}" fo:country="${xml(of)}"/></style:style></office:automatic-styles><office:body><text:p>Text <text:span text:style-name="${xml(of)}">a</text:span><text:s text:c="${xml(of)}"/> ${xml(of)} <${/^[a-z_]\w*$/i.test(of) ? of : 'text:a'} xlink:href="${xml(of)}"/></text:p><table:table-cell table:formula="${xml(of)}"/><!-- ${of} --></office:body></office:document-content>`,
  });
const epub = (of: string) =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="a/book.opf"/></container>',
    'a/book.opf': `<package><dc:title>A title ${xml(of)}</dc:title><dc:language>${xml(of)}</dc:language><item href="${xml(of)}" media-type="application/xhtml+xml"/><item href="one.xhtml" media-type="application/xhtml+xml"/></package>`,
    'a/one.xhtml': `<html lang="${xml(of)}"><body><p class="${xml(of)}">Text ${xml(of)}</p><!-- ${of} --></body></html>`,
  });
const json = (of: string) => JSON.stringify(of).slice(1, -1);
const tag = (of: string) => (/^[a-z_]\w*$/i.test(of) ? of : 'b');
const xliff = (of: string) =>
  `<xliff version="${xml(of)}"><file source-language="${xml(of)}" target-language="${xml(of)}"><trans-unit id="${xml(of)}" maxwidth="${xml(of)}"><source>One ${xml(of)} <${tag(of)} id="${xml(of)}"/><x id="${xml(of)}"/></source><target state="${xml(of)}"/><note><![CDATA[> ${of}]]><!-- > ${of} --></note></trans-unit></file></xliff>`;

const files: Readonly<Record<FormatId, (of: string) => string | Promise<Uint8Array>>> = {
  android: (of) =>
    `<resources><!-- ${of} --><string name="${xml(of)}">One ${xml(of)} <![CDATA[${of}]]></string><plurals name="${xml(of)}"><item quantity="${xml(of)}">A ${xml(of)}</item><item quantity="other">B</item></plurals><${tag(of)}>a</${tag(of)}></resources>`,
  csv: (of) => `en,es,${of}\nOne,,${of}\n${of},\n`,
  docx: (of) =>
    word(
      `<w:p><w:pPr>${xml(of)}</w:pPr><w:r><w:rPr><w:b w:val="${xml(of)}"/></w:rPr><w:t>One</w:t></w:r><w:r><w:t>${xml(of)}</w:t><${tag(of)}/></w:r><w:hyperlink w:x="${xml(of)}"><w:r><w:t>two</w:t></w:r></w:hyperlink><wp:docPr descr="Alt ${xml(of)}"/><${tag(of)}><w:p/></${tag(of)}></w:p><${tag(of)} descr="a"/>`,
    ),
  epub,
  html: (of) =>
    `<html lang="${of}"><meta charset="${of}"><${tag(of)} ${tag(of)}="a" title="A ${of}" href="${of}">Text ${of}</${tag(of)}><!-- ${of} --><p translate="${of}" ${of}>`,
  json: (of) =>
    `{"${json(of)}": "One ${json(of)}", "a_other": "Two {{count}} ${json(of)}", "${json(of)}": {"@@locale": "${json(of)}"}}`,
  markdown: (of) =>
    `---\ntitle: a ${of}\n${of}: b\n---\n\n# ${of} A\n\nText ${of} [a](${of} "t ${of}") ![b](${of})\n\n[c]: ${of}\n`,
  mdx: (of) => `---\ntitle: a\n---\n\nText ${of}\n\n<A title="a" b={${of}} />\n`,
  odp: (of) => openDocument('presentation', of),
  ods: (of) => openDocument('spreadsheet', of),
  odt: (of) => openDocument('text', of),
  po: (of) =>
    `msgid ""\nmsgstr "Language: ${of}\\nPlural-Forms: nplurals=${of}; plural=${of};\\n"\n\n#, fuzzy, ${of}\n#. ${of}\nmsgctxt "${of}"\nmsgid "One ${of}"\nmsgid_plural "Two"\nmsgstr[0] ""\nmsgstr[1] ""\n`,
  pptx: (of) =>
    slide(
      `<a:p><a:r><a:rPr lang="${xml(of)}"/><a:t>One ${xml(of)}</a:t></a:r><a:fld id="${xml(of)}"/></a:p><p:cNvPr descr="Alt ${xml(of)}"/>`,
    ),
  properties: (of) => `# ${of}\n${of} = One ${of}\n${of}.a = {0} it''s ${of}\n`,
  srt: (of) =>
    `1\n00:00:01,000 --> 00:00:02,000 ${of}\nOne ${of}\n- ${of} two\n\n${of}\n00:00:03,000 --> 00:00:04,000\nTwo\n`,
  strings: (of) => `/* ${of} */\n"a ${of}" = "One ${of}";\n`,
  text: (of) => `One ${of}\n\n${of}\n- ${of}`,
  tsv: (of) => `en\tes\t${of}\nOne\t\t${of}\n${of}\t\n`,
  vtt: (of) =>
    `WEBVTT ${of}\n\nSTYLE\n${of}\n\n${of}\n00:01.000 --> 00:02.000 ${of}\n<v ${of}>One ${of} <b>${of}</b>\n`,
  xcstrings: (of) =>
    `{"sourceLanguage": "en", "strings": {"${json(of)}": {}, "a ${json(of)}": {"comment": "${json(of)}", "localizations": {"en": {"variations": {"plural": {"${json(of)}": {"stringUnit": {"value": "A"}}, "other": {"stringUnit": {"state": "${json(of)}", "value": "B ${json(of)}"}}}}, "substitutions": {"${json(of)}": {}}}, "${json(of)}": "a"}}}}`,
  xliff,
  xlsx: (of) => book(xml(of), `One ${xml(of)}`, xml(of)),
  yaml: (of) =>
    `en:\n  a: One ${of}\n  ${of}: "Two ${of}"\n  b: &x |\n    Three ${of}\n  c: *x\n  d: {${of}: [a, ${of}]}\n`,
};

for (const {
  id,
  extensions: [extension = ''],
} of filters)
  test(`no text makes the filter ${id} fail, wherever the file has it`, async () => {
    for (const text of hostile) {
      const content = await files[id](text);
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      try {
        const filter = filterFor(`a${extension}`, bytes, id);
        const file = await filter.parse(bytes, { sourceLang: 'en', targetLang: 'es' });
        const translations = new Map(file.units.map((unit) => [unit.id, unit.text.replaceAll(/[aeiou]/g, 'y')]));
        const { bytes: written } = await filter.write(file, translations, { target: 'es' });
        await filter.parse(written, { sourceLang: 'es', targetLang: 'es' });
      } catch (error) {
        assert.ok(
          error instanceof FileError && error.cause === undefined,
          `${text}: ${String(error)}, ${String((error as Error).cause)}`,
        );
      }
    }
  });

test('an error that no filter expects is a FileError with its cause', async () => {
  const [text, , , , , , , , , , , , , , , , docx] = filters;
  assert.ok(text !== undefined && docx !== undefined);
  const file = await text.parse(new TextEncoder().encode('One'));
  await assert.rejects(docx.write(file, new Map(), { target: 'es' }), (error) => {
    return error instanceof FileError && error.code === 'damaged' && error.cause instanceof TypeError;
  });
});
