import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { formatAmount, isCurrency, parseAmount } from '../../../src/shop/orders/currency.ts';

describe('amounts of money', () => {
  test('are parsed with the digits of their currency', () => {
    assert.equal(parseAmount('9.90', 'EUR'), 990);
    assert.equal(parseAmount('9.9', 'EUR'), 990);
    assert.equal(parseAmount('9', 'EUR'), 900);
    assert.equal(parseAmount('0.07', 'EUR'), 7);
    assert.equal(parseAmount('1.15', 'EUR'), 115);
    assert.equal(parseAmount('990', 'JPY'), 990);
    assert.equal(parseAmount('1.234', 'KWD'), 1_234);
    assert.equal(parseAmount('9.90', 'HUF'), 990);
    assert.equal(parseAmount('90071992547409.91', 'EUR'), Number.MAX_SAFE_INTEGER);
  });

  test('that are invalid or not exact are refused', () => {
    for (const text of ['', '.', '9.', '.9', '-1', '+1', '1e3', '1,50', '1_000', ' 1', '0x1', '9.999', 'NaN', '١']) {
      assert.equal(parseAmount(text, 'EUR'), undefined, text);
    }
    for (const text of ['9.0', '9007199254740992']) assert.equal(parseAmount(text, 'JPY'), undefined, text);
    assert.equal(parseAmount('90071992547409.92', 'EUR'), undefined);
    assert.equal(parseAmount('99999999999999999999', 'JPY'), undefined);
  });

  test('are formatted as they were written', () => {
    const amounts = fc.record({
      amount: fc.maxSafeNat(),
      currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF', 'HUF', 'USD'),
    });
    fc.assert(
      fc.property(amounts, ({ amount, currency }) => {
        assert.equal(parseAmount(formatAmount(amount, currency), currency), amount);
      }),
    );
    assert.equal(formatAmount(990, 'EUR'), '9.90');
    assert.equal(formatAmount(7, 'EUR'), '0.07');
    assert.equal(formatAmount(0, 'KWD'), '0.000');
    assert.equal(formatAmount(990, 'JPY'), '990');
  });

  test('need an existing currency', () => {
    for (const code of ['EUR', 'USD', 'JPY', 'KWD', 'CHF']) assert(isCurrency(code), code);
    for (const code of ['eur', 'EU', 'EURO', 'EUQ', '']) assert(!isCurrency(code), code);
  });
});
