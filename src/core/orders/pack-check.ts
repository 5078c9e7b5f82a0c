import { checkPackCharacters, checkPackValidDays } from '../ledger/pack.ts';
import { isOneLine } from '../one-line.ts';
import { ServiceError } from '../service-error.ts';
import { isCurrency } from './currency.ts';
import type { Pack } from './order.ts';

const packNameLengthMax = 100;

/** @throws ServiceError `validation_error` on the first invalid field of a pack */
export function checkPack({ name, characters, validDays, price, currency }: Pack): void {
  if (!isOneLine(name, packNameLengthMax)) {
    throw refused('pack', `A pack's name has 1 to ${packNameLengthMax} characters, all in one line.`);
  }
  checkPackCharacters(characters);
  checkPackValidDays(validDays);
  if (!Number.isSafeInteger(price) || price < 0) {
    throw refused('price', "A price is a whole number of its currency's smallest unit, 0 or more.");
  }
  if (!isCurrency(currency)) throw refused('currency', 'A currency is the three capital letters of ISO 4217.');
}

function refused(param: string, message: string): ServiceError {
  return new ServiceError('validation_error', { param, message });
}
