import type { ParseOptions } from '../file.ts';
import { FileError } from '../file-error.ts';
import { readHtml } from '../html-reader.ts';
import { primary } from '../language-names.ts';
import { MarkupReader } from '../markup-reader.ts';
import { MaskedText } from '../opaque.ts';
import type { PartReader } from '../part-reader.ts';
import { attributeOf, decodeXml, escapeXml, readXml, type XmlToken, xmlPieces } from '../xml.ts';
import { type ZipReader, zipFilter } from '../zip-filter.ts';

/** Chapters are read as HTML. The package has the title and the language, older tables of contents are separate. */
export const epub = zipFilter({
  id: 'epub',
  extensions: ['.epub'],
  mediaTypes: ['application/epub+zip'],
  read(archive, options) {
    refuseEncrypted(archive);
    const container = archive.part('META-INF/container.xml');
    const path = container && valuesOf(container, 'rootfile', 'full-path')[0];
    const opf = path === undefined ? undefined : archive.part(path);
    if (opf === undefined || path === undefined) throw new FileError('wrong_format', 'the file is not EPUB');
    readElements(opf, new Set(['dc:title', 'dc:description']));
    readLanguage(opf, options);
    for (const { href, type } of manifestOf(opf)) {
      // Pictures, fonts and sounds are no text, so only parts of a known type are opened.
      const read = readers.get(type);
      const part = read && archive.part(entryOf(href, path));
      if (part !== undefined) read?.(part, options);
    }
  },
});

/** What is read of a part, by its media type. */
const readers: ReadonlyMap<string, (part: PartReader, options: ParseOptions) => void> = new Map([
  ['application/xhtml+xml', readChapter],
  ['application/x-dtbncx+xml', (part) => readElements(part, new Set(['text']))],
]);

/** The name of the entry at an address in the package. An invalid address names none. */
function entryOf(href: string, path: string): string {
  try {
    return decodeURIComponent(new URL(href, `file:///${encodeURI(path)}`).pathname.slice(1));
  } catch {
    return '';
  }
}

/** Fonts may be encrypted so that they cannot be copied. Chapters may not. */
function refuseEncrypted(archive: ZipReader): void {
  const part = archive.part('META-INF/encryption.xml');
  const encrypted = part === undefined ? [] : valuesOf(part, 'CipherReference', 'URI');
  if (encrypted.every((uri) => /\.(?:otf|ttf|woff2?)$/i.test(uri))) return;
  throw new FileError('encrypted', 'the book is protected against copying (DRM)');
}

function readChapter(part: PartReader, options: ParseOptions): void {
  readXml(part);
  const reader = new MarkupReader(part, options);
  readHtml(new MaskedText(part.text, []), { start: 0, end: part.text.length }, reader);
  reader.closeTo(0, part.text.length);
  reader.flush();
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function valuesOf(part: PartReader, element: string, attribute: string): readonly string[] {
  const tokens = readXml(part).filter(({ name, kind }) => local(name) === element && kind !== 'close');
  return tokens.flatMap((token) => attributeOf(part.text, token, attribute)?.value ?? []);
}

function manifestOf(opf: PartReader): readonly { readonly href: string; readonly type: string }[] {
  return readXml(opf)
    .filter(({ name, kind }) => local(name) === 'item' && kind !== 'close')
    .map((token) => ({
      href: attributeOf(opf.text, token, 'href')?.value ?? '',
      type: attributeOf(opf.text, token, 'media-type')?.value ?? '',
    }));
}

/** Adds the texts of elements that contain nothing else. */
function readElements(part: PartReader, names: ReadonlySet<string>): void {
  for (const { start, end } of textsIn(readXml(part), names)) part.add(xmlPieces(part.text, start, end), escapeXml);
}

function textsIn(tokens: readonly XmlToken[], names: ReadonlySet<string>): readonly XmlToken[] {
  return tokens.filter(({ kind }, index) => kind === 'text' && names.has(tokens[index - 1]?.name ?? ''));
}

function readLanguage(opf: PartReader, { sourceLang }: ParseOptions): void {
  for (const { start, end } of textsIn(readXml(opf), new Set(['dc:language']))) {
    const language = decodeXml(opf.text.slice(start, end)).trim();
    opf.source ??= language;
    if (primary(language) !== primary(sourceLang ?? opf.source)) continue;
    const write = (_: string, target: string) => (primary(target) === primary(language) ? undefined : target);
    opf.slots.push({ start, end, write });
  }
}
