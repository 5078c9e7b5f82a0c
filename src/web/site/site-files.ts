import { dayMs, later, type UnixMs } from '../../ground/units.ts';
import type { Assets } from '../assets.ts';
import type { Brand } from '../brand.ts';
import { privateHeaders } from '../reply.ts';
import { anyone, type PageRoute, type RouteAddress } from '../route.ts';
import { nothingThere } from '../visit.ts';

export type SiteFilesParts = {
  readonly assets: Assets;
  readonly brand: Pick<Brand, 'supportEmail'>;
  readonly baseUrl: () => string;
  readonly now: () => UnixMs;
  /** All other routes. */
  readonly routes: readonly RouteAddress[];
};

/** RFC 9116 recommends less than a year, so that an abandoned contact is not used. */
const contactDays = 180;

/** Files at fixed addresses, for browsers, search engines and security researchers. */
export function siteFiles({ assets, brand, baseUrl, now, routes }: SiteFilesParts): readonly PageRoute[] {
  return [
    anyone.get('/favicon.ico', ({ exchange }) => {
      // Pages name an SVG. Programs that guess this address prefer a PNG.
      const name = ['logo.png', 'logo.svg', 'icon.png'].find((each) => assets.has(each)) ?? 'icon.png';
      const reply = assets.reply(assets.path(name), exchange.req);
      if (reply === undefined) throw nothingThere();
      reply.headers.set('Cache-Control', 'public, max-age=86400');
      return reply;
    }),
    anyone.get('/robots.txt', () => {
      const lines = privatePaths(routes).map((path) => `Disallow: ${new URL(baseUrl() + path).pathname}`);
      return textReply('text/plain', ['User-agent: *', ...lines, '', `Sitemap: ${baseUrl()}/sitemap.xml`]);
    }),
    anyone.get('/sitemap.xml', () =>
      textReply('application/xml', [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        ...publicPaths(routes).map((path) => `<url><loc>${escaped(baseUrl() + path)}</loc></url>`),
        '</urlset>',
      ]),
    ),
    anyone.get('/.well-known/security.txt', () => {
      if (brand.supportEmail === undefined) throw nothingThere();
      return textReply('text/plain', [
        `Contact: mailto:${encodeURI(brand.supportEmail)}`,
        `Expires: ${new Date(later(now(), contactDays * dayMs)).toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${baseUrl()}/.well-known/security.txt`,
      ]);
    }),
  ];
}

/** Paths of pages that search engines may list; they need no page of another search. */
function publicPaths(routes: readonly RouteAddress[]): readonly string[] {
  const docs = routes.filter(({ method, path }) => method === 'GET' && /^\/docs(?!\/search)/.test(path));
  return ['/', '/pricing', '/status', '/sign-up', '/sign-in', ...docs.map(({ path }) => path)];
}

/** Paths of pages for signed-in visitors, without those below another one: robots compare beginnings. */
function privatePaths(routes: readonly RouteAddress[]): readonly string[] {
  const paths = routes
    .filter(({ method, audience }) => method === 'GET' && (audience === 'visitor' || audience === 'fresh'))
    .map(({ path }) => path.replace(/\/:.*/, ''));
  return [...new Set(paths)].filter((path) => !paths.some((other) => other !== path && path.startsWith(other)));
}

function textReply(type: string, lines: readonly string[]): Response {
  return new Response(`${lines.join('\n')}\n`, {
    headers: { ...privateHeaders, 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' },
  });
}

function escaped(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
