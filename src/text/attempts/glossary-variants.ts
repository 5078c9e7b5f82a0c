import type { Outcome } from '../cache/translation-cache.ts';
import type { Issue } from '../checks/check.ts';
import { unspacedLetter } from '../checks/words.ts';
import { characterAt, characterBefore } from '../document/scripts.ts';
import type { Span } from '../document/span.ts';
import type { EntryUse } from '../glossary/glossary-entry.ts';
import { isAccepted } from '../glossary/place-capitals.ts';
import { leavesWords, needsNoWords, type ProtectedEntries, protectEntries } from '../glossary/protected-entries.ts';
import { type Restored, type RestoredEntry, restoreEntries } from '../glossary/restored-entries.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { EngineSegment } from './segment.ts';

/** How a glossary entry was applied. */
export type EntryOutcome = 'natural' | 'replaced' | 'placeholder' | 'opaque';

/** A glossary entry with its span in the translation. */
export type AppliedEntry = Omit<RestoredEntry, 'how'> & { readonly outcome: EntryOutcome };

export type SentenceWithEntries = {
  readonly sentence: string;
  /** In order, without overlaps; at least one. */
  readonly uses: readonly EntryUse[];
  readonly target: LanguageTag;
  /** Whether the engine has placeholder nouns for entries that it missed. */
  readonly hasPlaceholders: boolean;
};

export type EntriesResult = {
  readonly outcome: Outcome;
  /** In the order of the translation; empty if it is invalid. */
  readonly applied: readonly AppliedEntry[];
  /** Set if the opaque variant was tried because another one failed a check. */
  readonly repaired: { readonly issue: Issue; readonly succeeded: boolean } | undefined;
};

/**
 * `tagged`: each entry between a pair of tokens. `placeholder`: one token for each entry that the engine missed; the
 * others are tagged. `opaque`: one token in place of each entry.
 */
type Variant = {
  readonly kind: 'tagged' | 'placeholder' | 'opaque';
  readonly entries: ProtectedEntries;
  readonly segment: EngineSegment;
  /** Variant without tokens for tagged entries, sent in the same batch to engines that translate worse with tokens. */
  readonly bare: { readonly entries: ProtectedEntries; readonly segment: EngineSegment } | undefined;
};

/** Also usable: `missed` (entries translated differently), `doubtful` (the engine's own words may remain). */
type Tried =
  | { readonly result: 'valid' | 'missed' | 'doubtful'; readonly restored: Restored }
  | { readonly result: 'invalid'; readonly issue: Issue };

/**
 * Translates a sentence with its glossary entries applied, in at most three variants: one is enough if the engine
 * translates the entries as wanted, or if its words can be replaced. `translate` uses one route.
 */
export async function translateWithEntries(
  work: SentenceWithEntries,
  translate: (segment: EngineSegment) => Promise<Outcome>,
): Promise<EntriesResult> {
  let issue: Issue | undefined;
  let usable: Restored | undefined;
  let variant = taggedVariant(work) ?? opaqueVariant(work, true);
  while (leavesWords(variant.entries)) {
    const tried = await tryVariant(variant, work, translate);
    let next: Variant | undefined;
    if (tried.result === 'invalid') issue ??= tried.issue;
    else if (tried.result === 'valid') return settled(variant.kind, tried.restored, issue);
    else {
      if (tried.restored.isValid) usable ??= tried.restored;
      // May be better, even than a usable translation. Entries that were translated as wanted stay tagged.
      const isMissed = tried.result === 'missed';
      next = isMissed ? placeholderVariant(work, tried.restored) : opaqueVariant(work, hasMoreForms(tried.restored));
    }
    if (usable === undefined && !isOpaque(variant.entries)) next ??= opaqueVariant(work, true);
    if (next === undefined)
      return usable === undefined ? failed(variant.kind, issue) : settled('tagged', usable, issue);
    variant = next;
  }
  const composed = restoreEntries(variant.entries, variant.entries.text, work.target);
  return composed.isValid ? settled('opaque', composed, issue) : failed('placeholder', issue);
}

