import { html } from 'hono/html';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { Grade } from '../../text/languages/quality.ts';
import { gradeMark } from '../grade.ts';
import type { Piece } from '../page.ts';
import { type PlaygroundDraft, servedTag } from './draft.ts';

export type RatingCatalogue = Pick<LanguageCatalogue, 'entries' | 'parse' | 'qualityOf'>;

type Languages = Pick<PlaygroundDraft, 'source' | 'target'>;

/** Id of the line that describes the chosen pair. */
export const qualityId = 'quality';

/** The quality of the chosen pair, before anything is charged. The page's script requests it for another pair. */
export function qualityLine(catalogue: RatingCatalogue, languages: Languages): Piece {
  return html`<p class="small quality" id="${qualityId}" role="status" hx-get="/playground/quality" hx-include="#source, #target" hx-trigger="change from:#source, change from:#target" hx-sync="this:queue last">${qualityWords(catalogue, languages)}</p>`;
}

const words: Readonly<Record<Grade, string>> = {
  good: 'Good quality',
  fair: 'Fair quality',
  basic: 'Basic quality',
  unmeasured: 'Quality not measured',
};

export function qualityWords(catalogue: RatingCatalogue, languages: Languages): Piece {
  if (languages.source === 'auto') return html`<span class="soft">Choose a language to see the quality.</span>`;
  const source = servedTag(catalogue, languages.source, 'source');
  const target = servedTag(catalogue, languages.target, 'target');
  const quality = source && target && catalogue.qualityOf({ source, target });
  if (quality === undefined) return html``;
  const { grade } = quality;
  return html`${gradeMark(quality, words[grade])}${grade === 'basic' ? ': gist only' : ''}`;
}
