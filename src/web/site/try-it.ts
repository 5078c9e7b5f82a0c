import { html } from 'hono/html';
import { field, textArea } from '../controls.ts';
import type { Piece } from '../page.ts';
import type { Operation } from './api-document.ts';

export type TryIt = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** Fields of the body with their first values. */
  readonly body: Readonly<Record<string, string>>;
};

/** The request headers of an operation. */
export function headersOf({ parameters = [] }: Operation): NonNullable<Operation['parameters']> {
  return parameters.filter((parameter) => parameter.in === 'header');
}

/** Sends a real request from the page. It is no form, so that without its script no browser sends the key anywhere. */
export function tryIt({ method, path, operation, body }: TryIt): Piece {
  const id = operation.operationId ?? path;
  const needsKey = (operation.security ?? []).length > 0;
  const ofBody = (name: string) => html` data-body="${name}"`;
  return html`<details class="try-it needs-script"><summary>Try it</summary>
<div role="group" aria-label="Try it: ${operation.summary ?? path}" data-method="${method.toUpperCase()}" data-path="${path}">
${needsKey ? field({ name: `${id}-key`, label: 'Your key', autocomplete: 'off', attributes: html` data-sample-key spellcheck="false"` }) : ''}
${headersOf(operation).map(({ name }) =>
  field({
    name: `${id}-${name}`,
    label: `${name} (optional)`,
    autocomplete: 'off',
    attributes: html` data-header="${name}"`,
  }),
)}
${Object.entries(body).map(([name, value]) =>
  name === 'text'
    ? textArea({ name: `${id}-${name}`, label: name, value, rows: 2, attributes: ofBody(name) })
    : field({ name: `${id}-${name}`, label: name, value, autocomplete: 'off', attributes: ofBody(name) }),
)}
<p class="actions"><button class="primary" type="button" data-send>Send request</button> <span class="soft small">${
    operation.responses['402'] !== undefined
      ? 'A real request: it charges your balance.'
      : 'A real request, without a charge.'
  }</span></p>
${needsKey ? html`<template>This request needs a key. Enter yours, or <a href="/keys/new">create one</a>.</template>` : ''}
<output class="reply" aria-live="polite"></output></div></details>`;
}
