/** The block of data at the start of a Markdown file. */
import { escapeStyle, stringReader } from './escapes.ts';
import { FileError } from './file-error.ts';
import { readYamlKeys } from './formats/yaml.ts';
import { jsonEscaping } from './json-tree.ts';
import type { PartReader } from './part-reader.ts';
import type { Place } from './skeleton.ts';
import { yamlEscaping } from './yaml-scalars.ts';

/**
 * Texts that readers see, of Hugo, Jekyll, Docusaurus (https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs),
 * VitePress (https://vitepress.dev/reference/default-theme-home-page), VuePress and Starlight
 * (https://starlight.astro.build/reference/frontmatter/). A name counts at any level, a path from the top, with `*` for an item.
 */
const usualKeys = [
  ...['title', 'title_meta', 'linkTitle', 'subtitle', 'description', 'summary', 'excerpt', 'tagline', 'heroText'],
  ...['sidebar_label', 'sidebar_title', 'sidebar.label', 'sidebar.badge', 'sidebar.badge.text', 'pagination_label'],
  ...['hero.text', 'hero.image.alt', 'hero.actions.*.text', 'features.*.details', 'features.*.linkText'],
  ...['actions.*.text', 'banner.content', 'prev.text', 'prev.label', 'next.text', 'next.label'],
];

/** Adds a unit for each text of the keys. The place is between the fences. Damaged front matter does not change. */
export function readFrontMatter(
  file: PartReader,
  place: Place,
  kind: 'yaml' | 'toml',
  keys: readonly string[] = usualKeys,
): void {
  const wanted = new Set(keys);
  if (kind === 'yaml') readYaml(file, place, wanted);
  else readToml(file, place, wanted);
}

function readYaml(file: PartReader, { start, end }: Place, keys: ReadonlySet<string>): void {
  try {
    readYamlKeys(file, '\n'.repeat(start) + file.text.slice(start, end), keys);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
}

const tomlLine = /^([ \t]*"?([\w-]+)"?[ \t]*=[ \t]*)("(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*')[ \t]*(?:#.*)?$/gm;

function readToml(file: PartReader, { start, end }: Place, keys: ReadonlySet<string>): void {
  // Strings over several lines stay as they are, with what looks like a line of data in them.
  const data = file.text
    .slice(start, end)
    .replaceAll(/"""[^]*?"""|'''[^]*?'''/g, (raw) => raw.replaceAll(/[^\r\n]/g, ' '));
  const add = stringReader(file, escapeStyle(data, tomlEscaping));
  for (const { 1: before = '', 2: key = '', 3: raw = '', index } of data.matchAll(tomlLine)) {
    if (!keys.has(key)) continue;
    const from = start + index + before.length;
    const place = { start: from + 1, end: from + raw.length - 1 };
    if (raw.startsWith('"')) add(place, {});
    // A literal string has no escapes, so that it cannot hold an apostrophe.
    else file.add([{ kind: 'text', text: raw.slice(1, -1), ...place }], (text) => text.replaceAll("'", '’'));
  }
}

/** Escapes of TOML are those of JSON, and `\U0001f600`. */
const tomlEscaping = { ...jsonEscaping, pattern: yamlEscaping.pattern, decode: yamlEscaping.decode };
