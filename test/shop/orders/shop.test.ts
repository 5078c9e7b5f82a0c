import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { characters } from '../../../src/ground/units.ts';
import { timeOrderedId } from '../../../src/ops/time-ordered-id.ts';
import { idEndOf, type OrderId, type Pack, referenceOf } from '../../../src/shop/orders/order.ts';
import { dearestPack, estimatedPrice, findOffer, offerOf, pricePerMillion } from '../../../src/shop/orders/shop.ts';

const pack: Pack = { name: 'Small', characters: characters(1_000_000), validDays: 365, price: 900, currency: 'EUR' };

describe('offers', () => {
  test('contain all terms of a pack: one that has changed is not found', () => {
    const offer = offerOf(pack);
    assert.equal(findOffer([pack], offer), pack);
    const changes: readonly Partial<Pack>[] = [
      { name: 'Other' },
      { characters: characters(999_999) },
      { validDays: 364 },
      { price: 901 },
      { currency: 'USD' },
    ];
    for (const change of changes) assert.equal(findOffer([{ ...pack, ...change }], offer), undefined);
    assert.equal(findOffer([pack], 'anything'), undefined);
  });

  test('show the price of a million characters, rounded to the smallest unit', () => {
    const perMillion = (count: number, price: number, currency = 'EUR') =>
      pricePerMillion({ ...pack, characters: characters(count), price, currency });
    assert.equal(perMillion(1_000_000, 900), '9.00');
    assert.equal(perMillion(10_000_000, 6_900), '6.90');
    assert.equal(perMillion(3_000_000, 1_000), '3.33');
    assert.equal(perMillion(3_000_000, 2_000), '6.67');
    assert.equal(perMillion(5_000, 120, 'JPY'), '24000');
    assert.equal(perMillion(1, 99_999_999), '999999990000.00');
  });

  test('show about what a text costs, at the highest price on sale', () => {
    const packs = [1_000_000, 500, 2_000].map((count) => ({ ...pack, characters: characters(count), price: 900 }));
    const dearest = dearestPack(packs);
    assert.equal(dearest, packs[1]);
    assert.equal(dearestPack([]), undefined);
    assert.deepEqual(
      [1, 82, 100_000].map((count) => estimatedPrice(packs[0] ?? pack, count)),
      ['0.000009 EUR', '0.00074 EUR', '0.9 EUR'],
    );
    assert.equal(
      estimatedPrice({ ...pack, characters: characters(1_000), price: 1_500, currency: 'JPY' }, 82),
      '120 JPY',
    );
  });
});

describe('references of orders', () => {
  test('are the end of the id in groups of four, and are found in any notation', () => {
    const id = '0193477c-89ab-7def-8123-8f3a91c27b04' as OrderId;
    assert.equal(referenceOf(id), '8F3A-91C2-7B04');
    for (const text of ['8F3A-91C2-7B04', ' 8f3a91c27b04 ', '8F3A 91C2 7BO4', '8F3A-9lC2-7B04', '8F3A9IC27B04']) {
      assert.equal(idEndOf(text), '8f3a91c27b04', text);
    }
    for (const text of ['', '8F3A-91C2', '8F3A-91C2-7B04-1', '8G3A-91C2-7B04', id])
      assert.equal(idEndOf(text), undefined);
  });

  test("of the service's own ids have three groups, and lead back to the id", () => {
    for (let count = 0; count < 20; count++) {
      const id = timeOrderedId() as OrderId;
      assert.match(referenceOf(id), /^([0-9A-F]{4}-){2}[0-9A-F]{4}$/);
      assert.equal(idEndOf(referenceOf(id)), id.slice(-12));
    }
  });
});
