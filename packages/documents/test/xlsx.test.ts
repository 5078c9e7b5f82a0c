import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { xlsx } from '../src/formats/office/xlsx.ts';
import { describeFilter } from './filter-contract.ts';
import { entryOf, ooxmlOf, xmlOf, zipOf } from './office-file.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const cells = (indices: readonly (number | string)[]): string =>
  indices.map((cell) => (typeof cell === 'number' ? `<c r="A1" s="1" t="s"><v>${cell}</v></c>` : cell)).join('');

/** A workbook of one sheet. `strings` are what is in `si`. */
const workbookOf = (strings: readonly string[], sheet = '', parts: Parameters<typeof ooxmlOf>[0] = {}) =>
  ooxmlOf({
    'xl/workbook.xml': [
      'spreadsheetml.sheet.main',
      `<workbook ${main}><sheets><sheet name="Prices"/></sheets></workbook>`,
    ],
    'xl/worksheets/sheet1.xml': [
      'spreadsheetml.worksheet',
      `<worksheet ${main}><sheetData><row>${cells(strings.map((_, index) => index))}${sheet}</row></sheetData></worksheet>`,
    ],
    'xl/sharedStrings.xml': [
      'spreadsheetml.sharedStrings',
      `<sst ${main}>${strings.map((si) => `<si>${si}</si>`).join('')}</sst>`,
    ],
    ...parts,
  });

const table = (name: string, ...columns: readonly string[]): readonly [string, string] => [
  'spreadsheetml.table',
  `<table ${main} name="${name}" displayName="${name}" ref="A1:B9"><tableColumns>${columns.map((column, index) => `<tableColumn id="${index}" name="${column}"/>`).join('')}</tableColumns></table>`,
];

const strings = [
  '<t>Plain &amp; simple</t>',
  '<t xml:space="preserve"> Two\r\nlines_x000D_ and _x005F_x0041_ </t>',
  '<r><rPr><b/></rPr><t xml:space="preserve">Rich </t></r><r><t>text of a cell</t></r>',
  '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>',
  '<t>Done</t>',
  '<t>Yes</t>',
  '<t>12 34</t>',
];
const formulas = [
  '<c t="str"><f>IF(A5="done","a""b",Sheet2!A1)</f><v>Shown</v></c>',
  '<c t="inlineStr"><is><t>Inline</t></is></c>',
  '<c t="s"><f>A1</f><v>7</v></c>',
  '</row></sheetData><dataValidations><dataValidation><formula1>"Yes,No"</formula1></dataValidation></dataValidations><sheetData><row>',
].join('');
const parts = {
  'xl/comments1.xml': [
    'spreadsheetml.comments',
    `<comments ${main}><authors><author>Ann</author></authors><commentList><comment><text><r><rPr><b/></rPr><t>Ann:</t></r><r><t xml:space="preserve"> why so much?</t></r></text></comment></commentList></comments>`,
  ],
  'xl/drawings/drawing1.xml': [
    'drawing',
    xmlOf(
      'xdr:wsDr',
      '<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Box" descr="An arrow"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>In a box</a:t></a:r></a:p></xdr:txBody></xdr:sp>',
    ),
  ],
  'xl/charts/chart1.xml': [
    'drawingml.chart',
    xmlOf('c:chartSpace', '<c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>'),
  ],
} as const;

const tables = await workbookOf(
  [
    '<t>Name</t>',
    '<r><t>Unit</t></r><r><rPr><b/></rPr><t xml:space="preserve"> price</t></r>',
    '<t>Used</t>',
    '<t>Two\nlines</t>',
  ],
  '<c t="inlineStr"><is><t>Name</t></is></c><c><f>SUM(Stock[Used])</f><v>1</v></c>',
  {
    'xl/tables/table1.xml': table('Prices', 'Name', 'Unit price', 'Two_x000a_lines', '2020'),
    'xl/tables/table2.xml': table('Stock', 'Used', 'Other'),
  },
);

