import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readGlossaryFile } from '../../../src/adapters/glossary-files/read-glossary-file.ts';
import { de, en, fr, readFault, readLines } from './reading.ts';

const languages = { source: en, target: de };

function tbx(concepts: string, attributes = 'type="TBX-Basic" style="dca"'): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<tbx ${attributes} xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="http://www.tbxinfo.net/ns/min">
<tbxHeader><fileDesc><sourceDesc><p>note</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
${concepts}
</body></text></tbx>`;
}

const nut = `<conceptEntry id="c1"><note>of metal</note>
<langSec xml:lang="en"><termSec>
<term>lock
  nut</term><termNote type="partOfSpeech">noun</termNote></termSec></langSec>
<langSec xml:lang="de"><termSec><term>Mutter</term></termSec></langSec></conceptEntry>`;

describe('TBX', () => {
  test('a concept is a term in each direction, or in the requested one', async () => {
    assert.deepEqual(await readLines(tbx(nut)), ['5 en>de lock nut=Mutter', '5 de>en Mutter=lock nut']);
    assert.deepEqual(await readLines(tbx(nut), { languages }), ['5 en>de lock nut=Mutter']);
    assert.deepEqual(await readLines(tbx(nut), { languages: { target: de } }), ['5 en>de lock nut=Mutter']);
    assert.deepEqual(await readLines(tbx(nut), { languages: { source: fr, target: de } }), ['5 skipped']);
    const read = await readGlossaryFile(Buffer.from(tbx(nut)), { languages });
    const content = read.kind === 'read' && read.entries[0]?.kind === 'content' && read.entries[0].content;
    assert.deepEqual(content && [content.partOfSpeech, content.note, content.caseRule], ['noun', 'of metal', 'follow']);
  });

  const terms = (style: (status: string) => string) => `<conceptEntry>
<langSec xml:lang="en"><termSec><term>nut</term></termSec><termSec><term>locknut</term></termSec>
<termSec><term>nutt</term>${style('deprecatedTerm-admn-sts')}</termSec></langSec>
<langSec xml:lang="de"><termSec><term>Nuss</term>${style('admittedTerm-admn-sts')}</termSec>
<termSec><term>Mutter</term>${style('preferredTerm-admn-sts')}</termSec>
<termSec><term>Schraubmutter</term>${style('supersededTerm-admn-sts')}</termSec></langSec></conceptEntry>`;
  const expected = ['5 en>de nut=Mutter', '5 en>de locknut=Mutter', '5 skipped', '5 skipped'];

  test('synonyms are terms of their own, the preferred term is the translation, those out of use are left out', async () => {
    const dca = tbx(terms((status) => `<termNote type="administrativeStatus">${status}</termNote>`));
    assert.deepEqual(await readLines(dca, { languages }), expected);
  });

  test('the style with a tag for each category says the same', async () => {
    const dct = tbx(
      terms((status) => `<min:administrativeStatus>${status}</min:administrativeStatus>`),
      'type="TBX-Basic" style="dct"',
    );
    assert.deepEqual(await readLines(dct, { languages }), expected);
  });

  test('version 2 is read with both of its groups of terms', async () => {
    const martif = `<?xml version='1.0'?>
<!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd">
<martif type="TBX-Basic" xml:lang="en"><martifHeader/><text><body>
<termEntry id="e1"><descrip type="definition">x</descrip>
<langSet xml:lang="en-GB"><tig><term>nut &amp; <hi>bolt</hi></term><termNote type="partOfSpeech">properNoun</termNote></tig></langSet>
<langSet xml:lang="de"><ntig><termGrp><term><![CDATA[M&B]]></term><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></termGrp></ntig></langSet>
</termEntry></body></text></martif>`;
    assert.deepEqual(await readLines(martif, { languages }), ['4 en>de nut & bolt=M&B']);
    const read = await readGlossaryFile(Buffer.from(martif));
    const entry = read.kind === 'read' && read.entries[0];
    assert.equal(entry && entry.kind === 'content' && entry.content.partOfSpeech, 'name');
  });

  test('a concept in one language is left out, one in three is a term in all six directions', async () => {
    const section = (language: string) =>
      `<langSec xml:lang="${language}"><termSec><term>x${language}</term></termSec></langSec>`;
    assert.deepEqual(await readLines(tbx(`<conceptEntry>${section('en')}</conceptEntry>`)), ['5 skipped']);
    const three = tbx(`<conceptEntry>${section('en')}${section('de')}${section('fr')}</conceptEntry>`);
    assert.equal((await readLines(three)).length, 6);
  });

  test('counts everything that is left out, and reports the first 1,000', async () => {
    const concepts =
      '<conceptEntry><langSec xml:lang="en"><termSec><term>cat</term></termSec></langSec></conceptEntry>\n';
    const read = await readGlossaryFile(Buffer.from(tbx(concepts.repeat(1_500))));
    assert.ok(read.kind === 'read');
    const { count, problems } = read.skipped;
    assert.deepEqual([count, problems.length, problems[0]?.line], [1_500, 1_000, 5]);
  });

  test('truncates an overlong note and reports it; an overlong term is a problem', async () => {
    const long = tbx(nut.replace('of metal', 'x'.repeat(501)));
    assert.deepEqual(await readLines(long, { languages }), ['5 en>de lock nut=Mutter', '5 skipped']);
    const endless = tbx(nut.replace('lock', 'x'.repeat(200_000)));
    assert.deepEqual(await readLines(endless, { languages }), ['5 invalid']);
  });
});

describe('XML that is unfit', () => {
  test('is reported with its line', async () => {
    assert.match(await readFault('<tbx>\n<a>\n</b></tbx>'), /^3 /);
    assert.match(await readFault('<tbx>\n<text>'), /^2 unclosed/);
    assert.match(await readFault('<tbx>\n\n<a b="1" b="2"/></tbx>'), /^3 duplicate/);
    assert.match(await readFault('<tbx>\n\0</tbx>'), /^2 /);
    assert.match(await readFault('<html><body/></html>', { format: 'tbx' }), /^1 .*Import CSV, TSV or TBX/);
    for (const options of [{}, { name: 'memory.tmx' }, { format: 'tbx' as const }]) {
      const tmx = await readFault('<?xml version="1.0"?><tmx version="1.4"><header/></tmx>', options);
      assert.equal(tmx, '1 TMX files are not supported. Import CSV, TSV or TBX.');
    }
    assert.match(await readFault(`<?xml version="1.0" encoding="ISO-8859-1"?>\n<tbx/>`), /^1 .*encoding/);
  });

  test('declares no entities, and fetches none', async () => {
    const laughs = '<!DOCTYPE tbx [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<tbx>&b;</tbx>';
    assert.match(await readFault(laughs), /^1 .*entities/);
    assert.match(
      await readFault('<!DOCTYPE tbx [<!ENTITY a SYSTEM "file:///etc/hostname">]>\n<tbx/>'),
      /^1 .*entities/,
    );
    assert.match(await readFault('<tbx>\n&nbsp;&constructor;</tbx>'), /^2 undefined entity/);
  });

  test('stands at most 64 levels deep', async () => {
    assert.match(await readFault(`<tbx>${'<a>'.repeat(1_000_000)}`), /^1 .*64 levels/);
    assert.deepEqual(await readLines(`<tbx>${'<a>'.repeat(63)}${'</a>'.repeat(63)}</tbx>`), []);
  });
});
