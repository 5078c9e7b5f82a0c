import { ServiceError } from '../../ground/service-error.ts';
import { inRounds, nextRound, type Steps } from '../../ground/steps.ts';
import { type Clock, countCharacters, type UnixMs } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { checkEntry, type EntryFault, keysOfSource, storedText, unwritable } from '../../text/memory/memory-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import { AccountEntries, attemptsMax, type EntryEditor, importAttemptsMax } from '../entries/account-entries.ts';
import {
  type MemoryEntryId,
  type MemoryKeys,
  type MemoryOrigin,
  memoryLimits,
  memoryNoteMax,
  type StoredMemoryEntry,
} from './memory-entry.ts';
import type { FileProblem, MemoryFile, MemoryUnit } from './memory-files.ts';
import type { DigestedEntry, KeyedMemoryEntry, MemoryFilter, MemoryStore, MemoryVersion } from './memory-store.ts';
import { type SettlingOptions, settleUnits } from './settled-units.ts';

export type AccountMemoryParts = {
  readonly store: MemoryStore;
  readonly now: Clock;
  /** Returns ids that are never reused and grow with time. */
  readonly newId: () => string;
  /** Hexadecimal SHA-256 of the UTF-8 of `text`. */
  readonly sha256Hex: (text: string) => string;
};

export type MemoryEditor = EntryEditor & { readonly origin: MemoryOrigin };

/** An entry as a user approves it. */
export type NewApproval = {
  readonly sourceLanguage: LanguageTag;
  readonly targetLanguage: LanguageTag;
  readonly source: string;
  readonly target: string;
  /** Undefined: as in the entry that it replaces. */
  readonly note: string | undefined;
};

/** `index`: of the entry in the list. */
export type ApprovalFault = Omit<EntryFault, 'field'> & {
  readonly index: number;
  readonly field: EntryFault['field'] | 'note';
};

export type ApprovalOutcome =
  | {
      readonly kind: 'approved';
      readonly version: MemoryVersion;
      readonly added: number;
      readonly replaced: number;
      /** Of all entries, in the order of the list; also of those that were in the memory before. */
      readonly ids: readonly MemoryEntryId[];
    }
  /** Nothing was changed. All faults, in the order of the list. */
  | { readonly kind: 'invalid'; readonly faults: readonly ApprovalFault[] };

export type MemoryImportOptions = SettlingOptions & {
  /** What to do with an entry of the memory with another translation. Default: replaced. */
  readonly existing?: 'replace' | 'keep' | undefined;
};

export type MemoryImportRequest = {
  readonly editor: MemoryEditor;
  readonly file: Pick<Extract<MemoryFile, { readonly kind: 'read' }>, 'units' | 'problems' | 'unlisted'>;
  readonly options: MemoryImportOptions;
};

export type MemoryImportReport = {
  /** `nothing_to_change`: the memory has all of it. `refused`: for the problems. */
  readonly outcome: 'imported' | 'nothing_to_change' | 'refused';
  /** The version afterwards. */
  readonly version: MemoryVersion;
  readonly added: number;
  readonly replaced: number;
  /** Units that are left out: for a problem, or to keep an entry of the memory. */
  readonly skipped: number;
  /** By line, at most 1,000; of a refused import those that refuse it. */
  readonly problems: readonly FileProblem[];
};

/** Digests that are looked up without a pause: about 2 ms of a SQLite node. */
const digestsInRound = 200;
/** Entries in one page of an export. */
const entriesInPage = 500;
/** Maximum of problems in a report. All are counted. */
const reportedMax = 1_000;

export class AccountMemory extends AccountEntries<StoredMemoryEntry, LanguageTag, KeyedMemoryEntry> {
  readonly #parts: AccountMemoryParts;

  constructor(parts: AccountMemoryParts) {
    super({ ...parts, missing: 'no_memory_entry', full: 'memory_full', busy: 'memory_busy' });
    this.#parts = parts;
  }

