import { ServiceError } from '../../ground/service-error.ts';
import type { Steps } from '../../ground/steps.ts';
import { inRounds } from '../../ground/steps.ts';
import type { Clock } from '../../ground/units.ts';
import type { EntryId, EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import { AccountEntries, attemptsMax, type EntryEditor, importAttemptsMax } from '../entries/account-entries.ts';
import { type RawEntry, readEntryContent } from './entry-content.ts';
import type { GlossaryStore, GlossaryVersion, LiveEntries } from './glossary-store.ts';
import { entryKey, type ImportPlan, type ImportQuery, isEqual, planImport } from './import-plan.ts';
import { accountEntriesMax, type EntryContent, type StoredEntry, termsLengthMax } from './stored-entry.ts';

export type AccountGlossariesParts = {
  readonly store: GlossaryStore;
  readonly now: Clock;
  /** Returns ids that are never reused and grow with time. */
  readonly newId: () => string;
};

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
  readonly editor: EntryEditor;
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

const entriesInTurn = 1_000;

export class AccountGlossaries extends AccountEntries<StoredEntry, EntryLanguage> {
  readonly #parts: AccountGlossariesParts;

  constructor(parts: AccountGlossariesParts) {
    super({ ...parts, missing: 'no_term', full: 'too_many_terms', busy: 'glossary_busy' });
    this.#parts = parts;
  }

  /**
   * Adds an entry, or replaces the one with the id `edited`, unless that would change entries that the user has not
   * seen. Also replaces an entry with the same languages, words and case rule; `follow` ignores capitals in that.
   * @throws ServiceError `invalid_term`, `too_many_terms`, `no_account`, `glossary_busy` (many concurrent changes)
   */
  async write(editor: EntryEditor, raw: RawEntry, seen: SeenGlossary): Promise<EntryWritten> {
    const content = contentOf(raw);
    return await this.repeat(attemptsMax, async () => {
      const { version: expectedVersion } = await this.count(editor.accountId);
      const judged = await this.#judge(editor.accountId, content, seen);
      if (judged.kind !== 'free') return judged;
      const kind = seen.edited === undefined ? 'add' : 'edit';
      const entry = this.#newEntry(editor, content);
      const remove = judged.instead.map(({ id }) => id);
      const outcome = await this.change(editor, { kind, add: [entry], remove, expectedVersion });
      return outcome === 'outdated' ? outcome : { kind: 'written', entry };
    });
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
    return await this.repeat(importAttemptsMax, async () => {
      const live = await this.readAll(editor.accountId);
      const { version } = live;
      const plan = await inRounds(planImport({ ...query, live: live.entries }));
      const { change } = plan;
      if (change === undefined) return { outcome: 'refused', version, plan };
      refuseTooMuch(live, change);
      if (!(await accepts(plan))) return { outcome: 'would_import', version, plan };
      const add = await inRounds(this.#newEntries(editor, change.add));
      const request = { kind: 'import', add, remove: change.remove, expectedVersion: version } as const;
      const changed = await this.change(editor, request);
      if (changed === 'outdated') return changed;
      if (changed === undefined) return { outcome: 'nothing_to_change', version, plan };
      return { outcome: 'imported', version: changed.version, plan };
    });
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

  *#newEntries(editor: EntryEditor, contents: readonly EntryContent[]): Steps<readonly StoredEntry[]> {
    const entries: StoredEntry[] = [];
    for (const content of contents) {
      if (entries.push(this.#newEntry(editor, content)) % entriesInTurn === 0) yield;
    }
    return entries;
  }

  #newEntry({ by }: EntryEditor, content: EntryContent): StoredEntry {
    return { ...content, id: this.#parts.newId() as EntryId, createdAt: this.#parts.now(), createdBy: by };
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

function refuseTooMuch(live: LiveEntries, { add, remove }: NonNullable<ImportPlan['change']>): void {
  if (live.entries.length + add.length - remove.length > accountEntriesMax) throw new ServiceError('too_many_terms');
  const removed = new Set(remove);
  let length = 0;
  for (const { id, term } of live.entries) if (!removed.has(id)) length += term.length;
  for (const { term } of add) length += term.length;
  if (length > termsLengthMax) throw new ServiceError('terms_too_long');
}
