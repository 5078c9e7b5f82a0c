/** Files in an encoding that they declare, or in the Windows code page of their language. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filterFor } from '../src/filters.ts';
import { readZip, writeZip } from '../src/zip.ts';

const windows1252 = new Map(
  Array.from('€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ', (letter, index) => [letter, 128 + index]),
);

/** Bytes of a text in an encoding with one byte for each letter. Some versions of Node take windows-1252 for ISO-8859-1. */
const encoded = (text: string, page: string): Uint8Array => {
  if (page === 'windows-1252')
    return Uint8Array.from(text, (letter) => windows1252.get(letter) ?? letter.charCodeAt(0));
  const decoder = new TextDecoder(page);
  const table = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  return Uint8Array.from(text, (letter) => {
    const byte = table.indexOf(letter);
    assert.ok(byte >= 0, `${letter} is not in ${page}`);
    return byte;
  });
};

/** All units get the same translation. */
async function translated(
  name: string,
  bytes: Uint8Array,
  sourceLang?: string,
): Promise<{ readonly texts: readonly string[]; readonly written: string }> {
  const filter = filterFor(name, bytes);
  const file = await filter.parse(bytes, { sourceLang, targetLang: 'en' });
  const { bytes: unchanged } = await filter.write(file, new Map(), { target: sourceLang ?? 'es' });
  if (file.skeleton.kind === 'text') assert.deepEqual(unchanged, bytes);
  const translations = new Map(file.units.map(({ id }) => [id, '“Łódź”']));
  const { bytes: written } = await filter.write(file, translations, { target: 'en' });
  return {
    texts: file.units.map(({ text }) => text),
    written: new TextDecoder('utf-8', { fatal: true }).decode(written),
  };
}

describe('a file that declares another encoding is read in it, and written and declared as UTF-8', () => {
  const poOf = (charset: string, text: string): string =>
    `# é\nmsgid ""\nmsgstr ""\n"Last-Translator: \\"A\\" <a@b.c>\\n"\n"Content-Type: text/plain; charset=${charset}\\n"\n\nmsgid "Content-Type: charset=x"\nmsgstr "é"\n\nmsgid "${text}"\nmsgstr ""\n`;
  const cases: readonly (readonly [name: string, page: string, content: (label: string) => string, text: string])[] = [
    ['a.po', 'iso-8859-15', (label) => poOf(label, 'Niño é €'), 'Niño é €'],
    ['a.html', 'windows-1251', (label) => `<meta charset="${label}"><p>Дом</p>`, 'Дом'],
    [
      'b.html',
      'iso-8859-2',
      (label) => `<META http-equiv=Content-Type content="text/html; charset=${label}">\n<p>są`,
      'są',
    ],
    [
      'a.xhtml',
      'windows-1253',
      (label) =>
        `<?xml version="1.0" encoding='${label}'?><html><head><meta charset='${label}'/></head><p>Γη</p></html>`,
      'Γη',
    ],
    [
      'a.xml',
      'windows-1250',
      (label) => `<?xml version="1.0" encoding="${label}" ?>\n<resources><string name="a">ź—í</string></resources>`,
      'ź—í',
    ],
    [
      'a.xlf',
      'koi8-r',
      (label) =>
        `<?xml version="1.0" encoding="${label}"?><xliff version="1.2"><file source-language="ru" target-language="en"><body><trans-unit id="1"><source>Дом</source></trans-unit></body></file></xliff>`,
      'Дом',
    ],
  ];
  for (const [name, page, content, text] of cases)
    test(`${name} in ${page}`, async () => {
      const { texts, written } = await translated(name, encoded(content(page.toUpperCase()), page));
      assert.equal(texts.at(-1), text);
      const expected = await translated(name, new TextEncoder().encode(content('UTF-8')));
      assert.equal(written, expected.written);
    });

  test('with the signs that windows-1252 has and ISO-8859-1 has not', async () => {
    const bytes = Uint8Array.from(Buffer.from('<meta charset=iso-8859-1><p>\x93It\x92s\x94 5 \x80 \xff</p>', 'latin1'));
    assert.deepEqual((await translated('a.html', bytes)).texts, ['“It’s” 5 € ÿ']);
  });

  test('although its text is ASCII', async () => {
    const content = (label: string): string =>
      `<?xml version="1.0" encoding="${label}"?><resources><string name="a">Water</string></resources>`;
    const { written } = await translated('a.xml', new TextEncoder().encode(content('us-ascii')), 'es');
    assert.equal(written, content('UTF-8').replace('Water', '“Łódź”'));
  });

  test('in the chapters of a book', async () => {
    const chapter = (label: string, text: string): string =>
      `<?xml version="1.0" encoding="${label}"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>${text}</p></body></html>`;
    const entries = Object.entries({
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
      'a.opf':
        '<package><manifest><item href="1.xhtml" media-type="application/xhtml+xml"/><item href="2.xhtml" media-type="application/xhtml+xml"/></manifest></package>',
      '1.xhtml': chapter('windows-1250', 'Žluťoučký'),
      '2.xhtml': chapter('windows-1250', '42'),
    }).map(([name, text]) => ({
      name,
      bytes: encoded(text, 'windows-1250'),
      isStored: false,
      modified: new Date(2e12),
    }));
    const filter = filterFor('a.epub', await writeZip(entries));
    const file = await filter.parse(await writeZip(entries));
    assert.deepEqual(
      file.units.map(({ text }) => text),
      ['Žluťoučký'],
    );
    const { bytes } = await filter.write(file, new Map([[file.units[0]?.id ?? '', 'Łódź']]), { target: 'pl' });
    const written = new Map((await readZip(bytes)).map((entry) => [entry.name, new TextDecoder().decode(entry.bytes)]));
    assert.equal(written.get('1.xhtml'), chapter('UTF-8', 'Łódź'));
    assert.equal(written.get('2.xhtml'), chapter('windows-1250', '42'));
  });
});

