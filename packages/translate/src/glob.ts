import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { realPathOf } from './real-path.ts';
import { UsageError } from './usage-error.ts';

/** Fits one item, or any number of such items. */
type Part<Item> = {
  readonly fits: (item: Item) => boolean;
  readonly isMany?: boolean;
  /** The only name that fits. */
  readonly name?: string;
};

/** A pattern of paths: a part for each name, and one for `**`. */
export type Glob = readonly Part<string>[];

/** The matching is limited, because a repository of other people may have patterns that take hours. */
export type Budget = { steps: number; alternatives: number };

export const newBudget = (): Budget => ({ steps: 100_000_000, alternatives: alternativesMax });

const lengthMax = 1_000;
/** Of all patterns of a run. */
const alternativesMax = 1_000;
const innermostBraces = /(?<!\\)\{((?:[^{}\\]|\\.)*)\}/s;

const literal = (name: string): Part<string> => ({ name, fits: (each) => each === name });

/** The glob of a file that exists, whatever its name has. */
export const globOfFile = (path: string): Glob => path.split('/').filter(Boolean).map(literal);

/** The glob of all files in a folder. */
export const globOfFolder = (path: string, hasHidden: boolean): Glob => [...globOfFile(path), names(hasHidden)];

const names = (hasHidden: boolean): Part<string> => ({
  isMany: true,
  fits: (name) => hasHidden || !name.startsWith('.'),
});

/**
 * Expands `{a,b}` of a pattern.
 *
 * @throws UsageError for too many
 */
export function alternativesOf(pattern: string, budget: Budget): readonly string[] {
  if (pattern.length > lengthMax) throw new UsageError(`A pattern has more than ${lengthMax} characters.`);
  const open = [pattern];
  const expanded: string[] = [];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const list = innermostBraces.exec(each)?.[1];
    if (list === undefined) expanded.push(each);
    else if (!list.includes(',')) open.push(each.replace(innermostBraces, () => `\\{${list}\\}`));
    else for (const item of list.split(',')) open.push(each.replace(innermostBraces, () => item));
    if (open.length + expanded.length <= budget.alternatives) continue;
    throw new UsageError(`${pattern}: the patterns have more than ${alternativesMax} alternatives. Name folders.`);
  }
  budget.alternatives -= expanded.length;
  return expanded;
}

/**
 * Reads a pattern without braces: `**`, `*`, `?`, `[a-z]`, and `\` before a character that is meant literally.
 *
 * @param hasHidden whether `*` fits names that begin with a full stop
 */
export function globOf(
  pattern: string,
  { hasHidden, budget }: { readonly hasHidden: boolean; readonly budget: Budget },
): Glob {
  return pattern
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .map((name) => {
      if (name === '**') return names(hasHidden);
      if (!/[*?[\\]/.test(name)) return literal(name);
      const parts = charactersOf(name);
      const isHiddenFit = hasHidden || name.startsWith('.');
      return { fits: (each) => (isHiddenFit || !each.startsWith('.')) && doFit(parts, [...each], budget) };
    });
}

function charactersOf(pattern: string): readonly Part<string>[] {
  const tokens = pattern.matchAll(/\\(?<escaped>.)|\[(?<not>[!^]?)(?<set>[^\]]+)\]|(?<many>\*+)|(?<one>\?)|./gsu);
  return [...tokens].map(({ 0: token, groups = {} }) => {
    const { escaped, not, set, many, one } = groups;
    if (many !== undefined || one !== undefined) return { isMany: many !== undefined, fits: () => true };
    return set === undefined ? literal(escaped ?? token) : { fits: fitsSet(set, not !== '') };
  });
}

function fitsSet(set: string, isNegated: boolean): (character: string) => boolean {
  const ranges = [...set.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, one]) => [from ?? one, to ?? one] as const);
  return (character) => isNegated !== ranges.some(([from = '', to = '']) => from <= character && character <= to);
}

/** Whether the items fit the parts. Only the last part for many is tried again: the steps are at most the product of both lengths. */
function doFit<Item>(parts: readonly Part<Item>[], items: readonly Item[], budget: Budget): boolean {
  let [at, lastMany, next] = [0, -1, 0];
  for (let index = 0; index < items.length; ) {
    if (budget.steps-- <= 0) throw new UsageError('The patterns take too long. Write simpler ones, or name folders.');
    const part = parts[at];
    const item = items[index] as Item;
    if (part?.isMany) {
      [lastMany, next] = [at++, index];
    } else if (part?.fits(item)) {
      at++;
      index++;
    } else if (lastMany >= 0 && parts[lastMany]?.fits(items[next] as Item)) {
      at = lastMany + 1;
      index = ++next;
    } else {
      return false;
    }
  }
  return parts.slice(at).every(({ isMany }) => isMany);
}

type Search = {
  /** Absolute. */
  readonly folder: string;
  readonly excluded: readonly Glob[];
  readonly budget: Budget;
};

const ignoredFolders: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Finds files by their paths relative to the folder. Links are not followed. @throws UsageError */
export async function findFiles(glob: Glob, { folder, excluded, budget }: Search): Promise<readonly string[]> {
  const fits = (each: Glob, path: readonly string[]): boolean => doFit(each, path, budget);
  const isExcluded = (path: readonly string[]): boolean => excluded.some((each) => fits(each, path));
  const folders = excluded.filter((each) => each.at(-1)?.isMany);
  const isPruned = (path: readonly string[]): boolean => folders.some((each) => fits(each, path));
  const fixed = glob.slice(0, -1).findIndex(({ name }) => name === undefined);
  const base = glob.slice(0, fixed < 0 ? -1 : fixed).map(({ name = '' }) => name);
  const depth = glob.findIndex(({ isMany }) => isMany);
  const mayLead = (path: readonly string[], name: string): boolean => {
    if (depth >= 0 && path.length > depth) return glob.some((part) => part.fits(name));
    return path.length < glob.length && fits(glob.slice(0, path.length), path);
  };
  const found: string[] = [];
  const visit = async (parent: readonly string[]): Promise<void> => {
    const entries = await readdir(resolve(folder, parent.join('/')), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = [...parent, entry.name];
      if (entry.isFile() && fits(glob, path) && !isExcluded(path)) found.push(path.join('/'));
      else if (!entry.isDirectory() || ignoredFolders.has(entry.name)) continue;
      else if (mayLead(path, entry.name) && !isPruned(path)) await visit(path);
    }
  };
  await realPathOf(folder, base.join('/')).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`${base.join('/')}: the folder cannot be read (${code}).`);
  });
  if (!base.some((name) => ignoredFolders.has(name))) await visit(base);
  return found;
}
