import { formatOfPath } from './file-types.ts';

/** Where a path names a language. */
export type LanguagePlace = {
  /** In UTF-16 units of the path. */
  readonly start: number;
  readonly end: number;
  /** A canonical BCP 47 tag. Undefined: the path names no language here, but a translation does, as in `values-es/`. */
  readonly tag: string | undefined;
  /** Writes the place for another language, in the same style. */
  readonly write: (tag: string) => string;
};

type Shape = {
  /** `code` is the place. Empty or `Base`: without a language. */
  readonly pattern: RegExp;
  /** Undefined: files and folders. */
  readonly isFile: boolean;
  readonly applies?: (segment: Segment) => boolean;
  /** Undefined: in the style of the code. */
  readonly write?: (tag: string) => string;
};

/** A folder or the file of a path. */
type Segment = {
  readonly name: string;
  readonly path: string;
  readonly next: string | undefined;
  /** Whether it is in a folder such as `locales`, where every code is one of a language. */
  readonly isInCatalogue: boolean;
  /** Whether its folder has one folder for each language, as `docs` has `docs/en`. */
  readonly isInRoot: boolean;
};

const anyCode = '[a-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|\\d{3}))?';
const plainCode = '[a-z]{2}(?:[-_][A-Z][a-z]{3})?(?:[-_](?:[A-Z]{2}|\\d{3}))?';
const folderCode = new RegExp(`^(?<code>${anyCode})$`, 'd');
const bundleCode = '_[a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_(?:[A-Z]{2}|\\d{3}))?';

/** Android's qualifier of a folder: https://developer.android.com/guide/topics/resources/providing-resources */
export const androidQualifier = (tag: string): string =>
  /^[a-z]+(-[A-Z]{2})?$/.test(tag) ? tag.replace('-', '-r') : `b+${tag.replaceAll('-', '+')}`;

const bundle = (tag: string): string => `_${tag.replaceAll('-', '_')}`;

/** The first that fits a segment counts. */
const shapes: readonly Shape[] = [
  { isFile: false, pattern: new RegExp(`^(?<code>Base|${anyCode})\\.lproj$`, 'd') },
  {
    isFile: false,
    pattern: /^values(?<code>-[a-z]{2,3}(?:-r[A-Z]{2})?|-b\+[A-Za-z0-9+]+|)$/d,
    applies: ({ path }) => formatOfPath(path) === 'android',
    write: (tag) => `-${androidQualifier(tag)}`,
  },
  {
    isFile: false,
    pattern: folderCode,
    applies: ({ isInCatalogue, isInRoot, next }) => isInCatalogue || isInRoot || next === 'LC_MESSAGES',
  },
  { isFile: true, pattern: new RegExp(`^(?<code>${plainCode})\\.[^.]+$`, 'd') },
  {
    isFile: true,
    pattern: new RegExp(`^(?<code>${anyCode})\\.[^.]+$`, 'd'),
    applies: ({ isInCatalogue }) => isInCatalogue,
  },
  { isFile: true, pattern: new RegExp(`\\.(?<code>${anyCode})\\.[^.]+$`, 'd') },
  { isFile: true, pattern: new RegExp(`(?<code>${bundleCode})\\.(?:arb|properties)$`, 'd'), write: bundle },
  { isFile: true, pattern: /(?<code>)\.(?:arb|properties)$/d, write: bundle },
];

const catalogueFolders = new Set([
  'locales',
  'locale',
  'i18n',
  'lang',
  'langs',
  'languages',
  'l10n',
  'translations',
  'messages',
  '_locales',
]);

/**
 * Returns the folders, as `docs/`, that have a folder for the language of the sources: the names beside it are languages too.
 *
 * @param from undefined: none, because `docs/it` may be a word
 */
export function languageRoots(paths: readonly string[], from: string | undefined): ReadonlySet<string> {
  const roots = new Set<string>();
  for (const path of from === undefined ? [] : paths) {
    for (const { 1: name = '', index } of path.matchAll(/([^/]+)\//g)) {
      const tag = folderCode.test(name) ? tagOf(name, true) : undefined;
      if (tag !== undefined && areSameLanguage(tag, from ?? '')) roots.add(path.slice(0, index));
    }
  }
  return roots;
}

/** Whether one tag is the other, or the same with a script or region: `en` and `en-US`, but not `en-GB` and `en-US`. */
export const areSameLanguage = (one: string, other: string): boolean =>
  `${one}-`.startsWith(`${other}-`) || `${other}-`.startsWith(`${one}-`);

/** Returns the places in the order of the path. */
export function languagePlaces(path: string, roots: ReadonlySet<string> = new Set()): readonly LanguagePlace[] {
  const names = path.split('/');
  let start = 0;
  return names.flatMap((name, index) => {
    const isInCatalogue = names.slice(0, index).some((each) => catalogueFolders.has(each));
    const isInRoot = roots.has(path.slice(0, start));
    const found = placeIn({ name, path, next: names[index + 1], isInCatalogue, isInRoot });
    const place = found && { ...found, start: start + found.start, end: start + found.end };
    start += name.length + 1;
    return place ?? [];
  });
}

function placeIn(segment: Segment): LanguagePlace | undefined {
  const isFile = segment.next === undefined;
  for (const shape of shapes) {
    if (shape.isFile !== isFile || shape.applies?.(segment) === false) continue;
    const match = shape.pattern.exec(segment.name);
    const [start, end] = match?.indices?.groups?.['code'] ?? [];
    if (start === undefined || end === undefined) continue;
    const code = segment.name.slice(start, end);
    const isBase = code === '' || code === 'Base';
    const tag = isBase ? undefined : tagOf(code, !isFile || segment.isInCatalogue);
    if (isBase || tag !== undefined) return { start, end, tag, write: shape.write ?? styleOf(code, segment.path) };
  }
  return undefined;
}

/** Languages with three letters whose codes are words in paths more often. */
const words = new Set(['bin', 'car', 'ext', 'min', 'new', 'pro', 'src']);

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** @param isCertain whether three letters can be a language: in names of files anywhere they are words, as in `git.man.md` */
function tagOf(code: string, isCertain: boolean): string | undefined {
  const written = code
    .replace(/^[-_](b\+)?/, '')
    .replace('-r', '-')
    .replaceAll(/[_+]/g, '-');
  const [language = ''] = written.split('-');
  if (language.length === 3 && (!isCertain || words.has(language))) return undefined;
  try {
    return languageNames.of(language) && Intl.getCanonicalLocales(written)[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Writes tags as `code` is written, `pt_BR` or `pt-br`, and where it does not tell, as is usual for such files. */
function styleOf(code: string, path: string): (tag: string) => string {
  const usual = formatOfPath(path) === 'po' || /(^|\/)_locales\/|\.(arb|properties)$/.test(path) ? '_' : '-';
  const separator = /[-_]/.exec(code)?.[0];
  const isLower = separator !== undefined && code === code.toLowerCase();
  return (tag) => {
    const written = tag.replaceAll('-', separator ?? usual);
    return isLower ? written.toLowerCase() : written;
  };
}
