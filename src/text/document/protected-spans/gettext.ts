import type { Span } from '../span.ts';

/** A string of a message catalogue, or one line of a string with several lines. */
type Part = Span & { readonly field: string; readonly isHeader: boolean };

const stringLine = /^\s*(?:#~\s*)?(?:(msgctxt|msgid|msgid_plural|msgstr)(?:\[\d\])?\s+)?"(.*)"\s*$/d;

/**
 * Returns the translations of a gettext catalogue, or its messages if it has none. Undefined for any other file.
 * Source: the GNU gettext manual, "The Format of PO Files".
 */
export function findMessages(text: string): readonly Span[] | undefined {
  if (!text.includes('msgid') || !/^msgid\s/m.test(text)) return undefined;
  const parts = readParts(text);
  const isTranslated = parts?.some(({ field, start, end, isHeader }) => field === 'msgstr' && end > start && !isHeader);
  const wanted = isTranslated === true ? /^msgstr$/ : /^msgid/;
  return parts?.filter(({ field, start, end, isHeader }) => wanted.test(field) && end > start && !isHeader);
}

function readParts(text: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  let [field, isHeader, start] = ['', false, 0];
  for (const line of text.split('\n')) {
    const found = stringLine.exec(line);
    const [from, to] = found?.indices?.[2] ?? [];
    if (found && from !== undefined && to !== undefined) {
      if (found[1] === 'msgid') isHeader = true;
      field = found[1] ?? field;
      // The message of the header is empty in all its lines.
      if (field === 'msgid' && to > from) isHeader = false;
      parts.push({ start: start + from, end: start + to, field, isHeader });
    } else if (!/^\s*(?:#|$)/.test(line)) return undefined;
    start += line.length + 1;
  }
  return parts;
}
