import { ServiceError } from '../../ground/service-error.ts';
import type { Steps } from '../../ground/steps.ts';
import { inRounds } from '../../ground/steps.ts';
import type { Clock } from '../../ground/units.ts';
import type { EntryId } from '../../text/glossary/glossary-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import type { EntryChange, EntryChangeOutcome } from '../entries/entry-changes.ts';
import { type RawEntry, readEntryContent } from './entry-content.ts';
import type {
  EntryFilter,
  EntryPage,
  GlossaryChangeRequest,
  GlossaryStore,
  GlossaryVersion,
  LiveEntries,
} from './glossary-store.ts';
import { entryKey, type ImportPlan, type ImportQuery, isEqual, planImport } from './import-plan.ts';
import { accountEntriesMax, type EntryContent, type StoredEntry, termsLengthMax } from './stored-entry.ts';

export type AccountGlossariesParts = {
  readonly store: GlossaryStore;
  readonly now: Clock;
  /** Returns ids that are never reused and grow with time. */
  readonly newId: () => string;
};

/** The account of a glossary, and the author of a change: `operator`, or the id of an account. */
export type GlossaryEditor = { readonly accountId: AccountId; readonly by: string };

/** The entries that the user has seen before a change. */
export type SeenGlossary = {
  /** The entry to change; undefined for a new one. */
  readonly edited?: EntryId | undefined;
  /** Entries that the caller accepts to replace. */
  readonly mayReplace: readonly EntryId[];
};

/** The result of a change after the user has seen the glossary. */
export type EntryWritten =
  | { readonly kind: 'written'; readonly entry: StoredEntry }
  /** The glossary already contained the same entry. */
  | { readonly kind: 'unchanged'; readonly entry: StoredEntry }
  /** Nothing was changed, because the change would replace entries that the caller has not confirmed. */
  | { readonly kind: 'conflict'; readonly existing: readonly StoredEntry[] }
  /** Nothing was changed, because the edited entry no longer exists. `existing` has the same words as the new entry. */
  | { readonly kind: 'missing'; readonly existing: readonly StoredEntry[] };

export type ImportRequest = Omit<ImportQuery, 'live'> & {
  readonly editor: GlossaryEditor;
  /** Whether to make these changes; otherwise they are only reported. Default: any changes. */
  readonly accepts?: (plan: ImportPlan) => boolean | Promise<boolean>;
};

export type ImportReport = {
  /** `would_import`: the caller has not accepted the changes. */
  readonly outcome: 'imported' | 'would_import' | 'nothing_to_change' | 'refused';
  /** The version afterwards. */
  readonly version: GlossaryVersion;
  readonly plan: ImportPlan;
};

/** Maximum of attempts of an operation that concurrent changes interrupt. */
const attemptsMax = 5;
/** The same for one entry: as many concurrent changes of an account succeed. */
const entryAttemptsMax = 100;

const entriesInTurn = 1_000;

/** Maximum of changes in a history. */
const changesMax = 200;

export class AccountGlossaries {
  readonly #parts: AccountGlossariesParts;

  constructor(parts: AccountGlossariesParts) {
    this.#parts = parts;
  }

  /**
   * Adds an entry, or replaces the one with the id `edited`, unless that would change entries that the user has not
   * seen. Also replaces an entry with the same languages, words and case rule; `follow` ignores capitals in that.
   * @throws ServiceError `invalid_term`, `too_many_terms`, `no_account`, `glossary_busy` (many concurrent changes)
   */
  async write(editor: GlossaryEditor, raw: RawEntry, seen: SeenGlossary): Promise<EntryWritten> {
    const content = contentOf(raw);
    for (let attempt = 0; attempt < entryAttemptsMax; attempt++) {
      const { version: expectedVersion } = await this.count(editor.accountId);
      const judged = await this.#judge(editor.accountId, content, seen);
      if (judged.kind !== 'free') return judged;
      const kind = seen.edited === undefined ? 'add' : 'edit';
      const entry = this.#newEntry(editor, content);
      const remove = judged.instead.map(({ id }) => id);
      const outcome = await this.#change(editor, { kind, add: [entry], remove, expectedVersion });
      if (outcome.kind === 'outdated') continue;
      settled(outcome);
      return { kind: 'written', entry };
    }
    throw new ServiceError('glossary_busy');
  }

