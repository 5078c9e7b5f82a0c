import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPicture, type Picture } from '../../eval/picture.ts';

const picture: Picture = {
  title: 'A & B',
  series: ['one', 'two', 'three', 'four', 'five', 'six', 'seven'],
  rows: [
    { label: 'es>en', values: { one: 20, seven: 60 } },
    { label: '"fr">ca', values: { two: 40, three: -5, four: 500 } },
  ],
  from: 20,
  to: 60,
  unit: 'chrF2',
};

test('a picture is well-formed, describes its content, and contains no script', () => {
  const svg = drawPicture(picture);
  const open: string[] = [];
  for (const [, slash, name, empty] of svg.matchAll(/<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (slash) assert.equal(open.pop(), name);
    else if (!empty) open.push(name ?? '');
  }
  assert.deepEqual(open, []);
  assert.match(svg, /<title id="title">A &amp; B<\/title>/);
  assert.ok(svg.includes('>&quot;fr&quot;&gt;ca</text>'));
  assert.doesNotMatch(svg, /script|href|on\w+=|NaN|undefined|Infinity/);
});

test('each value has a mark at its position, inside the picture', () => {
  const marks = [...drawPicture(picture).matchAll(/translate\(([\d.]+) ([\d.]+)\)/g)].slice(picture.series.length);
  const xs = marks.map(([, x]) => Number(x));
  assert.equal(xs.length, 5);
  const [least = 0, most = 0, middle = 0] = xs;
  assert.ok(Math.abs(middle - (least + most) / 2) < 0.11);
  assert.deepEqual([xs[3], xs[4]], [least, most]);
});

test('no two series have the same colour and shape', () => {
  const marks = [...drawPicture(picture).matchAll(/<path d="([^"]+)" transform="[^"]+" ([^/]+)\/>/g)];
  const looks = marks.slice(0, picture.series.length).map(([, shape, paint]) => `${shape} ${paint}`);
  assert.equal(new Set(looks).size, picture.series.length);
});
