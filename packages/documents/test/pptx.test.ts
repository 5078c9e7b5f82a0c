import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pptx } from '../src/formats/office/pptx.ts';
import { describeFilter } from './filter-contract.ts';
import { entryOf, ooxmlOf, xmlOf, zipOf } from './office-file.ts';

const t = (text: string, properties = ' lang="en-US"', children = ''): string =>
  `<a:r><a:rPr${properties}>${children}</a:rPr><a:t>${text}</a:t></a:r>`;
const p = (...content: readonly string[]): string =>
  `<a:p><a:pPr/>${content.join('')}<a:endParaRPr lang="en-US" dirty="0"/></a:p>`;
const link = '<a:hlinkClick r:id="rId2"/>';

const slide = xmlOf(
  'p:sld',
  [
    '<p:sp><p:nvSpPr><p:cNvPr id="4" name="Title 3" descr="The logo of the shop" title="logo.png"/></p:nvSpPr><p:txBody>',
    p(
      t('One wo'),
      t('rd', ' lang="es-ES" dirty="0" err="1"'),
      t(' and '),
      t('bold', ' lang="en-US" b="1"'),
      '<a:br><a:rPr lang="en-US"/></a:br>',
      t('after a break'),
    ),
    p(
      t('See '),
      t('the site', ' lang="en-US"', link),
      t(' on page '),
      '<a:fld id="{1}" type="slidenum"><a:rPr/><a:t>4</a:t></a:fld>',
    ),
    p(t('A\ttab')),
    p('<a:fld id="{2}" type="datetime"><a:t>Monday</a:t></a:fld>'),
    '</p:txBody></p:sp>',
    `<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody>${p('<a:r><a:t>Cell</a:t></a:r>')}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`,
    `<mc:AlternateContent><mc:Choice Requires="a14"><p:sp>${p(t('Twice'))}</p:sp></mc:Choice><mc:Fallback><p:sp>${p(t('Twice'))}</p:sp></mc:Fallback></mc:AlternateContent>`,
  ].join(''),
);
const of = (root: string, text: string): string => xmlOf(root, p(t(text)));

const content = await ooxmlOf({
  'ppt/presentation.xml': ['presentationml.presentation.main', of('p:presentation', 'Default')],
  'ppt/slides/slide10.xml': ['presentationml.slide', of('p:sld', 'Tenth slide')],
  'ppt/slides/slide2.xml': ['presentationml.slide', slide],
  'ppt/slideMasters/slideMaster1.xml': ['presentationml.slideMaster', of('p:sldMaster', 'Click to edit')],
  'ppt/slideLayouts/slideLayout1.xml': ['presentationml.slideLayout', of('p:sldLayout', 'Click to edit')],
  'ppt/notesSlides/notesSlide1.xml': ['presentationml.notesSlide', of('p:notes', 'A note')],
  'ppt/comments/comment1.xml': [
    'presentationml.comments',
    xmlOf('p:cmLst', '<p:cm authorId="0"><p:text>Why &lt;this&gt;?</p:text></p:cm>'),
  ],
  'ppt/charts/chart1.xml': [
    'drawingml.chart',
    xmlOf(
      'c:chartSpace',
      `<c:title><c:tx><c:rich>${p(t('Sales'))}</c:rich></c:tx></c:title><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>East</c:v></c:pt></c:strCache></c:strRef></c:cat>`,
    ),
  ],
  'ppt/diagrams/data1.xml': ['drawingml.diagramData', xmlOf('dgm:dataModel', `<dgm:t>${p(t('Step'))}</dgm:t>`)],
  'ppt/diagrams/drawing1.xml': [
    'drawingml.diagramDrawing',
    xmlOf('dsp:drawing', `<dsp:txBody>${p(t('Step'))}</dsp:txBody>`),
  ],
});

describeFilter(
  pptx,
  [
    {
      title: 'with slides, notes, tables, comments, charts and SmartArt',
      content,
      texts: [
        'The logo of the shop',
        'One word and <0>bold</0>\nafter a break',
        'See <0>the site</0> on page {1}',
        'A\ttab',
        'Cell',
        'Twice',
        'Tenth slide',
        'A note',
        'Why <this>?',
        'Sales',
        'Step',
      ],
    },
  ],
  [{ title: 'another archive', content: await zipOf({ '[Content_Types].xml': '<Types/>' }), code: 'wrong_format' }],
);

test('a translated PPTX has the language of the translation and equal texts in both places', async () => {
  const file = await pptx.parse(content);
  const spanish = [
    'El logo',
    '<0>Negrita</0> y palabra\nal final',
    'En la página {1}, <0>el sitio</0>',
    'Una\tcolumna',
    'Celda',
    'Dos veces',
    'Diez',
    'Nota',
    '¿Por qué <esto>?',
    'Ventas',
    'Paso',
  ];
  const translations = new Map(file.units.map(({ id }, index) => [id, spanish[index] ?? '']));
  const { bytes, untranslated } = await pptx.write(file, translations, { target: 'es' });
  assert.deepEqual(untranslated, []);
  const written = await entryOf(bytes, 'ppt/slides/slide2.xml');
  const es = ' lang="es"';
  assert.ok(
    written.includes(
      p(t('Negrita', `${es} b="1"`), t(' y palabra', es), '<a:br><a:rPr lang="en-US"/></a:br>', t('al final', es)),
    ),
    written,
  );
  assert.ok(written.includes(`${t('En la página ', es)}<a:fld id="{1}" type="slidenum"><a:rPr/><a:t>4</a:t></a:fld>`));
  assert.ok(written.includes(t('el sitio', es, link)));
  assert.ok(written.includes('<a:r><a:rPr lang="es"/><a:t>Celda</a:t></a:r>'));
  assert.equal(written.split('Dos veces').length, 3);
  assert.match(await entryOf(bytes, 'ppt/diagrams/drawing1.xml'), />Paso</);
  assert.match(await entryOf(bytes, 'ppt/comments/comment1.xml'), /<p:text>¿Por qué &lt;esto&gt;\?<\/p:text>/);
  assert.match(await entryOf(bytes, 'ppt/charts/chart1.xml'), />East</);
});
