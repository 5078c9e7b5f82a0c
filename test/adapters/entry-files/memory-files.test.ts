import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { unixMs } from '../../../src/ground/units.ts';
import type { MemoryFileOptions } from '../../../src/shop/memory/memory-files.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { files, writeFile } from './memory-files.ts';

const tag = (written: string) => written as LanguageTag;
const [en, es] = [tag('en'), tag('es')];

/** `line source>target source=target note`, or `line kind: message`, by line. */
async function readLines(file: string | Uint8Array, options: Partial<MemoryFileOptions> = {}): Promise<string[]> {
  const read = await files.read(typeof file === 'string' ? Buffer.from(file) : file, options);
  if (read.kind === 'unreadable') return [`${read.line ?? '-'} unreadable: ${read.message}`];
  const units = read.units.map((unit) => {
    const { line, sourceLanguage, targetLanguage, source, target, note, hasContext } = unit;
    const further = `${note && ` (${note})`}${hasContext ? ' in context' : ''}`;
    return { line, text: `${line} ${sourceLanguage}>${targetLanguage} ${source}=${target}${further}` };
  });
  const problems = read.problems.map(({ line, kind, message }) => ({ line, text: `${line} ${kind}: ${message}` }));
  return [...units, ...problems].toSorted((one, other) => one.line - other.line).map(({ text }) => text);
}

const notApproved = 'skipped: The translation is not approved.';
const notConfirmed = 'skipped: The translation is not confirmed.';

/** Files as these programs write them, with other texts. */
const fixtures: Readonly<Record<string, readonly string[]>> = {
  'omegat.tmx': [
    '11 en-GB>es Fold the map <b0>twice</b0>.=Doble el mapa <b0>dos veces</b0>.',
    '20 en-GB>es Open the <a0>drawer</a0> <x1/>=<x1/> Abra el <a0>cajón</a0> (Button on the first page)',
    '32 en-GB>es Fold the map <b0>twice</b0>.=Pliegue el mapa <b0>dos veces</b0>. in context',
    '36 skipped: The unit has no translation.',
  ],
  'trados.tmx': [
    '16 en-US>de-DE <0>Warning:</0> unplug the lamp <1/>first.=<0>Achtung:</0> zuerst <1/>den Stecker der Lampe ziehen.',
    `25 ${notConfirmed}`,
    `34 ${notConfirmed}`,
    '43 skipped: A code contains text (sub), which is not supported.',
  ],
  'workbench.tmx': [
    '21 en-US>fr-FR Turn the <0/>left<1/> knob.=Tournez le bouton de <0/>gauche<1/>.',
    '24 skipped: Unknown language "XX-01". Type a code (es) or a name (Spanish).',
  ],
  'memoq.tmx': [
    '18 en>pt-BR Water the <0>roses</0><1/> daily.=Regue as <0>rosas</0><1/> todos os dias.',
    '26 en>pt-BR Hello {name},<mq:ch val="&#10;" />welcome!=Olá, {name},<mq:ch val="&#10;" />boas-vindas!',
  ],
  'okapi.tmx': [
    '6 en>fr Pour <b>hot</b> tea<br/> slowly.=Versez lentement<br/> le thé <b>chaud</b>.',
    `10 ${notConfirmed}`,
    '14 en>fr <p class="n">Add a slice of lemon.=<p class="n">Ajoutez une rondelle de citron.',
  ],
  'okapi.xlf': [
    "6 en>fr Warm the <0>pot</0><1/> first.=Chauffez d'abord<1/> la <0>théière</0>. (For the box)",
    '13 en>fr Close <i>the</i> lid.=Fermez <i>le</i> couvercle.',
    `17 ${notApproved}`,
  ],
  'okapi-2.xlf': [
    '11 en>de You have <b>{count} letters</b>.=Sie haben <b>{count} Briefe</b>. (Shown once)',
    '18 en>de Read <0>them</0> today.=Lesen Sie <0>sie</0> heute. (Shown once)',
    `22 ${notApproved}`,
  ],
  'weblate.tmx': [
    '11 en>zh-Hans %(count)s items in <strong>%(list)s</strong>=<strong>%(list)s</strong> 中有 %(count)s 项 (Title of the list)',
    '20 en>zh-Hans Line one\nLine two=第一行\n第二行',
  ],
  'weblate.xlf': [
    '5 en>cs Your order {{ number }} is ready.=Vaše objednávka {{ number }} je připravena. (Sent by mail)',
    `11 ${notApproved}`,
    '15 skipped: The unit has no translation.',
  ],
};

