import { html, raw } from 'hono/html';
import { assert } from '../core/assert.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { problemReferences } from './problem-reference.ts';
import { referenceStyle } from './reference-style.ts';
import { fieldTable, type Piece, prose, table } from './reference-tables.ts';

type Section = { readonly id: string; readonly title: string; readonly body: Piece };

type Media = { readonly schema?: unknown; readonly example?: unknown };
type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
};

/** The reference as one page of HTML that asks nobody else for anything. */
export function referencePage(document: OpenApiDocument): string {
  const sections = [quickStart(document), ...endpoints(document), ...topics()];
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}: reference</title>
<style>${raw(referenceStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>${document.info.title}</h1>
<p>${document.info.description}</p>
</header>
<div class="page">
<nav aria-label="Sections"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<main id="content">${sections.map(
    ({ id, title, body }) => html`
<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${body}
</section>`,
  )}
</main>
</div>
<footer><p>The same for programs: <a href="/api/v1/openapi.json">the OpenAPI document</a>.</p></footer>
</body>
</html>
`;
  assert(!(page instanceof Promise), 'nothing on the page is waited for');
  return page.toString();
}

function quickStart(document: OpenApiDocument): Section {
  const url = document.servers?.[0]?.url ?? 'http://127.0.0.1:8080';
  const command = `curl ${url}/api/v1/translate \\
  -H "Authorization: Bearer $DRAGOMAN_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"text":"La casa es grande.","target_lang":"en"}'`;
  return {
    id: 'quick-start',
    title: 'Quick start',
    body: html`<p>Put your key into <code>DRAGOMAN_KEY</code> and send:</p>
${sample('Request', command)}
<p>The reply:</p>
${sample('Reply', json({ translated_text: 'The house is big.', characters_charged: 18, source_lang: 'es', target_lang: 'en' }))}
<p>All bodies are JSON in UTF-8. The key goes into the <code>Authorization</code> header and nowhere else.</p>`,
  };
}

function endpoints(document: OpenApiDocument): readonly Section[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) =>
      endpoint(document, { method, path, operation }),
    ),
  );
}

type Address = { readonly method: string; readonly path: string; readonly operation: Operation };

function endpoint(document: OpenApiDocument, { method, path, operation }: Address): Section {
  const asked = operation.requestBody?.content['application/json'];
  const given = operation.responses['200']?.content?.['application/json'];
  const headers = operation.parameters ?? [];
  const needsKey = (operation.security ?? []).length > 0;
  const title = operation.summary ?? path;
  return {
    id: operation.operationId ?? path,
    title,
    body: html`<p><span class="method ${method}">${method.toUpperCase()}</span><code>${path}</code>
<span class="soft">${needsKey ? 'with a key' : 'without a key'}</span></p>
<p>${prose(operation.description ?? '')}</p>
${asked ? html`<h3>Body</h3>${fieldTable(document, `${title}: fields of the body`, asked.schema)}` : ''}
${
  headers.length > 0
    ? html`<h3>Headers</h3>${table(
        `${title}: headers of the request`,
        ['Header', 'Meaning'],
        headers.map(({ name, description }) => [name, description ?? '']),
      )}`
    : ''
}
<h3>Reply</h3>
${fieldTable(document, `${title}: fields of the reply`, given?.schema)}
${sample(`${title}: example reply`, json(given?.example))}`,
  };
}

function topics(): readonly Section[] {
  return [
    { id: 'errors', title: 'Errors', body: errors() },
    {
      id: 'limits',
      title: 'Limits',
      body: html`<p>${prose(
        'An account may make 60 requests in any 60 seconds unless its service says otherwise, all its keys together. Every request with a valid key counts, also one that then fails; a denied one does not. `RateLimit` and the `X-RateLimit-` headers of every reply say where you stand; `X-RateLimit-Reset` is in seconds from now. On 429, wait `retry_after` seconds: the retry then succeeds.',
      )}</p>
<p>${prose('A text has at most 100,000 characters, and a translation is given up, uncharged, when it takes too long.')}</p>`,
    },
    {
      id: 'charging',
      title: 'Characters and charging',
      body: html`<p>${prose(
        'A character is a Unicode code point of `text` exactly as received: spaces, line breaks and markup count, nothing is normalised, and an emoji of several code points counts as several. A success charges exactly that many. A text without letters, or one whose source and target are the same language, comes back unchanged and costs nothing. A failed call, an aborted one, and one whose caller hangs up before the result cost nothing.',
      )}</p>`,
    },
    {
      id: 'idempotency',
      title: 'Repeating a request safely',
      body: html`<p>${prose(
        'Send an `Idempotency-Key` of 1 to 255 visible ASCII characters, new for each text. Repeating the same request with it within 24 hours brings the stored reply with `Idempotency-Replayed: true` and charges nothing more; while the first is still running, the repeat waits for it. The same key with another request is a 400. Failures are not stored, so that they can be tried again.',
      )}</p>`,
    },
    {
      id: 'codes',
      title: 'Language codes',
      body: html`<p>${prose(
        'Replies use canonical BCP-47 tags such as `pt-BR`, `zh-Hans` and `ca-valencia`. Requests may use any case, `_` or `-`, ISO 639-2 and 639-3 codes, and the usual aliases such as `eng`, `zh-CN`, `no` or `iw`. With `source_lang` left out or `auto` the language is detected among those that the service serves; a text too short to tell is a 400 that names the candidates.',
      )}</p>`,
    },
  ];
}

function errors(): Piece {
  const rows = problemReferences.map(({ status, code, when, remedy }) => [`${status} ${code}`, when, remedy] as const);
  const example = problemReferences.find(({ code }) => code === 'validation_error')?.example;
  return html`<p>${prose(
    'Every failure has the same body. Read `code`; `message` is for people. `request_id` is also in the header `X-Request-Id`. The checks run in the order of this table, and nothing is charged.',
  )}</p>
${table('Errors, why they come and what to do', ['Status and code', 'When', 'What to do'], rows)}
${sample('Example of an error', json(example))}`;
}

function sample(label: string, text: string): Piece {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
