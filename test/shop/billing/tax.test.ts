import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { parseTaxRates, rateFor, taxIn } from '../../../src/shop/billing/tax.ts';

describe('tax', () => {
  test('is the part of the price at its rate, rounded half up', () => {
    assert.deepEqual(
      [
        [11_900, 19_000],
        [900, 19_000],
        [990, 8_100],
        [3, 20_000],
        [1, 99_999],
        [990, 0],
        [Number.MAX_SAFE_INTEGER, 25_000],
      ].map(([gross = 0, rate = 0]) => taxIn(gross, rate)),
      [1_900, 144, 74, 1, 0, 0, 1_801_439_850_948_198],
    );
  });

  test('is within half a unit of the exact part, and never falls with a higher price', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 99_999 }), (gross, rate) => {
        const tax = taxIn(gross, rate);
        const doubled = 2n * (BigInt(tax) * BigInt(100_000 + rate) - BigInt(gross) * BigInt(rate));
        assert(doubled <= BigInt(100_000 + rate) && doubled > -BigInt(100_000 + rate));
        assert(tax >= 0 && tax <= gross && taxIn(gross + 1, rate) >= tax);
      }),
    );
  });

  test("has the rate of the buyer's country; the first one without a country, and `*` for all others", () => {
    const rates = parseTaxRates('DE:19, AT:20,CH:8.1,*:0');
    assert.ok(rates);
    const found = ['DE', 'AT', 'CH', 'FR', ''].map((country) => rateFor({ rates }, country));
    assert.deepEqual(found, [19_000, 20_000, 8_100, 0, 19_000]);
  });

  test('rates that are not a table are refused', () => {
    for (const text of ['', 'DE:19', 'DE:19,DE:20,*:0', 'XX:1,*:0', 'de:19,*:0', '*:100', '*:1.2345', '*:-1', '*:0,']) {
      assert.equal(parseTaxRates(text), undefined, text);
    }
  });
});
