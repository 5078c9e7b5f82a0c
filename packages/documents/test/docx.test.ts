import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { docx } from '../src/formats/office/docx.ts';
import { describeFilter } from './filter-contract.ts';
import { entryOf, ooxmlOf, xmlOf, zipOf } from './office-file.ts';

const documentOf = (body: string): string => xmlOf('w:document', `<w:body>${body}<w:sectPr/></w:body>`);
const docxOf = (body: string) => ooxmlOf({ 'word/document.xml': ['wordprocessingml.document.main', documentOf(body)] });
const p = (...content: readonly string[]): string =>
  `<w:p w:rsidR="00A1"><w:pPr><w:jc w:val="both"/></w:pPr>${content.join('')}</w:p>`;
const run = (properties: string, content: string): string =>
  `<w:r w:rsidR="00B2">${properties && `<w:rPr>${properties}</w:rPr>`}${content}</w:r>`;
const t = (text: string, properties = ''): string => run(properties, `<w:t xml:space="preserve">${text}</w:t>`);
const fieldChar = (type: string): string => run('', `<w:fldChar w:fldCharType="${type}"/>`);
const field = (instruction: string, result: string): string =>
  `${fieldChar('begin')}${run('', `<w:instrText> ${instruction} </w:instrText>`)}${fieldChar('separate')}${result}${fieldChar('end')}`;

const runs = [
  p(
    t('A word c'),
    run('<w:noProof/><w:lang w:val="en-US"/>', '<w:t>u</w:t>'),
    '<w:proofErr w:type="spellStart"/>',
    t('t by rsids'),
  ),
  p(
    t('Some '),
    t('bold', '<w:b/>'),
    t(' ', '<w:b/>'),
    t('many words &amp; '),
    t('bold ', '<w:b/>'),
    run('<w:b/>', '<w:tab/><w:t>again</w:t>'),
  ),
  p(run('', '<w:tab/><w:t>After a tab</w:t><w:br/><w:t>and a break</w:t><w:br w:type="page"/>')),
  p(
    t('soft'),
    run('', '<w:softHyphen/><w:t>hyphen and no</w:t><w:noBreakHyphen/><w:t>break</w:t><w:sym w:char="F04A"/>'),
  ),
  p(t('all bold', '<w:b/>')),
  p(t('42')),
  p(run('', '<w:t>  pretty\n    printed  </w:t>')),
].join('\n  ');

const codes = [
  p(
    '<w:bookmarkStart w:id="1" w:name="x"/>',
    t('Page '),
    field('PAGE', t('1')),
    t(' of '),
    '<w:fldSimple w:instr="NUMPAGES"><w:r><w:t>9</w:t></w:r></w:fldSimple>',
    '<w:bookmarkEnd w:id="1"/>',
  ),
  p(
    t('See '),
    '<w:hyperlink r:id="r1">',
    t('our web '),
    t('site', '<w:b/>'),
    '</w:hyperlink>',
    t(' or '),
    field('HYPERLINK "https://x.org"', t('theirs')),
    t('.'),
  ),
  p(field('IF', t('a') + field('HYPERLINK "y"', t('b'))), t(' holds')),
  p(
    t('A note'),
    run('<w:vertAlign w:val="superscript"/>', '<w:footnoteReference w:id="2"/>'),
    t(' and '),
    '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>',
    t(' solved'),
  ),
  p(
    t('We '),
    '<w:ins w:id="1" w:author="A">',
    t('gladly '),
    '</w:ins>',
    '<w:del w:id="2" w:author="A"><w:r><w:delText>never </w:delText></w:r></w:del>',
    t('agree'),
  ),
  p(
    '<w:sdt><w:sdtPr/><w:sdtContent>',
    t('Control'),
    '</w:sdtContent></w:sdt>',
    t(' here '),
    '<w:smartTag w:element="a"><w:smartTag w:element="b"><w:smartTagPr/>',
    t('Egypt'),
    '</w:smartTag></w:smartTag>',
  ),
  p('<w:hyperlink r:id="r2">', t('1'), '</w:hyperlink>', t(' Contents')),
  `<w:del><w:p>${t('deleted')}</w:p></w:del>`,
  // A table of contents is a field over several paragraphs.
  p(
    fieldChar('begin'),
    run('', '<w:instrText>TOC</w:instrText>'),
    fieldChar('separate'),
    t('Chapter'),
    run('', '<w:tab/>'),
    field('PAGEREF x', t('3')),
  ),
  p(t('Last chapter'), fieldChar('end')),
  p(fieldChar('begin'), run('', '<w:instrText>without</w:instrText>')),
].join('');

