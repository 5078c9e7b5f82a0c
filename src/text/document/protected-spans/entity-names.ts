import rows from './entity-names.json' with { type: 'json' };

/**
 * The characters of HTML by name, without `&` and `;`. Each row of the file has a first code point, and the names of it
 * and the next code points; `-` means no name.
 * Source: HTML 4.01, section 24; of Latin Extended-A, HTML 5, section 13.5.
 */
export const entityCharacters: ReadonlyMap<string, string> = new Map(
  (rows as [number, string][]).flatMap(([first, names]) =>
    names.split(' ').map((name, index) => [name, String.fromCodePoint(first + index)] as const),
  ),
);
