import type { Outcome } from '../cache/translation-cache.ts';
import type { Issue } from '../checks/check.ts';
import { locateInBare } from '../glossary/bare-entries.ts';
import { leavesWords, needsNoWords, type ProtectedEntries, protectEntries } from '../glossary/protected-entries.ts';
import { type Restored, type RestoredEntry, restoreEntries } from '../glossary/restored-entries.ts';
import type { TermUse } from '../glossary/term-match.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { EngineSegment } from './segment.ts';

/** How a glossary entry was applied. */
export type TermOutcome = 'natural' | 'replaced' | 'placeholder' | 'opaque';

/** A glossary entry with its span in the translation. */
export type AppliedTerm = Omit<RestoredEntry, 'how'> & { readonly outcome: TermOutcome };

export type SentenceWithTerms = {
  readonly sentence: string;
  /** In order, without overlaps; at least one. */
  readonly uses: readonly TermUse[];
  readonly target: LanguageTag;
  /** Whether the engine has placeholder nouns for entries that it missed. */
  readonly hasPlaceholders: boolean;
};

export type TermsResult = {
  readonly outcome: Outcome;
  /** In the order of the translation; empty if it is invalid. */
  readonly applied: readonly AppliedTerm[];
  /** Set if the opaque variant was tried because another one failed a check. */
  readonly repaired: { readonly issue: Issue; readonly succeeded: boolean } | undefined;
};

/**
 * A sentence with its glossary entries protected. In order of trial:
 *
 * - `tagged`: each entry between its pair of tokens.
 * - `placeholder`: one token in place of each entry that the engine missed, the others tagged.
 * - `opaque`: one token in place of each entry.
 */
type Variant = {
  readonly kind: 'tagged' | 'placeholder' | 'opaque';
  readonly entries: ProtectedEntries;
  readonly segment: EngineSegment;
  /** Variant with only opaque entries as tokens, sent in the same batch to engines whose wording tokens change. */
  readonly bare: { readonly entries: ProtectedEntries; readonly segment: EngineSegment } | undefined;
};

/**
 * Translates a sentence with its glossary entries applied. One variant is enough if the engine translates the entries as
 * wanted, or if its words can be replaced. At most three variants are tried. If tokens change how an engine words a
 * sentence, the bare translation is used if it has the same entries.
 *
 * @param translate translates a variant along one route
 * @throws what `translate` throws
 */
export async function translateWithTerms(
  work: SentenceWithTerms,
  translate: (segment: EngineSegment) => Promise<Outcome>,
): Promise<TermsResult> {
  const { target, hasPlaceholders } = work;
  let issue: Issue | undefined;
  /** A translation with replaced engine words: valid, but perhaps not the best. */
  let replaced: Restored | undefined;
  let tried = taggedVariant(work) ?? opaqueVariant(work, true);
  while (leavesWords(tried.entries)) {
    const { entries, bare, kind } = tried;
    const [outcome, bareOutcome] = await Promise.all([
      translate(tried.segment),
      bare === undefined ? undefined : translate(bare.segment),
    ]);
    let next: Variant | undefined;
    if (outcome.kind === 'invalid') issue ??= outcome.issue;
    else {
      const restored = restoreEntries(entries, outcome.translation, target);
      // Entries that the engine translated as wanted stay tagged, even if another entry needs a token.
      const mayPlace = kind === 'tagged' && (hasPlaceholders || !restored.isValid) && restored.missed.size > 0;
      if (mayPlace) {
        replaced = restored.isValid ? restored : undefined;
        next = placeholderVariant(work, restored);
      } else if (restored.isValid && restored.isDoubtful && kind !== 'opaque') {
        replaced ??= restored;
        next = opaqueVariant(work, false);
      } else if (restored.isValid) {
        const own =
          bare && bareOutcome?.kind === 'valid' && restoreEntries(bare.entries, bareOutcome.translation, target);
        // The bare translation, if it has the same entries.
        const isWhole = own && own.isValid && restored.missed.size === 0;
        const terms = isWhole ? locateInBare(own.translation, restored, work.sentence) : undefined;
        return settled(kind, own && terms ? { ...own, terms } : restored, issue);
      } else issue ??= 'tokens';
    }
    if (next === undefined && replaced !== undefined) return settled('tagged', replaced, issue);
    if (next === undefined && isOpaque(entries)) return failed(kind, issue);
    tried = next ?? opaqueVariant(work, true);
  }
  const composed = restoreEntries(tried.entries, tried.entries.text, target);
  return composed.isValid ? settled('opaque', composed, issue) : failed('placeholder', issue);
}

function taggedVariant(work: SentenceWithTerms): Variant | undefined {
  const { sentence, uses } = work;
  const entries = needsNoWords(sentence, uses) ? undefined : protectEntries(sentence, uses, () => 'tagged');
  return entries && { kind: 'tagged', entries, segment: segmentOf(entries, false), bare: bareOf(work, []) };
}

function placeholderVariant(work: SentenceWithTerms, { missed, isValid }: Restored): Variant | undefined {
  const entries = protectEntries(work.sentence, work.uses, (use) => (missed.has(use) ? 'opaque' : 'tagged'));
  if (entries === undefined || !leavesWords(entries)) return undefined;
  const isAll = isOpaque(entries);
  const bare = isAll ? undefined : bareOf(work, [...missed]);
  return { kind: 'placeholder', entries, segment: segmentOf(entries, !isValid && isAll), bare };
}

function opaqueVariant({ sentence, uses }: SentenceWithTerms, isLastTry: boolean): Variant {
  const entries = protectEntries(sentence, uses, () => 'opaque');
  if (entries === undefined) throw new Error('a sentence has room for a token in the place of each entry');
  return { kind: 'opaque', entries, segment: segmentOf(entries, isLastTry), bare: undefined };
}

/** @param opaque the entries that the engine translates differently */
function bareOf({ sentence, hasPlaceholders }: SentenceWithTerms, opaque: readonly TermUse[]): Variant['bare'] {
  const entries = hasPlaceholders ? protectEntries(sentence, opaque, () => 'opaque') : undefined;
  if (entries === undefined || !leavesWords(entries)) return undefined;
  return { entries, segment: opaque.length === 0 ? sentence : segmentOf(entries, false) };
}

function segmentOf({ text, terms }: ProtectedEntries, isLastTry: boolean): EngineSegment {
  return { text, terms, isLastTry };
}

/** Whether every entry is opaque, so that the engine cannot miss any. */
function isOpaque({ slots }: ProtectedEntries): boolean {
  return slots.every(({ protection }) => protection === 'opaque');
}

function settled(kind: Variant['kind'], { translation, terms }: Restored, issue: Issue | undefined): TermsResult {
  const applied = terms.map(({ how, ...term }): AppliedTerm => {
    return { ...term, outcome: how === 'opaque' && kind === 'placeholder' ? 'placeholder' : how };
  });
  return { outcome: { kind: 'valid', translation }, applied, repaired: repairOf(kind, issue, true) };
}

function failed(kind: Variant['kind'], issue: Issue = 'tokens'): TermsResult {
  return { outcome: { kind: 'invalid', issue }, applied: [], repaired: repairOf(kind, issue, false) };
}

function repairOf(kind: Variant['kind'], issue: Issue | undefined, succeeded: boolean): TermsResult['repaired'] {
  return kind === 'opaque' && issue !== undefined ? { issue, succeeded } : undefined;
}
