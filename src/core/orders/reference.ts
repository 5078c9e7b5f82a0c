import type { OrderId } from './order.ts';

const length = 12;

/**
 * A short name of an order for people: on a receipt, in the text of a bank transfer. The end of its id, which is random
 * (source: RFC 9562, section 5.7): `8F3A-91C2-7B04`. Two orders may share one, if hardly ever.
 */
export function referenceOf(id: OrderId): string {
  const end = id.replaceAll(/[^0-9a-z]/gi, '').slice(-length);
  return (end.match(/.{1,4}/g) ?? []).join('-').toUpperCase();
}

/**
 * The end of an order's id that a reference stands for, however a person or a bank has written it.
 *
 * @returns undefined when `text` is no reference
 */
export function idEndOf(text: string): string | undefined {
  const plain = text.replaceAll(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-f]{12}$/.test(plain) ? plain : undefined;
}