describe('files of other programs', () => {
  for (const [name, lines] of Object.entries(fixtures)) {
    test(`${name} is read with its lines`, async () => {
      const file = readFileSync(new URL(`../../fixtures/memory/${name}`, import.meta.url), 'utf8');
      assert.deepEqual(await readLines(file), lines);
      assert.deepEqual(await readLines(Buffer.from(`\u{FEFF}${file.replaceAll('\n', '\r\n')}`, 'utf16le')), lines);
    });
  }
});

const tmx = (units: string, header = 'srclang="en"') =>
  `<tmx version="1.4"><header ${header}/><body>\n${units}</body></tmx>`;
const tuv = (language: string, seg: string) => `<tuv xml:lang="${language}"><seg>${seg}</seg></tuv>`;
const unit = (source: string, target: string) => `<tu>${tuv('en', source)}${tuv('es', target)}</tu>\n`;

describe('languages', () => {
  const three = `<tu>${tuv('ES-419', 'sal')}${tuv('en_us', 'salt')}${tuv('DEU', 'Salz')}</tu>\n`;

  test('are read from the source of the unit, else of the header, to all others', async () => {
    assert.deepEqual(await readLines(tmx(three)), ['2 en-US>es-419 salt=sal', '2 en-US>de salt=Salz']);
    assert.deepEqual(await readLines(tmx(three.replace('<tu>', '<tu srclang="de">'))), [
      '2 de>es-419 Salz=sal',
      '2 de>en-US Salz=salt',
    ]);
  });

  test('lose the region that the service does not have', async () => {
    const served = new Set([en, es, tag('pt-BR'), tag('pt')]);
    const file = tmx(`<tu>${tuv('en-AU', 'salt')}${tuv('es-MX', 'sal')}${tuv('pt-BR', 'sal')}${tuv('fr', 'sel')}</tu>`);
    const lines = [
      '2 en>es salt=sal',
      '2 en>pt-BR salt=sal',
      '2 skipped: Unknown language "fr". Type a code (es) or a name (Spanish).',
    ];
    assert.deepEqual(await readLines(file, { served }), lines);
  });

  test('of a file for any source must be chosen', async () => {
    for (const header of ['srclang="*all*"', '']) {
      const chosen = { languages: { source: es } };
      assert.match((await readLines(tmx(three, header)))[0] ?? '', /^2 unreadable: .*source_lang/);
      assert.deepEqual(await readLines(tmx(three, header), chosen), [
        '2 es-419>en-US sal=salt',
        '2 es-419>de sal=Salz',
      ]);
    }
  });

  test('that are not asked for are left out', async () => {
    assert.deepEqual(await readLines(tmx(three), { languages: { target: es } }), ['2 en-US>es-419 salt=sal']);
    const other = await readLines(tmx(three), { languages: { source: es } });
    assert.deepEqual(other, ['2 skipped: The unit has another source language.']);
  });

  test('are at most 50 in a unit', async () => {
    const many = tmx(`<tu>${tuv('en', 'a').repeat(51)}</tu>`);
    assert.deepEqual(await readLines(many), ['2 unreadable: The unit has more than 50 languages.']);
  });

  test('of XLIFF that say that they are not approved are skipped, even if they are final', async () => {
    const file = (
      attributes: string,
    ) => `<xliff version="1.2"><file source-language="en"><body><trans-unit${attributes}>
<source>salt</source><target state="final">sal</target></trans-unit></body></file></xliff>`;
    const languages = { target: es };
    assert.deepEqual(await readLines(file(''), { languages }), ['1 en>es salt=sal']);
    assert.deepEqual(await readLines(file(' approved="no"'), { languages }), [`1 ${notApproved}`]);
  });

  test('of XLIFF without a target must be chosen', async () => {
    const file = `<xliff version="1.2"><file source-language="en"><body><trans-unit approved="yes">
<source>salt</source><target>sal</target></trans-unit></body></file></xliff>`;
    assert.match((await readLines(file))[0] ?? '', /^1 unreadable: .*target_lang/);
    assert.deepEqual(await readLines(file, { languages: { target: es } }), ['1 en>es salt=sal']);
  });
});