async function tryVariant(
  { kind, entries, segment, bare }: Variant,
  { sentence, target, hasPlaceholders }: SentenceWithEntries,
  translate: (segment: EngineSegment) => Promise<Outcome>,
): Promise<Tried> {
  const [outcome, bareOutcome] = await Promise.all([translate(segment), bare && translate(bare.segment)]);
  if (outcome.kind === 'invalid') return { result: 'invalid', issue: outcome.issue };
  const restored = restoreEntries(entries, outcome.translation, target);
  const { isValid, isDoubtful, missed } = restored;
  if (kind === 'tagged' && (hasPlaceholders || !isValid) && missed.size > 0) return { result: 'missed', restored };
  if (!isValid) return { result: 'invalid', issue: 'tokens' };
  if (kind !== 'opaque' && (isDoubtful || hasMoreForms(restored))) return { result: 'doubtful', restored };
  if (bare === undefined || bareOutcome?.kind !== 'valid' || missed.size > 0) return { result: 'valid', restored };
  // The translation without tokens may be better. It is used if it has the same entries.
  const own = restoreEntries(bare.entries, bareOutcome.translation, target);
  const placed = own.isValid ? locateInBare(own.translation, restored, sentence) : undefined;
  return { result: 'valid', restored: placed === undefined ? restored : { ...own, entries: placed } };
}

/** Whether forms of the entries are also outside of them, as in "The network networks network" for "La red de redes". */
function hasMoreForms({ translation, entries }: Restored): boolean {
  const edges = [0, ...entries.flatMap(({ start, end }) => [start, end])];
  const outside = edges.map((edge, index) => (index % 2 === 0 ? translation.slice(edge, edges[index + 1]) : ''));
  return placesOfForms([...new Set(entries.flatMap(({ use }) => use.accepted))], outside.join('|')).length > 0;
}

function taggedVariant(work: SentenceWithEntries): Variant | undefined {
  const { sentence, uses } = work;
  const entries = needsNoWords(sentence, uses) ? undefined : protectEntries(sentence, uses, () => 'tagged');
  return entries && { kind: 'tagged', entries, segment: segmentOf(entries, false), bare: bareOf(work, []) };
}

function placeholderVariant(work: SentenceWithEntries, { missed, isValid }: Restored): Variant | undefined {
  const entries = protectEntries(work.sentence, work.uses, (use) => (missed.has(use) ? 'opaque' : 'tagged'));
  if (entries === undefined || !leavesWords(entries)) return undefined;
  const isAll = isOpaque(entries);
  const bare = isAll ? undefined : bareOf(work, [...missed]);
  return { kind: 'placeholder', entries, segment: segmentOf(entries, !isValid && isAll), bare };
}

function opaqueVariant({ sentence, uses }: SentenceWithEntries, isLastTry: boolean): Variant {
  const entries = protectEntries(sentence, uses, () => 'opaque');
  if (entries === undefined) throw new Error('the sentence has no room for its opaque tokens');
  return { kind: 'opaque', entries, segment: segmentOf(entries, isLastTry), bare: undefined };
}

/** @param opaque the entries that the engine translates differently */
function bareOf({ sentence, hasPlaceholders }: SentenceWithEntries, opaque: readonly EntryUse[]): Variant['bare'] {
  const entries = hasPlaceholders ? protectEntries(sentence, opaque, () => 'opaque') : undefined;
  if (entries === undefined || !leavesWords(entries)) return undefined;
  return { entries, segment: opaque.length === 0 ? sentence : segmentOf(entries, false) };
}

function segmentOf({ text, entries }: ProtectedEntries, isLastTry: boolean): EngineSegment {
  return { text, entries, isLastTry };
}

