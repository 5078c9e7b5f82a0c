/** Reading and writing take time in proportion to the length of a file, whatever it repeats. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FileError, type FormatId, filterFor, filters } from '../src/index.ts';
import { ooxmlOf, xmlOf, zipOf } from './office-file.ts';

/** Characters of the shorter file of each pair. */
const length = 25_000;

/** A file with something between two parts, which is repeated. */
type Frame = (repeated: string) => string | Promise<Uint8Array>;

const between =
  (before: string, after = ''): Frame =>
  (body) =>
    before + body + after;
const word: Frame = (body) =>
  ooxmlOf({ 'word/document.xml': ['wordprocessingml.document.main', xmlOf('w:document', `<w:body>${body}</w:body>`)] });
const paragraph: Frame = (body) => word(`<w:p><w:r><w:t>a</w:t></w:r>${body}<w:r><w:t>b</w:t></w:r></w:p>`);
const slide: Frame = (body) =>
  ooxmlOf({
    'ppt/presentation.xml': ['presentationml.presentation.main', xmlOf('p:presentation', '')],
    'ppt/slides/slide1.xml': ['presentationml.slide', xmlOf('p:sld', `<a:p>${body}</a:p>`)],
  });
const sheet: Frame = (body) => {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return ooxmlOf({
    'xl/workbook.xml': ['spreadsheetml.sheet.main', `<workbook ${main}/>`],
    'xl/sheet1.xml': ['spreadsheetml.worksheet', `<worksheet ${main}>${body}</worksheet>`],
  });
};
const openDocument =
  (type: string, styles = ''): Frame =>
  (body) =>
    zipOf({
      mimetype: `application/vnd.oasis.opendocument.${type}`,
      'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><text:p>a${body}b</text:p></office:body></office:document-content>`,
    });