const box = (text: string): string => `<w:txbxContent>${p(t(text))}</w:txbxContent>`;
const drawing = `<w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="A &quot;red&quot; boat" title="boat.png"/><pic:pic><pic:cNvPr id="0" name="" descr="A &quot;red&quot; boat"/></pic:pic></wp:inline></w:drawing>`;
const boxes = [
  p(
    t('Before '),
    run(
      '',
      `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box('In a box')}</w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape>${box('In a box')}</v:shape></w:pict></mc:Fallback></mc:AlternateContent>`,
    ),
    t(' after'),
  ),
  p(t('A picture '), run('', drawing), t(' here')),
  '<w:tbl><w:tblPr><w:tblDescription w:val="All prices"/></w:tblPr><w:tr><w:tc>',
  p(t('Cell')),
  '</w:tc></w:tr></w:tbl>',
].join('');

const parts = await ooxmlOf({
  'word/document.xml': ['wordprocessingml.document.main', documentOf(p(t('Body')))],
  'word/header10.xml': ['wordprocessingml.header', xmlOf('w:hdr', p(t('Tenth')))],
  'word/header2.xml': ['wordprocessingml.header', xmlOf('w:hdr', p(t('Second')))],
  'word/footer1.xml': ['wordprocessingml.footer', xmlOf('w:ftr', p(t('Footer')))],
  'word/footnotes.xml': [
    'wordprocessingml.footnotes',
    xmlOf('w:footnotes', `<w:footnote>${p(run('', '<w:footnoteRef/>'), t(' Note'))}</w:footnote>`),
  ],
  'word/comments.xml': [
    'wordprocessingml.comments',
    xmlOf('w:comments', `<w:comment w:author="Ann">${p(t('Why?'))}</w:comment>`),
  ],
  'word/charts/chart1.xml': [
    'drawingml.chart',
    xmlOf(
      'c:chartSpace',
      '<c:title><c:tx><c:rich><a:p><a:r><a:rPr lang="en-US"/><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Cached</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strLit><c:pt idx="0"><c:v>Literal</c:v></c:pt></c:strLit></c:cat>',
    ),
  ],
  'word/diagrams/data1.xml': [
    'drawingml.diagramData',
    xmlOf('dgm:dataModel', '<dgm:t><a:p><a:r><a:t>Step</a:t></a:r></a:p></dgm:t>'),
  ],
  'word/diagrams/drawing1.xml': [
    'drawingml.diagramDrawing',
    xmlOf('dsp:drawing', '<dsp:txBody><a:p><a:r><a:t>Step</a:t></a:r></a:p></dsp:txBody>'),
  ],
  'word/glossary/document.xml': ['wordprocessingml.document.glossary', documentOf(p(t('Building block')))],
});

describeFilter(
  docx,
  [
    {
      title: 'with runs',
      content: await docxOf(runs),
      texts: [
        'A word cut by rsids',
        'Some <0>bold</0> many words & <1>bold <2/>again</1>',
        'After a tab\nand a break',
        'soft\u00adhyphen and no\u2011break',
        'all bold',
        'pretty printed',
      ],
    },
    {
      title: 'with codes',
      content: await docxOf(codes),
      texts: [
        'Page {0} of {1}',
        'See <0>our web <1>site</1></0> or <2>theirs</2>.',
        '{0} holds',
        'A note<0/> and {1} solved',
        'We <0>gladly </0><1/>agree',
        '<0>Control</0> here <1>Egypt</1>',
        '{0} Contents',
        'Chapter<0/>{1}',
        'Last chapter',
      ],
    },
    {
      title: 'with text boxes and pictures',
      content: await docxOf(boxes),
      texts: ['Before <0/> after', 'In a box', 'A picture <0/> here', 'A "red" boat', 'All prices', 'Cell'],
    },
    {
      title: 'with several parts',
      content: parts,
      texts: ['Body', 'Second', 'Tenth', 'Footer', 'Note', 'Why?', 'Sales', 'Literal', 'Step'],
    },
    {
      title: 'with another prefix and UTF-16',
      content: await zipOf({
        '[Content_Types].xml':
          '<Types><Default Extension="xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        'w.xml': Buffer.from(
          '\ufeff<ns0:document xmlns:ns0="http://purl.oclc.org/ooxml/wordprocessingml/main"><ns0:p><ns0:r><ns0:t>Añb</ns0:t></ns0:r></ns0:p></ns0:document>',
          'utf16le',
        ),
      }),
      texts: ['Añb'],
    },
  ],
  [
    { title: 'a cut file', content: parts.slice(0, -30), code: 'damaged' },
    { title: 'text', content: 'Hello', code: 'damaged' },
    { title: 'another archive', content: await zipOf({ 'a.xml': '<a/>' }), code: 'wrong_format' },
    { title: 'an open tag', content: await docxOf('\n<w:p><w:r>'), code: 'damaged', line: 3 },
    { title: 'deep nesting', content: await docxOf('<w:sdt>'.repeat(5_000)), code: 'too_deep', line: 2 },
  ],
);

test('a DOCX has the same codes whatever the lengths of its words', async () => {
  for (const [label, value] of [
    ['Name and address:', 'Al'],
    ['N:', 'Alexander'],
  ] as const) {
    const { units } = await docx.parse(await docxOf(p(t(label, '<w:b/>'), t(` ${value}`))));
    assert.deepEqual(units[0]?.text, `<0>${label}</0> ${value}`);
  }
});

