import { raw } from 'hono/html';
import { Marked } from 'marked';
import { isCodeLanguage } from '../highlight.ts';
import { markupOf, type Piece } from '../page.ts';
import { dataTable, sample } from '../pieces.ts';

/** Files of the project's documentation that are pages of this site too. */
const paths: Readonly<Record<string, string>> = {
  'api.md': '/docs/reference',
  'api.md#errors': '/docs/errors',
  'documents.md': '/docs/documents',
  'languages.md': '/docs/languages',
  'memory.md': '/docs/memory',
  'security.md': '/docs/security',
  'terminology.md': '/docs/terminology',
  'quickstart-python.md': '/docs/quickstart-python',
  'quickstart-typescript.md': '/docs/quickstart-typescript',
};

/** Renders the project's own Markdown, which is not escaped. Links to files that are not on the site become text. */
export function markdownPiece(markdown: string): Piece {
  const marked = new Marked({ async: false, gfm: true });
  let heading = '';
  let samples = 0;
  marked.use({
    renderer: {
      heading({ text, tokens, depth }) {
        heading = text;
        return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const path = href.startsWith('https://') ? href : paths[href];
        return path === undefined ? text : `<a href="${path}">${text}</a>`;
      },
      table({ header, rows }) {
        const columns = header.map(({ text }) => ({ title: text }));
        const cells = rows.map((row) => row.map(({ tokens }) => raw(this.parser.parseInline(tokens))));
        return markupOf(dataTable(heading, columns, cells));
      },
      code({ text, lang }) {
        samples += 1;
        const language = isCodeLanguage(lang) ? lang : undefined;
        return markupOf(sample(`sample-${samples}`, `${heading}, sample ${samples}`, text, language));
      },
    },
  });
  return raw(marked.parse(markdown));
}

/** As GitHub does. */
function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