const styled: Frame = (body) =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:automatic-styles><style:style style:family="text">${body}</style:style></office:automatic-styles><office:body/></office:document-content>`,
  });
const book: Frame = (body) =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="b.opf"/></container>',
    'b.opf': `<package><item href="a.xhtml" media-type="application/xhtml+xml"/></package>`,
    'a.xhtml': `<html><body>${body}</body></html>`,
  });
const run = '<w:r><w:t>a</w:t></w:r>';
const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const link = `${field('begin')}<w:r><w:instrText>HYPERLINK a</w:instrText></w:r>${field('separate')}`;
const time = '00:00:01,000 --> 00:00:02,000\n';
const po = between('msgid ""\nmsgstr "', '\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n');
const xliff = between(
  '<xliff version="1.2"><file><trans-unit id="1"><source>a',
  'b</source></trans-unit></file></xliff>',
);

/** Items are numbered where they have a `#`; `…` is between what is opened and what is closed as often. */
const samples: Readonly<Record<FormatId, readonly (readonly [Frame, readonly string[]])[]>> = {
  android: [
    [
      between('<resources><string name="a">a', 'b</string></resources>'),
      ['<b>…</b>', '<xliff:g>a</xliff:g>', '\\u0041', '"', ' '],
    ],
    [
      between('<resources>', '</resources>'),
      ['<string name="a">b</string>', '<!-- a -->', '<string name="a#">b</string>'],
    ],
    [between('<resources><plurals name="a">', '</plurals></resources>'), ['<item quantity="other">a</item>']],
    [between('<resources><string name="a"', '>b</string></resources>'), [' a#="b"', ' ']],
  ],
  csv: [
    [between('en,es\n'), ['"a""', '"",', 'a,\n', '\n', 'a,', '"a"b,']],
    [between(''), ['"', ',', 'a']],
  ],
  docx: [
    [
      paragraph,
      [run, `<w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r>${run}`, '<w:r><w:br/></w:r>', link, field('begin')],
    ],
    [
      paragraph,
      [
        `<w:hyperlink>${run}…</w:hyperlink>`,
        `${link}${run}…${field('end')}`,
        '<w:r><w:drawing><wp:docPr descr="a"/></w:drawing></w:r>',
      ],
    ],
    [word, [`<w:p>${run}</w:p>`, '<mc:AlternateContent><mc:Choice>…</mc:Choice></mc:AlternateContent>']],
  ],
  epub: [[book, ['<b>…</b>', '<p>a</p>', 'a<br/>', '<p title="a">']]],
  html: [
    [
      between('<p>a', 'b</p>'),
      ['<b>…</b>', '<b>', '</b>', '<div>…</div>', '<code><span translate="yes">a', '<li>', '<x-#>', '<ruby>a<rt>b'],
    ],
    [
      between('<p>a', 'b</p>'),
      ['&amp;', '&#', '<!--', '<%', '{{', '{%', '</', ' ', '<svg>', '<script>', '<b>{{a}}</b>'],
    ],
    [between('<p', '>b</p>'), [' a#="b"', ' title="a"', ' ', '"', ' a="', '/']],
    [between('<p title="', '">b</p>'), ['&amp;', '<', 'a ', '{{', ' ']],
    [between('<script>', '</script>'), ['<!--', '<script', '</scrip']],
  ],
  json: [
    [between('[', '"a"]'), ['"a",', '[', '{"a":', '{"a":"b"},', '/* a */', '/*', ' ', '"\\u0041",']],
    [
      between('{', '"z":"b"}'),
      ['"a":"b",', '"a#":"b",', '"a_other":"b",', '"a#_other":"{{count}}","a#_one":"b",', '"@a#":{"description":"b"},'],
    ],
    [between('{"a_other":"{{count}} b"', '}'), [',"a_one":"b"', ' ']],
    [between('{"a":{"message":"b"}', '}'), [',"a#":{"message":"b"}']],
    [between('{"a":"b', '"}'), ['\\n', '\\', '{{a}}', '<b>', '<', ' ']],
  ],
  markdown: [
    [
      between('a'),
      ['*', '**a** ', '[', '[a](b) ', '![', '`', '<', '<!--', '<b>…</b>', '\\', '&amp;', '|', ' ', '~', '$', '{{'],
    ],
    [
      between('a'),
      ['\n\n[a#]: b', '[a#]', '[^a#] ', '\n\n[^a#]: b', '\n\n- a', '\n>', '\n\n<div>', '\n---', '\n===', '\na'],
    ],
    [between('[a', '](b)'), ['b ', '*', '\\', '[']],
    [between('| a | b |\n|---|---|\n'), ['| c | d |\n', '| c ', '|']],
    [between('---\n', '---\n\na\n'), ['title: a\n', '[', '- ]\n', '\n']],
  ],
  mdx: [
    [
      between('a\n\n'),
      ['{', '{a} ', '<A>…</A>', '<A>', '<A/>\n\n', '<A b={c}/> ', '{/*', '{a\n', 'import {a#} from "b"\n\n', '<'],
    ],
    [between('<A', ' />\n'), [' a#="b"', ' a={b}', ' {...a}', '\n']],
    [between('<A b={', '} />\n'), ['a+', '[', '(', '{', 'a,', '`', '//\n', '()=>']],
  ],
  odp: [[openDocument('presentation'), ['<text:span text:style-name="a">b</text:span>', '<text:s/>']]],
  ods: [[openDocument('spreadsheet'), ['<text:line-break/>a', '<text:a>b…</text:a>']]],
  odt: [
    [
      openDocument('text'),
      ['<text:span text:style-name="a">b…</text:span>', '<text:note><text:p>a</text:p></text:note>b', ' '],
    ],
    [styled, [' ', '<style:text-properties/>']],
  ],
  po: [
    [between(''), ['msgid "a"\nmsgstr ""\n\n', '#, fuzzy\n', '"a"\n', 'msgid ""\n']],
    [po, ['"Language:" ', 'Language:', 'nplurals=', ' ', '\\n', '"\n"a']],
  ],
  pptx: [
    [slide, ['<a:r><a:t>a</a:t></a:r>', '<a:r><a:rPr b="1"/><a:t>a</a:t></a:r><a:br/>', '<a:fld><a:t>a</a:t></a:fld>']],
  ],
  properties: [[between('a = b'), ['\\\n', '\\', ' ', "{0}''", "'{", '\nc = d', '\n# e']]],
  srt: [[between(`1\n${time}a`), ['<b>', '</b>', '{\\a}', '\n- a', ' ', `\n\n${time}a`, '<']]],
  strings: [
    [between('"a" = "b', '";'), ['\\"', '";\n"a" = "b', '\n', '\\U0041']],
    [between(''), ['/* a */', '// a\n', '"']],
  ],
  text: [[between('a'), ['\n', ' ', '\n\na', '\n- a', '<0>']]],
  tsv: [[between('en\tes\n'), ['"a\t', '""\t', 'a\t\n', '"', '"""a\t']]],
  vtt: [[between('WEBVTT\n\n00:01.000 --> 00:02.000\na'), ['<v a>', '<', '&', '\n- a', '{\\']]],
  xliff: [
    [
      xliff,
      [
        '<g>…</g>',
        '<g id="#">',
        '<x id="#"/>',
        '<bpt id="1">a</bpt>',
        '&amp;',
        '\n ',
        '<mrk mtype="protected">…</mrk>',
      ],
    ],
    [
      between('<xliff version="1.2"><file>', '</file></xliff>'),
      ['<group>…</group>', '<trans-unit><source>a</source></trans-unit>'],
    ],
    [
      between('<xliff version="2.0"><file><unit>', '</unit></file></xliff>'),
      ['<segment><source>a</source></segment><notes><note>a</note></notes>'],
    ],
  ],
  xcstrings: [
    [
      between('{"sourceLanguage":"en","strings":{"a":{}', '}}'),
      [
        ',"a#":{}',
        ',"a":{}',
        ',"a#":{"comment":"b"}',
        ',"a#":{"localizations":{"en":{"stringUnit":{"value":"b"}}}}',
        ',"a#":{"localizations":{"ru":{"stringUnit":{"state":"new","value":""}}}}',
      ],
    ],
    [
      between('{"sourceLanguage":"en","strings":{"a":{"localizations":{"en":', '}}}}'),
      ['{"variations":{"a":{"b":…}}}', '{"variations":{"plural":{"other":…}}}', '{"substitutions":{"a":…}}'],
    ],
    [
      between('{"sourceLanguage":"en","strings":{"a":{"localizations":{"en":{"stringUnit":{"value":"b"}}', '}}}}'),
      [',"a#":{"stringUnit":{"value":"b"}}', ',"en":{}'],
    ],
  ],
  xlsx: [
    [
      sheet,
      ['<c t="inlineStr"><is><t>a</t></is></c>', '<c t="s"><v>0</v></c>', '<f>"a,b"</f>', ' ', '<filter a="b"/>'],
    ],
  ],
  yaml: [
    [
      between(''),
      [
        '[',
        '{',
        '- ',
        '? ',
        'a: b\n',
        'a#: "b"\n',
        '- &a# b\n',
        '# a\n',
        '"a\n',
        '- ]\n',
        '\ta: b\n',
        '%a\n',
        '[…]',
        '---\na: b\n',
      ],
    ],
    [between('a: &a b\n'), ['- *a\n', 'b#: *a\n', '  c\n']],
    [between('- "', '"\n'), ['\\', ' ', 'a\n ']],
  ],
};

