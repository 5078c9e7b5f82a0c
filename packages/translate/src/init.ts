import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FormatId } from '../../documents/src/index.ts';
import type { CommandLine } from './command-line.ts';
import { defaultConfigName } from './config.ts';
import { notWritten } from './content.ts';
import { formatOfPath } from './file-types.ts';
import { areSameLanguage, languagePlaces, languageRoots } from './language-places.ts';
import { languageOfPath, outputPath } from './output-path.ts';
import { canonicalTag } from './settings.ts';
import { findSources } from './sources.ts';
import { UsageError } from './usage-error.ts';

/** Folders with copies and with files of others. */
const ignoredFolders = ['vendor', 'dist', 'build', 'out', 'target', 'coverage', 'Pods', '.*'].map(
  (name) => `**/${name}/**`,
);

/** Formats whose files hold their translations. */
const catalogFormats: ReadonlySet<FormatId | undefined> = new Set(['po', 'xcstrings', 'xliff']);

/** What the configuration has. */
type Found = { readonly from: string; readonly to: readonly string[]; readonly include: readonly string[] };

/**
 * Writes the configuration of a project: the files whose paths name a language, and the languages that they have.
 *
 * @returns what was found, in words
 * @throws UsageError if there is a configuration, no such file, or no language to translate into; TaskError if
 * it cannot be written
 */
export async function writeConfig(line: CommandLine, folder: string): Promise<string> {
  const group = { include: ['.'], exclude: ignoredFolders };
  const paths = (await findSources({ folder, config: [], given: group }, new Set())).map(({ path }) => path);
  const { from, to, include } = findLanguages(paths, line);
  const config = { from, to, files: [{ include }] };
  const content = `${JSON.stringify(config, null, 2)}\n`;
  await writeFile(resolve(folder, defaultConfigName), content, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw notWritten(defaultConfigName, error);
    throw new UsageError(`${defaultConfigName} exists: change it, or delete it first.`);
  });
  return `${defaultConfigName}: from ${from} to ${to.join(', ')}: ${include.join(', ')}\n`;
}

function findLanguages(paths: readonly string[], line: CommandLine): Found {
  const from = line.from === undefined ? likeliestSource(paths) : canonicalTag(line.from);
  const roots = languageRoots(paths, from);
  const known = new Set(paths);
  const tagged = [...new Set(paths.flatMap((path) => languageOfPath(path, roots) ?? []))];
  const others = tagged.filter((tag) => !areSameLanguage(tag, from));
  const targetsOf = (path: string): readonly string[] =>
    others.filter((to) => known.has(outputPath({ path, from, to, roots })));
  const sources = paths.filter((path) => {
    const named = languageOfPath(path, roots);
    if (catalogFormats.has(formatOfPath(path))) return true;
    if (named !== undefined) return areSameLanguage(named, from);
    // A path without a language is a source if it is one of its translations' kind, as `values/` beside `values-es/`.
    return languagePlaces(path, roots).length > 0 && (formatOfPath(path) === 'android' || targetsOf(path).length > 0);
  });
  if (sources.length === 0) {
    throw new UsageError('No path names a language, such as locales/en.json. Name the files on the command line.');
  }
  const held = sources
    .filter((path) => formatOfPath(path) === 'po')
    .flatMap((path) => languageOfPath(path, roots) ?? []);
  const translated = new Set([...sources.flatMap(targetsOf), ...held.filter((tag) => !areSameLanguage(tag, from))]);
  const to = line.to.length > 0 ? line.to.map(canonicalTag) : [...translated].sort();
  if (to.length === 0) {
    throw new UsageError(
      'There are no translations yet: name their languages, as in "dragoman-translate init --to es,ca".',
    );
  }
  const include = new Set(sources.map((path) => includeOf(path, roots)));
  return { from, to, include: [...include].sort() };
}

/** English if a file has it or if sources name no language, as in `values/`, else the only language. @throws UsageError */
function likeliestSource(paths: readonly string[]): string {
  const named = paths.filter((path) => formatOfPath(path) !== 'po');
  const tags = [...new Set(named.flatMap((path) => languageOfPath(path) ?? []))];
  const english = tags.find((tag) => areSameLanguage(tag, 'en'));
  if (english !== undefined) return english;
  const known = new Set(named);
  const isUnnamed = (path: string): boolean =>
    languageOfPath(path) === undefined &&
    languagePlaces(path).length > 0 &&
    tags.some((to) => known.has(outputPath({ path, from: undefined, to })));
  if (tags.length === 0 || named.some(isUnnamed)) return 'en';
  const [only, other] = tags;
  if (only !== undefined && other === undefined) return only;
  throw new UsageError(`The files are in ${tags.join(', ')}: name the language of the sources with --from.`);
}

/** Returns the folder that names the language, so that new files in it are translated too, or the file. */
function includeOf(path: string, roots: ReadonlySet<string>): string {
  const place = languagePlaces(path, roots).find(({ end }) => path.indexOf('/', end) >= 0);
  const isWhole = place !== undefined && formatOfPath(path) !== 'po';
  return isWhole ? path.slice(0, path.indexOf('/', place.end)) : path;
}
