import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { parseCidr } from '../ops/cidr.ts';

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
   * Whose request it is: the peer's address, or where a trusted proxy wrote it into `X-Forwarded-For`, the last one there
   * that is not a trusted proxy's itself. What stands before that anybody may have written.
   */
  clientAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
    const peer = socket.remoteAddress ?? '';
    if (!this.has(peer)) return peer;
    const passedOn = String(headers['x-forwarded-for'] ?? '').split(',');
    const client = passedOn.map((address) => address.trim()).findLast((address) => !this.has(address));
    return client !== undefined && isIP(client) !== 0 ? client : peer;
  }

  /**
   * Whether a trusted proxy says that its caller did not use HTTPS. Only its own word counts, the last in
   * `X-Forwarded-Proto`; a proxy that says nothing is one that takes HTTPS alone.
   */
  passedOnPlainHttp(incoming: IncomingMessage): boolean {
    const said = incoming.headers['x-forwarded-proto'];
    if (said === undefined || !this.has(incoming.socket.remoteAddress)) return false;
    return String(said).split(',').at(-1)?.trim().toLowerCase() !== 'https';
  }
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
