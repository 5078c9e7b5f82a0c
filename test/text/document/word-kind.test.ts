import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordKindOf } from '../../../src/text/document/segment.ts';

const kindsOf = (written: string, after = '') =>
  [...new Set(written.split(/ {2,}/).map((each) => wordKindOf(each, after)))].join();

test('placeholders for numbers are known by their conversion or name', () => {
  assert.equal(kindsOf('#  %d  %i  %u  %1$d  %-5d  %,d  %lld  %zu  %.2f  %(count)d  %(count)s  %count%  %n'), 'many');
  assert.equal(kindsOf('{n}  {count}  {{count}}  {{ count }}  ${count}  %{count}  #{count}  { $count }'), 'many');
  assert.equal(kindsOf('{count, number}  {count:N0}  {{ items.length | number }}  {num_files}  {numFiles}'), 'many');
  const kinds = kindsOf('{itemCount}  {ITEM_COUNT}  {user.posts.count}  {total}  :count  @count  <count>  \\(count)');
  assert.equal(kinds, 'many');
  assert.equal(kindsOf('{hours}  {cantidad}  {número}  {n_días}'), 'many');
});

test('other protected words are nouns', () => {
  const kinds = kindsOf('%s  %@  {0}  {}  {name}  {{name}}  {country}  {account}  {nickname}  %name%  :name', '.');
  assert.equal(kinds, 'noun');
  assert.equal(kindsOf('a@b.org  https://a.org/count  --count  -n  `n`  5 km  v1.2.3  12:30  %ds  {n}th'), 'noun');
  assert.equal(kindsOf('{count, plural, one {# file} other {# files}}'), 'noun');
});

test('a placeholder without a name is a number before a plural', () => {
  assert.equal(kindsOf('%s  %1$s  %@  %1  {0}  {}', ' files were deleted.'), 'many');
  assert.equal(kindsOf('%s  {0}', ' días'), 'many');
  for (const after of ['', ' is open', ' Files', ', files', ' de'])
    assert.equal(kindsOf('%s  {0}', after), 'noun', after);
  assert.equal(kindsOf('{name}  %(name)s', ' files'), 'noun');
});

test('a number is one before a word of Latin letters without a plural among the next', () => {
  for (const after of [' file', ' new message.', ' file was deleted', ' día', ' of'])
    assert.equal(kindsOf('%d', after), 'one', after);
  for (const after of '|.| files| new messages| mensajes| Dateien| файлов|个文件| of the files'.split('|')) {
    assert.equal(kindsOf('%d', after), 'many', after);
  }
});

test('dates in figures are dates', () => {
  assert.equal(kindsOf('12-05-1987  1987-05-12  01/02/2003  1.2.2003  2003/1/2'), 'date');
  assert.equal(kindsOf('12-05/1987  1.2.3  1/2  2003-05  12:30'), 'noun');
});
