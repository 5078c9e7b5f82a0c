import type { Steps } from '../../ground/steps.ts';
import { checkEntry, keysOfSource } from '../../text/memory/memory-entry.ts';
import type { FileProblem, MemoryUnit } from './memory-files.ts';

export type SettlingOptions = {
  /** The translation to use if two have the same source. Without it, they refuse the import. */
  readonly onConflict?: 'first' | 'last' | 'newest' | undefined;
  /** Leaves out invalid units instead of refusing the import. Conflicts refuse it all the same. */
  readonly skipProblems?: boolean;
};

export type SettledUnits = {
  /** One for each pair and key, in the order of the file. Undefined if the import is refused. */
  readonly units: readonly MemoryUnit[] | undefined;
  /** By line. */
  readonly problems: readonly FileProblem[];
  /** Those of `problems` that refuse the import. */
  readonly refusing: readonly FileProblem[];
};

type SettlingQuery = {
  readonly units: readonly MemoryUnit[];
  /** Of the reader of the file. */
  readonly problems: readonly FileProblem[];
  readonly options: SettlingOptions;
};

/**
 * Chooses one translation of each source: all units of a file or, without a choice, none. What only the rules of entries
 * find, such as other codes in the translation, is left out. Yields after each unit.
 */
export function* settleUnits({ units, problems, options }: SettlingQuery): Steps<SettledUnits> {
  const found: FileProblem[] = [...problems];
  const groups = new Map<string, MemoryUnit[]>();
  for (const unit of units) {
    const [fault] = checkEntry(unit);
    if (fault === undefined) {
      const key = `${unit.sourceLanguage}\n${unit.targetLanguage}\n${keysOfSource(unit.source).key}`;
      const same = groups.get(key);
      if (same === undefined) groups.set(key, [unit]);
      else same.push(unit);
    } else found.push({ line: unit.line, kind: 'skipped', message: fault.message });
    yield;
  }
  const refusing = options.skipProblems ? [] : found.filter(({ kind }) => kind === 'invalid');
  const settled: MemoryUnit[] = [];
  for (const group of groups.values()) {
    const { chosen, others, isConflict } = choose(group, options.onConflict);
    settled.push(chosen);
    for (const { line } of others) {
      const message = `Line ${chosen.line} has another translation of the same text.`;
      const problem: FileProblem = { line, kind: isConflict ? 'invalid' : 'skipped', message };
      found.push(problem);
      if (isConflict) refusing.push(problem);
    }
    yield;
  }
  const byLine = (one: FileProblem, other: FileProblem) => one.line - other.line;
  const result = { problems: found.toSorted(byLine), refusing: refusing.toSorted(byLine) };
  return { units: refusing.length === 0 ? settled : undefined, ...result };
}

type Choice = {
  readonly chosen: MemoryUnit;
  /** Those with another translation. */
  readonly others: readonly MemoryUnit[];
  /** Whether the caller must choose. */
  readonly isConflict: boolean;
};

/** A translation without context counts more than those for one place. */
function choose(group: readonly MemoryUnit[], onConflict: SettlingOptions['onConflict']): Choice {
  const general = group.filter(({ hasContext }) => !hasContext);
  const candidates = general.length > 0 ? general : group;
  const differ = candidates.some(({ target }) => target !== candidates[0]?.target);
  const chosen = candidates.reduce((best, next) => {
    if (!differ || onConflict === undefined || onConflict === 'first') return best;
    return onConflict === 'last' || (next.changedAt ?? 0) >= (best.changedAt ?? 0) ? next : best;
  });
  const isConflict = differ && onConflict === undefined;
  const others = (isConflict ? candidates : group).filter(({ target }) => target !== chosen.target);
  return { chosen, others, isConflict };
}
