import { html } from 'hono/html';
import { formatCount } from '../ground/counts.ts';
import type { Characters } from '../ground/units.ts';
import type { Visitor } from '../shop/people/people.ts';
import { type Assets, mainFont } from './assets.ts';
import type { Brand } from './brand.ts';
import { type IconName, icon } from './icon.ts';
import type { Page, Piece } from './page.ts';
import { schemes, type Theme, themeForm } from './theme.ts';

/** What a demo does although it is a demo. */
type Demo = { readonly takesMoney: boolean; readonly sendsMail: boolean };

const passkeysPath = '/security/passkeys';

/** What all pages have around their content. */
export type Frame = {
  readonly visitor: Visitor | undefined;
  /** Undefined for visitors who are not signed in, and when it cannot be read. */
  readonly balance: Characters | undefined;
  readonly assets: Pick<Assets, 'path' | 'has'>;
  readonly brand: Brand;
  readonly version: string;
  /** Whether new accounts can take a free pack. */
  readonly offersTrial: boolean;
  /** Whether browsers support passkeys here. */
  readonly offersPasskeys: boolean;
  /** Where visitors reach the service, without a slash at the end. */
  readonly baseUrl: string;
  /** Undefined for a service that is no demo. */
  readonly demo: Demo | undefined;
  readonly theme: Theme;
  /** Where a browser finds the page again. */
  readonly path: string;
};

type Link = readonly [path: string, label: string, icon?: IconName];

const visitorMenu: readonly (readonly [group: string, links: readonly Link[]])[] = [
  [
    'Use',
    [
      ['/account', 'Overview', 'house'],
      ['/playground', 'Playground', 'languages'],
      ['/documents', 'Documents', 'file'],
      ['/glossary', 'Glossary', 'glossary'],
      ['/memory', 'Memory', 'memory'],
    ],
  ],
  [
    'Build',
    [
      ['/keys', 'API keys', 'key'],
      ['/usage', 'Usage', 'chart'],
      ['/requests', 'Requests', 'list'],
      ['/docs', 'Docs', 'book'],
    ],
  ],
  [
    'Account',
    [
      ['/packs', 'Billing', 'card'],
      ['/security', 'Security', 'shield'],
      ['/notices', 'Settings', 'settings'],
    ],
  ],
];

/** The tabs of a menu entry, which are the first thing on each of its pages. */
const tabsOf: Readonly<Record<string, readonly Link[]>> = {
  '/glossary': bookTabs('/glossary'),
  '/memory': bookTabs('/memory'),
  '/usage': [
    ['/usage', 'By day'],
    ['/usage/journal', 'Transaction history'],
  ],
  '/packs': [
    ['/packs', 'Buy characters'],
    ['/orders', 'Orders and invoices'],
    ['/billing', 'Billing details'],
  ],
  '/security': [
    ['/security', 'Sign-in and sessions'],
    ['/security/email', 'E-mail address'],
    ['/security/password', 'Password'],
    ['/security/second-factor', '2FA'],
    [passkeysPath, 'Passkeys'],
  ],
  '/notices': [
    ['/notices', 'E-mail notifications'],
    ['/data/activity', 'Activity'],
    ['/data', 'Your data'],
  ],
};

function bookTabs(path: string): readonly Link[] {
  return [
    [path, 'Entries'],
    [`${path}/import`, 'Import'],
    [`${path}/export`, 'Export'],
    [`${path}/history`, 'History'],
  ];
}

function publicMenu({ statusUrl }: Brand): readonly Link[] {
  return [
    ['/docs', 'Docs'],
    ['/pricing', 'Pricing'],
    ['/docs/languages', 'Languages'],
    [statusUrl ?? '/status', 'Status'],
  ];
}

/**
 * Returns a whole page.
 *
 * Browsers show it only when all of it has arrived (`expect`): pages are small, and a layout that depends on later
 * parts would move. An element counts as arrived with its first tag, so the expected one is empty and comes last.
 * Source: the HTML standard, "Link type expect".
 *
 * Scripts of the service run before the page is drawn, so that the samples do not move; htmx is larger, and only acts later.
 *
 * htmx makes new content usable at once (`defaultSettleDelay`), so that a key pressed in between is not lost.
 */
