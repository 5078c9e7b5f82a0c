import type { html } from 'hono/html';
import { assert } from '../ground/assert.ts';

/** A piece of a page, safe to insert into another: each inserted value is escaped. */
export type Piece = ReturnType<typeof html>;

export function markupOf(piece: Piece): string {
  assert(!(piece instanceof Promise), 'nothing on a page is waited for: what it shows was read before');
  return piece.toString();
}

/** Page content without the layout. */
export type Page = {
  /** Shown before the service's name. */
  readonly title: string;
  readonly body: Piece;
  readonly status?: number;
  /** Path of the menu entry, or of its tab, to which the page belongs. */
  readonly section?: string;
  /** `site`: signed-in users too see the menu of the public pages, because the page has a separate index. */
  readonly frame?: 'site';
  /** Files in `assets` that only this page needs, without `.js`. */
  readonly scripts?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** One sentence for search engines and previews; pages without it are not for them. */
  readonly description?: string;
};
