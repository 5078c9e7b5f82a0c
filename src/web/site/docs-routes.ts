import { html } from 'hono/html';
import { within } from '../../ground/abort.ts';
import { nextRound } from '../../ground/steps.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import { field } from '../controls.ts';
import type { Piece } from '../page.ts';
import type { Pages } from '../pages.ts';
import { dataTable, sample } from '../pieces.ts';
import { partReply } from '../reply.ts';
import { anyone, type PageRoute } from '../route.ts';
import type { Visit } from '../visit.ts';
import { compatGuides, type DocsAddress, type DocsPage, type DocsPath, docsPage, queryLengthMax } from './docs-page.ts';
import { DocsSearch, resultsPiece, type SearchedPage } from './docs-search.ts';
import { idempotency, limits, prose, quickStart, type Sample, terminology } from './guides.ts';
import { languagesGuide } from './languages-guide.ts';
import { markdownPiece } from './markdown.ts';
import type { QualityCatalogue, QualityTables } from './quality-table.ts';
import { type ApiDocument, type EndpointPage, endpointPages, referenceList } from './reference.ts';

/** One error of the API: when it occurs, and what to do. */
export type ErrorReference = {
  readonly status: number;
  readonly code: string;
  readonly when: string;
  readonly remedy: string;
  readonly example: unknown;
};

export type DocsParts = {
  readonly pages: Pages;
  readonly baseUrl: () => string;
  readonly catalogue: QualityCatalogue;
  readonly tables: () => QualityTables;
  readonly favouriteSample: () => Promise<Sample>;
  readonly liveKeys: (accountId: AccountId) => Promise<readonly Key[]>;
  /** Per account. */
  readonly requestsPerMinute: number;
  readonly document: ApiDocument;
  /** In the order of the API's checks, with examples for this base URL. */
  readonly errors: (baseUrl: string) => readonly ErrorReference[];
  readonly texts: DocsTexts;
  /** As the operator names them, one a line. */
  readonly subprocessors: readonly string[];
  /** What the search also finds: pages outside the documentation. */
  readonly otherPages: () => readonly SearchedPage[];
};

/** Markdown; `http://localhost:8080` stands for the base URL. */
export type DocsTexts = Readonly<
  Record<'changelog' | 'documents' | 'memory' | 'security' | 'typescript' | 'python', string>
> & {
  /** The guides of `compatGuides`, by path. */
  readonly compat: Readonly<Record<string, string>>;
};

type Draw = (query: URLSearchParams) => Promise<DocsPage>;

export function docsRoutes(parts: DocsParts): readonly PageRoute[] {
  const endpoints = endpointPages(parts.document);
  const drawn = Object.entries({ ...docsPages(parts, endpoints), ...referencePages(parts, endpoints) }).map(
    ([path, [title, description, draw]]) => {
      const page: Draw = async (query) => ({ title, description, body: await draw(query) });
      return [path as DocsAddress, page] as const;
    },
  );
  const nextOf = (path: string) => {
    const next = endpoints[endpoints.findIndex(({ address }) => address === path) + 1];
    return next === undefined || !path.startsWith('/docs/reference/')
      ? undefined
      : ([next.address, next.title] as const);
  };
  const search = searchOf(drawn, parts.otherPages);
  return [
    ...drawn.map(([path, draw]) =>
      anyone.get(path, async (visit) => {
        const page = await draw(visit.url.searchParams);
        return parts.pages.render(
          visit,
          docsPage({ path, next: nextOf(path), keyField: await keyFieldFor(visit, parts) }, page),
        );
      }),
    ),
    anyone.get('/docs/search', async (visit) => {
      const query = [...(visit.url.searchParams.get('q') ?? '').trim()].slice(0, queryLengthMax).join('');
      const results = resultsPiece(query, (await search()).find(query));
      if (visit.wantsPart) return partReply(html`${results}`);
      const body = query === '' ? html`<p>Type a word into the field “Search the docs”.</p>` : html`${results}`;
      const page = { title: 'Search', description: 'Find a section of the documentation.', body };
      return parts.pages.render(visit, docsPage({ path: undefined, query, keyField: undefined }, page));
    }),
  ];
}

