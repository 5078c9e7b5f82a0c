import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Semaphore } from '../../ground/semaphore.ts';

export type HashingCost = { readonly memoryKib: number; readonly passes: number; readonly lanes: number };

export type Passwords = {
  /** Returns a PHC string with a fresh salt. */
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Takes as long as `verify`, without a password hash to compare. */
  verifyNone(password: string): Promise<void>;
  /** Returns whether the hash was made at another cost than the current one. */
  isOutdated(hash: string): boolean;
};

/** Source: OWASP, Password Storage Cheat Sheet: argon2id with 19 MiB, two passes and one lane at least. */
const currentCost: HashingCost = { memoryKib: 19_456, passes: 2, lanes: 1 };

const saltBytes = 16;

const hashBytes = 32;

/** Of Node's four pool threads, so that the others stay free for files and DNS. */
const runningMax = 2;

/** About two seconds of work. */
const waitingMax = 100;

const derive = promisify(argon2);

/** Source: https://github.com/P-H-C/phc-string-format, and RFC 9106 for version 19 (0x13). */
const phcString =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Hashes passwords with argon2id, a few at a time; refuses more than about two seconds of waiting work. */
export class PasswordHasher implements Passwords {
  readonly #cost: HashingCost;
  /** A hash of random bytes, for `verifyNone`. */
  readonly #dummyHash: string;
  readonly #turns = new Semaphore(runningMax, waitingMax);

  constructor(cost: HashingCost = currentCost) {
    this.#cost = cost;
    this.#dummyHash = phcOf(cost, randomBytes(saltBytes), randomBytes(hashBytes));
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    return phcOf(this.#cost, salt, await this.#derive(password, { cost: this.#cost, salt, length: hashBytes }));
  }

  async verify(hash: string, password: string): Promise<boolean> {
    const known = parsed(hash);
    if (known === undefined) return false;
    const derived = await this.#derive(password, { cost: known.cost, salt: known.salt, length: known.hash.length });
    return timingSafeEqual(derived, known.hash);
  }

  async verifyNone(password: string): Promise<void> {
    await this.verify(this.#dummyHash, password);
  }

  isOutdated(hash: string): boolean {
    const cost = parsed(hash)?.cost;
    const { memoryKib, passes, lanes } = this.#cost;
    return cost?.memoryKib !== memoryKib || cost.passes !== passes || cost.lanes !== lanes;
  }

  #derive(password: string, { cost, salt, length }: Derivation): Promise<Buffer> {
    const { memoryKib: memory, passes, lanes: parallelism } = cost;
    const parameters = { message: password, nonce: salt, memory, passes, parallelism, tagLength: length };
    return this.#turns.run('passwords', undefined, () => derive('argon2id', parameters));
  }
}

type Derivation = { readonly cost: HashingCost; readonly salt: Buffer; readonly length: number };

type Known = { readonly cost: HashingCost; readonly salt: Buffer; readonly hash: Buffer };

function parsed(phc: string): Known | undefined {
  const [, memory, passes, lanes, salt, hash] = phcString.exec(phc) ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function phcOf({ memoryKib, passes, lanes }: HashingCost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
