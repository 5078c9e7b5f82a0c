import type { OrderId } from './order.ts';

const length = 12;

/**
 * Returns a short name of an order for people: on a receipt, or in the text of a bank transfer. It is the end of the
 * order's id, which is random (source: RFC 9562, section 5.7): `8F3A-91C2-7B04`. Collisions are rare but possible.
 */
export function referenceOf(id: OrderId): string {
  const end = id.replaceAll(/[^0-9a-z]/gi, '').slice(-length);
  return (end.match(/.{1,4}/g) ?? []).join('-').toUpperCase();
}

/**
 * Parses a reference as a person or a bank has written it, and returns the end of the order's id.
 *
 * @returns undefined when `text` is no reference
 */
export function idEndOf(text: string): string | undefined {
  const plain = text.replaceAll(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-f]{12}$/.test(plain) ? plain : undefined;
}