export function framed(page: Page, frame: Frame): Piece {
  const { visitor, assets, brand, demo } = frame;
  const scripts = ['account', ...(page.scripts ?? [])];
  const hasRail = visitor !== undefined && page.frame !== 'site';
  return html`<!doctype html>
<html lang="en">
<head data-base="/">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · ${brand.name}</title>
${page.description === undefined ? html`<meta name="robots" content="noindex">` : preview(page.title, page.description, frame)}
<meta name="color-scheme" content="${schemes[frame.theme]}">
<meta name="htmx-config" content='{"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true,"historyCacheSize":0,"defaultSettleDelay":0}'>
${icons(assets)}
<link rel="preload" href="${assets.path(mainFont)}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets.path('style.css')}">
${assets.has('brand.css') ? html`<link rel="stylesheet" href="${assets.path('brand.css')}">` : ''}
<link rel="expect" href="#end" blocking="render">
${scripts.map((name) => html`<script src="${assets.path(`${name}.js`)}" defer blocking="render"></script>`)}
<script src="${assets.path('htmx.js')}" defer></script>
</head>
<body class="${hasRail ? 'app' : 'site'}">
<a class="skip" href="#content">Skip to the content</a>
${demo === undefined ? '' : html`<aside class="demo-banner" aria-label="Demo">Demo: ${demoWords(demo)}.</aside>`}
<header class="top">
<button class="menu-button" type="button" popovertarget="menu">${icon('menu')}<span class="visually-hidden">Menu</span></button>
<a class="brand" href="${visitor === undefined ? '/' : '/account'}">${logo(assets)}<span>${brand.name}</span></a>
${hasRail ? '' : siteMenu(page, frame)}
<div class="who">${visitor === undefined ? signedOut(frame) : signedIn(visitor, frame)}</div>
</header>
${hasRail ? rail(page, visitor) : ''}
<main id="content" tabindex="-1">
${visitor === undefined ? '' : wayHere(page, frame)}
${page.body}
</main>
${footer(frame)}
<div id="end" hidden></div>
</body>
</html>
`;
}