describe('a translated DOCX', () => {
  const translate = async (body: string, translations: readonly string[], sourceLang = 'en'): Promise<string> => {
    const file = await docx.parse(await docxOf(body), { sourceLang });
    const pairs = file.units.map(({ id }, index) => [id, translations[index] ?? ''] as const);
    const { bytes, untranslated } = await docx.write(file, new Map(pairs), { target: 'es' });
    assert.deepEqual(untranslated, []);
    return (await entryOf(bytes, 'word/document.xml')).replaceAll(
      /^[^]*?<w:body>|<w:sectPr[^]*|<w:pPr>.*?<\/w:pPr>|<\/?w:p\b[^>]*>/g,
      '',
    );
  };
  const es = '<w:lang w:val="es"/>';

  test('has each word in the formatting of its pair, and each code in its own run', async () => {
    const body = p(
      t('Some '),
      t('bold', '<w:b/>'),
      t(' words'),
      run('<w:vertAlign w:val="superscript"/>', '<w:footnoteReference w:id="2"/>'),
      t('.'),
    );
    assert.equal(
      await translate(body, ['Unas <1/>palabras <0>en <negrita></0>.']),
      [
        t('Unas ', es),
        run('<w:vertAlign w:val="superscript"/>', '<w:footnoteReference w:id="2"/>'),
        t('palabras ', es),
        t('en &lt;negrita&gt;', `<w:b/>${es}`),
        t('.', es),
      ].join(''),
    );
  });

  test('has a link around words in its formatting', async () => {
    const body = p(
      t('See '),
      '<w:hyperlink r:id="r1">',
      t('us', '<w:u w:val="single"/><w:lang w:val="en-US" w:eastAsia="ja-JP"/>'),
      '</w:hyperlink>',
      t(' now'),
    );
    const link = `<w:hyperlink r:id="r1">${t('Véanos', '<w:u w:val="single"/><w:lang w:val="es" w:eastAsia="ja-JP"/>')}</w:hyperlink>`;
    assert.equal(await translate(body, ['<0>Véanos</0> ahora']), link + t(' ahora', es));
  });

  test('keeps an empty pair, tabs, soft hyphens and breaks', async () => {
    const body = p(
      run('', '<w:tab/><w:t>har</w:t>'),
      t('bour', '<w:b/>'),
      run('', '<w:br/><w:t>no</w:t><w:noBreakHyphen/><w:t>one</w:t>'),
    );
    assert.equal(
      await translate(body, ['<0></0>puer\u00adto\nna\u2011die'], 'es'),
      '<w:r w:rsidR="00B2"><w:tab/><w:t xml:space="preserve">puer</w:t><w:softHyphen/><w:t xml:space="preserve">to</w:t><w:br/><w:t xml:space="preserve">na</w:t><w:noBreakHyphen/><w:t xml:space="preserve">die</w:t></w:r>',
    );
  });

  test('has the text of a box in the choice and in the fallback, when its paragraph is translated too', async () => {
    const written = await translate(boxes, [
      'Antes <0/> después',
      'En una caja',
      'Foto <0/>',
      'Un barco "rojo"',
      'Precios',
      'Celda',
    ]);
    assert.equal(written.split('En una caja').length, 3);
    assert.equal(written.split('descr="Un barco &quot;rojo&quot;"').length, 3);
    assert.match(written, /w:val="Precios".*Celda/);
    assert.doesNotMatch(written, /In a box|red/);
  });

  test('has a mark of its language in new properties', async () => {
    const body = p(
      '<w:r><w:rPr/><w:t>One</w:t></w:r>',
      '<w:r><w:tab/></w:r>',
      '<w:r><w:rPr><w:b/><w:rPrChange w:id="1"><w:rPr/></w:rPrChange></w:rPr><w:t>Two</w:t></w:r>',
    );
    assert.equal(
      await translate(body, ['Uno<0/><1>Dos</1>']),
      `<w:r><w:rPr>${es}</w:rPr><w:t xml:space="preserve">Uno</w:t><w:tab/></w:r><w:r><w:rPr><w:b/>${es}<w:rPrChange w:id="1"><w:rPr/></w:rPrChange></w:rPr><w:t xml:space="preserve">Dos</w:t></w:r>`,
    );
  });
});

test('a formatted word that is the name of a property of objects is written as text', async () => {
  const file = await docx.parse(await docxOf(p(t('The '), t('constructor', '<w:b/>'), t(' is here'))), {});
  const [unit] = file.units;
  assert.equal(unit?.text, 'The <0>constructor</0> is here');
  const { bytes } = await docx.write(file, new Map([[unit.id, 'El <0>constructor</0> ya']]), { target: 'es' });
  const written = await entryOf(bytes, 'word/document.xml');
  assert.match(written, /<w:t[^>]*>constructor<\/w:t>/);
  assert.deepEqual(written.match(/<w:t[ >][^<]*<\/w:t>/g)?.length, 3);
  assert.doesNotMatch(written, /native code/);
});
