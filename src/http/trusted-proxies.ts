import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { parseCidr } from '../ops/cidr.ts';

type TrustedProxiesOptions = {
  readonly plainHttpFromAll?: boolean;
  /**
   * Called once, for the first `X-Forwarded-For` of a trusted proxy whose last value is no address: all its clients then
   * share their limits. `shape` is the value with its digits and letters replaced.
   */
  readonly unusableClient?: (event: { readonly proxy: string; readonly shape: string }) => void;
};

/** The proxies whose forwarding headers are trusted. */
export class TrustedProxies {
  readonly #blocks = new BlockList();
  readonly #loopback = new BlockList();
  readonly #plainHttpFromAll: boolean;
  #unusableClient: TrustedProxiesOptions['unusableClient'];

  /**
   * @param blocks single addresses or CIDR blocks, IPv4 or IPv6
   * @throws RangeError with the first invalid block
   */
  constructor(blocks: readonly string[], { plainHttpFromAll = false, unusableClient }: TrustedProxiesOptions = {}) {
    this.#plainHttpFromAll = plainHttpFromAll;
    this.#unusableClient = unusableClient;
    for (const block of blocks) addBlock(this.#blocks, block);
    addBlock(this.#loopback, '127.0.0.0/8');
    addBlock(this.#loopback, '::1');
  }

  has(address: string | undefined): boolean {
    return contains(this.#blocks, address);
  }

  /** Whether plain HTTP from this peer is safe: it is on this machine, or terminated TLS. */
  mayUsePlainHttp(address: string | undefined): boolean {
    return this.#plainHttpFromAll || contains(this.#loopback, address) || this.has(address);
  }

  /**
   * Returns the client's address: the peer's, or from a trusted proxy's `X-Forwarded-For` the last address that is not
   * a trusted proxy. Anybody may have written the addresses before that one.
   */
  clientAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
    const peer = socket.remoteAddress ?? '';
    if (!this.has(peer)) return peer;
    const passedOn = String(headers['x-forwarded-for'] ?? '').split(',');
    const last = passedOn.findLast((value) => value.trim() !== '' && !this.has(addressIn(value)));
    const client = last && addressIn(last);
    if (last !== undefined && client === undefined) {
      const shape = last.trim().slice(0, 64).replaceAll(/\d/g, '0').replaceAll(/\p{L}/gu, 'a');
      this.#unusableClient?.({ proxy: peer, shape });
      this.#unusableClient = undefined;
    }
    return client ?? peer;
  }

  /**
   * Returns whether a trusted proxy reports that its caller did not use HTTPS. Only the last value of
   * `X-Forwarded-Proto` counts; without the header, the proxy accepts only HTTPS.
   */
  passedOnPlainHttp(incoming: IncomingMessage): boolean {
    const protocol = incoming.headers['x-forwarded-proto'];
    if (protocol === undefined || !this.has(incoming.socket.remoteAddress)) return false;
    return String(protocol).split(',').at(-1)?.trim().toLowerCase() !== 'https';
  }
}

/** Returns the address in a value of `X-Forwarded-For`, without the port, brackets, quotes and zone of some proxies. */
function addressIn(value: string): string | undefined {
  const bare = value.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(bare) ?? [];
  const [address = ''] = (inBrackets ?? v4 ?? bare).split('%');
  return isIP(address) === 0 ? undefined : address;
}

function contains(blocks: BlockList, address: string | undefined): boolean {
  if (address === undefined) return false;
  const family = isIP(address);
  return family !== 0 && blocks.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function addBlock(blocks: BlockList, text: string): void {
  const block = parseCidr(text);
  if (block === undefined) throw new RangeError(`not a CIDR block: ${text}`);
  blocks.addSubnet(block.address, block.prefix, block.family);
}
