import { byteOrderMark, quotedCell } from '../../ops/csv-cell.ts';
import type {
  MemoryFileFormat,
  Review,
  ReviewFormat,
  ReviewUnit,
  WrittenEntry,
} from '../../shop/memory/memory-files.ts';
import { findProtectedSpans } from '../../text/document/protected-spans/find-protected-spans.ts';
import type { ProtectedSpan } from '../../text/document/span.ts';
import { originalOf } from './inline-codes.ts';

/** Returns a file in pieces, to write as UTF-8. `readMemoryFile` returns the same entries from it. */
export async function* writeMemoryFile(
  pages: Iterable<readonly WrittenEntry[]> | AsyncIterable<readonly WrittenEntry[]>,
  format: MemoryFileFormat,
): AsyncGenerator<string> {
  const { head, entry: write, tail } = writers[format];
  yield head;
  for await (const entries of pages) for (const entry of entries) yield write(entry);
  yield tail;
}

type Writer = { readonly head: string; readonly entry: (entry: WrittenEntry) => string; readonly tail: string };

const rowOf = (cells: readonly string[], delimiter: ',' | '\t' = ',') => `${cells.map(quotedCell).join(delimiter)}\r\n`;

/** The last column has no quotation mark, and every cell is quoted: so a row that is cut off is not a shorter one. */
const delimited = (delimiter: ',' | '\t'): Writer => {
  const row = (cells: readonly string[]) => rowOf(cells, delimiter);
  return {
    head: byteOrderMark + row(['source', 'target', 'note', 'source_lang', 'target_lang']),
    entry: ({ source, target, note, sourceLanguage, targetLanguage }) => {
      return row([source, target, note, sourceLanguage, targetLanguage]);
    },
    tail: '',
  };
};

