import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandLine } from './command-line.ts';
import { type Config, defaultConfigName, readConfig } from './config.ts';
import type { FileGroup } from './file-group.ts';
import { UsageError } from './usage-error.ts';

export type Settings = {
  readonly mode: 'translate' | 'dry-run' | 'check' | 'approve';
  /** Only of the mode `approve`. */
  readonly approve?: { readonly isAll: boolean; readonly isDryRun: boolean } | undefined;
  readonly force: boolean;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  /** Requests at a time. */
  readonly concurrency: number;
  /** Absolute: the current folder. Every path is relative to it, with `/`. */
  readonly folder: string;
  /** A canonical BCP 47 tag. */
  readonly from: string | undefined;
  /** Canonical BCP 47 tags, at least one, without duplicates. */
  readonly to: readonly string[];
  readonly lock: string;
  readonly url: string | undefined;
  /** Whether the command line says where translations are: they may be outside the folder. */
  readonly isOutGiven: boolean;
  /** The groups of the configuration file, as the flags change them. May be empty. */
  readonly config: readonly FileGroup[];
  /** The files of the command line. `-` alone is standard input. */
  readonly given: FileGroup | undefined;
};

/** Joins the command line with the configuration file. Flags win. @throws UsageError */
export async function readSettings(given: CommandLine, folder: string): Promise<Settings> {
  const isApproval = given.files[0] === 'approve' && !existsSync(join(folder, 'approve'));
  const line = isApproval ? { ...given, files: given.files.slice(1) } : given;
  checkApproval(line, isApproval);
  const config = await readConfig(folder, line.config);
  if (line.files.length === 0 && (config === undefined || config.files.length === 0)) {
    const what = config === undefined ? `There is no ${defaultConfigName} here` : 'The configuration has no files';
    throw new UsageError(`${what}: name files, as in "dragoman-translate README.md --to es", or list them there.`);
  }
  const flags = {
    ...(line.out !== undefined && { out: line.out }),
    ...(line.format !== undefined && { format: line.format }),
  };
  const withFlags = (group: FileGroup): FileGroup => {
    const options = { ...group.options, ...line.options };
    return { ...group, ...flags, ...(Object.keys(options).length > 0 && { options }) };
  };
  return {
    mode: isApproval ? 'approve' : line.isCheck ? 'check' : line.isDryRun ? 'dry-run' : 'translate',
    ...(isApproval && { approve: { isAll: line.isAll, isDryRun: line.isDryRun } }),
    force: line.isForced,
    isJson: line.isJson,
    isQuiet: line.isQuiet,
    concurrency: line.concurrency,
    folder,
    ...readLanguages(line, config),
    lock: config?.lock ?? 'dragoman.lock',
    url: line.url,
    isOutGiven: line.out !== undefined,
    config: (config?.files ?? []).map(withFlags),
    given: line.files.length === 0 ? undefined : withFlags({ include: line.files, exclude: [] }),
  };
}

/** @throws UsageError */
function checkApproval({ files, isAll, isCheck, isForced }: CommandLine, isApproval: boolean): void {
  if (isAll && !isApproval) throw new UsageError('--all is of "dragoman-translate approve".');
  if (!isApproval || !(isCheck || isForced || files.includes('-'))) return;
  throw new UsageError('"approve" sends translations of files: use it without --check, --force and -.');
}

function readLanguages(line: CommandLine, config: Config | undefined): Pick<Settings, 'from' | 'to'> {
  const written = line.from ?? config?.from;
  const from = written === undefined ? undefined : canonicalTag(written);
  const to = [...new Set((line.to.length > 0 ? line.to : (config?.to ?? [])).map(canonicalTag))];
  if (to.length === 0) {
    throw new UsageError('The target languages are missing: use --to es,ca, or "to" of the configuration.');
  }
  if (from !== undefined && to.includes(from)) {
    throw new UsageError(`The files cannot be translated from ${from} to ${from}: leave ${from} out of --to.`);
  }
  if (line.files.includes('-') && to.length > 1) {
    throw new UsageError('Standard input (-) is translated into one language: give one with --to.');
  }
  return { from, to };
}

/** @throws UsageError if the tag is not well formed */
export function canonicalTag(written: string): string {
  try {
    const [tag] = Intl.getCanonicalLocales(written.trim().replaceAll('_', '-'));
    if (tag !== undefined) return tag;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new UsageError(`${written} is no language code. Use codes such as es, pt-BR or zh-Hant.`);
}
