import type { Claim, ClaimOutcome } from '../../../core/idempotency/reply-store.ts';
import type { SealedReply } from '../../../core/ledger/ledger-store.ts';
import type { UnixMs } from '../../../core/units.ts';

type ClaimedKey = Pick<Claim, 'accountId' | 'keyHash'>;

/**
 * Who works on which Idempotency-Key, in memory: one server alone may have the file open, and what it worked on ends with
 * it. A claim so waits for no disk, and a server that was killed leaves none behind.
 */
export class Claims {
  readonly #claims = new Map<string, Claim>();

  /** @param standing the reply that readers see, asked before anything else so that no answer comes between */
  claim(claim: Claim, at: UnixMs, standing: () => SealedReply | undefined): ClaimOutcome {
    const reply = standing();
    if (reply !== undefined) return { kind: 'answered', reply };
    const other = this.#claims.get(nameOf(claim));
    if (other !== undefined && other.until > at && other.owner !== claim.owner) {
      return { kind: 'under_way', requestHash: other.requestHash };
    }
    this.#claims.set(nameOf(claim), claim);
    return { kind: 'claimed' };
  }

  renew(owner: string, until: UnixMs): void {
    for (const [name, claim] of this.#claims) {
      if (claim.owner === owner && claim.until < until) this.#claims.set(name, { ...claim, until });
    }
  }

  abandon(claim: Claim): void {
    if (this.#claims.get(nameOf(claim))?.owner === claim.owner) this.end(claim);
  }

  /** Ends the claim on a key that is answered, whoever's that is. */
  end(key: ClaimedKey): void {
    this.#claims.delete(nameOf(key));
  }

  forget(now: UnixMs): void {
    for (const [name, { until }] of this.#claims) if (until <= now) this.#claims.delete(name);
  }
}

function nameOf({ accountId, keyHash }: ClaimedKey): string {
  return `${keyHash} ${accountId}`;
}
