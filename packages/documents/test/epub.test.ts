import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epub } from '../src/formats/epub.ts';
import { describeFilter } from './filter-contract.ts';
import { type Entries, entryOf, zipOf } from './office-file.ts';

const opf = (items: string): string => `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" version="3.0">
<metadata><dc:title>The Sea &amp; the Sky</dc:title><dc:creator>Ana Pérez</dc:creator><dc:language>en</dc:language></metadata>
<manifest>${items}</manifest></package>`;

const chapter = (body: string): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>One</title></head><body>${body}</body></html>`;

const book = (more: Entries = {}): Promise<Uint8Array> =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'OEBPS/book.opf': opf(
      '<item id="a" href="text/chapter%201.xhtml" media-type="application/xhtml+xml"/><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="c" href="style.css" media-type="text/css"/><item id="b" href="text/b.png" media-type="image/png"/>',
    ),
    'OEBPS/text/chapter 1.xhtml': chapter(
      '<h1>Chapter <em>one</em></h1><p>A <br/>line&#160;here<a epub:type="noteref" href="#n">1</a></p><img alt="A boat" src="b.png"/><pre>code</pre>',
    ),
    'OEBPS/toc.ncx': '<ncx><navMap><navPoint><navLabel><text>Chapter one</text></navLabel></navPoint></navMap></ncx>',
    'OEBPS/style.css': 'p { color: red }',
    'OEBPS/text/b.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0),
    ...more,
  });

describeFilter(
  epub,
  [
    {
      title: 'with a chapter and a table of contents',
      content: await book(),
      texts: ['The Sea & the Sky', 'One', 'Chapter <0>one</0>', 'A\nline\u00a0here<0>1</0>', 'A boat', 'Chapter one'],
    },
    {
      title: 'with encrypted fonts',
      content: await book({
        'META-INF/encryption.xml':
          '<encryption><EncryptedData><CipherData><CipherReference URI="OEBPS/font.otf"/></CipherData></EncryptedData></encryption>',
      }),
    },
  ],
  [
    {
      title: 'an encrypted chapter',
      content: await book({
        'META-INF/encryption.xml':
          '<encryption><EncryptedData><CipherData><CipherReference URI="OEBPS/text/chapter%201.xhtml"/></CipherData></EncryptedData></encryption>',
      }),
      code: 'encrypted',
    },
    { title: 'an archive without a book', content: await zipOf({ 'a.txt': 'A' }), code: 'wrong_format' },
  ],
);

test('the languages of a book become the target', async () => {
  const file = await epub.parse(await book(), { sourceLang: 'en', targetLang: 'es' });
  assert.equal(file.source, 'en');
  const { bytes } = await epub.write(file, new Map([['OEBPS/toc.ncx#1', 'Capítulo uno']]), { target: 'es' });
  assert.match(await entryOf(bytes, 'OEBPS/book.opf'), /<dc:language>es</);
  assert.match(await entryOf(bytes, 'OEBPS/text/chapter 1.xhtml'), /<html [^>]*lang="es"/);
  assert.match(await entryOf(bytes, 'OEBPS/toc.ncx'), /<text>Capítulo uno</);
});

test('a chapter whose name has letters beyond ASCII is translated', async () => {
  const item = '<item id="a" href="cap%C3%ADtulo.xhtml" media-type="application/xhtml+xml"/>';
  const bytes = await book({ 'OEBPS/book.opf': opf(item), 'OEBPS/capítulo.xhtml': chapter('<p>The boat</p>') });
  const file = await epub.parse(bytes, { sourceLang: 'en', targetLang: 'es' });
  const unit = file.units.find(({ text }) => text === 'The boat');
  const written = await epub.write(file, new Map([[unit?.id ?? '', 'El barco']]), { target: 'es' });
  assert.match(await entryOf(written.bytes, 'OEBPS/capítulo.xhtml'), /<p>El barco</);
});
