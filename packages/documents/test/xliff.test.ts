import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ParseOptions } from '../src/file.ts';
import { xliff } from '../src/formats/xliff.ts';
import { describeFilter } from './filter-contract.ts';

const enToEs = { sourceLang: 'en', targetLang: 'es' };

const version1 = (body: string, attributes = ' target-language="es"'): string => `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:x="urn:example">
  <file original="a" source-language="en"${attributes} datatype="plaintext"><header><note>About</note></header><body>
${body}
  </body></file>
</xliff>
`;

const version2 = (body: string, attributes = ' trgLang="es"'): string =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" version="2.0" srcLang="en"${attributes}>
  <file id="f">
${body}
  </file>
</xliff>
`;

describeFilter(
  xliff,
  [
    {
      title: 'of version 1.2 with inline codes',
      content: version1(`
<group translate="no">
  <trans-unit id="0"><source>Not this</source></trans-unit>
  <trans-unit id="1" translate="yes"><source>But this</source></trans-unit>
</group>
<trans-unit id="2" translate="no"><source>Nor this</source></trans-unit>
<trans-unit id="3" xml:space="preserve">
  <source>  A <g id="1">red <g id="2">boat</g></g> &amp; <x id="3"/>&#160;<bpt id="4">&lt;b></bpt>x<ept id="4">&lt;/b></ept> <ph id="5">%s <sub>s</sub></ph> <it id="6" pos="open">[</it> </source>
  <note>A note</note>
  <alt-trans><source>Not this</source><target>Ni esto</target></alt-trans>
</trans-unit>
<trans-unit id="4"><source>One<x id="LB" ctype="lb"/>two
   three</source><target/></trans-unit>
<trans-unit id="5"><source>New</source><target state="new">Nuevo</target></trans-unit>
<trans-unit id="6"><source>Empty</source><target state="needs-translation"></target></trans-unit>
<trans-unit id="7"><source>Done</source><target state="final"><g id="1">Hecho</g></target></trans-unit>
<trans-unit id="8" approved="yes"><source>Approved</source><target state="new">Aprobado</target></trans-unit>
<trans-unit id="9"><source>A <x id="START_LINK" ctype="x-a"/>link<x id="CLOSE_LINK"/> to <mrk mtype="protected">me <g id="1">x</g></mrk></source></trans-unit>
<trans-unit id="10"><source><![CDATA[<b>One</b> & two]]></source></trans-unit>
<trans-unit id="11"><source>It <bx id="1" rid="1"/>is<ex id="2" rid="1"/> <bx id="3"/>here <x:y/><!-- c --></source></trans-unit>
<trans-unit id="12"><source>Ours. Theirs.</source><seg-source><mrk mtype="seg" mid="1">Ours.</mrk> <mrk mtype="seg" mid="2">Theirs.</mrk></seg-source></trans-unit>
<trans-unit id="13"><source>12</source></trans-unit>
<trans-unit id="14"/>
`),
      options: enToEs,
      texts: [
        'But this',
        'A <0>red <1>boat</1></0> & {2}\u00a0<3>x</3> {4}',
        'One\ntwo\nthree',
        'New',
        'Empty',
        'Done',
        'Approved',
        'A <0>link</0> to {1}',
        '<b>One</b> & two',
        'It <0>is</0> <1/>here',
        '<0>Ours.</0> <1>Theirs.</1>',
      ],
      isBilingual: true,
    },
    {
      title: 'of version 2 with inline codes',
      content: version2(`
<group id="g" translate="no"><unit id="0"><segment><source>Not this</source></segment></unit></group>
<unit id="1" slr:sizeRestriction="2,30">
  <notes><note>One</note><note>Two</note></notes>
  <originalData><data id="d">&lt;b></data></originalData>
  <segment id="s1" state="initial"><source>A <pc id="1" dataRefStart="d">red</pc> <ph id="2"/> <mrk id="m" translate="no">X <pc id="3">y</pc></mrk> boat.</source><target>Un</target></segment>
  <ignorable><source> and </source></ignorable>
  <segment><source>A <sc id="4"/>b<ec startRef="4"/> <ec id="5" isolated="yes"/>c <cp hex="001b"/> d</source></segment>
  <segment state="reviewed"><source>Done</source><target>Hecho</target></segment>
  <segment><source>Also</source><target>También <ph id="2"/></target></segment>
