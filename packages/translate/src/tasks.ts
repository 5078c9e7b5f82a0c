import { isAbsolute, relative, sep } from 'node:path';
import type { FormatId } from '../../documents/src/index.ts';
import { formatOfPath } from './file-types.ts';
import { areSameLanguage, languageRoots } from './language-places.ts';
import { languageOfPath, outputPath } from './output-path.ts';
import { leavesFolder } from './real-path.ts';
import type { Settings } from './settings.ts';
import type { Source } from './sources.ts';
import { UsageError } from './usage-error.ts';

/** One translation of one file. */
export type Task = {
  readonly source: Source;
  /** Undefined: the file itself says it, or the server detects it. */
  readonly from: string | undefined;
  readonly to: string;
  /** Relative to the current folder. The source itself, if it holds the translation. */
  readonly out: string;
};

/** Says whether a source file holds translations into `to`. May throw for a damaged file. */
export type Holds = (source: Source, to: string) => Promise<boolean>;

type PlannedTask = Task & { readonly isHeld: boolean };

/**
 * Chooses the language and the output of each translation. Files that a folder or pattern found are left out if they are
 * outputs of other files or name another language than that of the sources.
 *
 * @throws UsageError if an output is not certain, or would replace a source
 */
export async function planOutputs(
  sources: readonly Source[],
  settings: Settings,
  holds: Holds,
): Promise<readonly Task[]> {
  const roots = languageRoots(
    sources.map(({ path }) => path),
    settings.from,
  );
  const hasExact = sources.some(({ path }) => languageOfPath(path, roots) === settings.from);
  const translations = settings.from === undefined ? translationsAmong(sources, roots) : new Set<string>();
  const planning = { settings, roots, hasExact, translations, holds };
  const planned: PlannedTask[] = [];
  for (const source of sources) planned.push(...(await planSource(source, planning)));
  const advice = settings.from === undefined ? ' Give the language of the sources with --from.' : '';
  const tasks = withoutDerived(withoutHeld(planned), advice);
  checkOutputs(tasks, advice);
  const missing = settings.to.find(
    (to) => !tasks.some((task) => task.to === to) && !planned.some(({ from }) => from === to),
  );
  if (missing !== undefined) {
    throw new UsageError(`No file remains to be translated into ${missing}: their paths name other languages.`);
  }
  return tasks;
}

/** Returns the files whose paths are those of another source in their language, as `values-fr/` is that of `values/`. */
function translationsAmong(sources: readonly Source[], roots: ReadonlySet<string>): ReadonlySet<string> {
  const written = (path: string): string => path.toLowerCase().replaceAll('_', '-');
  const tags = new Map(sources.map(({ path }) => [path, languageOfPath(path, roots)]));
  const bases = [...tags.keys()].filter((path) => tags.get(path) === undefined);
  const languages = new Set([...tags.values()].filter((tag) => tag !== undefined));
  const outputs = new Set(
    bases.flatMap((path) => [...languages].map((to) => written(outputPath({ path, from: undefined, to, roots })))),
  );
  return new Set([...tags.keys()].filter((path) => tags.get(path) !== undefined && outputs.has(written(path))));
}

const bilingualFormats: ReadonlySet<FormatId | undefined> = new Set(['csv', 'po', 'tsv', 'xcstrings', 'xliff']);

async function heldLanguages(source: Source, to: readonly string[], holds: Holds): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  const format = source.format ?? formatOfPath(source.path);
  if (!bilingualFormats.has(format)) return held;
  for (const tag of to) if (await holds(source, tag).catch(() => false)) held.add(tag);
  // A table with some languages gets columns for the others.
  return held.size > 0 && (format === 'csv' || format === 'tsv') ? new Set(to) : held;
}

