import { raw } from 'hono/html';
import { Marked } from 'marked';
import type { Piece } from '../page.ts';

/** @param markdown the project's own; nothing that came from outside may be given here, for it is not escaped */
export function changelogPiece(markdown: string): Piece {
  const entries = markdown.slice(Math.max(0, markdown.search(/^## /m)));
  const marked = new Marked({ async: false, gfm: true });
  // Other pages of the project's documentation are not part of the service: their names stay, without the link.
  marked.use({
    renderer: { link: ({ href, text }) => (href.startsWith('https://') ? `<a href="${href}">${text}</a>` : text) },
  });
  return raw(marked.parse(entries));
}
