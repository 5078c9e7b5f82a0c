import { type Wordings, wordingOf } from '../../ground/service-error.ts';
import type { Characters } from '../../ground/units.ts';
import { packCharactersMax, packValidDays, packValidDaysMax } from '../ledger/pack.ts';
import { formatAmount, isCurrency, parseAmount } from './currency.ts';
import { checkPack, type Pack, packNameLengthMax } from './order.ts';

const packsMax = 50;

/** In the smallest unit of any currency: the largest payment by card. Source: Stripe, "Supported currencies". */
const priceMax = 99_999_999;

/** The default packs, in the notation of the operator's setting. */
export const packsByDefault = JSON.stringify([
  { name: 'Small', characters: 1_000_000, price: '9.00', currency: 'EUR' },
  { name: 'Medium', characters: 10_000_000, price: '69.00', currency: 'EUR' },
  { name: 'Large', characters: 100_000_000, price: '490.00', currency: 'EUR' },
]);

/** The parsed packs, or one line on the first error. */
export type PackList =
  | { readonly kind: 'packs'; readonly packs: readonly Pack[] }
  | { readonly kind: 'fault'; readonly fault: string };

/** Parses a JSON list of packs, `{name, characters, price: "9.00", currency, valid_days}`; `valid_days` is optional. */
export function readPacks(text: string): PackList {
  const list = parseJson(text);
  if (!Array.isArray(list)) return fault('must be a JSON list of packs');
  if (list.length < 1 || list.length > packsMax) return fault(`must name 1 to ${packsMax} packs`);
  const packs: Pack[] = [];
  for (const [index, value] of list.entries()) {
    const pack = readPack(value);
    if (typeof pack === 'string') return fault(`pack ${index + 1}: ${pack}`);
    if (packs.some(({ name }) => name === pack.name)) return fault(`pack ${index + 1}: its name is another pack's`);
    packs.push(pack);
  }
  return { kind: 'packs', packs };
}

function fault(text: string): PackList {
  return { kind: 'fault', fault: text };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const members: readonly string[] = ['name', 'characters', 'price', 'currency', 'valid_days'];

/** Returns the pack, or what is wrong with it. */
function readPack(value: unknown): Pack | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  const unknownMember = Object.keys(value).find((name) => !members.includes(name));
  if (unknownMember !== undefined) return `has an unknown member; known are ${members.join(', ')}`;
  const {
    name,
    characters,
    price,
    currency,
    valid_days: validDays = packValidDays,
  }: Record<string, unknown> = {
    ...value,
  };
  if (typeof name !== 'string') return 'name must be text';
  if (typeof characters !== 'number') return 'characters must be a number';
  if (typeof validDays !== 'number') return 'valid_days must be a number';
  if (typeof currency !== 'string' || !isCurrency(currency)) {
    return 'currency must be the three capital letters of ISO 4217, such as EUR';
  }
  const amount = typeof price === 'string' ? parseAmount(price, currency) : undefined;
  if (amount === undefined || amount < 1 || amount > priceMax) {
    return `price must be text such as "9.00", above 0 and at most ${formatAmount(priceMax, currency)} ${currency}`;
  }
  return checked({ name, characters: characters as Characters, validDays, price: amount, currency });
}

const faults: Wordings<'invalid_pack_characters' | 'invalid_pack_days' | 'invalid_pack_name', string> = {
  invalid_pack_characters: `characters must be 1 to ${packCharactersMax}`,
  invalid_pack_days: `valid_days must be 1 to ${packValidDaysMax}`,
  invalid_pack_name: `name must have 1 to ${packNameLengthMax} characters, all in one line`,
};

function checked(pack: Pack): Pack | string {
  try {
    checkPack(pack);
    return pack;
  } catch (error) {
    const why = wordingOf(faults, error);
    if (why === undefined) throw error;
    return why;
  }
}

/** Returns a free pack in the currency of the others; undefined for 0 characters. */
export function trialPack(size: number, [first]: readonly Pack[]): Pack | undefined {
  if (size === 0 || first === undefined) return undefined;
  const { currency } = first;
  return { name: 'Trial', characters: size as Characters, validDays: packValidDays, price: 0, currency };
}

/** Returns an id of an offer with all its terms, so that a buyer pays exactly the price shown. */
export function offerOf({ name, characters, validDays, price, currency }: Pack): string {
  return [characters, validDays, price, currency, name].join(' ');
}

/** Returns the pack on sale under `offer`; undefined for any other text. */
export function findOffer(packs: readonly Pack[], offer: string): Pack | undefined {
  return packs.find((pack) => offerOf(pack) === offer);
}

/** Returns the price of a million characters, rounded to the smallest unit of its currency: `4.90`. */
export function pricePerMillion({ characters, price, currency }: Pack): string {
  // The product exceeds the range of exact doubles.
  const doubled = (2_000_000n * BigInt(price)) / BigInt(characters);
  return formatAmount(Number((doubled + 1n) / 2n), currency);
}

/** Returns what one character costs, in whole units of the pack's currency: 0.000009. */
export function pricePerCharacter({ characters, price, currency }: Pack): number {
  return Number(formatAmount(price, currency)) / characters;
}

/** Returns the pack with the highest price per character; undefined without packs. */
export function dearestPack(packs: readonly Pack[]): Pack | undefined {
  return packs.toSorted((a, b) => pricePerCharacter(b) - pricePerCharacter(a))[0];
}

/** `playground.js` does the same. */
const estimates = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

/** Returns what characters of a pack cost, rounded to two digits: `0.00074 EUR`. */
export function estimatedPrice(pack: Pack, count: number): string {
  return `${estimates.format(count * pricePerCharacter(pack))} ${pack.currency}`;
}
