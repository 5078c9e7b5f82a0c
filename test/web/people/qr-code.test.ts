import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { encode } from 'uqr';
import { qrCode } from '../../../src/web/people/second-factor-routes.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Draws the rectangles of a path into modules. */
function drawn(svg: string): readonly (readonly boolean[])[] {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  for (const [, x, y, width, back] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)) {
    assert.equal(back, x, 'each rectangle goes back to where it began');
    modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return modules;
}

test('a code is drawn module by module, with four modules of empty space around it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (text) => {
      const svg = qrCode(text, 'a code');
      assert.ok(!(svg instanceof Promise));
      const modules = drawn(svg.toString());
      assert.deepEqual(modules, encode(text, { ecc: 'M', border: 4 }).data);
      const edge = modules.flatMap((row, y) =>
        row.filter((_, x) => Math.min(x, y, row.length - 1 - x, row.length - 1 - y) < 4),
      );
      assert.ok(edge.every((isDark) => !isDark));
    }),
    { numRuns: propertyRuns('', 150) },
  );
});