type Planning = {
  readonly settings: Settings;
  readonly roots: ReadonlySet<string>;
  /** Whether a path names exactly the language of the sources: then `en-GB.json` is no source beside `en.json`. */
  readonly hasExact: boolean;
  /** Files that are no sources, because they are translations of others: see `translationsAmong`. */
  readonly translations: ReadonlySet<string>;
  readonly holds: Holds;
};

async function planSource(
  source: Source,
  { settings, roots, hasExact, translations, holds }: Planning,
): Promise<readonly PlannedTask[]> {
  const { path, isNamed, below, out: pattern } = source;
  const held = await heldLanguages(source, settings.to, holds);
  const named = languageOfPath(path, roots);
  // The path of a PO file names the language of its translations.
  const namesTarget = named !== undefined && [...held].some((to) => areSameLanguage(named, to));
  const from = settings.from ?? (namesTarget ? undefined : named);
  const isInLanguage = (tag: string): boolean =>
    from !== undefined && (hasExact ? tag === from : areSameLanguage(tag, from));
  const isSource = named === undefined || (!namesTarget && isInLanguage(named) && !translations.has(path));
  const wanted = settings.to.filter((to) => held.has(to) || (to !== from && (isNamed || isSource)));
  if (wanted.length === 0 && isNamed) {
    throw new UsageError(`${path}: the path names the language ${from}, and --to has no other.`);
  }
  return wanted.map((to) => {
    const isHeld = held.has(to);
    const isInPlace = isHeld && pattern === undefined;
    const written = { path, from: namesTarget ? named : from, to, pattern, below, roots };
    const output = isInPlace ? path : outputPath(written);
    const out = isAbsolute(output) ? relative(settings.folder, output).replaceAll(sep, '/') : output;
    if (out === path && !isHeld) {
      throw new UsageError(`${path}: the translation into ${to} would replace the file. Use --out.`);
    }
    if (!settings.isOutGiven && leavesFolder(settings.folder, out)) {
      throw new UsageError(`${path}: ${out} is outside the current folder. Give the path with --out.`);
    }
    return { source, from, to, out, isHeld };
  });
}

/** A file that holds its translations itself needs none of another file that was found beside it. */
function withoutHeld(tasks: readonly PlannedTask[]): readonly PlannedTask[] {
  const held = new Set(tasks.filter(({ isHeld, source, out }) => isHeld && source.path === out).map(({ out }) => out));
  return tasks.filter(({ isHeld, source, out }) => isHeld || source.isNamed || !held.has(out));
}

/** Leaves out sources that are outputs of other sources. */
function withoutDerived(tasks: readonly PlannedTask[], advice: string): readonly PlannedTask[] {
  const outputs = new Map(tasks.filter(({ source, out }) => out !== source.path).map((task) => [task.out, task]));
  const isDerived = ({ path }: Source): boolean => outputs.has(path);
  const kept = tasks.filter(({ source }) => !isDerived(source));
  const written = new Set(kept.map(({ out }) => out));
  for (const { source } of tasks.filter((task) => isDerived(task.source))) {
    const origin = outputs.get(source.path);
    if (source.isNamed || !written.has(source.path)) {
      const what = `${source.path} is both a source and the output of ${origin?.source.path}`;
      throw new UsageError(
        `${what}. Leave it out${source.isNamed ? ', or write the pattern in quotes' : ''}.${advice}`,
      );
    }
  }
  return kept;
}

function checkOutputs(tasks: readonly PlannedTask[], advice: string): void {
  const writers = new Map<string, PlannedTask>();
  for (const task of tasks) {
    const { source, out, to } = task;
    const other = writers.get(out);
    if (other !== undefined && other.source !== source) {
      throw new UsageError(`${other.source.path} and ${source.path} have the same output ${out}.${advice}`);
    }
    if (other !== undefined && out !== source.path) {
      throw new UsageError(
        `${source.path}: ${other.to} and ${to} have the same output ${out}. Use {lang} in the pattern.`,
      );
    }
    writers.set(out, task);
  }
}
