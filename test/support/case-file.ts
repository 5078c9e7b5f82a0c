import { readFileSync } from 'node:fs';

export type CaseGroup = { readonly title: string; readonly rows: readonly (readonly string[])[] };

/**
 * Reads the examples in a text file beside a test:
 *
 * == the title of the examples that follow
 * one part ¦ another part
 *
 * Spaces around a part do not count. A backslash escapes as in JavaScript, and `\s` is a space.
 * @param test `import.meta.url` of the test
 */
export function readCases(test: string, name: string): readonly CaseGroup[] {
  const [, ...groups] = `\n${readFileSync(new URL(name, test), 'utf8')}`.split('\n== ');
  return groups.map((group) => {
    const [title = '', ...lines] = group.split('\n').filter((line) => line !== '');
    return { title, rows: lines.map((line) => line.split('¦').map((part) => unescaped(part.replace(/^ +| +$/g, '')))) };
  });
}

/** Reads all parts of a file, whatever their titles and rows. */
export function readParts(test: string, name: string): readonly string[] {
  return readCases(test, name).flatMap(({ rows }) => rows.flat());
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', s: ' ', 0: '\0' };

function unescaped(part: string): string {
  return part.replaceAll(
    /\\(?:u\{([0-9A-F]+)\}|u([0-9A-F]{4})|(.))/gi,
    (_, point?: string, unit?: string, sign = '') =>
      point || unit ? String.fromCodePoint(Number.parseInt(point ?? unit ?? '', 16)) : (escapes[sign] ?? sign),
  );
}