/** Source and target as XML, and what they become. */
const codes: readonly (readonly [source: string, target: string, texts: string])[] = [
  ['<ph>{a}</ph> of <ph>%s</ph>', '<ph>%s</ph> de <ph>{a}</ph>', '{a} of %s=%s de {a}'],
  ['<bpt i="1">&lt;b></bpt>a<ept i="1">&lt;/b></ept>', 'b', '<b>a</b>=b'],
  ['<bpt i="1">{\\b </bpt>a<ept i="1">}</ept>', '<bpt i="4">{\\b </bpt>b<ept i="4">}</ept>', '<0>a</0>=<0>b</0>'],
  ['<hi x="1">a</hi> <hi x="2">b</hi>', '<hi x="2">c</hi> <hi x="1">d</hi>', '<0>a</0> <1>b</1>=<1>c</1> <0>d</0>'],
  ['a<ph>y</ph><ph>x</ph>', 'b<ph>x</ph><ph>y</ph>', 'a<0/><1/>=b<1/><0/>'],
  ['a<ph/> {0} &lt;1>', '<ph/>b {0} &lt;1>', 'a<2/> {0} <1>=<2/>b {0} <1>'],
  ['<bpt i="1">{}</bpt>a<ept i="1">{}</ept><ph>{}</ph>', 'b', '<0>a</0><1/>=b'],
  ['<bpt i="1"/>a <ept i="2"/>', 'b', '<0/>a <1/>=b'],
  ['<bpt i="1"/>a<bpt i="2"/>b<ept i="1"/>c<ept i="2"/>', 'd', '<0>a<1>b</0>c</1>=d'],
  ['<it pos="begin">&lt;i></it>a<ut>x</ut>', 'b', '<i>a<0/>=b'],
  ['<ph>https://a.example</ph> a', 'b', '<0/> a=b'],
  ['a<mq:ch val="&#9;"/>b', 'c', 'a\tb=c'],
  ['<![CDATA[a <b>&amp;]]> c', 'd', 'a <b>&amp; c=d'],
];

describe('codes', () => {
  test('stay if they are tags or placeholders, and become numbered tags otherwise', async () => {
    for (const [source, target, texts] of codes) {
      assert.deepEqual(await readLines(tmx(unit(source, target))), [`2 en>es ${texts}`], source);
    }
  });

  test('are written as codes with the same number on both sides', async () => {
    const texts = { source: 'See <b>{a}</b> & {} <b>b</b>', target: '<b>b</b>, {} < <b>{a}</b>', note: '\r' };
    const [createdAt, updatedAt] = [unixMs(0), unixMs(1_700_000_000_999)];
    const entry = { sourceLanguage: en, targetLanguage: es, ...texts, createdAt, updatedAt };
    const file = await writeFile([entry], 'tmx');
    assert.deepEqual(file.split('\n').slice(5, 9), [
      '<tu srclang="en" creationdate="19700101T000000Z" changedate="20231114T221320Z"><note>&#13;</note>',
      '<tuv xml:lang="en"><seg>See <bpt i="1" x="1">&lt;b&gt;</bpt><ph x="2">{a}</ph><ept i="1">&lt;/b&gt;</ept> &amp; {} <bpt i="3" x="3">&lt;b&gt;</bpt>b<ept i="3">&lt;/b&gt;</ept></seg></tuv>',
      '<tuv xml:lang="es"><seg><bpt i="1" x="1">&lt;b&gt;</bpt>b<ept i="1">&lt;/b&gt;</ept>, {} &lt; <bpt i="3" x="3">&lt;b&gt;</bpt><ph x="2">{a}</ph><ept i="3">&lt;/b&gt;</ept></seg></tuv>',
      '</tu>',
    ]);
  });
});

const problem = {
  long: 'is longer than 10000 characters.',
  control: 'a control character or an incomplete character.',
};

