import { isOneLine } from '../../ground/one-line.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { checkPackCharacters, checkPackValidDays } from '../ledger/pack.ts';
import { isCurrency } from './currency.ts';
import type { Pack } from './order.ts';

export const packNameLengthMax = 100;

/** @throws ServiceError `invalid_pack_...`, `invalid_price`, `invalid_currency` on a pack that could not be sold */
export function checkPack({ name, characters, validDays, price, currency }: Pack): void {
  if (!isOneLine(name, packNameLengthMax)) throw new ServiceError('invalid_pack_name');
  checkPackCharacters(characters);
  checkPackValidDays(validDays);
  if (!Number.isSafeInteger(price) || price < 0) throw new ServiceError('invalid_price');
  if (!isCurrency(currency)) throw new ServiceError('invalid_currency');
}
