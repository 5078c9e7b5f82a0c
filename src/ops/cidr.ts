import { isIP } from 'node:net';

/** A block of addresses that share the first `prefix` bits of `address`. Source: RFC 4632, RFC 4291 (2.3). */
export type CidrBlock = { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' };

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address, a block of one; undefined for anything else. */
export function parseCidr(text: string): CidrBlock | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return undefined;
  const widest = version === 4 ? 32 : 128;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > widest)) return undefined;
  return { address, prefix: bits === undefined ? widest : Number(bits), family: version === 4 ? 'ipv4' : 'ipv6' };
}
