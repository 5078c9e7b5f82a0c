import type { AccountId } from '../accounts/account.ts';
import { ServiceError } from '../service-error.ts';
import type { Steps } from '../steps.ts';
import { inRounds, nextRound } from '../steps.ts';
import type { Clock } from '../units.ts';
import { isEqual, termKey } from './import-plan.ts';
import {
  caseRules,
  type Term,
  type TermContent,
  type TermId,
  type TermLanguage,
  termsLengthMax,
  termsMax,
} from './term.ts';
import { type RawTerm, readTermContent } from './term-content.ts';
import type {
  TermChange,
  TermChangeOutcome,
  TermChangeRequest,
  TermFilter,
  TermSearch,
  TermSearchStep,
  TermStore,
  TermsVersion,
} from './term-store.ts';

export type TermsParts = {
  readonly store: TermStore;
  readonly now: Clock;
  /** Returns ids that are never reused and grow with time. */
  readonly newId: () => string;
};

/** Whose terms, and who is at work on them: `operator`, or the id of an account. */
export type GlossaryEditor = { readonly accountId: AccountId; readonly by: string };

/** The result of a change. `removed` also counts replaced entries. */
export type TermsChanged = {
  /** Undefined when nothing had to be changed. */
  readonly version: TermsVersion | undefined;
  readonly added: number;
  readonly removed: number;
};

/** What an editor saw of a glossary when asking for a change. */
export type SeenTerms = {
  /** The entry to change; undefined for a new one. */
  readonly edited?: TermId | undefined;
  /** Entries that the caller accepts to replace. */
  readonly mayReplace: readonly TermId[];
};

/** The result of a change to a glossary that the editor has seen. */
export type TermWritten =
  | { readonly kind: 'written'; readonly term: Term }
  /** The same entry existed already. */
  | { readonly kind: 'unchanged'; readonly term: Term }
  /** Nothing was changed: it would replace entries that the caller has not confirmed. */
  | { readonly kind: 'taken'; readonly standing: readonly Term[] }
  /** Nothing was changed: the edited term is not there any more; with what stands where it would be. */
  | { readonly kind: 'gone'; readonly standing: readonly Term[] };

/** Every term of an account, as of one version. */
export type LiveTerms = { readonly version: TermsVersion; readonly terms: readonly Term[] };

/** What an import would change; undefined when it is refused, or only tried. */
export type PlannedChange = { readonly add: readonly TermContent[]; readonly remove: readonly TermId[] } | undefined;

/** How often something is begun anew that others' changes came between. */
const attemptsMax = 5;

const pageLength = 1_000;

/** Terms that one step of a search looks through, so that others do not wait for more. */
const lookedThroughMax = 10_000;

/** Entries of a history. */
const changesMax = 200;

/** Changes and reads the glossaries of accounts. */
export class Terms {
  readonly #parts: TermsParts;

  constructor(parts: TermsParts) {
    this.#parts = parts;
  }

  /**
   * Adds an entry, unless it exists already. Replaces an entry with the same languages, words and case rule; if that
   * rule follows capitals, they are ignored.
   *
   * @throws ServiceError `invalid_term`, `too_many_terms`, `no_account`
   */
  async add(desk: GlossaryEditor, raw: RawTerm): Promise<TermsChanged & { readonly term: Term }> {
    const content = contentOf(raw);
    const same = await this.#findSame(desk.accountId, content);
    const standing = same.find((each) => isEqual(each, content));
    if (standing !== undefined) return { ...nothing, term: standing };
    return this.#put(desk, { kind: 'add', content, instead: same });
  }

  /**
   * Puts another term in the place of the one with this id, which keeps no id: it is another term from then on.
   *
   * @throws ServiceError as `add`; `no_term`
   */
  async edit(desk: GlossaryEditor, id: TermId, raw: RawTerm): Promise<TermsChanged & { readonly term: Term }> {
    const content = contentOf(raw);
    const edited = await this.find(desk.accountId, id);
    if (edited === undefined) throw new ServiceError('no_term');
    const same = await this.#findSame(desk.accountId, content);
    return this.#put(desk, { kind: 'edit', content, instead: [edited, ...same.filter((each) => each.id !== id)] });
  }

