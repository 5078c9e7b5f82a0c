import type { html } from 'hono/html';

/** A piece of a page, safe to insert into another: each inserted value is escaped. */
export type Piece = ReturnType<typeof html>;

/** Page content without the layout. */
export type Page = {
  /** Shown before the service's name. */
  readonly title: string;
  readonly body: Piece;
  readonly status?: number;
  /** Path of the menu entry to which the page belongs. */
  readonly section?: string;
  /** `site`: signed-in users too see the menu of the public pages, because the page has an index of its own. */
  readonly frame?: 'site';
  /** Files in `assets` that only this page needs, without `.js`. */
  readonly scripts?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** One sentence for search engines and previews. */
  readonly description?: string;
};
