import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { odp, ods, odt } from '../src/formats/office/odf.ts';
import { describeFilter } from './filter-contract.ts';
import { type Entries, entryOf, zipOf } from './office-file.ts';

const names = ['office', 'style', 'text', 'table', 'presentation', 'chart', 'manifest'];
const declarations = [
  ...names.map((name) => ` xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`),
  ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  ' xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"',
  ' xmlns:officeooo="http://openoffice.org/2009/office"',
].join('');

const automatic = [
  '<style:style style:name="T1" style:family="text"><style:text-properties officeooo:rsid="001a2b3c"/></style:style>',
  '<style:style style:name="T2" style:family="text"><style:text-properties fo:font-weight="bold" officeooo:rsid="1"/></style:style>',
  '<style:style style:name="T3" style:family="text"><style:text-properties fo:font-weight="bold" fo:language="en" fo:country="US"/></style:style>',
].join('');

const contentOf = (body: string): string =>
  `<?xml version="1.0"?>\n<office:document-content${declarations}><office:automatic-styles>${automatic}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`;

const styles = `<office:document-styles${declarations}><office:styles><style:default-style style:family="paragraph"><style:text-properties fo:language="en" fo:country="US" style:language-asian="zh" style:country-asian="CN"/></style:default-style></office:styles><office:master-styles><style:master-page><style:header><text:p>Page <text:page-number>1</text:page-number> of the book</text:p></style:header><draw:frame><draw:text-box><text:p>Click to edit</text:p></draw:text-box></draw:frame></style:master-page></office:master-styles></office:document-styles>`;

const fileOf = (type: string, body: string, more: Entries = {}): Promise<Uint8Array> =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': contentOf(`<office:${type}>${body}</office:${type}>`),
    'styles.xml': styles,
    'META-INF/manifest.xml': `<manifest:manifest${declarations}/>`,
    ...more,
  });

const span = (style: string, content: string): string => `<text:span text:style-name="${style}">${content}</text:span>`;
const note =
  '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>A note</text:p></text:note-body></text:note>';
const annotation =
  '<office:annotation><dc:creator>Ann Lee</dc:creator><dc:date>2020-01-01</dc:date><text:p>Why?</text:p></office:annotation>';
const frame =
  '<draw:frame draw:name="Image1"><draw:image xlink:href="a.png"/><svg:title>The logo</svg:title><svg:desc>A red &amp; blue boat</svg:desc></draw:frame>';

const body = [
  '<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>',
  `<text:h>A word ${span('T1', 'c')}${span('T1', 'ut')} in style</text:h>`,
  `<text:p>Some ${span('T2', 'bold ')}${span('T3', 'words')} &amp; ${span('Emphasis', span('T2', 'both'))} in running text</text:p>`,
  '<text:p>\n    two<text:s text:c="2"/>spaces,<text:tab/>a tab\n    and<text:line-break/>a<text:soft-page-break/> break\n  </text:p>',
  `<text:p>See <text:a xlink:href="https://x.org">our web ${span('T2', 'site')}</text:a> on page <text:page-ref>4</text:page-ref>.</text:p>`,
  `<text:p>Text${note} with ${annotation}notes and ${frame}pictures</text:p>`,
  `<text:p>${span('T2', '<text:bookmark text:name="b"/>All bold')}</text:p>`,
  `<text:list><text:list-item><text:p>${span('T2', 'Note:')} this an<text:change text:change-id="1"/>d that</text:p></text:list-item></text:list>`,
  '<text:p>42</text:p>',
  `<text:p>Spaces <text:a xlink:href="b">at the end<text:s/></text:a> and after</text:p>`,
].join('\n');

const cell = (attributes: string, content: string): string =>
  `<table:table-cell${attributes}>${content}</table:table-cell>`;
const sheet = [
  '<table:content-validations><table:content-validation table:condition="cell-content-is-in-list(&quot;Yes&quot;;&quot;No&quot;)"/></table:content-validations>',
  '<table:table table:name="Sheet"><table:table-row>',
  cell(' office:value-type="string"', '<text:p>Text</text:p>'),
  cell(' office:value-type="float" office:value="3"', `${annotation}<text:p>3 pieces</text:p>`),
  cell(' table:formula="of:=IF([.A1]=&quot;Done&quot;;1;0)" office:value-type="string"', '<text:p>Shown</text:p>'),
  cell(' office:value-type="string"', '<text:p>Done</text:p>'),
  cell(' office:value-type="string"', '<text:p>yes</text:p>'),
  cell('', '<text:p>First line</text:p><text:p>Second line</text:p>'),
  '</table:table-row></table:table>',
].join('');
const chart = contentOf(
  '<office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title><table:table><text:p>Repeated</text:p></table:table></chart:chart></office:chart>',
);

