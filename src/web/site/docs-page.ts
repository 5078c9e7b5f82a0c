import { html } from 'hono/html';
import { markupOf, type Page, type Piece } from '../page.ts';
import { sectionsOf } from './docs-sections.ts';
import type { EndpointPage } from './reference.ts';

/** The guides to the APIs of other vendors, which are files of `docs/compat/` with the same names. */
export const compatGuides = [
  ['/docs/deepl', 'DeepL', 'Use programs for the DeepL API with this service.'],
  ['/docs/google', 'Google Translation', 'Use programs for Google Cloud Translation v2 with this service.'],
  ['/docs/libretranslate', 'LibreTranslate', 'Use programs for LibreTranslate with this service.'],
  ['/docs/microsoft', 'Microsoft Translator', 'Use programs for Microsoft Translator with this service.'],
  ['/docs/apertium', 'Apertium APy', 'Use programs for Apertium APy with this service.'],
] as const;

/** All pages of the documentation, in groups and in the order of their index. */
export const docsIndex = [
  [
    'Get started',
    [
      ['/docs', 'Quick start'],
      ['/docs/quickstart-typescript', 'TypeScript'],
      ['/docs/quickstart-python', 'Python'],
    ],
  ],
  [
    'Guides',
    [
      ['/docs/documents', 'Documents'],
      ['/docs/terminology', 'Glossary'],
      ['/docs/memory', 'Approved translations'],
      ['/docs/idempotency', 'Idempotent requests'],
      ['/docs/limits', 'Limits and charging'],
      ['/docs/languages', 'Languages and quality'],
      ['/docs/security', 'Security and data'],
    ],
  ],
  ['Other APIs', compatGuides],
  [
    'Reference',
    [
      ['/docs/reference', 'API reference'],
      ['/docs/errors', 'Errors'],
      ['/docs/changelog', 'Changelog'],
    ],
  ],
] as const;

export type DocsPath = (typeof docsIndex)[number][1][number][0];

/** A page of the index, or one below it. */
export type DocsAddress = DocsPath | EndpointPage['address'];

/** The names that lead to a page: its group, and the page above it. */
export function wayTo(path: string): readonly { readonly to?: string; readonly label: string }[] {
  for (const [name, pages] of docsIndex) {
    for (const [to, label] of pages) {
      if (to === path) return [{ label: name }];
      if (to !== '/docs' && path.startsWith(`${to}/`)) return [{ label: name }, { to, label }];
    }
  }
  return [];
}

export type DocsPage = { readonly title: string; readonly description: string; readonly body: Piece };

/** Where in the documentation a page is, and what its reader typed. */
export type DocsPlace = {
  /** Undefined for the search page. */
  readonly path: DocsAddress | undefined;
  /** Below it at its foot. Default: the next one of the index. */
  readonly next?: readonly [to: string, label: string] | undefined;
  readonly query?: string;
  /** Fills the samples with the reader's key; undefined for readers who are not signed in. */
  readonly keyField: Piece | undefined;
};

/** One page of the documentation, with the index of all pages, the search and the page's own sections. */
export function docsPage(
  { path, next, query = '', keyField }: DocsPlace,
  { title, description, body }: DocsPage,
): Page {
  const way = path === undefined ? [] : wayTo(path);
  const entry = way.find(({ to }) => to !== undefined)?.to;
  const sections = sectionsOf(body).filter(({ id }) => id !== undefined);
  const usesKey = markupOf(body).includes('data-key-slot');
  return {
    title,
    // Search engines need no page of another search.
    ...(path === undefined ? {} : { description }),
    section: '/docs',
    frame: 'site',
    scripts: ['docs'],
    body: html`<div class="docs">
<div class="docs-side">${searchForm(query)}
<button class="docs-menu" type="button" popovertarget="docs-index">All pages</button>
<nav class="menu docs-index" id="docs-index" popover aria-label="Documentation">${docsIndex.map(
      ([name, pages]) =>
        html`<p class="group">${name}</p><ul>${pages.map(
          ([to, label]) =>
            html`<li><a href="${to}"${to === path ? html` aria-current="page"` : to === entry ? html` aria-current="true"` : ''}>${label}</a></li>`,
        )}</ul>`,
    )}</nav></div>
<article>
<nav class="breadcrumb" aria-label="Breadcrumb"><ol><li><a href="/docs">Docs</a></li>${way.map(
      ({ to, label }) => html`<li>${to === undefined ? label : html`<a href="${to}">${label}</a>`}</li>`,
    )}<li aria-current="page">${title}</li></ol></nav>
<h1>${title}</h1>
${usesKey ? (keyField ?? '') : ''}
${body}
${nextLink(next ?? nextOf(path))}
</article>
${sections.length < 2 ? '' : onThisPage(sections)}
</div>`,
  };
}

/** At most so many code points of a search are used. */
export const queryLengthMax = 100;

/** Results appear below it while the reader types, and on a page without scripts. */
function searchForm(query: string): Piece {
  return html`<search class="docs-search"><form method="get" action="/docs/search" hx-get="/docs/search" hx-trigger="input changed delay:150ms from:#docs-query" hx-target="#found" hx-sync="this:replace">
<label class="visually-hidden" for="docs-query">Search the docs</label>
<input id="docs-query" name="q" type="search" value="${query}" maxlength="${queryLengthMax}" placeholder="Search the docs" autocomplete="off" aria-keyshortcuts="/"><kbd class="needs-script" aria-hidden="true">/</kbd></form>
<p class="visually-hidden" id="found-count" role="status"></p><div class="found" id="found"></div></search>`;
}

function onThisPage(sections: readonly { readonly id: string | undefined; readonly title: string }[]): Piece {
  return html`<nav class="on-page" aria-label="On this page"><p class="group">On this page</p><ul>${sections.map(
    ({ id, title }) => html`<li><a href="#${id ?? ''}">${title}</a></li>`,
  )}</ul></nav>`;
}

function nextOf(path: DocsAddress | undefined): readonly [string, string, ...string[]] | undefined {
  const pages = docsIndex.flatMap(([, each]): readonly (readonly [string, string, ...string[]])[] => each);
  const index = pages.findIndex(([each]) => each === path);
  return index === -1 ? undefined : pages[index + 1];
}

function nextLink(next: readonly [to: string, label: string, ...string[]] | undefined): Piece | string {
  return next === undefined ? '' : html`<p class="next"><a href="${next[0]}">Next: ${next[1]}</a></p>`;
}
