import { domainToASCII } from 'node:url';
import { type PersonAddress, personAddress } from '../../core/people/address.ts';

/** Source: RFC 1035, section 2.3.4. */
const domainLengthMax = 253;

/** Nothing that ends a domain in a link, for all behind that would be left out. */
const foreignDomain = /^(?=.*[^\0-\x7f])(?:[\p{L}\p{M}\p{N}\u00b7\u3002\u30fb.-]|\u200c|\u200d)+$/u;

/** The address of a person as they type it: a domain in letters of any script is the one that the DNS has for it (UTS 46). */
export function typedAddress(text: string): PersonAddress {
  const domainAt = text.lastIndexOf('@') + 1;
  const domain = text.slice(domainAt).trim();
  const isForeign = domain.length <= domainLengthMax && foreignDomain.test(domain);
  return personAddress(isForeign ? text.slice(0, domainAt) + domainToASCII(domain) : text);
}
