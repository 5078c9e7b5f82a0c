import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../ground/service-error.ts';
import { later, type UnixMs } from '../../ground/units.ts';
import { timeOrderedId } from '../../ops/time-ordered-id.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { GlossaryVersion } from '../../shop/glossaries/glossary-store.ts';
import type { EntryId } from '../../text/glossary/glossary-entry.ts';
import type { Access, Methods } from './access.ts';
import {
  type ChangeNote,
  type DraftFinished,
  entryRowsMax,
  type glossaryChangeProcedures,
} from './glossary-change-procedures.ts';
import type { DraftOpening, DraftRows, UnfinishedChange } from './glossary-draft-procedures.ts';
import { readDrafted } from './glossary-procedures.ts';
import { packIds } from './glossary-rows.ts';

/** The database's steps of changes, each one transaction. */
export type GlossarySteps = Pick<Access, 'read' | 'pauseForWriters'> &
  Methods<ReturnType<typeof glossaryChangeProcedures>>;

type Opened = Extract<DraftOpening, { readonly kind: 'opened' }>;

export type DraftedChange = {
  readonly accountId: AccountId;
  readonly at: UnixMs;
  readonly expectedVersion: GlossaryVersion | undefined;
  /** Returns the steps to write, each of at most `entryRowsMax` rows; undefined if the change is invalid. */
  readonly plan: (
    opened: Opened,
  ) => Promise<{ readonly rows: Iterable<DraftRows>; readonly note: ChangeNote } | undefined>;
};

export type DraftedOutcome =
  | Exclude<DraftFinished, { readonly kind: 'lost' }>
  | { readonly kind: 'no_account' }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'impossible' };

/** How long a draft without progress cannot be replaced; its process was killed, or hangs. */
const leaseMs = 10_000;

/** How long a change waits for another one of the same account: a little longer than a killed one's lease. */
const waitMaxMs = leaseMs + 5_000;

/** Pause between two checks whether the other change is done; jittered, so that waiters do not check in step. */
const checkAgainMs = 25;

/** Another draft has replaced this one. */
type Lost = { readonly kind: 'lost' };

/** The draft of one attempt, with its lease from now on. */
type Draft = () => UnfinishedChange;

/** Executes glossary changes, one at a time for each account across all processes. */
export class GlossaryDrafting {
  readonly #steps: GlossarySteps;

  constructor(steps: GlossarySteps) {
    this.#steps = steps;
  }

  /** @throws ServiceError `glossary_busy` when others' changes of the same account leave no room, `store_unavailable` */
  async execute(request: DraftedChange): Promise<DraftedOutcome> {
    const { accountId, at } = request;
    const begun = performance.now();
    const now = () => later(at, Math.ceil(performance.now() - begun));
    while (performance.now() - begun < waitMaxMs) {
      const id = timeOrderedId();
      const draft = () => ({ accountId, id, until: later(now(), leaseMs) });
      const opening = await this.#steps.openDraft({ draft: draft(), now: now() });
      const outcome = opening.kind === 'opened' ? await this.#write(request, draft, opening) : opening;
      if (outcome.kind !== 'busy' && outcome.kind !== 'lost') return outcome;
      await pause(checkAgainMs * (0.5 + Math.random()));
    }
    throw new ServiceError('glossary_busy');
  }

  async #write(request: DraftedChange, draft: Draft, opening: Opened): Promise<DraftedOutcome | Lost> {
    try {
      const outcome = await this.#writeRows(request, draft, opening);
      if (outcome.kind === 'changed') await this.#tidy(request.accountId);
      else if (outcome.kind !== 'lost') await this.#clear(draft, opening.version);
      return outcome;
    } catch (cause) {
      // If this fails too, the account's next change deletes the remaining rows.
      await this.#clear(draft, opening.version).catch(() => undefined);
      throw cause;
    }
  }

  async #writeRows(
    { expectedVersion, plan }: DraftedChange,
    draft: Draft,
    opening: Opened,
  ): Promise<DraftedOutcome | Lost> {
    const { version } = opening;
    if (opening.hasLeftovers && !(await this.#takeBack(draft, version))) return { kind: 'lost' };
    if (expectedVersion !== undefined && expectedVersion !== version) return { kind: 'outdated' };
    const planned = await plan(opening);
    if (planned === undefined) return { kind: 'impossible' };
    let added = 0;
    for (const rows of planned.rows) {
      const written = await this.#steps.writeDraft({ draft: draft(), version, rows });
      if (written === 'lost') return { kind: 'lost' };
      added += written;
      await this.#steps.pauseForWriters();
    }
    return this.#steps.finishDraft({ draft: draft(), version, added, note: planned.note });
  }

  /** Deletes everything of the draft. */
  async #clear(draft: Draft, version: GlossaryVersion): Promise<void> {
    if (await this.#takeBack(draft, version)) await this.#steps.closeDraft(draft());
  }

  /** Deletes the rows of this draft and of abandoned ones; returns false when this draft was replaced. */
  async #takeBack(draft: Draft, version: GlossaryVersion): Promise<boolean> {
    const { accountId } = draft();
    const { added, removed } = await this.#steps.read(() => readDrafted(accountId, version));
    for (const rows of [...rowsInSteps('erase', added), ...rowsInSteps('restore', removed)]) {
      if ((await this.#steps.writeDraft({ draft: draft(), version, rows })) === 'lost') return false;
      await this.#steps.pauseForWriters();
    }
    return true;
  }

  /** The change is already published: if this fails, the next change repeats it. */
  async #tidy(accountId: AccountId): Promise<void> {
    try {
      while ((await this.#steps.tidyEntries(accountId)) === entryRowsMax) await this.#steps.pauseForWriters();
    } catch (cause) {
      if (!(cause instanceof ServiceError)) throw cause;
    }
  }
}

/** Splits rows by their ids, `entryRowsMax` per step. */
export function* rowsInSteps<Kind extends 'retire' | 'erase' | 'restore'>(
  kind: Kind,
  ids: readonly EntryId[],
): Generator<{ readonly kind: Kind; readonly ids: string }> {
  for (const part of partsOf(ids)) yield { kind, ids: packIds(part) };
}

export function* partsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += entryRowsMax) yield items.slice(start, start + entryRowsMax);
}
