import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Piece } from '../src/codes.ts';
import { PartReader } from '../src/part-reader.ts';
import { Writing } from '../src/writing.ts';

test('a unit inside a code of another unit is written with the code', () => {
  const file = new PartReader('See (the dog) and (a cat) run', { name: 'utf-8', hasBom: false });
  const piece = (kind: 'text' | 'point', start: number, end: number): Piece => {
    const place = { start, end };
    return kind === 'text' ? { kind, text: file.text.slice(start, end), ...place } : { kind, ...place };
  };
  const upper = (text: string): string => text.toUpperCase();
  const dog = file.add([piece('text', 5, 12)], upper);
  const cat = file.add([piece('text', 19, 24)], upper);
  const outer = file.add(
    [piece('text', 0, 4), piece('point', 4, 13), piece('text', 13, 18), piece('point', 18, 25), piece('text', 25, 29)],
    upper,
  );
  assert.equal(outer?.text, 'See <0/> and <1/> run');
  const write = (...translations: readonly (readonly [string | undefined, string])[]): string => {
    const known = new Map(translations.map(([id, text]) => [id ?? '', text]));
    return new Writing({ ...file, format: 'text' }, known, { target: 'es' }).write(file.part);
  };
  const ran = [outer.id, '<1/> and <0/> ran'] as const;
  assert.equal(write([dog?.id, 'el perro']), 'See (EL PERRO) and (a cat) run');
  assert.equal(write([cat?.id, 'un gato'], ran), '(UN GATO) AND (the dog) RAN');
  assert.equal(write(ran), '(a cat) AND (the dog) RAN');
});
