import { html } from 'hono/html';
import type { Visitor } from '../core/people/people.ts';

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
  /** Files in `assets` that only this page needs, without `.js`. */
  readonly scripts?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** One sentence for search engines and previews. */
  readonly description?: string;
};

/** What a demo does although it is a demo. */
export type Demo = { readonly takesMoney: boolean; readonly sendsMail: boolean };

/** What all pages have around their content. */
export type Frame = {
  readonly visitor: Visitor | undefined;
  readonly assetPath: (name: string) => string;
  readonly demo: Demo | undefined;
};

const publicMenu = [
  ['/', 'Home'],
  ['/docs', 'Docs'],
  ['/#prices', 'Pricing'],
] as const;

const visitorMenu = [
  ['/account', 'Overview'],
  ['/keys', 'API keys'],
  ['/usage', 'Usage'],
  ['/playground', 'Playground'],
  ['/terms', 'Glossary'],
  ['/packs', 'Billing'],
  ['/docs', 'Docs'],
  ['/security', 'Security'],
] as const;

/**
 * Returns a whole page.
 *
 * Browsers show it only when all of it has arrived (`expect`): pages are small, and a layout that depends on later
 * parts would move. An element counts as arrived with its first tag, so the expected one is empty and comes last.
 * Source: the HTML standard, "Link type expect".
 *
 * htmx makes new content usable at once (`defaultSettleDelay`), so that a key pressed meanwhile is not lost.
 */
export function framed(page: Page, { visitor, assetPath, demo }: Frame): Piece {
  const scripts = ['htmx', 'account', ...(page.scripts ?? [])];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Dragoman</title>
${page.description === undefined ? '' : html`<meta name="description" content="${page.description}">`}
<meta name="color-scheme" content="light dark">
<meta name="htmx-config" content='{"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true,"historyCacheSize":0,"defaultSettleDelay":0}'>
<link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath('style.css')}">
<link rel="expect" href="#end" blocking="render">
${scripts.map((name) => html`<script src="${assetPath(`${name}.js`)}" defer></script>`)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${demo === undefined ? '' : html`<aside class="demo-banner" aria-label="Demo">Demo: ${demoWords(demo)}.</aside>`}
<header class="top">
<a class="brand" href="${visitor === undefined ? '/' : '/account'}">Dragoman</a>
<nav aria-label="Main"><ul>${(visitor === undefined ? publicMenu : visitorMenu).map(
    ([path, label]) =>
      html`<li><a href="${path}"${path === page.section ? html` aria-current="page"` : ''}>${label}</a></li>`,
  )}</ul></nav>
${
  visitor === undefined
    ? html`<div class="who"><a href="/sign-in">Sign in</a> <a class="button primary" href="/sign-up">Sign up</a></div>`
    : html`<form class="who" method="post" action="/sign-out"><span class="email" title="${visitor.email}">${visitor.email}</span>
<button class="quiet" type="submit">Sign out</button></form>`
}
</header>
<main id="content" tabindex="-1">
${page.body}
</main>
<footer class="bottom"><p><a href="/docs">Docs</a> · <a href="/docs/reference">API reference</a> · <a href="/#status">Status</a></p></footer>
<div id="end" hidden></div>
</body>
</html>
`;
}

function demoWords({ takesMoney, sendsMail }: Demo): string {
  if (takesMoney && sendsMail) return 'but payments and mail are real';
  if (takesMoney) return 'mail is not sent, but payments are real';
  return sendsMail ? 'no real payments' : 'no real payments, and no mail is sent';
}