  /**
   * Adds or edits a term as `add` and `edit` do, unless that would change what the one who asks has not seen.
   *
   * @throws ServiceError as `add`; `glossary_busy` when others' changes came between again and again
   */
  async write(desk: GlossaryEditor, raw: RawTerm, seen: SeenTerms): Promise<TermWritten> {
    const content = contentOf(raw);
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const version = await this.#parts.store.readTermsVersion(desk.accountId);
      const judged = await this.#judge(desk.accountId, content, seen);
      if (judged.kind !== 'free') return judged;
      const term = this.#newTerm(desk, content);
      const kind = seen.edited === undefined ? 'add' : 'edit';
      const request = this.#request(desk, { kind, add: [term], remove: judged.instead.map(({ id }) => id) });
      const outcome = await this.#parts.store.changeTerms({ ...request, expectedVersion: version });
      if (outcome.kind === 'outdated') continue;
      settled(outcome);
      return { kind: 'written', term };
    }
    throw new ServiceError('glossary_busy');
  }

  /** @throws ServiceError `no_account`, `no_term` */
  async remove(desk: GlossaryEditor, ids: readonly TermId[]): Promise<TermsChanged> {
    const changed = settled(await this.#parts.store.changeTerms(this.#request(desk, { kind: 'remove', remove: ids })));
    if (changed.removed === 0) throw new ServiceError('no_term');
    return changed;
  }

  /**
   * The terms of these languages with these words: their capitals count where the term's case rule says so, and there are
   * two where one of them follows the case and the other does not.
   *
   * @throws ServiceError `no_term`
   */
  async findWords(
    accountId: AccountId,
    { source, target, words }: { readonly source: TermLanguage; readonly target: TermLanguage; readonly words: string },
  ): Promise<readonly Term[]> {
    const term = words.normalize('NFC').trim();
    const rules = caseRules.map((caseRule) => ({ source, target, term, caseRule, partOfSpeech: undefined }));
    const found = (await Promise.all(rules.map((rule) => this.#findSame(accountId, rule)))).flat();
    if (found.length === 0) throw new ServiceError('no_term');
    return found;
  }

  /** By languages, then words, then case rule; continues behind `filter.after`. */
  list(filter: TermFilter): Promise<readonly Term[]> {
    return this.#parts.store.listTerms(filter);
  }

  /** A step of a list, in the same order, which takes about as long however many terms there are. */
  search(filter: TermFilter): Promise<TermSearchStep> {
    const search: TermSearch = { ...filter, lookedThroughMax };
    return this.#parts.store.searchTerms(search);
  }

  /** Undefined when the account has no such term. */
  find(accountId: AccountId, id: TermId): Promise<Term | undefined> {
    return this.#parts.store.findTerm({ accountId, id });
  }

  /** How many terms an account has, and which version of them. */
  count(accountId: AccountId): ReturnType<TermStore['countTerms']> {
    return this.#parts.store.countTerms(accountId);
  }

  /**
   * All that an account has, as of one version.
   *
   * @throws ServiceError `glossary_busy` when it changes each time
   */
  async readAll(accountId: AccountId): Promise<LiveTerms> {
    const { store } = this.#parts;
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const version = await store.readTermsVersion(accountId);
      const terms: Term[] = [];
      for await (const page of this.#pages({ accountId })) terms.push(...page);
      if ((await store.readTermsVersion(accountId)) === version) return { version, terms };
    }
    throw new ServiceError('glossary_busy');
  }

  /**
   * Imports what `plan` makes of a file and the terms that there are, all of it or nothing. When others' changes come
   * between, it is planned anew.
   *
   * @throws ServiceError `too_many_terms`, `terms_too_long`, `no_account`; `glossary_busy` when others' changes came between
   * again and again
   */
  async import<Plan extends { readonly change: PlannedChange }>(
    desk: GlossaryEditor,
    plan: (live: LiveTerms) => Plan | Promise<Plan>,
  ): Promise<{ readonly plan: Plan; readonly changed: TermsChanged }> {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const live = await this.readAll(desk.accountId);
      const planned = await plan(live);
      const { change } = planned;
      if (change === undefined) return { plan: planned, changed: nothing };
      refuseTooMuch(live, change);
      const add = await inRounds(this.#newTerms(desk, change.add));
      const request = this.#request(desk, { kind: 'import', add, remove: change.remove });
      const outcome = await this.#parts.store.changeTerms({ ...request, expectedVersion: live.version });
      if (outcome.kind !== 'outdated') return { plan: planned, changed: settled(outcome) };
    }
    throw new ServiceError('glossary_busy');
  }

  /**
   * Plans an import and changes nothing.
   *
   * @throws ServiceError `too_many_terms`, `terms_too_long`, `glossary_busy` as `import`
   */
  async tryImport<Plan extends { readonly change: PlannedChange }>(
    accountId: AccountId,
    plan: (live: LiveTerms) => Plan | Promise<Plan>,
  ): Promise<Plan> {
    const live = await this.readAll(accountId);
    const planned = await plan(live);
    if (planned.change !== undefined) refuseTooMuch(live, planned.change);
    return planned;
  }

  /**
   * Takes back the last import, unless it was undone.
   *
   * @param only this one, by the version that it made, and none that came since
   * @throws ServiceError `no_import`, `no_account`; `too_many_terms` when the account would have too many then
   */
  async undoImport({ accountId, by }: GlossaryEditor, only?: TermsVersion): Promise<TermsChanged> {
    const outcome = await this.#parts.store.undoImport({ accountId, by, at: this.#parts.now(), only });
    switch (outcome.kind) {
      case 'changed':
        return outcome;
      case 'no_account':
      case 'too_many_terms':
      case 'no_import':
        throw new ServiceError(outcome.kind);
    }
  }

  /** The last 200 changes, newest first. */
  history(accountId: AccountId): Promise<readonly TermChange[]> {
    return this.#parts.store.listTermChanges({ accountId, limit: changesMax });
  }

  async #put(
    desk: GlossaryEditor,
    { kind, content, instead }: { kind: 'add' | 'edit'; content: TermContent; instead: readonly Term[] },
  ): Promise<TermsChanged & { readonly term: Term }> {
    const term = this.#newTerm(desk, content);
    const remove = instead.map(({ id }) => id);
    const outcome = await this.#parts.store.changeTerms(this.#request(desk, { kind, add: [term], remove }));
    return { ...settled(outcome), term };
  }

  async #judge(accountId: AccountId, content: TermContent, seen: SeenTerms): Promise<Judged> {
    const { edited: id, mayReplace } = seen;
    const edited = id === undefined ? undefined : await this.find(accountId, id);
    const same = await this.#findSame(accountId, content);
    if (id !== undefined && edited === undefined) return { kind: 'gone', standing: same };
    const others = same.filter((term) => term.id !== id);
    const as = edited === undefined ? others : [edited];
    const standing = as.find((term) => termKey(term) === termKey(content) && isEqual(term, content));
    if (standing !== undefined) return { kind: 'unchanged', term: standing };
    if (others.some((term) => !mayReplace.includes(term.id))) return { kind: 'taken', standing: others };
    return { kind: 'free', instead: edited === undefined ? others : [edited, ...others] };
  }

  /** The entries that `content` equals or replaces. */
  async #findSame(accountId: AccountId, content: Omit<TermContent, 'translation' | 'note'>): Promise<readonly Term[]> {
    const { source, target, term } = content;
    const key = termKey(content);
    const found: Term[] = [];
    let after: TermId | undefined;
    do {
      const step = await this.search({ accountId, source, target, holding: term, after, limit: pageLength });
      found.push(...step.terms.filter((each) => termKey(each) === key));
      after = step.goesOnAfter;
      if (after !== undefined) await nextRound();
    } while (after !== undefined);
    return found;
  }

  *#newTerms(desk: GlossaryEditor, contents: readonly TermContent[]): Steps<readonly Term[]> {
    const terms: Term[] = [];
    for (const content of contents) {
      if (terms.push(this.#newTerm(desk, content)) % pageLength === 0) yield;
    }
    return terms;
  }

  #newTerm({ by }: GlossaryEditor, content: TermContent): Term {
    return { ...content, id: this.#parts.newId() as TermId, createdAt: this.#parts.now(), createdBy: by };
  }

  #request(
    { accountId, by }: GlossaryEditor,
    change: Pick<TermChangeRequest, 'kind'> & Partial<Pick<TermChangeRequest, 'add' | 'remove'>>,
  ): TermChangeRequest {
    return { accountId, by, at: this.#parts.now(), add: [], remove: [], expectedVersion: undefined, ...change };
  }

  async *#pages(filter: Pick<TermFilter, 'accountId'>): AsyncGenerator<readonly Term[]> {
    let after: TermId | undefined;
    do {
      const page = await this.#parts.store.listTerms({ ...filter, after, limit: pageLength });
      if (page.length > 0) yield page;
      after = page.length < pageLength ? undefined : page.at(-1)?.id;
      // 100,000 entries take half a second, so other requests run in between.
      if (after !== undefined) await nextRound();
    } while (after !== undefined);
  }
}

type Judged =
  | Exclude<TermWritten, { readonly kind: 'written' }>
  | { readonly kind: 'free'; readonly instead: readonly Term[] };

function contentOf(raw: RawTerm): TermContent {
  const read = readTermContent(raw);
  if (read.kind === 'content') return read.content;
  throw new ServiceError('invalid_term', { data: read });
}

const nothing: TermsChanged = { version: undefined, added: 0, removed: 0 };

function settled(outcome: TermChangeOutcome): TermsChanged {
  switch (outcome.kind) {
    case 'changed':
      return outcome;
    case 'nothing_to_change':
      return nothing;
    case 'no_account':
    case 'too_many_terms':
      throw new ServiceError(outcome.kind);
    case 'outdated':
      throw new ServiceError('glossary_busy');
  }
}

function refuseTooMuch(live: LiveTerms, { add, remove }: NonNullable<PlannedChange>): void {
  if (live.terms.length + add.length - remove.length > termsMax) throw new ServiceError('too_many_terms');
  const removed = new Set(remove);
  let length = 0;
  for (const { id, term } of live.terms) if (!removed.has(id)) length += term.length;
  for (const { term } of add) length += term.length;
  if (length > termsLengthMax) throw new ServiceError('terms_too_long');
}