describeFilter(
  xlsx,
  [
    {
      title: 'with strings, formulas, comments, drawings and charts',
      content: await workbookOf(strings, formulas, parts),
      texts: [
        'Inline',
        'Plain & simple',
        'Two\nlines\r and _x0041_',
        '<0>Rich </0>text of a cell',
        '東京',
        '<0>Ann:</0> why so much?',
        'An arrow',
        'In a box',
        'Sales',
      ],
    },
    { title: 'with tables', content: tables, texts: ['Name', 'Unit<0> price</0>', 'Two\nlines'] },
    {
      title: 'with a prefix',
      content: await zipOf({
        '[content_types].xml':
          '<n:Types xmlns:n="a"><n:Default Extension="xml" ContentType="x/ms-excel.sheet.macroEnabled.main+xml"/><n:Override PartName="/s.xml" ContentType="x/spreadsheetml.sharedStrings+xml"/></n:Types>',
        'w.xml':
          '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:c t="s"><x:v>0</x:v></x:c></x:worksheet>',
        'S.xml':
          '<x:sst xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:si><x:t>Text</x:t></x:si></x:sst>',
      }),
      texts: ['Text'],
    },
  ],
  [{ title: 'another archive', content: await zipOf({ 'a.xml': '<a/>' }), code: 'wrong_format' }],
);

describe('a translated XLSX', () => {
  const translate = async (content: Uint8Array, translations: readonly string[]) => {
    const file = await xlsx.parse(content);
    return xlsx.write(file, new Map(file.units.map(({ id }, index) => [id, translations[index] ?? ''])), {
      target: 'es',
    });
  };

  test('has strings that Excel reads as they are', async () => {
    const { bytes } = await translate(await workbookOf(strings.slice(0, 4)), [
      'a < b',
      'dos\nlíneas\r_x0041_',
      '<0></0>uno  dos',
      'Tokio',
    ]);
    assert.match(
      await entryOf(bytes, 'xl/sharedStrings.xml'),
      /<si><t>a &lt; b<\/t><\/si><si><t xml:space="preserve"> dos\nlíneas_x000D__x005F_x0041_ <\/t><\/si><si><r><t xml:space="preserve">uno {2}dos<\/t><\/r><\/si><si><t>Tokio<\/t><rPh sb="0" eb="2">/,
    );
  });

  test('has one text in the header of a table and in its column', async () => {
    const { bytes, warnings } = await translate(tables, ['Nombre "x"', '<0>Precio</0> por unidad', 'Dos\nlíneas']);
    assert.deepEqual(
      warnings.map(({ code, unit }) => [code, unit]),
      [['name_in_use', 'xl/tables/table2.xml']],
    );
    const names = (await entryOf(bytes, 'xl/tables/table1.xml')).matchAll(/<tableColumn id="\d" name="([^"]*)"/g);
    assert.deepEqual(
      Array.from(names, ([, name]) => name),
      ['Nombre &quot;x&quot;', 'Precio por unidad', 'Dos_x000A_líneas', '2020'],
    );
    assert.match(await entryOf(bytes, 'xl/worksheets/sheet1.xml'), /<is><t>Nombre "x"<\/t><\/is>/);
    assert.match(await entryOf(bytes, 'xl/tables/table2.xml'), /name="Used".*name="Other"/);
  });

  test('keeps the headers of a table if two would be equal', async () => {
    const { untranslated } = await translate(tables, ['Precio', '<0>Pre</0>cio', 'Dos\nlíneas']);
    assert.deepEqual(untranslated, []);
    const equal = await translate(tables, ['Dos\nlíneas', '<0>Precio</0>x', 'dos\nlíneas']);
    assert.deepEqual(equal.untranslated, [
      'xl/sharedStrings.xml#1',
      'xl/sharedStrings.xml#2',
      'xl/sharedStrings.xml#3',
    ]);
  });
});