/** Whether every entry is opaque, so that the engine cannot miss any. */
function isOpaque({ slots }: ProtectedEntries): boolean {
  return slots.every(({ protection }) => protection === 'opaque');
}

function settled(kind: Variant['kind'], { translation, entries }: Restored, issue: Issue | undefined): EntriesResult {
  const applied = entries.map(({ how, ...entry }): AppliedEntry => {
    return { ...entry, outcome: how === 'opaque' && kind === 'placeholder' ? 'placeholder' : how };
  });
  return { outcome: { kind: 'valid', translation }, applied, repaired: repairOf(kind, issue, true) };
}

function failed(kind: Variant['kind'], issue: Issue = 'tokens'): EntriesResult {
  return { outcome: { kind: 'invalid', issue }, applied: [], repaired: repairOf(kind, issue, false) };
}

function repairOf(kind: Variant['kind'], issue: Issue | undefined, succeeded: boolean): EntriesResult['repaired'] {
  return kind === 'opaque' && issue !== undefined ? { issue, succeeded } : undefined;
}

/**
 * Locates entries in a translation made without tokens around them, which may read better: "siglo XV", "press
 * conference". `tagged` proves that the engine translates them as wanted. The bare translation must have the wanted
 * words equally often; they are then in the same order. Undefined if ambiguous or not as wanted.
 */
export function locateInBare(bare: string, tagged: Restored, sentence: string): readonly RestoredEntry[] | undefined {
  const found: RestoredEntry[] = [];
  for (const entries of Map.groupBy(tagged.entries, ({ use }) => JSON.stringify(use.accepted.toSorted())).values()) {
    const forms = entries[0]?.use.accepted ?? [];
    const [there, here] = [placesOfForms(forms, tagged.translation), placesOfForms(forms, bare)];
    if (there.length !== here.length) return undefined;
    for (const { use, start, how } of entries) {
      const place = here[there.findIndex((other) => other.start === start)];
      if (place === undefined) return undefined;
      const before = bare.slice(0, place.start);
      if (!isAccepted(bare.slice(place.start, place.end), use, { sentence, before })) return undefined;
      found.push({ use, ...place, how });
    }
  }
  const inOrder = found.toSorted((one, other) => one.start - other.start);
  const isApart = inOrder.every(({ start }, index) => start >= (inOrder[index - 1]?.end ?? 0));
  return isApart ? inOrder : undefined;
}

/** Returns the places of whole words in any case, none overlapping another; of those at one place the longest form. */
export function placesOfForms(forms: readonly string[], text: string): readonly Span[] {
  const all = forms.flatMap((form) => [...placesOfForm(form, text)]);
  let reached = 0;
  return all
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .filter(({ start, end }) => {
      const isNext = start >= reached;
      if (isNext) reached = end;
      return isNext;
    });
}

/** Characters to escape in a pattern; a hyphen is special only between brackets, and may not be escaped elsewhere. */
const signs = /[\\^$.*+?()[\]{}|/]/g;
const wordUnit = /[\p{L}\p{M}\p{N}]/u;

/** In scripts without spaces between words, a form may be inside a word. */
function* placesOfForm(form: string, text: string): Generator<Span> {
  // Compiled in no time, unlike a pattern with lookarounds for letters, which takes some milliseconds.
  const pattern = new RegExp(form.replaceAll(signs, String.raw`\$&`), 'giu');
  const ends = (unit: string) => wordUnit.test(unit) && !unspacedLetter.test(unit);
  const [opens, closes] = [ends(form.at(0) ?? ''), ends(form.at(-1) ?? '')];
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [start, end] = [found.index, found.index + found[0].length];
    const isInside =
      (opens && wordUnit.test(characterBefore(text, start))) || (closes && wordUnit.test(characterAt(text, end)));
    if (!isInside) yield { start, end };
    pattern.lastIndex = start + Math.max(1, characterAt(text, start).length);
  }
}