describeFilter(
  odt,
  [
    {
      title: 'with spans, notes, annotations and pictures',
      content: await fileOf('text', body),
      texts: [
        'A word cut in style',
        'Some <0>bold words</0> & <1>both</1> in running text',
        'two  spaces,<0/>a tab and\na break',
        'See <0>our web <1>site</1></0> on page {2}.',
        'Text<0/> with <1/>notes and <2/>pictures',
        'A note',
        'Why?',
        'The logo',
        'A red & blue boat',
        'All bold',
        '<0>Note:</0> this an<1/>d that',
        'Spaces <0>at the end </0> and after',
        'Page {0} of the book',
      ],
      movesUnits: true,
    },
  ],
  [
    { title: 'a spreadsheet', content: await fileOf('spreadsheet', ''), code: 'wrong_format' },
    {
      title: 'an encrypted file',
      content: await fileOf('text', '', { 'META-INF/manifest.xml': '<manifest:encryption-data/>' }),
      code: 'encrypted',
    },
    { title: 'an open tag', content: await fileOf('text', '<text:p>'), code: 'damaged', line: 2 },
    { title: 'deep nesting', content: await fileOf('text', '<text:span>'.repeat(2_000)), code: 'too_deep', line: 2 },
  ],
);

describeFilter(
  ods,
  [
    {
      title: 'with cells, formulas, annotations and a chart',
      content: await fileOf('spreadsheet', sheet, { 'Object 1/content.xml': chart }),
      texts: ['Text', 'Why?', 'First line', 'Second line', 'Page {0} of the book', 'Sales'],
    },
  ],
  [],
);

describeFilter(
  odp,
  [
    {
      title: 'with slides and notes',
      content: await fileOf(
        'presentation',
        `<presentation:footer-decl presentation:name="f1">The footer</presentation:footer-decl><draw:page draw:name="p1"><draw:frame><draw:text-box><text:p>A title</text:p></draw:text-box></draw:frame><draw:custom-shape><text:p>In a shape</text:p></draw:custom-shape><presentation:notes><draw:frame><draw:text-box><text:p>Say this</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>`,
      ),
      texts: ['The footer', 'A title', 'In a shape', 'Say this', 'Page {0} of the book'],
    },
  ],
  [],
);

describe('a translated ODT', () => {
  test('has its spans, codes and spaces around the words of the translation, and its language', async () => {
    const file = await odt.parse(await fileOf('text', body), { sourceLang: 'en' });
    const spanish = [
      'En estilo',
      '<1>Ambas</1> y <0>negritas</0>  <x>',
      '<0/>tabulador\ncorte',
      'En la página {2}, <0><1>sitio</1> web</0>.',
      '<2/>Fotos<1/><0/>',
      'Una nota',
    ];
    const translations = new Map(file.units.map(({ id, text }, index) => [id, spanish[index] ?? text]));
    const { bytes } = await odt.write(file, translations, { target: 'es-MX' });
    const written = await entryOf(bytes, 'content.xml');
    for (const part of [
      '<text:h>En estilo</text:h>',
      `<text:p>${span('Emphasis', span('T2', 'Ambas'))} y ${span('T2', 'negritas')} <text:s/>&lt;x&gt;</text:p>`,
      '<text:tab/>tabulador<text:line-break/>corte',
      `En la página <text:page-ref>4</text:page-ref>, <text:a xlink:href="https://x.org">${span('T2', 'sitio')} web</text:a>.`,
      `<text:p>${frame}Fotos${annotation}${note.replace('A note', 'Una nota')}</text:p>`,
      'fo:font-weight="bold" fo:language="es" fo:country="MX"',
    ]) {
      assert.ok(written.includes(part), `${part}\nis not in\n${written}`);
    }
    assert.match(await entryOf(bytes, 'styles.xml'), /fo:language="es" fo:country="MX" style:language-asian="zh"/);
  });
});
