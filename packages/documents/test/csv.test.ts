import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Filter, ParseOptions } from '../src/file.ts';
import { csv, tsv } from '../src/formats/csv.ts';
import { describeFilter } from './filter-contract.ts';

const enToEs = { sourceLang: 'en', targetLang: 'es' };

describeFilter(
  csv,
  [
    {
      title: 'with columns translated in place',
      content:
        '\ufeffid,title, text ,n\r\n1,A title,"Some ""text"", here\r\nand\nthere ",7\r\n\r\n"2", red ,"  ",\r\n3,5" pipe,"plain"\r\n4\r\nx,"a "b" c",,',
      options: { columns: ['text', 'title'] },
      texts: ['A title', 'Some "text", here\nand\nthere', 'red', '5" pipe', 'plain', '"a "b" c"'],
    },
    {
      title: 'with semicolons and the column of the source language',
      content: 'sep=;\nkey;EN;es\na;One, two;\nb;Three;Tres\nc;"Four";""\nd;5;\ne;Six\nf\n',
      options: enToEs,
      texts: ['One, two', 'Three', 'Four', 'Six'],
      isBilingual: true,
    },
    {
      title: 'without a column for the target',
      content: '"a,b"\ten\nx\tOne\n\ny\n"z"\t"Two"\t\n',
      options: enToEs,
      texts: ['One', 'Two'],
      isBilingual: true,
    },
    {
      title: 'whose source and target are one column',
      content: 'en\nOne\n"Two\n\n3"\n',
      options: { source: 'en', target: 'en' },
      texts: ['One', 'Two\n\n3'],
    },
  ],
  [
    { title: 'a file without a known column', content: 'id,text\n1,One\n', options: enToEs, code: 'no_column' },
    { title: 'a file without the column', content: 'id\n1\n', options: { columns: ['text'] }, code: 'no_column' },
    { title: 'an open quotation mark', content: 'en\nOne\n"Two\n', options: enToEs, code: 'damaged', line: 3 },
    {
      title: 'a row of 20,000 cells',
      content: `en\n${','.repeat(20_000)}`,
      options: enToEs,
      code: 'too_large',
      line: 2,
    },
  ],
);

describeFilter(
  tsv,
  [
    {
      title: 'with quotation marks as text',
      content: 'en\tn\n"Say" it\t1\n"One\tTwo"\t2\n"\t3\nSay "it"\t4\n"Open\t5',
      options: { columns: ['en'] },
      texts: ['"Say" it', 'One\tTwo', 'Say "it"', '"Open'],
    },
  ],
  [{ title: 'a file without a known column', content: 'id\ttext\n', code: 'no_column' }],
);

type Options = ParseOptions & { readonly filter?: Filter };

async function written(content: string, { filter = csv, ...options }: Options, translations: readonly string[]) {
  const file = await filter.parse(new TextEncoder().encode(content), { ...enToEs, ...options });
  const byId = new Map(file.units.map(({ id }, index) => [id, translations[index] ?? '']));
  const { bytes } = await filter.write(file, byId, { target: 'es' });
  return new TextDecoder().decode(bytes);
}

describe('a translated table', () => {
  for (const [title, content, options, translations, expected] of [
    [
      'has quotation marks where they were or are needed',
      'en,a\n"One",1\n Two ,2\nThree,3\n',
      { columns: ['en'] },
      ['Uno', 'D"o"s', 'Tres, 3'],
      'en,a\n"Uno",1\n" D""o""s ",2\n"Tres, 3",3\n',
    ],
    [
      'has a new column in each row',
      'en,n\r\nOne,1\r\n\r\n"Two"\r\n,3\r\nFour,4,',
      {},
      ['Uno, 1', 'Dos', ''],
      'en,n,,es\r\nOne,1,,"Uno, 1"\r\n\r\n"Two",,,"Dos"\r\n,3,,\r\nFour,4,,',
    ],
    ['has the new column by its name', 'a\nOne', { source: 'a', target: 'b' }, ['Uno'], 'a,b\nOne,Uno'],
    [
      'keeps filled cells and fills empty ones',
      'es;en;x\nUno;One;1\n;Two;2\n"";Three;3\n',
      {},
      ['x', 'Dos', 'Tres; 3'],
      'es;en;x\nUno;One;1\nDos;Two;2\n"Tres; 3";Three;3\n',
    ],
    [
      'reads quotation marks after spaces',
      'id, "en"\n1, "One, two\nlines"\n2,  "Say ""x""",\n3, "a" b\n4, "open\n',
      { columns: ['en'] },
      ['Uno, dos\nlíneas', 'Di "x"'],
      'id, "en"\n1, "Uno, dos\nlíneas"\n2,  "Di ""x""",\n3, "a" b\n4, "open\n',
    ],
    ['fills rows that are too short', 'en,a,es\nOne\n', {}, ['Uno'], 'en,a,es\nOne,,Uno\n'],
  ] as const) {
    test(title, async () => assert.equal(await written(content, options, translations), expected));
  }

  test('needs quotation marks with tabs only for breaks, tabs and a mark at the start', async () => {
    const texts = ['5" pipe', '"one" two'];
    assert.equal(await written('en\na\nb', { filter: tsv, columns: ['en'] }, texts), 'en\n5" pipe\n"""one"" two"');
  });

  test('is refused with its headers', async () => {
    await assert.rejects(written('id,text\n', {}, []), /choose the columns to translate: id, text$/);
  });
});
