import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseDetails, type TypedDetails } from '../../../src/shop/billing/billing-details.ts';

const typed: TypedDetails = { name: '', address: '', country: '', vatId: '', reference: '' };

describe('billing details', () => {
  test('are normalised, and all optional', () => {
    assert.deepEqual(parseDetails(typed), {
      kind: 'details',
      details: { name: '', address: [], country: '', vatId: '', reference: '' },
    });
    const full = { name: ' Łódź ', address: 'a\n\n b \n', country: 'pl', vatId: 'pl 123-456.7', reference: ' PO 7 ' };
    assert.deepEqual(parseDetails(full), {
      kind: 'details',
      details: { name: 'Łódź', address: ['a', 'b'], country: 'PL', vatId: 'PL1234567', reference: 'PO 7' },
    });
  });

  test('beyond their bounds are refused, each field by its name', () => {
    const wrong = {
      name: 'x'.repeat(101),
      address: 'a\nb\nc\nd\ne',
      country: 'XX',
      vatId: 'Ü',
      reference: 'a\u{202e}',
    };
    assert.deepEqual(parseDetails(wrong), {
      kind: 'unusable',
      faults: ['name', 'address', 'country', 'vatId', 'reference'],
    });
  });
});
