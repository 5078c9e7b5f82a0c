import { ServiceError } from '../service-error.ts';

/** How long a pack is good for unless it says otherwise. */
export const packValidDays = 365;

/** A pack may be good for a century at most, so that its expiry stays a four-digit year. */
export const packValidDaysMax = 36_500;

/** One pack may hold this many characters, so that no sum of packs leaves the range of exact whole numbers. */
export const packCharactersMax = 1_000_000_000_000;

/** @throws ServiceError `invalid_pack_characters` */
export function checkPackCharacters(characters: number): void {
  if (Number.isSafeInteger(characters) && characters >= 1 && characters <= packCharactersMax) return;
  throw new ServiceError('invalid_pack_characters');
}

/** @throws ServiceError `invalid_pack_days` */
export function checkPackValidDays(days: number): void {
  if (Number.isSafeInteger(days) && days >= 1 && days <= packValidDaysMax) return;
  throw new ServiceError('invalid_pack_days');
}
