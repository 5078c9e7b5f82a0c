import type { Filter, FormatId } from './file.ts';
import { FileError } from './file-error.ts';
import { android } from './formats/android.ts';
import { csv, tsv } from './formats/csv.ts';
import { epub } from './formats/epub.ts';
import { html } from './formats/html.ts';
import { json } from './formats/json.ts';
import { markdown, mdx } from './formats/markdown.ts';
import { docx } from './formats/office/docx.ts';
import { odp, ods, odt } from './formats/office/odf.ts';
import { pptx } from './formats/office/pptx.ts';
import { xlsx } from './formats/office/xlsx.ts';
import { po } from './formats/po.ts';
import { properties } from './formats/properties.ts';
import { srt, vtt } from './formats/srt.ts';
import { strings } from './formats/strings.ts';
import { text } from './formats/text.ts';
import { xcstrings } from './formats/xcstrings.ts';
import { xliff } from './formats/xliff.ts';
import { yaml } from './formats/yaml.ts';

/** All filters, in the order of the README's table. They throw nothing but a `FileError`. */
export const filters: readonly Filter[] = [
  text,
  markdown,
  mdx,
  html,
  json,
  xcstrings,
  yaml,
  properties,
  po,
  xliff,
  srt,
  vtt,
  csv,
  tsv,
  strings,
  android,
  docx,
  pptx,
  xlsx,
  odt,
  ods,
  odp,
  epub,
].map((filter) => ({
  ...filter,
  parse: (...given) => filter.parse(...given).catch(refuse),
  write: (...given) => filter.write(...given).catch(refuse),
}));

/** Parsers have errors of their own, and call themselves for each level of a file. The `cause` is for those who mend it. */
function refuse(cause: unknown): never {
  if (cause instanceof FileError) throw cause;
  const isTooDeep = cause instanceof RangeError && cause.message.includes('call stack');
  throw isTooDeep
    ? new FileError('too_deep', 'the file is nested too deeply')
    : new FileError('damaged', 'the content is not valid for its format', { cause });
}

/** Formats that people send and that no filter reads, with what to do. */
const otherExtensions: Readonly<Record<string, string>> = {
  '.doc': 'DOC files are not supported. Save it as DOCX',
  '.dot': 'DOT files are not supported. Save it as DOCX',
  '.rtf': 'RTF files are not supported. Save it as DOCX',
  '.xls': 'XLS files are not supported. Save it as XLSX',
  '.ppt': 'PPT files are not supported. Save it as PPTX',
  '.pdf': 'PDF files are not supported. Send the original document',
};

/**
 * Chooses the filter of a file by the extension of its name, or takes that of `format`, and checks that the content can be
 * of this format.
 *
 * @throws {FileError} `unknown_format`, `wrong_format` or `encrypted`
 */
export function filterFor(name: string, bytes: Uint8Array, format?: FormatId): Filter {
  const extension = /\.[^./\\]+$/.exec(name)?.[0].toLowerCase() ?? '';
  const start = new TextDecoder().decode(bytes.subarray(0, 4_096));
  const candidates = filters.filter((filter) =>
    format === undefined ? filter.extensions.includes(extension) : filter.id === format,
  );
  const filter = candidates.find(({ matches }) => matches === undefined || format !== undefined || matches(start));
  if (filter === undefined) {
    const supported = filters.flatMap(({ extensions }) => extensions).join(' ');
    throw new FileError(
      'unknown_format',
      otherExtensions[extension] ?? `files of this format are not supported: supported are ${supported}`,
    );
  }
  checkContent(filter, bytes, start);
  return filter;
}

/** Formats that are ZIP archives. */
const zipFormats: ReadonlySet<FormatId> = new Set(['docx', 'epub', 'odp', 'ods', 'odt', 'pptx', 'xlsx']);

function checkContent({ id }: Filter, bytes: Uint8Array, start: string): void {
  const isZip = start.startsWith('PK\x03\x04');
  const isCompound = [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte);
  if (zipFormats.has(id)) {
    if (isCompound) {
      const encrypted = new TextDecoder('utf-16le').decode(bytes.subarray(0, 1_000_000)).includes('EncryptedPackage');
      if (encrypted) throw new FileError('encrypted', 'the file is encrypted: save it without a password');
      throw new FileError('wrong_format', `the file is of an older format: save it as ${id.toUpperCase()}`);
    }
    if (!isZip && bytes.length > 0) throw new FileError('wrong_format', `the file is not ${id.toUpperCase()}`);
  } else if (isZip || isCompound || start.startsWith('%PDF-')) {
    throw new FileError('wrong_format', `the file is not ${id}: it is ${start.startsWith('%') ? 'PDF' : 'binary'}`);
  }
}
