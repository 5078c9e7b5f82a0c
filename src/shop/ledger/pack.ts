import { ServiceError } from '../../ground/service-error.ts';

/** Default validity of a pack. */
export const packValidDays = 365;

/** A century at most, so that an expiry has a four-digit year. */
export const packValidDaysMax = 36_500;

/** Bounds a pack's characters, so that any sum of packs is an exact integer. */
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