/** Repeats an item up to about a length. */
function repeated(item: string, most: number): string {
  const [open = '', close = ''] = item.split('…');
  const count = Math.ceil(most / (open.length + close.length));
  const numbered = (text: string): string =>
    text.includes('#') && /#(?!\s)/.test(text)
      ? Array.from({ length: count }, (_, at) => text.replaceAll('##', `#${at + 2}`).replaceAll('#', `${at}`)).join('')
      : text.repeat(count);
  return numbered(open) + numbered(close);
}

async function secondsOf(format: FormatId, content: string | Uint8Array): Promise<number> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const startedAt = process.cpuUsage();
  try {
    const filter = filterFor('a', bytes, format);
    const file = await filter.parse(bytes, { sourceLang: 'en', targetLang: 'ru' });
    const translations = new Map(file.units.map(({ id, text }) => [id, text.replaceAll('a', 'y')]));
    await filter.write(file, translations, { target: 'ru' });
  } catch (error) {
    if (!(error instanceof FileError) || error.cause !== undefined) throw error;
  }
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1e6;
}

describe('the time for twice the length', () => {
  for (const { id } of filters)
    test(`is at most three times as much in ${id}`, async () => {
      for (const [frame, items] of samples[id])
        for (const item of items) {
          const once = await frame(repeated(item, length));
          const twice = await frame(repeated(item, 2 * length));
          let growth = Number.POSITIVE_INFINITY;
          // Collected garbage and compiled code count too, so that a measure is repeated.
          for (let tries = 0; growth > 3 && tries < 4; tries++) {
            const least = Math.max(0.1, await secondsOf(id, once));
            growth = (await secondsOf(id, twice)) / least;
          }
          assert.ok(growth <= 3, `${item}: ${growth}`);
        }
    });
});

test('the time for damaged YAML is at most that for valid YAML', async () => {
  const valid = await secondsOf('yaml', 'a: b\n'.repeat(40_000));
  for (const item of ['- ]\n', '}\n', 'a:\n\tb\n', '*a\n', '%a\n']) {
    const damaged = await secondsOf('yaml', repeated(item, 200_000));
    assert.ok(damaged <= Math.max(0.2, valid), `${item}: ${damaged / valid}`);
  }
});