</unit>`),
      options: enToEs,
      texts: ['A <0>red</0> {1} {2} boat.', 'A <0>b</0> <1/>c <2/> d', 'Done', 'Also'],
      isBilingual: true,
    },
    {
      title: 'with a prefix, without a target language',
      content:
        '<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\r\n<x:file source-language="en"><x:body><x:trans-unit id="1"><x:source>One <x:x id="1"/>\r\n  two</x:source></x:trans-unit></x:body></x:file></x:xliff>',
      options: enToEs,
      texts: ['One {0}\ntwo'],
      isBilingual: true,
    },
  ],
  [
    { title: 'another XML file', content: '<a/>', code: 'wrong_format', line: 1 },
    { title: 'an open tag', content: '<xliff>\n<file>\n</xliff>', code: 'damaged', line: 3 },
    { title: 'deep nesting', content: `<xliff>${'<group>'.repeat(2_000)}`, code: 'too_deep', line: 1 },
  ],
);

async function written(content: string, ...translations: readonly string[]): Promise<string> {
  return writtenWith(enToEs, content, translations);
}

async function writtenWith(options: ParseOptions, content: string, translations: readonly string[]): Promise<string> {
  const file = await xliff.parse(new TextEncoder().encode(content), options);
  const open = file.units.filter(({ target }) => target === undefined);
  const byId = new Map(open.map(({ id }, index) => [id, translations[index] ?? '']));
  const { bytes, untranslated } = await xliff.write(file, byId, { target: 'es' });
  assert.deepEqual(untranslated, []);
  return new TextDecoder().decode(bytes);
}

describe('a translated XLIFF file', () => {
  const unit = (content: string): string => `<trans-unit id="1">${content}</trans-unit>`;
  for (const [title, source, translation, target] of [
    [
      'has its codes in another order',
      'A <g id="1">red</g> <x id="2"/>',
      '{1} <0>rojo</0>',
      '<x id="2"/> <g id="1">rojo</g>',
    ],
    ['is escaped as its source', 'A&#160;b', 'a < b\u00a0& ]]>', 'a &lt; b&#160;&amp; ]]&gt;'],
    ['is in a CDATA section', '<![CDATA[<b>]]>', '<i> ]]>', '<![CDATA[<i> ]]]]><![CDATA[>]]>'],
    ['keeps what is around its text', ' <g id="1"> One </g> ', 'Uno', ' <g id="1"> Uno </g> '],
  ] as const) {
    test(title, async () => {
      const before = version1(unit(`\n  <source>${source}</source>`));
      const after = version1(unit(`\n  <source>${source}</source>\n  <target state="translated">${target}</target>`));
      assert.equal(await written(before, translation), after);
    });
  }

  for (const [title, before, after] of [
    ['an empty tag', '<target/>', '<target state="translated">Uno</target>'],
    ['an empty tag with attributes', '<target x:a="1" />', '<target state="translated" x:a="1">Uno</target>'],
    ['an empty tag with a state', '<target state="new"/>', '<target state="translated">Uno</target>'],
    ['an empty element', '<target xml:lang="es"> </target>', '<target state="translated" xml:lang="es">Uno</target>'],
    ['an old translation', '<target state="needs-translation">x</target>', '<target state="translated">Uno</target>'],
    ['empty segments', '<target><mrk mtype="seg" mid="1"/></target>', '<target state="translated">Uno</target>'],
  ] as const) {
    test(`has its text instead of ${title}`, async () => {
      const content = (target: string): string => version1(unit(`<source>One</source>${target}<note/>`));
      assert.equal(await written(content(before), 'Uno'), content(after));
    });
  }

  test('is not approved if it replaces an approved one', async () => {
    const content = (approved: string, target: string): string =>
      version1(`<trans-unit id="1" approved="${approved}"><source>One</source>${target}</trans-unit>`);
    assert.equal(
      await writtenWith({ ...enToEs, overwrite: true }, content('yes', '<target state="final">Un</target>'), ['Uno']),
      content('no', '<target state="translated">Uno</target>'),
    );
  });

  test('has the states of version 2 at its segments', async () => {
    const content = (first: string, second: string): string =>
      version2(`<unit id="u"><segment id="1"${first}</segment><segment state=${second}</segment></unit>`);
    assert.equal(
      await written(content('><source>One</source>', '"initial"><source>Two</source><target/>'), 'Uno', 'Dos'),
      content(
        '><source>One</source><target>Uno</target>',
        '"translated"><source>Two</source><target>Dos</target>',
      ).replace('<segment id="1"', '<segment state="translated" id="1"'),
    );
  });

  test('may have a long text with many entities and lines', async () => {
    const source = 'a &amp;\n'.repeat(200_000);
    const content = version1(unit(`<source>${source}</source>`));
    const { units } = await xliff.parse(new TextEncoder().encode(content), enToEs);
    assert.equal(units[0]?.text.length, 800_000 - 1);
  });

  test('names its language', async () => {
    const one = unit('<source>One</source>');
    const done = unit('<source>One</source><target state="translated">Uno</target>');
    const named = (attributes: string): string =>
      version1(done, attributes).replace('<file original', '<file target-language="es" original');
    assert.equal(await written(version1(one, ''), 'Uno'), named(''));
    assert.equal(
      await written(version1(one, ' target-language="es-MX"'), 'Uno'),
      version1(done, ' target-language="es-MX"'),
    );
    assert.match(
      await written(version2('<unit id="1"><segment><source>One</source></segment></unit>', ''), 'Uno'),
      /<xliff trgLang="es"/,
    );
  });

  test('has notes and lengths, and the language of its source', async () => {
    const body = `<trans-unit id="1" maxwidth="20" size-unit="char"><source>One</source><note>A &amp; b</note><note>c<!-- > &#-1; --> <![CDATA[<b> &#-1;]]></note></trans-unit>
      <trans-unit id="2" maxwidth="20" size-unit="pixel"><source>Two</source></trans-unit>`;
    const { units, source } = await xliff.parse(new TextEncoder().encode(version1(body)), enToEs);
    assert.deepEqual(
      units.map(({ context, maxLength }) => [context, maxLength]),
      [
        ['A & b\nc <b> &#-1;', 20],
        [undefined, undefined],
      ],
    );
    assert.equal(source, 'en');
    const two = version2(
      '<unit id="1" slr:sizeRestriction="2,30"><notes><note>n</note></notes><segment><source>One</source></segment></unit>',
    );
    const [unitOf2] = (await xliff.parse(new TextEncoder().encode(two))).units;
    assert.deepEqual([unitOf2?.context, unitOf2?.maxLength], ['n', 30]);
  });
});
