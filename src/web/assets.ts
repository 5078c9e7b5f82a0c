import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import ranges from '@fontsource-variable/inter/unicode.json' with { type: 'json' };
import { assert } from '../ground/assert.ts';

type Asset = {
  /** Contains a part of its hash, so that caches may store it permanently. */
  readonly path: string;
  readonly type: string;
  readonly plain: Buffer<ArrayBuffer>;
  readonly isCompressed: boolean;
  /** Filled by the first request with that encoding, because compressing all files would take a tenth of the start. */
  readonly encoded: Map<Encoding, Buffer<ArrayBuffer>>;
};

type Encoding = keyof typeof compress;

const compress = { br: brotliCompressSync, gzip: gzipSync } as const;

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const yearSeconds = 31_536_000;

/** Subsets of the typeface, loaded only for characters of a page. Other scripts are shown in a system font. */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'greek'] as const;

type Subset = (typeof subsets)[number];

/** The font that every page needs. */
export const mainFont = fontOf('latin');

let opened: Assets | undefined;

export type OperatorFiles = Readonly<Record<string, Buffer<ArrayBuffer>>>;

/** Opens the assets of this process. Each is read and named by its hash once. */
export function openAssets(own: OperatorFiles = {}): Assets {
  if (Object.keys(own).length > 0) return new Assets(own);
  opened ??= new Assets({});
  return opened;
}

/** The files that pages load: those in `assets`, htmx, and the operator's. */
export class Assets {
  readonly #byName = new Map<string, Asset>();
  readonly #byPath = new Map<string, Asset>();

  constructor(own: OperatorFiles) {
    const folder = new URL('assets/', import.meta.url);
    for (const subset of subsets)
      this.#add(
        fontOf(subset),
        readFileSync(fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/${fontOf(subset)}`))),
      );
    for (const name of readdirSync(folder)) {
      const fonts = name === 'style.css' ? subsets.map((subset) => this.#fontFace(subset)).join('') : '';
      this.#add(name, Buffer.concat([Buffer.from(fonts), readFileSync(new URL(name, folder))]));
    }
    this.#add('htmx.js', readFileSync(fileURLToPath(import.meta.resolve('htmx.org/dist/htmx.min.js'))));
    for (const [name, bytes] of Object.entries(own)) this.#add(name, bytes);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  path(name: string): string {
    const asset = this.#byName.get(name);
    assert(asset !== undefined, 'a page names files that are there');
    return asset.path;
  }

  /** Returns the file at `path`; undefined when there is none. */
  reply(path: string, incoming: IncomingMessage): Response | undefined {
    const asset = this.#byPath.get(path);
    if (asset === undefined) return undefined;
    const accepted = incoming.headers['accept-encoding'] ?? '';
    const encodings: readonly Encoding[] = asset.isCompressed ? [] : ['br', 'gzip'];
    const encoding = encodings.find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
    const body = encoding ? encodedBytes(asset, encoding) : asset.plain;
    return new Response(body, {
      headers: {
        'Content-Type': asset.type,
        'Content-Length': String(body.byteLength),
        'Cache-Control': `public, max-age=${yearSeconds}, immutable`,
        'X-Content-Type-Options': 'nosniff',
        // A picture that is opened as a page runs no script.
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
        Vary: 'Accept-Encoding',
        ...(encoding && { 'Content-Encoding': encoding }),
      },
    });
  }

  #fontFace(subset: Subset): string {
    return (
      `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;` +
      `src:url(${this.path(fontOf(subset)).slice('/assets/'.length)}) format("woff2");unicode-range:${ranges[subset]}}\n`
    );
  }

  #add(name: string, plain: Buffer<ArrayBuffer>): void {
    const hash = createHash('sha256').update(plain).digest('hex').slice(0, 12);
    const [stem = '', ending = ''] = name.split('.');
    const type = types[ending];
    assert(type !== undefined, 'a file that pages load has a known type');
    const path = `/assets/${stem}.${hash}.${ending}`;
    const isCompressed = ending === 'png' || ending === 'woff2';
    const asset = { path, type, plain, isCompressed, encoded: new Map() };
    this.#byName.set(name, asset);
    this.#byPath.set(path, asset);
  }
}

function encodedBytes({ plain, encoded }: Asset, encoding: Encoding): Buffer<ArrayBuffer> {
  const known = encoded.get(encoding);
  if (known !== undefined) return known;
  const bytes = compress[encoding](plain);
  encoded.set(encoding, bytes);
  return bytes;
}

function fontOf(subset: Subset): string {
  return `inter-${subset}-wght-normal.woff2`;
}
