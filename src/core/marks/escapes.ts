import { type Draft, merge } from './draft.ts';

const backslash = /\\(?:r\\n|[nrtNh]|\r?(?=\n)|[!-/:-@[-`{-~])/g;

/** Adds escapes: those of strings in programs, of which a line break ends a sentence, and those of Markdown. */
export function addEscapes(text: string, drafts: readonly Draft[]): Draft[] {
  if (!text.includes('\\')) return [...drafts];
  const found: Draft[] = [];
  let next = 0;
  for (const { 0: escape, index } of text.matchAll(backslash)) {
    while ((drafts[next]?.end ?? text.length + 1) <= index) next++;
    if ((drafts[next]?.start ?? text.length) < index + escape.length) continue;
    found.push({
      start: index,
      end: index + escape.trimEnd().length,
      role: /^\\[rnN]/.test(escape) ? 'bound' : 'point',
    });
  }
  return merge(drafts, found);
}
