import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { field, labelled, textArea } from '../controls.ts';
import type { Piece } from '../page.ts';
import { dataTable, sample } from '../pieces.ts';
import { apiSamples, curlSample, sampleTabs } from '../request-samples.ts';
import { prose, replyOf, type Sample } from './guides.ts';

type Media = { readonly schema?: unknown; readonly example?: unknown };

type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly description?: string; readonly content?: Readonly<Record<string, Media>> }>
  >;
};

/** The parts of the API's OpenAPI document that the reference shows (source: OpenAPI 3.1). */
export type ApiDocument = {
  readonly info: { readonly title: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

type Address = { readonly method: string; readonly path: string; readonly operation: Operation };

type Shown = { readonly document: ApiDocument; readonly baseUrl: string; readonly example: Sample };

/** One endpoint of the reference. */
export type EndpointPage = {
  readonly id: string;
  /** Of its page. */
  readonly address: `/docs/reference/${string}`;
  readonly title: string;
  /** As `GET /api/v1/usage`. */
  readonly request: string;
  /** The beginning of its path, which groups it with others. */
  readonly group: string;
  /** Its fields, a request to try and the reply, in which the example is translated. */
  readonly draw: (baseUrl: string, example: Sample) => Piece;
};

/** Every endpoint of the OpenAPI document, in its order. */
export function endpointPages(document: ApiDocument): readonly EndpointPage[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): EndpointPage => {
      const id = operation.operationId ?? path;
      return {
        id,
        address: `/docs/reference/${id}`,
        title: operation.summary ?? path,
        request: `${method.toUpperCase()} ${path}`,
        group: path.split('/')[3] ?? '',
        draw: (baseUrl, example) => endpoint({ document, baseUrl, example }, { method, path, operation }),
      };
    }),
  );
}

const groups: Readonly<Record<string, string>> = {
  texts: 'Texts',
  documents: 'Documents',
  glossary: 'Glossary',
  memory: 'Approved translations',
};

/** The list of all endpoints. The id of each is that of its section when all were on one page, which others link to. */
export function referenceList({ info }: ApiDocument, pages: readonly EndpointPage[]): Piece {
  return html`<p>${info.description ?? ''} Programs can read <a href="/api/v1/openapi.json">the OpenAPI document</a>.</p>
<p>All bodies are JSON in UTF-8, except files of glossaries and documents. Send the key only in the <code>Authorization</code> header. <a href="/docs/languages">Languages and quality</a> has every pair that can be translated now, with its grade.</p>
${Object.entries(groups).map(([id, title]) => {
  const own = pages.filter(({ group }) => (Object.hasOwn(groups, group) ? group : 'texts') === id);
  const rows = own.map((each) => [
    html`<a id="${each.id}" href="${each.address}">${each.title}</a>`,
    html`<code>${each.request}</code>`,
  ]);
  return html`<h2 id="${id}">${title}</h2>${dataTable(`${title}: endpoints`, [{ title: 'Endpoint' }, { title: 'Request' }], rows)}`;
})}`;
}

function endpoint({ document, baseUrl, example: live }: Shown, { method, path, operation }: Address): Piece {
  const { pair, text } = live;
  const body = { text, source_lang: pair.source, target_lang: pair.target };
  const form = operation.requestBody?.content['multipart/form-data'];
  const requestBody = operation.requestBody?.content['application/json'] ?? form;
  const fileTypes = requestBody ? [] : Object.keys(operation.requestBody?.content ?? {});
  const [fileType] = fileTypes;
  const given = (operation.responses['200'] ?? operation.responses['202'])?.content?.['application/json'];
  const id = operation.operationId ?? path;
  const { parameters = [], summary: title = path } = operation;
  const needsKey = (operation.security ?? []).length > 0;
  const example = requestBody?.example as Readonly<Record<string, string>> | undefined;
  // The live example is a translation; other endpoints have their own.
  const isLive = example !== undefined && Object.keys(body).every((name) => Object.hasOwn(example, name));
  const sent = example === undefined ? {} : { body: isLive ? body : example };
  const request = { url: baseUrl + path.replace('{id}', '$ID'), needsKey, ...sent };
  // A program handles a file in its own way.
  const isForPrograms = given !== undefined && fileType === undefined && form === undefined;
  const samples = isForPrograms
    ? apiSamples(request)
    : [curlSample({ ...request, method, fileType, isForm: form !== undefined })];
  return html`<p><span class="method">${method.toUpperCase()}</span> <code>${path}</code> <span class="soft">${
    needsKey ? 'with a key' : 'without a key'
  }</span></p>
<p>${prose(operation.description ?? '')}</p>
${sampleTabs(`${id}-request`, { legend: 'Request', label: title }, samples)}
${tryIt({ method, path, operation }, form === undefined ? jsonOrFile(sent.body, fileTypes) : formFields(example ?? {}, resolve(document, form.schema as Schema).required))}
${requestBody === undefined ? '' : html`<h2 id="body">Body</h2>${fieldTable(document, `${title}: fields of the body`, requestBody.schema)}`}
${parameterTable(
  `${title}: query parameters`,
  ['query', 'Query parameters', 'Parameter'],
  parameters.filter((each) => each.in === 'query'),
)}
${parameterTable(
  `${title}: headers of the request`,
  ['headers', 'Headers', 'Header'],
  parameters.filter((each) => each.in === 'header'),
)}
<h2 id="reply">Reply</h2>
${
  given === undefined
    ? html`<p>${Object.values(operation.responses)[0]?.description ?? ''}</p>`
    : html`${fieldTable(document, `${title}: fields of the reply`, given.schema)}
${sample(`${id}-reply`, `${title}: example reply`, JSON.stringify(isLive ? replyOf(live) : given.example, undefined, 2), 'json')}`
}`;
}

