import { markupOf, type Piece } from '../page.ts';

/** A part of a page under a heading of the second level. */
export type DocsSection = {
  /** Undefined above the first heading. */
  readonly id: string | undefined;
  readonly title: string;
  /** Without markup, on one line. */
  readonly text: string;
};

/** The sections of a page of our own, whose headings have ids. */
export function sectionsOf(body: Piece): readonly DocsSection[] {
  return markupOf(body)
    .split(/(?=<h2 id=")/)
    .map((part) => {
      const [, id, title = '', text = part] = /^<h2 id="([^"]*)">(.*?)<\/h2>(.*)$/s.exec(part) ?? [];
      return { id, title: textOf(title), text: textOf(text) };
    });
}

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Without controls and samples. An element ends a word unless it is part of a line. */
function textOf(markup: string): string {
  return markup
    .replaceAll(/<(fieldset|pre|button|form|details)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<\/?(?:code|span|a|strong|em|mark)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|amp|#39);/g, (escaped) => characters[escaped] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
