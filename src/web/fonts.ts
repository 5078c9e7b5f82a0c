/** The typeface of the pages, in subsets. A browser loads only those whose characters a page shows. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ranges from '@fontsource-variable/inter/unicode.json' with { type: 'json' };

/** Other scripts are shown in a font of the visitor's system. */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'greek'] as const;

type Subset = (typeof subsets)[number];

/** Every page needs it. */
export const mainFont = fileOf('latin');

/** Returns the font files with their names. */
export function fontFiles(): readonly (readonly [name: string, bytes: Buffer<ArrayBuffer>])[] {
  return subsets.map((subset) => {
    const name = fileOf(subset);
    return [name, readFileSync(fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/${name}`)))];
  });
}

/** Returns the style sheet that declares the files. @param pathOf returns the path of a file, relative to the style sheet */
export function fontFaces(pathOf: (file: string) => string): string {
  return subsets
    .map(
      (subset) =>
        `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;` +
        `src:url(${pathOf(fileOf(subset))}) format("woff2");unicode-range:${ranges[subset]}}\n`,
    )
    .join('');
}

function fileOf(subset: Subset): string {
  return `inter-${subset}-wght-normal.woff2`;
}