describe('a file without a declaration is read in the Windows code page of its language', () => {
  const cases: readonly (readonly [language: string | undefined, page: string, text: string])[] = [
    [undefined, 'windows-1252', 'Él está aquí: ¿dónde? «Aquí», dijo.'],
    [undefined, 'windows-1252', 'Señor'],
    [undefined, 'windows-1252', 'Spaß und Öl'],
    [undefined, 'windows-1252', 'Það er bæði óþægilegt og gott'],
    [undefined, 'windows-1252', 'L´été, où es-tu ? Ça va, cœur'],
    ['fr-CA', 'windows-1252', 'Où est-il passé'],
    ['pl', 'windows-1250', 'Gdzie jest łódź? Są tu żółwie.'],
    ['cs', 'windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
    ['sr-Latn', 'windows-1250', 'Kuća je žuta, a ne plava. Đak'],
    ['sr', 'windows-1251', 'Кућа је жута'],
    ['ru', 'windows-1251', 'Дом большой — «да», Ok.'],
    ['el', 'windows-1253', 'Ο σκύλος τρώει. Άνθρωπος'],
    ['tr', 'windows-1254', 'Işığı göster, şimdi çok güneş'],
    ['lt', 'windows-1257', 'Šuo valgo ąžuolą'],
    ['he', 'windows-1255', 'הכלב אוכל'],
  ];
  for (const [language, page, text] of cases)
    for (const [name, content] of [
      ['a.txt', text],
      ['a.srt', `1\r\n00:00:01,000 --> 00:00:02,000\r\n${text}\r\n`],
      ['a.csv', `id;${language ?? 'es'}\r\n1;${text}\r\n`],
    ] as const) {
      if (name === 'a.csv' && language === undefined) continue;
      test(`${name} in ${page}: ${text}`, async () => {
        const bytes = encoded(content, page);
        const { texts, written } = await translated(name, bytes, language);
        assert.deepEqual(texts, [text]);
        assert.equal(written, (await translated(name, new TextEncoder().encode(content), language)).written);
      });
    }

  test('also Japanese and Chinese', async () => {
    const japanese = Uint8Array.from([0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd]);
    assert.deepEqual((await translated('a.txt', japanese, 'ja')).texts, ['こんにちは']);
    const chinese = Uint8Array.from([0xa7, 0x41, 0xa6, 0x6e]);
    assert.deepEqual((await translated('a.txt', chinese, 'zh-TW')).texts, ['你好']);
  });
});

describe('what cannot be read is refused with advice', () => {
  const cases: readonly (readonly [title: string, name: string, content: Uint8Array, language?: string])[] = [
    ['JSON', 'a.json', encoded('{"a":"é"}', 'iso-8859-15')],
    ['HTML without a declaration', 'a.html', encoded('<p>é', 'iso-8859-15')],
    ['HTML that declares UTF-8', 'a.html', encoded('<meta charset=utf-8><p>é', 'iso-8859-15')],
    ['HTML that declares UTF-16', 'a.html', encoded('<meta charset=utf-16><p>éé', 'iso-8859-15')],
    ['an unknown encoding', 'a.html', encoded('<meta charset=klingon><p>é', 'iso-8859-15')],
    [
      'bytes that the encoding has not',
      'a.html',
      Uint8Array.from(Buffer.from('<meta charset=windows-1253><p>\xd2a', 'latin1')),
    ],
    ['damaged UTF-8', 'a.txt', Uint8Array.from([...Buffer.from('está aquí, señor'), 0xe9, 65]), 'es'],
    ['damaged UTF-8 of HTML', 'a.html', Uint8Array.from([...Buffer.from('<meta charset=iso-8859-1>está aquí'), 0xe9])],
    ['binary content', 'a.txt', Uint8Array.from([65, 0xe9, 1, 66]), 'es'],
    ['Russian as an unknown language', 'a.txt', encoded('Да, это дом', 'windows-1251')],
    ['Czech as an unknown language', 'a.txt', encoded('Příliš mnoho řek a věcí. Přesně v červenci', 'windows-1250')],
    ['Turkish as an unknown language', 'a.txt', encoded('Işığı göster, şimdi çok güneş', 'windows-1254')],
    ['Polish as an unknown language', 'a.txt', encoded('Gdzie jest biały słoń? Są tu', 'windows-1250')],
    ['Spanish of DOS', 'a.txt', Uint8Array.from(Buffer.from('El ni\xa4o d\xa2nde est\xa0 aqu\xa1', 'latin1')), 'es'],
    ['Spanish of old Macs', 'a.txt', encoded('El niño cantó allí. ¿Dónde está él? Más café', 'macintosh'), 'es'],
    ['Russian in KOI8-R', 'a.txt', encoded('Дом большой', 'koi8-r'), 'ru'],
    ['Russian in ISO-8859-5', 'a.txt', encoded('Привет, большой дом', 'iso-8859-5'), 'ru'],
    ['Russian of DOS', 'a.txt', encoded('Привет, большой дом', 'ibm866'), 'ru'],
    ['Polish in ISO-8859-2', 'a.txt', encoded('Są tu żółwie i ślimaki', 'iso-8859-2'), 'pl'],
    ['Hindi', 'a.txt', encoded('é', 'iso-8859-15'), 'hi'],
  ];
  for (const [title, name, content, language] of cases)
    test(title, async () => {
      await assert.rejects(filterFor(name, content).parse(content, { sourceLang: language }), {
        name: 'FileError',
        code: 'unknown_encoding',
        message: /\(at byte \d+\): save it as UTF-8$/,
      });
    });
});