  /**
   * Yields all entries of a filter in the order of lists; a concurrent change may be in some of them only.
   * @throws ServiceError `memory_busy` if the last entry of a page is gone before the next page is read
   */
  async *pages(
    filter: Pick<MemoryFilter, 'accountId' | 'source' | 'target'>,
  ): AsyncGenerator<readonly StoredMemoryEntry[]> {
    for (let after: MemoryEntryId | undefined; ; ) {
      const page = await this.list({ ...filter, after, limit: entriesInPage });
      // Nothing may be left, or the place of the entry is unknown.
      const isLost = page.entries.length === 0 && after && (await this.find(filter.accountId, after)) === undefined;
      if (isLost) throw new ServiceError('memory_busy');
      yield page.entries;
      after = page.goesOnAfter;
      if (after === undefined) return;
    }
  }

  /** Returns all faults of entries, in their order; changes nothing. */
  async check(approvals: readonly NewApproval[]): Promise<readonly ApprovalFault[]> {
    return (await inRounds(this.#readAll(approvals))).faults;
  }

  /** Returns the entry that an approval would replace; undefined if it is equal, or the approval is invalid. */
  async findReplaced(accountId: AccountId, approval: NewApproval): Promise<StoredMemoryEntry | undefined> {
    const [read] = (await inRounds(this.#readAll([approval]))).approvals;
    if (read === undefined) return undefined;
    const before = (await this.#findLive(accountId, [read])).get(placeOf(read, read.keys.digest));
    return before === undefined || isSame(before, read) ? undefined : before;
  }

  /**
   * Adds entries, all or none. One with the languages and the match key of another replaces it, and keeps its id. An
   * equal entry changes nothing.
   * @throws ServiceError `memory_full`, `memory_busy` (many concurrent changes), `no_account`
   */
  async approve(editor: MemoryEditor, approvals: readonly NewApproval[]): Promise<ApprovalOutcome> {
    const read = await inRounds(this.#readAll(approvals));
    if (read.faults.length > 0) return { kind: 'invalid', faults: read.faults };
    return await this.repeat(attemptsMax, async () => {
      const { expectedVersion, add, ...counts } = await this.#plan(editor, read.approvals, 'replace');
      const outcome = await this.change(editor, { kind: 'add', add, remove: [], expectedVersion });
      if (outcome === 'outdated') return outcome;
      const { added, replaced, ids } = counts;
      return { kind: 'approved', version: outcome?.version ?? expectedVersion, added, replaced, ids };
    });
  }

  /**
   * Changes an entry, which keeps its id; replaces another with its new languages and match key.
   * @throws ServiceError `no_memory_entry`, `memory_full`, `memory_busy` (many concurrent changes), `no_account`
   */
  async edit(editor: MemoryEditor, id: MemoryEntryId, approval: NewApproval): Promise<ApprovalOutcome> {
    const read = await inRounds(this.#readAll([approval]));
    const [content] = read.approvals;
    if (content === undefined) return { kind: 'invalid', faults: read.faults };
    return await this.repeat(attemptsMax, async () => {
      const { version: expectedVersion } = await this.count(editor.accountId);
      const edited = await this.find(editor.accountId, id);
      if (edited === undefined) throw new ServiceError('no_memory_entry');
      const done = { kind: 'approved', added: 0, replaced: 1, ids: [id] } as const;
      if (isSame(edited, content)) return { ...done, version: expectedVersion, replaced: 0 };
      const entry = this.#newEntry(editor, content, edited);
      const outcome = await this.change(editor, { kind: 'edit', add: [entry], remove: [id], expectedVersion });
      return outcome === 'outdated' ? outcome : { ...done, version: outcome?.version ?? expectedVersion };
    });
  }

  /** Removes all entries; returns how many. No import before can be undone. @throws ServiceError `no_account` */
  async erase({ accountId, by }: EntryEditor): Promise<number> {
    const { store, now } = this.#parts;
    const change = { kind: 'erase', add: [], remove: 'all', expectedVersion: undefined } as const;
    const outcome = this.settled(await store.changeEntries({ accountId, by, at: now(), ...change }));
    return outcome === undefined || outcome === 'outdated' ? 0 : outcome.removed;
  }

  /**
   * Imports the units of a file, all or none. Plans again after concurrent changes.
   * @throws ServiceError `memory_full`, `memory_busy` (many concurrent changes), `no_account`
   */
  async import({ editor, file, options }: MemoryImportRequest): Promise<MemoryImportReport> {
    const chosen = await inRounds(settleUnits({ ...file, options }));
    const left = { added: 0, replaced: 0, skipped: chosen.problems.length + file.unlisted };
    const { version } = await this.count(editor.accountId);
    if (chosen.units === undefined)
      return { ...left, outcome: 'refused', version, problems: chosen.refusing.slice(0, reportedMax) };
    const approvals = await inRounds(this.#readUnits(chosen.units));
    const problems = chosen.problems.slice(0, reportedMax);
    return await this.repeat(importAttemptsMax, async () => {
      const plan = await this.#plan(editor, approvals, options.existing ?? 'replace');
      const { expectedVersion, add, added, replaced, kept } = plan;
      const outcome = await this.change(editor, { kind: 'import', add, remove: [], expectedVersion });
      if (outcome === 'outdated') return outcome;
      const report = { problems, added, replaced, skipped: left.skipped + kept };
      if (outcome === undefined) return { ...report, outcome: 'nothing_to_change', version: expectedVersion };
      return { ...report, outcome: 'imported', version: outcome.version };
    });
  }

  *#readAll(approvals: readonly NewApproval[]): Steps<ReadApprovals> {
    const read: ReadApproval[] = [];
    const faults: ApprovalFault[] = [];
    const places = new Map<string, ReadApproval>();
    for (const [index, approval] of approvals.entries()) {
      const found = faultsOf(approval).map((fault) => ({ ...fault, index }));
      faults.push(...found);
      if (found.length === 0) {
        const content = this.#read(approval);
        const place = placeOf(content, content.keys.digest);
        const before = places.get(place);
        if (before === undefined) places.set(place, content);
        else if (before.target !== content.target) {
          faults.push({ index, field: 'source', message: 'Another entry of the request has the same source.' });
        } else if (before.note !== content.note) {
          faults.push({ index, field: 'note', message: 'An equal entry of the request has another note.' });
        }
        read.push(content);
      }
      yield;
    }
    return { approvals: read, faults };
  }

  *#readUnits(units: readonly MemoryUnit[]): Steps<readonly ReadApproval[]> {
    const read: ReadApproval[] = [];
    for (const { changedAt, createdAt, note, ...unit } of units) {
      const approval = this.#read({ ...unit, note: note === '' ? undefined : note });
      read.push({ ...approval, createdAt, updatedAt: changedAt ?? createdAt });
      yield;
    }
    return read;
  }

  #read(approval: NewApproval): ReadApproval {
    const [source, target] = [storedText(approval.source), storedText(approval.target)];
    const note = approval.note === undefined ? undefined : storedText(approval.note);
    const { key, hash, untaggedHash } = keysOfSource(source);
    const keys = { digest: this.#parts.sha256Hex(key), hash, untaggedHash };
    const { sourceLanguage, targetLanguage } = approval;
    return { sourceLanguage, targetLanguage, source, target, note, keys };
  }

  /** Compares approvals with the entries of the memory in one version. */
  async #plan(
    editor: MemoryEditor,
    approvals: readonly ReadApproval[],
    existing: 'replace' | 'keep',
  ): Promise<ApprovalPlan> {
    const { version: expectedVersion, count } = await this.count(editor.accountId);
    const live = await this.#findLive(editor.accountId, approvals);
    const plan = await inRounds(this.#compare(editor, { approvals, live, existing, expectedVersion }));
    // The store would find this out only after writing all rows of a file.
    if (count + plan.added > memoryLimits.entries) throw new ServiceError('memory_full');
    return plan;
  }

  async #findLive(
    accountId: AccountId,
    approvals: readonly ReadApproval[],
  ): Promise<ReadonlyMap<string, DigestedEntry>> {
    const digests = [...new Set(approvals.map(({ keys }) => keys.digest))];
    const live = new Map<string, DigestedEntry>();
    for (let start = 0; start < digests.length; start += digestsInRound) {
      const batch = digests.slice(start, start + digestsInRound);
      for (const entry of await this.#parts.store.findDigests({ accountId, digests: batch }))
        live.set(placeOf(entry, entry.digest), entry);
      await nextRound();
    }
    return live;
  }

  *#compare(editor: MemoryEditor, { approvals, live, existing, expectedVersion }: Comparison): Steps<ApprovalPlan> {
    const add = new Map<string, KeyedMemoryEntry>();
    const ids: MemoryEntryId[] = [];
    let [replaced, kept] = [0, 0];
    for (const approval of approvals) {
      const place = placeOf(approval, approval.keys.digest);
      const before = live.get(place);
      const isKept = before !== undefined && existing === 'keep' && !isSame(before, approval);
      if (before !== undefined && (isKept || isSame(before, approval))) {
        ids.push(before.id);
        if (isKept) kept++;
      } else {
        // Equal approvals of a request are one entry.
        const entry = add.get(place) ?? this.#newEntry(editor, approval, before);
        if (before !== undefined && !add.has(place)) replaced++;
        add.set(place, entry);
        ids.push(entry.id);
      }
      yield;
    }
    return { expectedVersion, add: [...add.values()], added: add.size - replaced, replaced, kept, ids };
  }

  #newEntry(
    { by, origin }: MemoryEditor,
    approval: ReadApproval,
    before: StoredMemoryEntry | undefined,
  ): KeyedMemoryEntry {
    const now = this.#parts.now();
    const { sourceLanguage, targetLanguage, source, target, note, keys } = approval;
    return {
      ...{ sourceLanguage, targetLanguage, source, target, origin, ...keys },
      id: before?.id ?? (this.#parts.newId() as MemoryEntryId),
      note: note ?? before?.note ?? '',
      createdAt: before?.createdAt ?? approval.createdAt ?? now,
      createdBy: by,
      updatedAt: approval.updatedAt ?? now,
    };
  }
}

type ReadApproval = NewApproval & {
  readonly keys: MemoryKeys;
  /** Of a file. */
  readonly createdAt?: UnixMs | undefined;
  readonly updatedAt?: UnixMs | undefined;
};

type ReadApprovals = { readonly approvals: readonly ReadApproval[]; readonly faults: readonly ApprovalFault[] };

type Comparison = {
  readonly approvals: readonly ReadApproval[];
  readonly live: ReadonlyMap<string, StoredMemoryEntry>;
  readonly existing: 'replace' | 'keep';
  readonly expectedVersion: MemoryVersion;
};

type ApprovalPlan = {
  readonly expectedVersion: MemoryVersion;
  readonly add: readonly KeyedMemoryEntry[];
  readonly added: number;
  readonly replaced: number;
  /** Number of other translations that stay in the memory. */
  readonly kept: number;
  readonly ids: readonly MemoryEntryId[];
};

/** Returns what only one entry of a memory has. */
function placeOf(
  { sourceLanguage, targetLanguage }: Pick<NewApproval, 'sourceLanguage' | 'targetLanguage'>,
  digest: string,
): string {
  return `${sourceLanguage} ${targetLanguage} ${digest}`;
}

function isSame(entry: StoredMemoryEntry, approval: ReadApproval): boolean {
  const fields = ['sourceLanguage', 'targetLanguage', 'source', 'target'] as const;
  const isNoted = approval.note === undefined || approval.note === entry.note;
  return isNoted && fields.every((field) => entry[field] === approval[field]);
}

function faultsOf({ note = '', ...entry }: NewApproval): readonly Omit<ApprovalFault, 'index'>[] {
  const faults: readonly Omit<ApprovalFault, 'index'>[] = checkEntry(entry);
  if (countCharacters(note) > memoryNoteMax) {
    return [...faults, { field: 'note', message: `The note is longer than ${memoryNoteMax} characters.` }];
  }
  if (note.isWellFormed() && !unwritable.test(note)) return faults;
  const message = 'The note contains a control character or an incomplete character.';
  return [...faults, { field: 'note', message }];
}
