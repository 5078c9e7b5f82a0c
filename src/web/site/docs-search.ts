import { html } from 'hono/html';
import MiniSearch from 'minisearch';
import type { Span } from '../../text/document/span.ts';
import { markedText } from '../marked-text.ts';
import type { Piece } from '../page.ts';
import { wayTo } from './docs-page.ts';
import { type DocsSection, sectionsOf } from './docs-sections.ts';

export type SearchedPage = { readonly path: string; readonly title: string; readonly body: Piece };

type Entry = DocsSection & { readonly address: string; readonly headings: readonly string[] };

export type Found = {
  readonly address: string;
  /** From the outermost to the section's own. */
  readonly headings: readonly string[];
  readonly excerpt: string;
  /** The found words in the excerpt. */
  readonly spans: readonly Span[];
};

const resultsMax = 10;
const excerptLength = 160;

/** Finds sections of the documentation and of the other public pages by words, beginnings of words and words with a typing error. */
export class DocsSearch {
  readonly #entries: Entry[] = [];
  readonly #index = new MiniSearch({
    fields: ['title', 'page', 'text'],
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      // What changed is no answer to a question, so it comes last.
      boostDocument: (id) => (this.#entries[id as number]?.address.startsWith('/docs/changelog') === true ? 1e-6 : 1),
    },
  });

  add(page: SearchedPage): void {
    for (const entry of entriesOf(page)) {
      const { title, headings, text } = entry;
      this.#index.add({ id: this.#entries.push(entry) - 1, title, page: headings.join(' '), text });
    }
  }

  /** Sections with all words come first; without one, sections with any of them. */
  find(query: string): readonly Found[] {
    const withAll = this.#index.search(query);
    return (withAll.length > 0 ? withAll : this.#index.search(query, { combineWith: 'OR' }))
      .slice(0, resultsMax)
      .flatMap(({ id, terms }) => {
        const entry = this.#entries[id as number];
        return entry === undefined ? [] : [{ ...entry, ...excerptOf(entry.text, new Set(terms)) }];
      });
  }
}

function entriesOf({ path, title, body }: SearchedPage): readonly Entry[] {
  // The other pages of the site are in no group.
  const group = wayTo(path).map(({ label }) => label);
  return sectionsOf(body).map((section) =>
    section.id === undefined
      ? { ...section, title, address: path, headings: [...group, title] }
      : { ...section, address: `${path}#${section.id}`, headings: [...group, title, section.title] },
  );
}

/** The text around the first of these words. */
function excerptOf(text: string, terms: ReadonlySet<string>): Pick<Found, 'excerpt' | 'spans'> {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({ word, start: index }));
  const found = words.filter(({ word }) => terms.has(word.toLowerCase()));
  const wanted = Math.max(0, (found[0]?.start ?? 0) - excerptLength / 4);
  const from = wanted === 0 ? 0 : (words.find(({ start }) => start >= wanted)?.start ?? 0);
  const to = words.findLast(({ start, word }) => start + word.length <= from + excerptLength);
  const end = to === undefined ? text.length : to.start + to.word.length;
  const [before, after] = [from === 0 ? '' : '… ', end === text.length ? '' : ' …'];
  const shift = before.length - from;
  return {
    excerpt: before + text.slice(from, end) + after,
    spans: found
      .filter(({ start, word }) => start >= from && start + word.length <= end)
      .map(({ start, word }) => ({ start: start + shift, end: start + word.length + shift })),
  };
}

/** Where a reader without results may find an answer. */
const furtherPages = [
  ['/docs', 'Quick start'],
  ['/docs/reference', 'API reference'],
  ['/docs/errors', 'Errors'],
  ['/docs/languages', 'Languages and quality'],
  ['/#questions', 'Questions and answers'],
] as const;

/** The results, or where to read on without any; nothing for an empty search. */
export function resultsPiece(query: string, found: readonly Found[]): Piece | string {
  if (query === '') return '';
  if (found.length === 0) {
    return html`<p class="soft">No results for “${query}”. Try another word, or read on here:</p><ul class="results">${furtherPages.map(
      ([to, label]) => html`<li><a href="${to}">${label}</a></li>`,
    )}</ul>`;
  }
  return html`<ul class="results">${found.map(
    ({ address, headings, excerpt, spans }) =>
      html`<li><a href="${address}"><span class="path">${headings.join(' › ')}</span> <span class="excerpt">${markedText(excerpt, spans)}</span></a></li>`,
  )}</ul>`;
}
