import { join, type SpanDraft } from './draft.ts';
import { isAlone, lengthAt } from './search.ts';
import type { Walk } from './walk.ts';

/** BBCode tags inside a sentence, and those that end it. */
const phrase =
  /\[\/?(?:b|i|u|s|url|email|color|size|font|spoiler|sub|sup|img|youtube|user|highlight)(?:=[^\]\n]{1,500})?\]/iy;
const block =
  /\[\/?(?:quote|list|ul|ol|li|table|tr|td|th|center|left|right|indent|h[1-6])(?:=[^\]\n]{1,500})?\]|\[\*\]/iy;
const opaque = /\[(?:code|img|noparse|youtube)(?:=[^\]\n]{1,100})?\]/iy;
/** WordPress: `[gallery ids="1,2"]`. */
const shortcode =
  /\[[a-z][\w-]{1,40}(?:\s{1,5}[\w-]{1,40}=(?:"[^"\n\]]{0,200}"|'[^'\n\]]{0,200}'|[^\s"'\]]{1,200})){1,20}\s?\/?\]/y;
const shortcodeEnd = /\[\/[a-z][\w-]{1,40}\]/y;

/** Reads a tag in square brackets at `walk.at`; most brackets are not tags. */
export function readBracketTag(walk: Walk): boolean {
  const { text, at } = walk;
  const length =
    walk.lengthOf(phrase) || walk.lengthOf(block) || walk.lengthOf(shortcode) || walk.lengthOf(shortcodeEnd);
  if (takeOpaque(walk)) return true;
  if (length === 0 || text[at + length] === '(') return false;
  const draft = walk.take(at + length, undefined);
  const name = nameOf(text, draft);
  if (text[at + 1] === '/') closeTag(walk, draft, name);
  else if (text[at + 1] === '*') draft.role = 'bound';
  else openTag(walk, draft, name);
  return true;
}

function nameOf(text: string, { start, end }: SpanDraft): string {
  return (/[a-z*][\w-]*/i.exec(text.slice(start, Math.min(end, start + 50)))?.[0] ?? '').toLowerCase();
}

function openTag(walk: Walk, draft: SpanDraft, name: string): void {
  if (lengthAt(shortcode, walk.text, draft.start) > 0)
    draft.role = isAlone(walk.text, draft.start, draft.end) ? 'bound' : 'point';
  walk.openTags ??= new Map();
  walk.openTags.set(name, [...(walk.openTags.get(name) ?? []).slice(-openTagsMax), draft]);
}

/** Maximum of open tags with one name. */
const openTagsMax = 20;

/** A tag without a counterpart is text. */
function closeTag(walk: Walk, draft: SpanDraft, name: string): void {
  const open = walk.openTags?.get(name)?.pop();
  if (!open) return;
  if (lengthAt(block, walk.text, draft.start) === 0) return join(open, draft);
  open.role = 'bound';
  draft.role = 'bound';
}

function takeOpaque(walk: Walk): boolean {
  const { text, at, search } = walk;
  const length = walk.lengthOf(opaque);
  if (length === 0) return false;
  const ending = `[/${nameOf(text, { start: at, end: at + length, role: undefined })}]`;
  const close = search.next(ending, at + length);
  if (close === undefined) return false;
  walk.takeBoundOr('word', close + ending.length);
  return true;
}
