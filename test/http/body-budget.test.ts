import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { BodyBudget } from '../../src/http/body-budget.ts';

test('for any sequence of takes and returns, no sender and not all together exceed the bounds', () => {
  const moves = fc.array(fc.record({ sender: fc.constantFrom('a', 'b', 'c'), bytes: fc.integer({ min: 1, max: 40 }) }));
  fc.assert(
    fc.property(moves, (all) => {
      const budget = new BodyBudget({ bytesMax: 100, bytesPerSenderMax: 60 });
      const held: { readonly sender: string; readonly bytes: number }[] = [];
      const sum = (of: string) =>
        held.reduce((total, { sender, bytes }) => total + (of.includes(sender) ? bytes : 0), 0);
      for (const [index, move] of all.entries()) {
        const { sender, bytes } = move;
        const fits = sum(sender) + bytes <= 60 && sum('abc') + bytes <= 100;
        if (!fits) assert.throws(() => budget.take(sender, bytes), { code: 'overloaded' });
        else {
          budget.take(sender, bytes);
          held.push(move);
        }
        const over = index % 3 === 2 ? held.shift() : undefined;
        if (over) budget.giveBack(over.sender, over.bytes);
      }
    }),
  );
});