function parameterTable(
  caption: string,
  [id, heading, column]: readonly [id: string, heading: string, column: string],
  parameters: NonNullable<Operation['parameters']>,
): Piece | string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, description }) => [name, description ?? ''] as const);
  return html`<h2 id="${id}">${heading}</h2>${referenceTable(caption, [column, 'Meaning'], rows)}`;
}

/**
 * Sends a real request from the page. It is no form, so that without its script no browser sends the key anywhere. Each
 * control has the part of the request to which it belongs: `path`, `query`, `header`, `form` or `body`.
 */
function tryIt({ method, path, operation }: Address, body: readonly Piece[]): Piece {
  const needsKey = (operation.security ?? []).length > 0;
  const drawn = (isRequired: boolean) =>
    (operation.parameters ?? [])
      .filter(({ required = false }) => required === isRequired)
      .map(({ name, in: part }) => tryField({ part, name, isRequired }));
  return html`<details class="try-it needs-script"><summary>Try it</summary>
<div role="group" aria-label="Try it: ${operation.summary ?? path}" data-method="${method.toUpperCase()}" data-path="${path}">
${needsKey ? field({ name: 'try-key', label: 'Your key', autocomplete: 'off', attributes: html` data-sample-key spellcheck="false"` }) : ''}
${drawn(true)}${body}${drawn(false)}
<p class="actions"><button class="primary" type="button" data-send>Send request</button> <span class="soft small">A real request${
    operation.responses['402'] !== undefined
      ? ': it charges your balance.'
      : method === 'delete'
        ? ': it deletes.'
        : ', without a charge.'
  }</span></p>
${needsKey ? html`<template>This request needs a key. Enter yours, or <a href="/keys/new">create one</a>.</template>` : ''}
<output class="reply" aria-live="polite"></output></div></details>`;
}

type TryField = {
  readonly part: string;
  readonly name: string;
  readonly value?: string;
  readonly isRequired?: boolean;
};

function tryField({ part, name, value = '', isRequired = true }: TryField): Piece {
  return field({
    name: `try-${name}`,
    label: isRequired ? name : `${name} (optional)`,
    value,
    isRequired,
    autocomplete: 'off',
    attributes: html` data-part="${part}" data-name="${name}"`,
  });
}

/** @param types of a body that is a file, the usual one first */
function tryFile(part: 'form' | 'body', types: readonly string[]): Piece {
  return labelled(
    { name: 'try-file', label: 'file' },
    (described) =>
      html`<input type="file" id="try-file" data-part="${part}" data-name="file" data-types="${types.join(' ')}" required${described}>`,
  );
}

function formFields(example: Readonly<Record<string, string>>, required: readonly string[] = []): readonly Piece[] {
  return Object.entries(example).map(([name, value]) =>
    name === 'file'
      ? tryFile('form', [])
      : tryField({ part: 'form', name, value, isRequired: required.includes(name) }),
  );
}

function jsonOrFile(json: object | undefined, fileTypes: readonly string[]): readonly Piece[] {
  if (json === undefined) return fileTypes.length === 0 ? [] : [tryFile('body', fileTypes)];
  const value = JSON.stringify(json, undefined, 2);
  const rows = value.split('\n').length;
  const attributes = html` data-part="body" spellcheck="false" required`;
  return [textArea({ name: 'try-body', label: 'Body', value, rows, language: html` dir="ltr"`, attributes })];
}

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
};

type Row = readonly [name: string, ...cells: readonly string[]];

function referenceTable(caption: string, columns: readonly string[], rows: readonly Row[]): Piece {
  return dataTable(
    caption,
    columns.map((title) => ({ title })),
    rows.map(([name, ...cells]) => [html`<code>${name}</code>`, ...cells.map((cell) => html`${prose(cell)}`)]),
  );
}

function fieldTable(document: ApiDocument, caption: string, schema: unknown): Piece {
  const whole = resolve(document, schema as Schema);
  const described = whole.type === 'array' && whole.items ? resolve(document, whole.items) : whole;
  const rows = Object.entries(described.properties ?? {}).map(([name, each]): Row => {
    return [name, typeOf(document, each), each.description ?? ''];
  });
  return referenceTable(caption, ['Field', 'Type', 'Meaning'], rows);
}

function resolve(document: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {});
}

function typeOf(document: ApiDocument, described: Schema): string {
  const { type, items, maxLength, minLength } = resolve(document, described);
  const types = [type ?? 'object'].flat().join(' or ');
  const list = items === undefined ? '' : ` of ${typeOf(document, items)}s`;
  const length =
    maxLength === undefined ? '' : `, ${formatCount(minLength ?? 0)} to ${formatCount(maxLength)} characters`;
  const standard = described.default === undefined ? '' : `, default \`${described.default}\``;
  return `${types}${list}${length}${standard}`;
}
