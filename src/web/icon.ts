import { html } from 'hono/html';
import type { Piece } from './page.ts';

/** Source: Lucide (ISC), on a grid of 24 by 24. */
const shapes = {
  help: 'M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3M12 17h.01',
  menu: 'M4 6h16M4 12h16M4 18h16',
  swap: 'M8 3 4 7l4 4M4 7h16M16 21l4-4-4-4M20 17H4',
  user: 'M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M12 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
} as const;

/** A decoration beside a label, or in a control with an accessible name. */
export function icon(name: keyof typeof shapes): Piece {
  return html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${shapes[name]}"/></svg>`;
}