/** How long a page waits for the reader's keys. Without them, it has no field for a key. */
const keysMsMax = 500;

async function keyFieldFor({ visitor }: Visit, { liveKeys }: DocsParts): Promise<Piece | undefined> {
  if (visitor === undefined) return undefined;
  const reading = liveKeys(visitor.accountId).catch(() => undefined);
  const keys = await within(reading, keysMsMax, undefined);
  return keys === undefined ? undefined : keyField(keys.at(-1));
}

/** Builds the index for the first search, page by page, so that other requests run in between. */
function searchOf(
  drawn: readonly (readonly [DocsAddress, Draw])[],
  otherPages: DocsParts['otherPages'],
): () => Promise<DocsSearch> {
  let built: Promise<DocsSearch> | undefined;
  const build = async () => {
    const search = new DocsSearch();
    for (const page of otherPages()) search.add(page);
    for (const [path, draw] of drawn) {
      search.add({ path, ...(await draw(new URLSearchParams())) });
      await nextRound();
    }
    return search;
  };
  return () => {
    built ??= build().catch((error: unknown) => {
      built = undefined;
      throw error;
    });
    return built;
  };
}

type Documented = readonly [
  title: string,
  description: string,
  draw: (query: URLSearchParams) => Piece | Promise<Piece>,
];

