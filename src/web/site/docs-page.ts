import { html } from 'hono/html';
import type { Page, Piece } from '../page.ts';

/** All pages of the documentation, in the order of their menu. */
const docsMenu = [
  ['/docs', 'Quick start'],
  ['/docs/reference', 'API reference'],
  ['/docs/errors', 'Errors'],
  ['/docs/limits', 'Limits and charging'],
  ['/docs/idempotency', 'Repeating safely'],
  ['/docs/terminology', 'Glossary'],
  ['/docs/languages', 'Languages and quality'],
  ['/docs/changelog', 'Changelog'],
] as const;

export type DocsPath = (typeof docsMenu)[number][0];

export type DocsPage = { readonly title: string; readonly description: string; readonly body: Piece };

/** One page of the documentation, with the menu of all pages. */
export function docsPage(path: DocsPath, { title, description, body }: DocsPage): Page {
  return {
    title,
    description,
    section: '/docs',
    body: html`<div class="docs">
<nav aria-label="Documentation"><ul>${docsMenu.map(
      ([to, label]) => html`<li><a href="${to}"${to === path ? html` aria-current="page"` : ''}>${label}</a></li>`,
    )}</ul></nav>
<article>
<h1>${title}</h1>
${body}
</article>
</div>`,
  };
}
