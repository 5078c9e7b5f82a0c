import { lineEnd } from './search.ts';
import type { Walk } from './walk.ts';

const opening = /^(?:\uFEFF?)(---|\+\+\+)[ \t]*\r?\n/;
/** The first line of data, which distinguishes front matter from a horizontal rule. */
const data = /^\s*(?:#|\[|[\w"'-]+[ \t]*[:=])/;

/** Reads front matter, YAML or TOML between two fences at the beginning of a text. */
export function takeFrontMatter(walk: Walk): void {
  const { text } = walk;
  const fence = opening.exec(text);
  if (!fence || !data.test(text.slice(fence[0].length, fence[0].length + 200))) return;
  for (let start = fence[0].length; start < text.length; start = lineEnd(text, start) + 1) {
    const line = text.slice(start, lineEnd(text, start)).trimEnd();
    if (line === fence[1] || (line === '...' && fence[1] === '---')) {
      walk.take(start + line.length, 'bound');
      return;
    }
  }
}
