import { clientBlock } from '../client-block.ts';
import type { Clock } from '../units.ts';
import type { AttemptLimit, AttemptStore } from './attempt-store.ts';
import type { Throttled } from './people.ts';

/** What is throttled; each kind counts by itself. */
export type ThrottledAct = 'password' | 'code' | 'mail' | 'link' | 'passkey';

type Limits = { readonly account: AttemptLimit; readonly client: AttemptLimit };

const second = 1_000;
const minute = 60 * second;

/**
 * By account, which is the address that was asked for whether or not it is anybody's, and by client, which may be a whole
 * office behind one address.
 */
const limits: Readonly<Record<ThrottledAct, Limits>> = {
  password: { account: { burst: 10, everyMs: minute }, client: { burst: 50, everyMs: 10 * second } },
  // Of a million codes three are good at a time.
  code: { account: { burst: 10, everyMs: 5 * minute }, client: { burst: 30, everyMs: 30 * second } },
  mail: { account: { burst: 5, everyMs: 10 * minute }, client: { burst: 20, everyMs: minute } },
  link: { account: { burst: 20, everyMs: minute }, client: { burst: 50, everyMs: 10 * second } },
  passkey: { account: { burst: 20, everyMs: minute }, client: { burst: 60, everyMs: 5 * second } },
};

export type ThrottleParts = {
  readonly store: Pick<AttemptStore, 'admit'>;
  readonly now: Clock;
  /** Of no use to whoever has the table alone. */
  readonly keyedHash: (text: string) => string;
};

/** Who tries what, on which account. */
export type ThrottledAttempt = {
  readonly act: ThrottledAct;
  /** The client's IP address. */
  readonly address: string;
  /** Whatever tells apart those that the attempt is about: none where nobody is named. */
  readonly accounts: readonly string[];
};

/** Slows down who guesses. It is asked before anything else is looked at, so that its answer tells nothing of what is there. */
export class Throttle {
  readonly #parts: ThrottleParts;

  constructor(parts: ThrottleParts) {
    this.#parts = parts;
  }

  /** Undefined: go on. A client that is refused does not count for the account, so that it cannot lock others out. */
  async refusal({ act, address, accounts }: ThrottledAttempt): Promise<Throttled | undefined> {
    const byClient = await this.#ask(`client ${act} ${clientBlock(address)}`, limits[act].client);
    if (byClient !== undefined) return byClient;
    for (const account of accounts) {
      const byAccount = await this.#ask(`account ${act} ${account}`, limits[act].account);
      if (byAccount !== undefined) return byAccount;
    }
    return undefined;
  }

  async #ask(subject: string, limit: AttemptLimit): Promise<Throttled | undefined> {
    const { store, now, keyedHash } = this.#parts;
    const at = now();
    const outcome = await store.admit({ bucket: keyedHash(subject), limit, at });
    if (outcome.kind === 'admitted') return undefined;
    return { kind: 'throttled', retryAfterSeconds: Math.max(1, Math.ceil((outcome.retryAt - at) / second)) };
  }
}
