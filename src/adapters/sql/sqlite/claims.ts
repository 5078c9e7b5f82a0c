import type { UnixMs } from '../../../ground/units.ts';
import type { ClaimOutcome, ReplyClaim } from '../../../shop/idempotency/reply-store.ts';
import type { SealedReply } from '../../../shop/ledger/ledger-store.ts';

type ClaimedKey = Pick<ReplyClaim, 'accountId' | 'keyHash'>;

/** In memory: only one server has the file open, and claims end with it. They wait for no disk, and leave nothing. */
export class Claims {
  readonly #claims = new Map<string, ReplyClaim>();

  /** @param findReply reads the current reply; called first, so that no reply is missed */
  claim(claim: ReplyClaim, at: UnixMs, findReply: () => SealedReply | undefined): ClaimOutcome {
    const reply = findReply();
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

  abandon(claim: ReplyClaim): void {
    if (this.#claims.get(nameOf(claim))?.owner === claim.owner) this.end(claim);
  }

  /** Ends the claim on an answered key, whichever request owns it. */
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
