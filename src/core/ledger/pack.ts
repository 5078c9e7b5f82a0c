import { ServiceError } from '../service-error.ts';

/** Default validity of a pack. */
export const packValidDays = 365;

/** A century at most, so that an expiry has a four-digit year. */
export const packValidDaysMax = 36_500;

/** Bounds a pack's characters, so that any sum of packs is an exact integer. */
export const packCharactersMax = 1_000_000_000_000;

/** @throws ServiceError `validation_error` on `characters` */
export function checkPackCharacters(characters: number): void {
  if (Number.isSafeInteger(characters) && characters >= 1 && characters <= packCharactersMax) return;
  throw refused('characters', `A pack holds 1 to ${packCharactersMax} characters.`);
}

/** @throws ServiceError `validation_error` on `valid_days` */
export function checkPackValidDays(days: number): void {
  if (Number.isSafeInteger(days) && days >= 1 && days <= packValidDaysMax) return;
  throw refused('valid_days', `A pack is valid for 1 to ${packValidDaysMax} whole days.`);
}

function refused(param: string, message: string): ServiceError {
  return new ServiceError('validation_error', { param, message });
}