/** For search engines, and for programs that show links. */
function preview(title: string, description: string, { brand, baseUrl, assets }: Frame): Piece {
  // Such programs show no SVG.
  const picture = assets.has('logo.png') ? 'logo.png' : brand.name === programName ? 'card.png' : undefined;
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${brand.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${picture === undefined ? '' : html`<meta property="og:image" content="${baseUrl}${assets.path(picture)}">`}`;
}

/** Browsers prefer the drawing; other programs and home screens need a PNG. */
function icons(assets: Frame['assets']): Piece {
  const own = logoOf(assets);
  if (own !== undefined) return html`<link rel="icon" href="${assets.path(own)}">`;
  return html`<link rel="icon" href="${assets.path('icon.png')}" sizes="32x32">
<link rel="icon" href="${assets.path('icon.svg')}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${assets.path('touch-icon.png')}">`;
}

function logoOf(assets: Frame['assets']): string | undefined {
  return ['logo.svg', 'logo.png'].find((name) => assets.has(name));
}

/** Beside the name, which says the same. */
function logo(assets: Frame['assets']): Piece {
  const own = logoOf(assets);
  if (own !== undefined) return html`<img src="${assets.path(own)}" alt="" width="28" height="28">`;
  return html`<svg class="mark" viewBox="0 0 8 8" width="28" height="28" aria-hidden="true"><path d="${markPath}"/></svg>`;
}

/** Two facing quotation marks whose inner strokes meet and form a D; on a grid of 8 by 8, as lines. */
const markPath = 'M1.6 1.6.5 4l1.1 2.4M3 1.6h.4a2.4 2.4 0 0 1 0 4.8H3zM6.4 1.6 7.5 4 6.4 6.4';

function siteMenu(page: Page, { brand, visitor }: Frame): Piece {
  const own: readonly Link[] = visitor === undefined ? [] : [['/account', 'Overview']];
  return html`<nav class="menu" id="menu" popover aria-label="Main">${linkList([...own, ...publicMenu(brand)], page.section)}
${visitor === undefined ? html`<p class="narrow-only"><a href="/sign-in">Sign in</a></p>` : ''}</nav>`;
}

function rail(page: Page, { email }: Visitor): Piece {
  return html`<nav class="menu rail" id="menu" popover aria-label="Main"><p class="email" title="${email}">${email}</p>${visitorMenu.map(
    ([group, links]) => html`<p class="group">${group}</p>${linkList(links, entryOf(page.section))}`,
  )}</nav>`;
}

/** The tabs of the page's menu entry, or the way back to an entry without tabs. The documentation has a separate menu. */
function wayHere({ section, title }: Page, { offersPasskeys }: Frame): Piece | string {
  const links: readonly Link[] = visitorMenu.flatMap(([, each]) => each);
  const [path, label] = links.find(([each]) => each === entryOf(section)) ?? [];
  if (path === undefined || path === '/docs') return '';
  const tabs = tabsOf[path]?.filter(([each]) => each !== passkeysPath || offersPasskeys);
  if (tabs !== undefined) {
    return html`<nav class="page-tabs" aria-label="${label}">${linkList(tabs, section)}</nav>`;
  }
  if (label === title) return '';
  return html`<nav class="breadcrumb" aria-label="Breadcrumb"><ol><li><a href="${path}">${label}</a></li><li aria-current="page">${title}</li></ol></nav>`;
}

/** The menu entry of a page's `section`. */
function entryOf(section: string | undefined): string | undefined {
  const [path = section] = Object.entries(tabsOf).find(([, tabs]) => tabs.some(([each]) => each === section)) ?? [];
  return path;
}

function linkList(links: readonly Link[], section: string | undefined): Piece {
  return html`<ul>${links.map(
    ([path, label, name]) =>
      html`<li><a href="${path}"${path === section ? html` aria-current="page"` : ''}>${name === undefined ? '' : icon(name)}${label}</a></li>`,
  )}</ul>`;
}

function signedOut({ offersTrial }: Frame): Piece {
  return html`<a class="wide-only" href="/sign-in">Sign in</a> <a class="button primary" href="/sign-up">${offersTrial ? 'Start free' : 'Sign up'}</a>`;
}

function signedIn({ email }: Visitor, { balance, theme, path }: Frame): Piece {
  return html`${balance === undefined ? '' : html`<a class="pill" id="balance" href="/packs">${formatCount(balance)} left</a>`}
<a class="help wide-only" href="/docs">${icon('help')}<span class="visually-hidden">Help</span></a>
<details class="avatar"><summary>${icon('user')}<span class="visually-hidden">Your account</span></summary>
<div class="sheet"><p class="email" title="${email}">${email}</p>
${themeForm(theme, path)}
<form method="post" action="/sign-out"><button type="submit">Sign out</button></form></div></details>`;
}

function footer({ brand, version, visitor, theme, path }: Frame): Piece {
  const { supportEmail, termsUrl, privacyUrl, imprintUrl, statusUrl } = brand;
  const company = [
    [termsUrl, 'Terms of service'],
    [privacyUrl, 'Privacy'],
    [imprintUrl, 'Imprint'],
    [supportEmail === undefined ? undefined : `mailto:${supportEmail}`, 'Support'],
  ].filter((link): link is [string, string] => link[0] !== undefined);
  const columns: readonly (readonly [string, readonly Link[]])[] = [
    [
      'Product',
      [
        ['/pricing', 'Pricing'],
        ['/docs/languages', 'Languages'],
        [statusUrl ?? '/status', 'Status'],
      ],
    ],
    [
      'Developers',
      [
        ['/docs', 'Quick start'],
        ['/docs/reference', 'API reference'],
        ['/docs/errors', 'Errors'],
        ['/docs/security', 'Security and data'],
        ['/docs/changelog', 'Changelog'],
      ],
    ],
    ['Company', company],
  ];
  return html`<footer class="bottom"><div class="columns">${columns
    .filter(([, links]) => links.length > 0)
    .map(
      ([title, links]) =>
        html`<nav aria-label="${title}"><p class="group">${title}</p>${linkList(links, undefined)}</nav>`,
    )}</div>
${visitor === undefined ? themeForm(theme, path) : ''}
<p class="version">${brand.name}${brand.name === programName ? '' : html`, with ${programName}`} ${version}</p></footer>`;
}

const programName = 'Dragoman';

function demoWords({ takesMoney, sendsMail }: Demo): string {
  if (takesMoney && sendsMail) return 'payments and mail are real';
  if (takesMoney) return 'mail is not sent, but payments are real';
  return sendsMail ? 'no real payments' : 'no real payments, and no mail is sent';
}
