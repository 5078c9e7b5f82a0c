import { type Draft, merge } from './draft.ts';

const backslash = /\\(?:r\\n|[nrtNh]|\r?(?=\n)|[!-/:-@[-`{-~])/g;
/** What stands around a backslash in a path without a drive: `lib\name.txt` or `app\name\code`, unlike `one\ntwo`. */
const pathBefore = /[\w.-][\w.\\-]{0,100}$/;
const pathAfter = /^[\w\\-]{0,100}(?:\.[A-Za-z]\w{0,4}(?!\w)|\\[ac-egi-mo-qsw-z])/;
const pathRest = /\\[ac-egi-mo-qsw-z]/;

/**
 * Adds escapes: those of strings in programs, of which a line break ends a sentence, and those of Markdown.
 *
 * @param drafts in the order of the text
 * @returns all drafts, in the order of the text
 */
export function addEscapes(text: string, drafts: readonly Draft[]): Draft[] {
  if (!text.includes('\\')) return [...drafts];
  const found: Draft[] = [];
  let next = 0;
  for (const { 0: escape, index } of text.matchAll(backslash)) {
    while ((drafts[next]?.end ?? text.length + 1) <= index) next++;
    if ((drafts[next]?.start ?? text.length) < index + escape.length || dividesPath(text, index)) continue;
    const end = index + escape.trimEnd().length;
    found.push({ start: index, end, role: /^\\[rnN]/.test(escape) ? 'bound' : 'point' });
  }
  return merge(drafts, found);
}

/** Whether the backslash divides two names of a path. */
function dividesPath(text: string, index: number): boolean {
  if (!/[a-z]/.test(text.charAt(index + 1))) return false;
  const before = pathBefore.exec(text.slice(Math.max(0, index - 100), index))?.[0];
  if (before === undefined) return false;
  return pathRest.test(before) || pathAfter.test(text.slice(index, index + 100));
}