  /** @throws ServiceError `no_account`, `no_term` */
  async remove(editor: GlossaryEditor, id: EntryId): Promise<void> {
    const change = { kind: 'remove', add: [], remove: [id], expectedVersion: undefined } as const;
    if (settled(await this.#change(editor, change)) === undefined) throw new ServiceError('no_term');
  }

  /** Returns entries in the order of `GlossaryStore.listEntries`, after `filter.after`. */
  list(filter: EntryFilter): Promise<EntryPage> {
    return this.#parts.store.listEntries(filter);
  }

  find(accountId: AccountId, id: EntryId): Promise<StoredEntry | undefined> {
    return this.#parts.store.findEntry({ accountId, id });
  }

  count(accountId: AccountId): ReturnType<GlossaryStore['countEntries']> {
    return this.#parts.store.countEntries({ accountId });
  }

  /** Returns all entries, in one version. @throws ServiceError `glossary_busy` after too many concurrent changes */
  readAll(accountId: AccountId): Promise<LiveEntries> {
    return this.#parts.store.readEntries({ accountId });
  }

  /**
   * Imports all entries or none. Plans again after concurrent changes.
   * @throws ServiceError `too_many_terms`, `terms_too_long`, `no_account`, `glossary_busy` (many concurrent changes)
   */
  async import({ editor, accepts = () => true, ...query }: ImportRequest): Promise<ImportReport> {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const live = await this.readAll(editor.accountId);
      const { version } = live;
      const plan = await inRounds(planImport({ ...query, live: live.entries }));
      const { change } = plan;
      if (change === undefined) return { outcome: 'refused', version, plan };
      refuseTooMuch(live, change);
      if (!(await accepts(plan))) return { outcome: 'would_import', version, plan };
      const add = await inRounds(this.#newEntries(editor, change.add));
      const request = { kind: 'import', add, remove: change.remove, expectedVersion: version } as const;
      const outcome = await this.#change(editor, request);
      if (outcome.kind === 'outdated') continue;
      const changed = settled(outcome);
      if (changed === undefined) return { outcome: 'nothing_to_change', version, plan };
      return { outcome: 'imported', version: changed.version, plan };
    }
    throw new ServiceError('glossary_busy');
  }

  /**
   * Undoes the last import, unless it was already undone. `only` is the version that it must have.
   * @throws ServiceError `no_import`, `no_account`; `too_many_terms` if the glossary would become too large
   */
  async undoImport({ accountId, by }: GlossaryEditor, only?: GlossaryVersion): Promise<GlossaryChanged> {
    const undone = settled(await this.#parts.store.undoImport({ accountId, by, at: this.#parts.now(), only }));
    if (undone === undefined) throw new ServiceError('no_import');
    return undone;
  }

  /** Returns the last 200 changes, newest first. */
  history(accountId: AccountId): Promise<readonly EntryChange[]> {
    return this.#parts.store.listGlossaryChanges({ accountId, limit: changesMax });
  }

  async #judge(accountId: AccountId, content: EntryContent, seen: SeenGlossary): Promise<Judged> {
    const { edited: id, mayReplace } = seen;
    const edited = id === undefined ? undefined : await this.find(accountId, id);
    const { source, target, term } = content;
    const alike = await this.#parts.store.findAlike({ accountId, source, target, term });
    const same = alike.filter((each) => entryKey(each) === entryKey(content));
    if (id !== undefined && edited === undefined) return { kind: 'missing', existing: same };
    const others = same.filter((entry) => entry.id !== id);
    const existing = same.find((entry) => (id === undefined || entry.id === id) && isEqual(entry, content));
    if (existing !== undefined) return { kind: 'unchanged', entry: existing };
    if (others.some(({ id: other }) => !mayReplace.includes(other))) return { kind: 'conflict', existing: others };
    return { kind: 'free', instead: edited === undefined ? others : [edited, ...others] };
  }

  *#newEntries(editor: GlossaryEditor, contents: readonly EntryContent[]): Steps<readonly StoredEntry[]> {
    const entries: StoredEntry[] = [];
    for (const content of contents) {
      if (entries.push(this.#newEntry(editor, content)) % entriesInTurn === 0) yield;
    }
    return entries;
  }

  #newEntry({ by }: GlossaryEditor, content: EntryContent): StoredEntry {
    return { ...content, id: this.#parts.newId() as EntryId, createdAt: this.#parts.now(), createdBy: by };
  }

  #change(
    { accountId, by }: GlossaryEditor,
    change: Omit<GlossaryChangeRequest, 'accountId' | 'by' | 'at'>,
  ): Promise<EntryChangeOutcome> {
    return this.#parts.store.changeGlossary({ accountId, by, at: this.#parts.now(), ...change });
  }
}

type Judged =
  | Exclude<EntryWritten, { readonly kind: 'written' }>
  | { readonly kind: 'free'; readonly instead: readonly StoredEntry[] };

function contentOf(raw: RawEntry): EntryContent {
  const read = readEntryContent(raw);
  if (read.kind === 'content') return read.content;
  throw new ServiceError('invalid_term', { data: read });
}

type GlossaryChanged = Extract<EntryChangeOutcome, { readonly kind: 'changed' }>;

/** @returns undefined if there was nothing to change */
function settled(outcome: EntryChangeOutcome): GlossaryChanged | undefined {
  switch (outcome.kind) {
    case 'changed':
      return outcome;
    case 'nothing_to_change':
      return undefined;
    case 'no_account':
    case 'no_import':
      throw new ServiceError(outcome.kind);
    case 'too_many':
      throw new ServiceError('too_many_terms');
    case 'outdated':
      throw new ServiceError('glossary_busy');
  }
}

function refuseTooMuch(live: LiveEntries, { add, remove }: NonNullable<ImportPlan['change']>): void {
  if (live.entries.length + add.length - remove.length > accountEntriesMax) throw new ServiceError('too_many_terms');
  const removed = new Set(remove);
  let length = 0;
  for (const { id, term } of live.entries) if (!removed.has(id)) length += term.length;
  for (const { term } of add) length += term.length;
  if (length > termsLengthMax) throw new ServiceError('terms_too_long');
}
