import { lineEnd } from './search.ts';
import type { Walk } from './walk.ts';

const opening = /^(?:\uFEFF?)(---|\+\+\+)[ \t]*\r?\n/;
/** What the first line of data looks like, so that a rule above a text is none. */
const data = /^\s*(?:#|\[|[\w"'-]+[ \t]*[:=])/;

/** Takes the data about a document before it, YAML or TOML: it stands at the very beginning, between two fences. */
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
