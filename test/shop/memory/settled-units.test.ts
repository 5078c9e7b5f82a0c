import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finish } from '../../../src/ground/steps.ts';
import { unixMs } from '../../../src/ground/units.ts';
import type { FileProblem, MemoryUnit } from '../../../src/shop/memory/memory-files.ts';
import { type SettlingOptions, settleUnits } from '../../../src/shop/memory/settled-units.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';

/** `source=target`, with `@` for a translation of one place, and a time after `#`. Each has the line of its index. */
function unitsOf(written: readonly string[]): readonly MemoryUnit[] {
  return written.map((each, index) => {
    const [, source = '', target = '', context, time] = /^([^=]+)=(\w+)(@?)(?:#(\d+))?$/.exec(each) ?? [];
    return {
      line: index + 1,
      sourceLanguage: 'en' as LanguageTag,
      targetLanguage: 'es' as LanguageTag,
      source,
      target,
      note: '',
      hasContext: context === '@',
      changedAt: time === undefined ? undefined : unixMs(Number(time)),
      createdAt: undefined,
    };
  });
}

/** The targets by line, and the problems, with `!` before those that refuse the import. */
function settle(written: readonly string[], options: SettlingOptions = {}, problems: readonly FileProblem[] = []) {
  const settled = finish(settleUnits({ units: unitsOf(written), problems, options }));
  return {
    units: settled.units?.map(({ line, target }) => `${line} ${target}`),
    problems: settled.problems.map((problem) => {
      return `${settled.refusing.includes(problem) ? '!' : ''}${problem.line} ${problem.message}`;
    }),
  };
}

const other = (line: number) => `Line ${line} has another translation of the same text.`;

describe('two translations of one source', () => {
  test('refuse the import with both lines', () => {
    const settled = settle(['a=x', 'b=y', 'a\u00AD=z', 'a=x']);
    assert.deepEqual(settled, { units: undefined, problems: [`!3 ${other(1)}`] });
  });

  test('are settled by the choice of the caller', () => {
    const written = ['a=x#3', 'a=y#9', 'a=z#5', 'b=x'];
    const lines = { first: ['1 x', '4 x'], last: ['3 z', '4 x'], newest: ['2 y', '4 x'] };
    for (const onConflict of ['first', 'last', 'newest'] as const) {
      const { units, problems } = settle(written, { onConflict });
      assert.deepEqual(units, lines[onConflict]);
      assert.equal(problems.length, 2);
    }
    assert.deepEqual(settle(['a=x', 'a=y'], { onConflict: 'newest' }).units, ['2 y']);
  });

  test('are settled by the one without context', () => {
    assert.deepEqual(settle(['a=x@', 'a=y', 'a=z@']), { units: ['2 y'], problems: [`1 ${other(2)}`, `3 ${other(2)}`] });
    assert.deepEqual(settle(['a=x@', 'a=y', 'a=z@'], { onConflict: 'last' }).units, ['2 y']);
    assert.deepEqual(settle(['a=x@', 'a=y@']), { units: undefined, problems: [`!2 ${other(1)}`] });
    assert.deepEqual(settle(['a=x@', 'a=y', 'a=z']), { units: undefined, problems: [`!3 ${other(2)}`] });
  });

  test('that are the same are one', () => {
    assert.deepEqual(settle(['a=x@', 'a=x', 'a\u00AD=x']), { units: ['2 x'], problems: [] });
  });
});

test('units have the match key and the checks of entries', () => {
  const [one] = unitsOf(['a=x']);
  assert.ok(one);
  const texts = [
    ['It’s <b>{a}</b>', 'X <b>{a}</b>'],
    ["It's  <0>{}</0>", 'Y <0>{}</0>'],
    ['To {b}', 'A'],
  ] as const;
  const units = texts.map(([source, target], index) => ({ ...one, line: index + 1, source, target }));
  const settled = finish(settleUnits({ units, problems: [], options: { onConflict: 'last' } }));
  assert.deepEqual(settled.units, [units[1]]);
  assert.deepEqual(
    settled.problems.map(({ line, kind }) => `${line} ${kind}`),
    ['1 skipped', '3 skipped'],
  );
});

describe('problems', () => {
  const problems: readonly FileProblem[] = [
    { line: 7, kind: 'skipped', message: 'no translation' },
    { line: 1, kind: 'invalid', message: 'too long' },
  ];

  test('that are invalid refuse the import, and others do not', () => {
    assert.deepEqual(settle(['a=x'], {}, problems), {
      units: undefined,
      problems: ['!1 too long', '7 no translation'],
    });
    assert.deepEqual(settle(['a=x'], {}, problems.slice(0, 1)).units, ['1 x']);
  });

  test('can be skipped, but not conflicts', () => {
    assert.deepEqual(settle(['a=x', '1=x'], { skipProblems: true }, problems).units, ['1 x']);
    assert.equal(settle(['a=x', 'a=y'], { skipProblems: true }).units, undefined);
  });
});