describe('problems', () => {
  const refused: readonly (readonly [source: string, target: string, problem: string])[] = [
    ['a'.repeat(10_001), 'b', `2 invalid: The source ${problem.long}`],
    ['a', '😀'.repeat(10_001), `2 invalid: The target ${problem.long}`],
    ['a\u{1}', 'b', `2 invalid: The unit contains ${problem.control}`],
    ['a', '&#xFFFF;b', `2 invalid: The unit contains ${problem.control}`],
    ['a', '&#xD800;b', `2 invalid: The unit contains ${problem.control}`],
    ['a', ' ', '2 skipped: The unit has no translation.'],
    ['1 + 1', '2', '2 skipped: The unit has no letters.'],
  ];

  test('of a unit leave the others as they are', async () => {
    for (const [source, target, line] of refused) {
      const lines = await readLines(tmx(unit(source, target) + unit('c', 'd')));
      assert.deepEqual(lines, [line, '3 en>es c=d'], line);
    }
    const marked = `b${'\u{301}'.repeat(9_000)}`;
    assert.deepEqual(await readLines(tmx(unit('a', marked))), [`2 en>es a=${marked}`]);
    const longest = tmx(unit('a'.repeat(10_000), '😀a'.repeat(5_000)));
    assert.match((await readLines(longest))[0] ?? '', /^2 en>es a{10000}=(?:😀a){5000}$/u);
  });

  test('beyond 1,000 of a kind are only counted', async () => {
    const read = await files.read(Buffer.from(tmx(unit('1', '2').repeat(1_200) + unit('a', '\u{1}').repeat(3))), {});
    assert.ok(read.kind === 'read');
    assert.deepEqual([read.problems.length, read.unlisted], [1_003, 200]);
  });
});

describe('CSV and TSV', () => {
  test('name their columns, or have the text, its translation and the languages', async () => {
    const lines = ['2 en>es salt=sal (spice)', '3 en>pt-BR oil\r\nhot=óleo'];
    const csv =
      'Note,Target,Source,source_lang,target lang\r\nspice,sal,salt,en,es\r\n,óleo,"oil\r\nhot",English,pt_br\r\n';
    assert.deepEqual(await readLines(csv), lines);
    assert.deepEqual(await readLines('salt\tsal\ten\tes\n'), ['1 en>es salt=sal']);
    assert.deepEqual(await readLines('salt;sal\n', { languages: { source: en, target: es } }), ['1 en>es salt=sal']);
    assert.match((await readLines('salt,sal\n'))[0] ?? '', /^1 unreadable: .*languages/);
  });

  test('list rows that have another language, or an unknown one', async () => {
    const csv = 'source,target,source_lang,target_lang\nsalt,sal,en,es\nsalt,Salz,en,de\nsalt,x,en,xx-01\n';
    assert.deepEqual(await readLines(csv, { languages: { target: es } }), [
      '2 en>es salt=sal',
      '3 skipped: The unit has other languages.',
      '4 skipped: Unknown language "xx-01". Type a code (es) or a name (Spanish).',
    ]);
  });

  test('have rows of up to 256 KB', async () => {
    const text = `"${'""'.repeat(9_998)}a"`;
    assert.equal((await readLines(`source,target,source_lang,target_lang\n${text},${text},en,es\n`)).length, 1);
    assert.match(
      (await readLines(`source,target\n"${'b\n'.repeat(140_000)}`, { languages: { source: en, target: es } }))[0] ?? '',
      /^2 unreadable: .*256 KB/,
    );
  });

  test('may lack the last line break, unless the last row lacks columns too', async () => {
    const head = 'source,target,source_lang,target_lang\n';
    assert.deepEqual(await readLines(`${head}salt,sal,en,es`), ['2 en>es salt=sal']);
    assert.match((await readLines(`${head}salt,sal,en`))[0] ?? '', /^2 unreadable: .*line break/);
  });
});

test('a review is XLIFF 1.2, or CSV that is safe in spreadsheets, with the state of each unit', async () => {
  const units = [
    { id: '1', source: 'Hi {0}', target: 'Hola {0}', isApproved: true },
    { id: '2', source: 'Bye <1/>', target: 'Adiós <1/>', isApproved: false },
    { id: '3', source: '=1+1 "a"', target: undefined, isApproved: false },
  ];
  const about = { name: 'a&b.md', sourceLanguage: en, targetLanguage: es, pages: [units] };
  const review = await textOf(files.writeReview(about, 'xliff'));
  assert.match(review, /<file original="a&amp;b\.md" source-language="en" target-language="es" datatype="plaintext">/);
  assert.match(review, /<trans-unit id="1" approved="yes">\n<source xml:space="preserve">Hi <ph id="1">\{0\}<\/ph>/);
  assert.match(review, /<target xml:space="preserve" state="translated">Adiós <ph id="1">&lt;1\/&gt;<\/ph><\/target>/);
  assert.match(review, /<source xml:space="preserve">=1\+1 &quot;a&quot;<\/source>\n<\/trans-unit>/);
  const rows = [
    '\u{feff}"id","en","es","state"',
    '"1","Hi {0}","Hola {0}","approved"',
    '"2","Bye <1/>","Adiós <1/>","translated"',
    `"3","'=1+1 ""a""","","not translated"`,
  ];
  assert.equal(await textOf(files.writeReview(about, 'csv')), `${rows.join('\r\n')}\r\n`);
});

