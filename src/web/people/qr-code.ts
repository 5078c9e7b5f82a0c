import { html } from 'hono/html';
import { encode } from 'uqr';
import type { Piece } from '../page.ts';

/** Modules of empty space around the code. Source: ISO/IEC 18004, section 5.3.8. */
const quietModules = 4;

/** Returns `text` as an inline QR code: the policy allows no external images, and caches must not store a secret. */
export function qrCode(text: string, label: string): Piece {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${data
    .map(rowPath)
    .join('')}"/></svg>`;
}

/** Runs of dark modules, each a rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    if (row[x] !== true) continue;
    const from = x;
    while (row[x + 1] === true) x++;
    path += `M${from} ${y}h${x + 1 - from}v1H${from}z`;
  }
  return path;
}
