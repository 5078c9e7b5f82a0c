import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import type { DocumentState } from '../../shop/documents/document.ts';
import type { Documents } from '../../shop/documents/documents.ts';
import type { Piece } from '../page.ts';
import { clock, dataTable } from '../pieces.ts';
import { resultWord } from './document-page.ts';

export type DocumentList = Awaited<ReturnType<Documents['list']>>;

const columns = [
  { title: 'File' },
  { title: 'Status', isPlain: true },
  { title: 'Characters', isNumber: true },
  { title: 'Deleted at' },
];

/** The documents of this browser, and the others that count as unfinished. */
export function documentList({ known, others }: DocumentList): Piece | string {
  if (known.length + others.length === 0) return '';
  const rows = [
    ...known.map(
      (each) =>
        [
          html`<a href="/documents/${each.id}"><bdi>${each.name}</bdi></a> <span class="soft small">${each.source} → ${each.target}</span>`,
          each,
        ] as const,
    ),
    ...others.map((each) => [html`<span class="soft">Sent by a program or from another browser</span>`, each] as const),
  ];
  return html`<section><h2>Your documents</h2>${dataTable(
    'Documents of the last hour',
    columns,
    rows.map(([file, document]) => [
      file,
      statusOf(document),
      formatCount(document.characters),
      clock(document.expiresAt),
    ]),
  )}</section>`;
}

function statusOf(document: DocumentState | DocumentList['others'][number]): Piece | string {
  if ('status' in document && document.status === 'failed') return html`<span class="badge bad">Failed</span>`;
  if ('status' in document && document.status === 'done') return resultWord(document).replace('.', '');
  const done = 'charactersDone' in document ? document.charactersDone : undefined;
  if (done === undefined) return 'Waiting';
  return `Translating, ${Math.floor((100 * done) / Math.max(1, document.characters))}%`;
}