/** A file, and why it is refused. */
const hostile: readonly (readonly [file: string, fault: RegExp])[] = [
  ['<?xml version="1.0"?>\n<!DOCTYPE tmx [<!ENTITY a "b">]>\n<tmx/>', /^2 unreadable: .* entities/],
  ['<!DOCTYPE tmx [\n<!ENTITY % a SYSTEM "file:///etc/passwd">%a;]>\n<tmx/>', /^2 unreadable: .* entities/],
  [`${tmx('').slice(0, -13)}<tu>&a;`, /^2 unreadable: .* not well-formed/],
  [`<tmx>\n${'<a>'.repeat(20_000)}`, /^2 unreadable: .* 1000 nested/],
  [tmx(`<tu>${'<hi>'.repeat(20_000)}`), /^2 unreadable: .* 1000 nested/],
  ...['<tu ', '<!-- ', '<![CDATA[ ', '<?a ', '</tu '].map((start) => {
    return [`<tmx><tu>\n\n${start}${' '.repeat(300_000)}\n`, /^3 unreadable: .* 256 KB/] as const;
  }),
  [`<tmx>\n<a b="${'c'.repeat(300_000)}`, /^2 unreadable: .* 256 KB/],
  [`<!DOCTYPE tmx [${' '.repeat(300_000)}`, /^1 unreadable: .* 256 KB/],
  [tmx(`<tu>${tuv('en', '<ph/>'.repeat(50_001))}`), /^2 unreadable: .* 50000 tags/],
  [tmx(`<tu>${tuv('en', 'a'.repeat(5_000_000))}`), /^2 unreadable: .* 4 MB/],
  [`<tmx>\n${'\u{1}'.repeat(1_001)}`, /^2 unreadable: .* 1000 control/],
  [`<tmx>&${'a'.repeat(300_000)}`, /^1 unreadable: .*cut off/],
  [tmx('<tu/>'.repeat(1_000_001)), /^2 unreadable: .* 1000000 units/],
  [tmx(unit('a', 'b').repeat(200_001)), /^200002 unreadable: .* 200000 translations/],
  ['<html>\n</html>', /^1 unreadable: .*column/],
  ['<?xml version="1.0"?>\n<html/>', /^2 unreadable: .* neither TMX nor XLIFF/],
  ['\n<?xml version="1.0"?><tmx/>', /^2 unreadable: .* not well-formed/],
  ['<tmx>\n<tu>\n<seg></tu>', /^3 unreadable: .* not well-formed/],
  ['<tmx>\n<a b="<"/>', /^2 unreadable: .* not well-formed/],
  [tmx(unit('a', 'b')).slice(0, -3), /^3 unreadable: .* cut off/],
  ['', /^- unreadable: .* empty/],
];

describe('damaged and hostile files', () => {
  test('are refused with the line', async () => {
    for (const [file, fault] of hostile) assert.match((await readLines(file))[0] ?? '', fault, file.slice(0, 60));
  });

  test('in another encoding are refused with the line', async () => {
    const latin = Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>\n${tmx(unit('a', 'ñ'))}`, 'latin1');
    assert.match((await readLines(latin))[0] ?? '', /^3 unreadable: .*UTF-8/);
    const unmarked = Buffer.from(tmx(unit('a', 'b')), 'utf16le');
    assert.match((await readLines(unmarked))[0] ?? '', /^1 unreadable: .*UTF-8/);
  });

  test('with an external DTD or a long text outside of units are read', async () => {
    const named = '<!DOCTYPE tmx SYSTEM "http://127.0.0.1:1/tmx14.dtd">\n';
    assert.deepEqual(await readLines(named + tmx(unit('a', 'b'))), ['3 en>es a=b']);
    const long = `<!-- a -->\n<b>${'c'.repeat(600_000)}</b>\n`;
    assert.deepEqual(await readLines(tmx(long + unit('a', 'b'))), ['4 en>es a=b']);
  });
});