const writers: Readonly<Record<MemoryFileFormat, Writer>> = {
  csv: delimited(','),
  tsv: delimited('\t'),
  tmx: {
    head: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
<header creationtool="Dragoman" creationtoolversion="1" segtype="block" o-tmf="Dragoman" adminlang="en" srclang="*all*" datatype="plaintext"/>
<body>
`,
    entry: (entry) => {
      const { sourceLanguage, targetLanguage, source, target, note, createdAt, updatedAt } = entry;
      const codes = numberCodes();
      const side = (language: string, text: string) => {
        return `<tuv xml:lang="${language}"><seg>${writeInline(text, codes, tmxAttributes)}</seg></tuv>\n`;
      };
      const dates = `creationdate="${dateOf(createdAt)}" changedate="${dateOf(updatedAt)}"`;
      const written = note === '' ? '' : `<note>${escapeXml(note)}</note>`;
      return `<tu srclang="${sourceLanguage}" ${dates}>${written}
${side(sourceLanguage, source)}${side(targetLanguage, target)}</tu>
`;
    },
    tail: '</body>\n</tmx>\n',
  },
};

/** Returns XLIFF 1.2 or CSV, in pieces. `readMemoryFile` returns the approved units of this XLIFF. */
export async function* writeReview({ pages, ...about }: Review, format: ReviewFormat): AsyncGenerator<string> {
  const { head, unit: write, tail } = reviewWriters[format](about);
  yield head;
  for await (const units of pages) for (const unit of units) yield write(unit);
  yield tail;
}

type ReviewWriter = { readonly head: string; readonly unit: (unit: ReviewUnit) => string; readonly tail: string };

const reviewWriters: Readonly<Record<ReviewFormat, (about: Omit<Review, 'pages'>) => ReviewWriter>> = {
  xliff: ({ name, sourceLanguage, targetLanguage }) => ({
    head: `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="${escapeXml(name)}" source-language="${sourceLanguage}" target-language="${targetLanguage}" datatype="plaintext">
<body>
`,
    unit: writeUnit,
    tail: '</body>\n</file>\n</xliff>\n',
  }),
  csv: ({ sourceLanguage, targetLanguage }) => ({
    head: byteOrderMark + rowOf(['id', sourceLanguage, targetLanguage, 'state']),
    unit: ({ id, source, target, isApproved }) => {
      const state = target === undefined ? 'not translated' : 'translated';
      return rowOf([id, source, target ?? '', isApproved ? 'approved' : state]);
    },
    tail: '',
  }),
};

function writeUnit({ id, source, target, isApproved }: ReviewUnit): string {
  const codes = numberCodes();
  const side = (text: string) => writeInline(text, codes, xliffAttributes);
  const state = isApproved ? '' : ' state="translated"';
  const translation = target === undefined ? '' : `<target xml:space="preserve"${state}>${side(target)}</target>\n`;
  return `<trans-unit id="${escapeXml(id)}"${isApproved ? ' approved="yes"' : ''}>
<source xml:space="preserve">${side(source)}</source>
${translation}</trans-unit>
`;
}

/** `20250131T120000Z`, in UTC. */
function dateOf(time: number): string {
  return new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/**
 * A parser would turn a carriage return into a line feed. XML forbids some characters, which no entry has, but texts of
 * documents may.
 */
function escapeXml(text: string): string {
  return text.replaceAll(
    /[&<>"\r\uFFFE\uFFFF]|[^\P{Cc}\t\n\x7F-\x9F]/gu,
    (character) => escapes[character] ?? '\uFFFD',
  );
}

/** Returns a function that numbers the codes of one side: the n-th of equal codes has the same number on both. */
type CodeNumbers = () => (original: string) => number;

function numberCodes(): CodeNumbers {
  const numbers = new Map<string, number>();
  return () => {
    const counts = new Map<string, number>();
    return (original) => {
      const count = (counts.get(original) ?? 0) + 1;
      counts.set(original, count);
      const key = `${count} ${original}`;
      const number = numbers.get(key) ?? numbers.size + 1;
      numbers.set(key, number);
      return number;
    };
  };
}

type CodeAttributes = (tag: 'bpt' | 'ept' | 'ph', number: number) => string;

const tmxAttributes: CodeAttributes = (tag, number) => {
  if (tag === 'ph') return `x="${number}"`;
  return tag === 'bpt' ? `i="${number}" x="${number}"` : `i="${number}"`;
};
const xliffAttributes: CodeAttributes = (_, number) => `id="${number}"`;

/** Writes tags and placeholders as codes, where a reader returns the same. */
function writeInline(text: string, codes: CodeNumbers, attributes: CodeAttributes): string {
  const numberOf = codes();
  const { spans } = findProtectedSpans(text);
  const originals = spans.map(({ start, end, inner }) => (inner ? '' : text.slice(start, end)));
  const isCode = originals.map((original) => originalOf(original) === original);
  const ends = new Map(spans.flatMap(({ role, pair }, index) => (role === 'close' ? [[pair, index] as const] : [])));
  const isWhole = new Map(
    spans.flatMap(({ role, pair }, index) => {
      return role === 'open' ? [[pair, isCode[index] === true && isCode[ends.get(pair) ?? -1] === true] as const] : [];
    }),
  );
  const numbers = new Map<ProtectedSpan['pair'], number>();
  let written = '';
  let from = 0;
  for (const [index, { start, end, role, pair }] of spans.entries()) {
    const original = originals[index] ?? '';
    if (!(pair === undefined ? isCode[index] : isWhole.get(pair))) continue;
    const tag = pair === undefined ? 'ph' : role === 'open' ? 'bpt' : 'ept';
    const number = numbers.get(pair) ?? numberOf(original);
    if (pair !== undefined) numbers.set(pair, number);
    written += `${escapeXml(text.slice(from, start))}<${tag} ${attributes(tag, number)}>${escapeXml(original)}</${tag}>`;
    from = end;
  }
  return written + escapeXml(text.slice(from));
}