function docsPages(parts: DocsParts, endpoints: readonly EndpointPage[]): Readonly<Record<DocsPath, Documented>> {
  const { baseUrl, favouriteSample, texts } = parts;
  // Above its first day is a note for developers, and above the text of a guide is its title.
  const changes = markdownPiece(texts.changelog.slice(texts.changelog.search(/^## /m)));
  const guideOf = (markdown = '') => {
    const text = markdown.replace(/^# .*/, '');
    const draw = keptFor((url: string) => markdownPiece(text.replaceAll('http://localhost:8080', url)));
    return () => draw(baseUrl());
  };
  const compat = compatGuides.map(([path, ...words]): [string, Documented] => {
    return [path, [...words, guideOf(texts.compat[path])]];
  });
  const security = guideOf(texts.security);
  const start = keptFor((of: Sample) => quickStart(baseUrl(), of));
  const list = referenceList(parts.document, endpoints);
  return {
    '/docs': ['Quick start', 'From signing up to the first translation.', async () => start(await favouriteSample())],
    '/docs/quickstart-typescript': [
      'Quick start: TypeScript',
      'Translate from TypeScript, with nothing to install.',
      guideOf(texts.typescript),
    ],
    '/docs/quickstart-python': [
      'Quick start: Python',
      'Translate from Python, with nothing to install.',
      guideOf(texts.python),
    ],
    '/docs/documents': ['Documents', 'Send a file and get it back translated.', guideOf(texts.documents)],
    ...(Object.fromEntries(compat) as Record<(typeof compatGuides)[number][0], Documented>),
    '/docs/terminology': ['Glossary', 'Your words in every translation.', terminology],
    '/docs/memory': ['Approved translations', 'Approve a translation once, and get it always.', guideOf(texts.memory)],
    '/docs/idempotency': [
      'Idempotent requests',
      'How to send a request again without paying twice.',
      async () => idempotency(await favouriteSample()),
    ],
    '/docs/limits': [
      'Limits and charging',
      'How much, how often, and what it costs.',
      () => limits(parts.requestsPerMinute),
    ],
    '/docs/languages': [
      'Languages and quality',
      'Every pair with its measured quality.',
      (query) => languagesGuide(parts.catalogue, parts.tables(), query),
    ],
    '/docs/security': [
      'Security and data',
      'What happens to a text, what is stored and for how long, who processes it, and how to delete it.',
      () => html`${security()}${subprocessorsPiece(parts.subprocessors)}`,
    ],
    '/docs/reference': ['API reference', 'Every endpoint, with its fields and a request to try.', () => list],
    '/docs/errors': ['Errors', 'Every error with its remedy.', () => errorGuide(parts.errors(baseUrl()))],
    '/docs/changelog': ['Changelog', 'What changed for you, newest first.', () => changes],
  };
}

function referencePages(
  { baseUrl, favouriteSample }: DocsParts,
  endpoints: readonly EndpointPage[],
): Readonly<Record<string, Documented>> {
  return Object.fromEntries(
    endpoints.map(({ address, title, request, draw }): [string, Documented] => {
      const drawFor = keptFor((of: Sample) => draw(baseUrl(), of));
      return [
        address,
        [
          title,
          `${request}: fields, headers, the reply, and a request to try.`,
          async () => drawFor(await favouriteSample()),
        ],
      ];
    }),
  );
}

/** Draws a piece again only when what it shows has changed: colouring all its samples takes up to 10 ms. */
function keptFor<Shown>(draw: (shown: Shown) => Piece): (shown: Shown) => Piece {
  let kept: { readonly of: string; readonly piece: Piece } | undefined;
  return (shown) => {
    const of = JSON.stringify(shown);
    if (kept?.of !== of) kept = { of, piece: draw(shown) };
    return kept.piece;
  };
}

function subprocessorsPiece(names: readonly string[]): Piece {
  return html`<h2 id="sub-processors">Sub-processors</h2>
${
  names.length === 0
    ? html`<p>The operator of this service names none here. Ask support whether there are any.</p>`
    : html`<p>They process data for the operator of this service:</p><ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`
}`;
}

/** Every error with its remedy, in the order of the checks. `doc_url` in an error's body links to its code. */
function errorGuide(errors: readonly ErrorReference[]): Piece {
  const sorted = errors.toSorted((one, other) => one.status - other.status || one.code.localeCompare(other.code));
  return html`<p>${prose(
    'Every error has the same body. Programs read `code`; `message` is for people and may change. `doc_url` links to this page. Give the `request_id`, which is also in the header `X-Request-Id`, when you ask for help. A failed request is not charged.',
  )}</p>
<p>A request with several errors gets the first in the order of the checks: ${errors.map(
    ({ code }, index) => html`${index === 0 ? '' : ', '}<code>${code}</code>`,
  )}.</p>
${dataTable(
  'Errors by status',
  [{ title: 'Code' }, { title: 'Status' }, { title: 'When' }],
  sorted.map(({ code, status, when }) => [html`<a href="#${code}"><code>${code}</code></a>`, String(status), when]),
)}
${sorted.map(errorSection)}`;
}

function errorSection({ status, code, when, remedy, example }: ErrorReference): Piece {
  return html`<section aria-labelledby="${code}"><h2 id="${code}"><code>${code}</code> <span class="soft">${status}</span></h2>
<p>${prose(when)}</p>
<p><strong>What to do:</strong> ${prose(remedy)}</p>
${sample(`${code}-example`, `Example of ${code}`, JSON.stringify(example, undefined, 2), 'json')}
</section>`;
}

/**
 * A field for the reader's key, which fills the samples of all pages in this browser tab. The service has only hashes of keys,
 * and never receives the field: it is in no form.
 * @param key a live one, so that its owner knows which to paste
 */
function keyField(key: Pick<Key, 'name' | 'start' | 'lastFour'> | undefined): Piece {
  if (key === undefined) {
    return html`<p class="notice plain"><a href="/keys/new">Create a key</a> to run these samples.</p>`;
  }
  const attributes = html` data-sample-key spellcheck="false" placeholder="${key.start}…${key.lastFour}"`;
  return html`<details class="key-field needs-script"><summary>Use your key in the samples</summary>
${field({
  name: 'sample-key',
  label: `Your key, for example “${key.name}”`,
  hint: 'It stays in this browser tab until you sign out. Only “Try it” sends it, to this service. A lost key cannot be shown again.',
  autocomplete: 'off',
  attributes,
})}
<p class="actions"><button type="button" data-forget-key>Remove key</button> <a href="/keys/new">Create key</a></p></details>`;
}
