import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The proxies whose word about a caller is believed. */
export class TrustedProxies {
  readonly #blocks = new BlockList();
  readonly #loopback = new BlockList();

  /**
   * @param blocks single addresses or CIDR blocks, IPv4 or IPv6
   * @throws RangeError that names the first block that is neither
   */
  constructor(blocks: readonly string[]) {
    for (const block of blocks) addBlock(this.#blocks, block);
    addBlock(this.#loopback, '127.0.0.0/8');
    addBlock(this.#loopback, '::1');
  }

  has(address: string | undefined): boolean {
    return contains(this.#blocks, address);
  }

  /** Whether plain HTTP from this peer exposes nothing: it comes from this machine, or from where TLS ended. */
  mayUsePlainHttp(address: string | undefined): boolean {
    return contains(this.#loopback, address) || this.has(address);
  }

  /**
   * The caller's own address: the peer, or, when the peer is trusted, the nearest address in `X-Forwarded-For` that
   * is not a trusted proxy itself. What stands further left was written by the caller and proves nothing.
   */
  callerAddress(incoming: IncomingMessage): string | undefined {
    let caller = incoming.socket.remoteAddress;
    const hops = String(incoming.headers['x-forwarded-for'] ?? '').split(',');
    while (this.has(caller)) {
      const hop = hops.pop()?.trim();
      if (hop === undefined || isIP(hop) === 0) break;
      caller = hop;
    }
    return caller;
  }

  /** Whether the caller itself used HTTPS, by the connection or by the word of a trusted proxy. */
  callerUsedHttps(incoming: IncomingMessage): boolean {
    if ('encrypted' in incoming.socket && incoming.socket.encrypted === true) return true;
    return this.has(incoming.socket.remoteAddress) && incoming.headers['x-forwarded-proto'] === 'https';
  }
}

function contains(blocks: BlockList, address: string | undefined): boolean {
  if (address === undefined) return false;
  const family = isIP(address);
  return family !== 0 && blocks.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function addBlock(blocks: BlockList, block: string): void {
  const [address = '', bits, ...rest] = block.split('/');
  const version = isIP(address);
  const widest = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (version === 0 || rest.length > 0 || !(prefix <= widest)) throw new RangeError(`not a CIDR block: ${block}`);
  blocks.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
}
