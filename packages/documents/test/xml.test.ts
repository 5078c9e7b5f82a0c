import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PartReader } from '../src/part-reader.ts';
import { attributeOf, decodeXml, escapeXmlAttribute, readXml } from '../src/xml.ts';

const read = (text: string) => {
  const file = new PartReader(text, { name: 'utf-8', hasBom: false });
  return readXml(file).map(({ kind, name, start, end }) => [kind, name, text.slice(start, end)]);
};

describe('XML', () => {
  test('is a list of tokens that together are the text', () => {
    const text = `<?xml version="1.0"?>\n<!DOCTYPE a [<!ATTLIST a b CDATA #IMPLIED>]><a b='>/' c = "x/"><!-- <b> --><b/>&amp;<![CDATA[<i>]]><d e="1" /></a>\n`;
    const tokens = read(text);
    assert.equal(tokens.map(([, , raw]) => raw).join(''), text);
    assert.deepEqual(
      tokens.filter(([kind]) => kind !== 'other' && kind !== 'text').map(([kind, name]) => `${kind} ${name}`),
      ['open a', 'empty b', 'cdata ', 'empty d', 'close a'],
    );
  });

  test('has attributes with the place of their values', () => {
    const text = `<a b='x &amp; "y"' bb="2"/>`;
    const token = { kind: 'empty', name: 'a', start: 0, end: text.length } as const;
    assert.deepEqual(attributeOf(text, token, 'b'), { value: 'x & "y"', start: 6, end: 17 });
    assert.equal(attributeOf(text, token, 'c'), undefined);
  });

  test('decodes what it escapes', () => {
    const value = `a & b < c > "d" 'e'\n`;
    assert.equal(decodeXml(escapeXmlAttribute(value)), value);
    assert.equal(decodeXml('&#233;&#xe9;&unknown;'), 'éé&unknown;');
  });

  test('may have long tags', () => {
    const spaces = ' '.repeat(5_000_000);
    assert.equal(read(`<!DOCTYPE a${spaces}><a${spaces}/>`).length, 2);
    const token = { kind: 'empty', name: '', start: 0, end: spaces.length } as const;
    assert.equal(attributeOf(`<${'a'.repeat(spaces.length)}/>`, token, 'b'), undefined);
  });

  for (const [title, text, code] of [
    ['an open tag', '<a>\n<b></a>', 'damaged'],
    ['declared entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'damaged'],
    ['deep nesting', '<a>'.repeat(5_000), 'too_deep'],
  ] as const) {
    test(`is refused with ${title}`, () => assert.throws(() => read(text), { name: 'FileError', code }));
  }
});
