import { createRequire } from 'node:module';
import { html, raw } from 'hono/html';
import { markupOf, type Piece } from './page.ts';

// Not imported, because its types would declare the globals of a browser in all files.
const require = createRequire(import.meta.url);
const hljs = require('highlight.js/lib/core') as {
  readonly registerLanguage: (name: string, language: unknown) => void;
  readonly highlight: (code: string, options: { readonly language: string }) => { readonly value: string };
};

const languages = ['bash', 'json', 'python', 'typescript'] as const;
for (const name of languages) hljs.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));

export type CodeLanguage = (typeof languages)[number];

export function isCodeLanguage(name: string | undefined): name is CodeLanguage {
  return languages.some((language) => language === name);
}

/** How each language reads the reader's key from the environment. The first form is inside a string already. */
const keyReads = ['$DRAGOMAN_KEY', 'process.env.DRAGOMAN_KEY', "os.environ['DRAGOMAN_KEY']"] as const;

/** An identifier in every language, so that the highlighter does not split it. */
const slot = (index: number) => `DRAGOMAN_KEY_SLOT_${index}`;

/** Code with colours. A script may show the reader's key in place of `DRAGOMAN_KEY` (`data-key-slot`). */
export function highlighted(code: string, language?: CodeLanguage): Piece {
  if (language === undefined) return html`${code}`;
  // A sample that sets the key itself needs no slot.
  const reads = code.includes('DRAGOMAN_KEY=') ? [] : keyReads;
  const slotted = reads.reduce((text, read, index) => text.replaceAll(read, slot(index)), code);
  // Escapes apostrophes as the rest of a page does.
  const coloured = hljs.highlight(slotted, { language }).value.replaceAll('&#x27;', '&#39;');
  return raw(reads.reduce((text, read, index) => text.replaceAll(slot(index), () => slotOf(read, index)), coloured));
}

function slotOf(read: string, index: number): string {
  return markupOf(html`<span data-key-slot="${index === 0 ? '' : "'"}">${read}</span>`);
}
