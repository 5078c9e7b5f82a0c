import { domainToASCII } from 'node:url';
import { type PersonAddress, personAddress } from '../../shop/people/address.ts';

/** Source: RFC 1035, section 2.3.4. */
const domainLengthMax = 253;

/** Excludes characters that end a domain in a URL, because the URL parser would drop the rest. */
const foreignDomain = /^(?=.*[^\0-\x7f])(?:[\p{L}\p{M}\p{N}\u00b7\u3002\u30fb.-]|\u200c|\u200d)+$/u;

/** Parses a typed address; converts a domain in any script to its DNS form (UTS 46). */
export function typedAddress(text: string): PersonAddress {
  const domainAt = text.lastIndexOf('@') + 1;
  const domain = text.slice(domainAt).trim();
  const isForeign = domain.length <= domainLengthMax && foreignDomain.test(domain);
  return personAddress(isForeign ? text.slice(0, domainAt) + domainToASCII(domain) : text);
}
