import { posix } from 'node:path';
import { androidQualifier, areSameLanguage, type LanguagePlace, languagePlaces } from './language-places.ts';
import { UsageError } from './usage-error.ts';

/** Returns the language that a path names, as in `locales/en.json`: a canonical BCP 47 tag. A folder counts before the file. */
export const languageOfPath = (path: string, roots?: ReadonlySet<string>): string | undefined =>
  languagePlaces(path, roots).find(({ tag }) => tag !== undefined)?.tag;

export type OutputOptions = {
  readonly path: string;
  readonly from: string | undefined;
  readonly to: string;
  readonly pattern?: string | undefined;
  /** The path below the folder that was included. Default: the name of the file. */
  readonly below?: string | undefined;
  /** Folders with a folder for each language. */
  readonly roots?: ReadonlySet<string> | undefined;
};

/**
 * Returns the path of a translation: that of the pattern, else the path of the source with its language replaced, else
 * `README.es.md`.
 *
 * @throws UsageError for an unknown placeholder
 */
export function outputPath({ path, from, to, pattern, below, roots }: OutputOptions): string {
  if (pattern !== undefined) return fillPattern(pattern, { path, to, below: below ?? posix.basename(path) });
  const source = from ?? languageOfPath(path, roots);
  const places = languagePlaces(path, roots);
  const named = places.filter(({ tag }) => tag !== undefined && source !== undefined && areSameLanguage(tag, source));
  const bases = places.filter(({ tag }) => tag === undefined);
  const replaced = named.length > 0 ? named : bases;
  const output = replaced.length > 0 ? replacePlaces(path, replaced, to) : withSuffix(path, to);
  // A template of PO files has no translations.
  return output.replace(/\.pot$/, '.po');
}

function replacePlaces(path: string, places: readonly LanguagePlace[], to: string): string {
  let [output, end] = ['', 0];
  for (const place of places) {
    output += path.slice(end, place.start) + place.write(to);
    end = place.end;
  }
  return output + path.slice(end);
}

function withSuffix(path: string, to: string): string {
  const { dir, name, ext } = posix.parse(path);
  return posix.join(dir, `${name}.${to}${ext}`);
}

type Filling = { readonly path: string; readonly to: string; readonly below: string };

function fillPattern(pattern: string, { path, to, below }: Filling): string {
  const { dir, base, name, ext } = posix.parse(path);
  const values: Readonly<Record<string, string>> = {
    lang: to,
    lang_: to.replaceAll('-', '_'),
    android: androidQualifier(to),
    path,
    below,
    dir,
    name: base,
    stem: name,
    ext: ext.slice(1),
  };
  const filled = pattern.replaceAll(/(\.?)\{([^{}]*)\}(\/?)/g, (...[, before, key = '', after]: string[]) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined) {
      const known = Object.keys(values).map((each) => `{${each}}`);
      throw new UsageError(`The output pattern has an unknown placeholder {${key}}. Known are ${known.join(' ')}.`);
    }
    // An empty folder or extension takes its separator with it.
    return value && `${before}${value}${after}`;
  });
  return posix.normalize(filled);
}
