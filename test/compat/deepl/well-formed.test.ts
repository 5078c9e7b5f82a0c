import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWellFormed } from '../../../src/compat/deepl/options.ts';

const wellFormed = [
  ...['', 'a > b', '<p>Uno</p> y <b x="1 > 0" y=\'2\'>dos<br/></b>', '<a:b.c/>', 'caf&eacute; &#233; &#xE9; &amp;'],
  ...['<!-- <a> & -->', '<?xml version="1.0"?><!DOCTYPE doc><doc><![CDATA[a < b & c]]></doc>'],
];
const malformed = [
  ...['<p>', '</p>', '<p></b>', '<a><b></a></b>', 'a < b', 'Q & A', '<p a>x</p>', '<p a=1>x</p>', '<p a="<">x</p>'],
  ...['<p></p a="1">', '</p/>', '<!-- ', '<![CDATA[', '&nbsp', '<1></1>', '<a b="1"c="2"/>'],
];

test('accepts well-formed XML without a root, and nothing else', () => {
  const refused = wellFormed.filter((text) => !isWellFormed(text));
  assert.deepEqual(refused, []);
  const accepted = malformed.filter((text) => isWellFormed(text));
  assert.deepEqual(accepted, []);
});
