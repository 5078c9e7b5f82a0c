import { raw } from 'hono/html';
import { Marked } from 'marked';
import type { Piece } from '../page.ts';

/** @param markdown the project's own, never foreign text, because it is not escaped */
export function changelogPiece(markdown: string): Piece {
  const entries = markdown.slice(Math.max(0, markdown.search(/^## /m)));
  const marked = new Marked({ async: false, gfm: true });
  // Other pages of the project's documentation are not on the site: their names stay, without a link.
  marked.use({
    renderer: { link: ({ href, text }) => (href.startsWith('https://') ? `<a href="${href}">${text}</a>` : text) },
  });
  return raw(marked.parse(entries));
}
