import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { po as gettext } from 'gettext-parser';
import { po } from '../src/formats/po.ts';
import { describeFilter } from './filter-contract.ts';
import { unitsOf, written as writtenWith } from './round-trip.ts';

const enToEs = { sourceLang: 'en', targetLang: 'es' };
const header = (...fields: readonly string[]): string =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${fields.map((field) => `"${field}\\n"\n`).join('')}`;
const spanish = header('Language: es', 'Plural-Forms: nplurals=2; plural=(n != 1);');

describeFilter(
  po,
  [
    {
      title: 'with translations, fuzzy and obsolete entries',
      content: `# Spanish
${spanish}
#. For
#. translators
#: a.c:1 b.c:2
#, c-format
msgctxt "menu"
msgid "Open \\"%s\\"\\n"
msgstr ""

#, fuzzy, c-format
#| msgid "Closed"
msgid "Close %d"
msgstr "Cerrado"
#, fuzzy
#| msgid "a"
#| msgid_plural "as"
msgid "One \\x41\\101"
msgid_plural ""
"Many "
"lines"
msgstr[0] "Uno"
msgstr[1] "Muchos"

msgid "Done"
msgstr "Hecho"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d fichero"
msgstr[1] "%d ficheros"

msgid "half"
msgid_plural "halves"
msgstr[0] "mitad"
msgstr[1] ""

msgid "12"
msgstr ""

  msgid "indented" " twice"
  msgstr ""

#~ msgid "Old"
#~ msgstr "Viejo"

# A note
#, fuzzy
#~ msgid "Older"
#~ msgstr "Más viejo"
`,
      options: enToEs,
      texts: [
        'Open "%s"',
        'Close %d',
        'One AA',
        'Many lines',
        'Done',
        '%d file',
        '%d files',
        'half',
        'halves',
        'indented twice',
      ],
      isBilingual: true,
    },
    {
      title: 'that are a template',
      content: `#, fuzzy
msgid ""
msgstr ""
"Language: \\n"
"Content-Type: text/plain; charset=CHARSET\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

msgid "Day"
msgid_plural "Days"
msgstr[0] ""
msgstr[1] ""
`,
      options: { sourceLang: 'en', targetLang: 'ru' },
      texts: ['Day', 'Days'],
      isBilingual: true,
    },
    {
      title: 'without a header, with line ends of Windows',
      content: '# A comment\r\nmsgid "One"\r\nmsgstr ""\r\n\r\nmsgid "Two\\n"\r\n"Three"\r\nmsgstr ""',
      options: enToEs,
      texts: ['One', 'Two\nThree'],
      isBilingual: true,
    },
  ],
  [
    { title: 'a line of another kind', content: 'msgid "a"\nmsgstr ""\n\nOne\n', code: 'damaged', line: 4 },
    { title: 'an open string', content: 'msgid "a\nmsgstr ""\n', code: 'damaged', line: 1 },
    { title: 'a keyword without a string', content: 'msgid a\nmsgstr ""\n', code: 'damaged', line: 1 },
    { title: 'an entry without a translation', content: 'msgid "a"\n\nmsgid "b"\nmsgstr ""', code: 'damaged', line: 1 },
    { title: 'a translation alone', content: '\nmsgstr ""\n', code: 'damaged', line: 2 },
    { title: 'forms out of order', content: 'msgid "a"\nmsgid_plural "b"\nmsgstr[1] ""', code: 'damaged', line: 3 },
  ],
);

async function written(content: string, translations: readonly (string | undefined)[], target = 'es'): Promise<string> {
  const file = await po.parse(new TextEncoder().encode(content), { sourceLang: 'en', targetLang: target });
  const byId = new Map(file.units.map(({ id }, index) => [id, translations[index] ?? '']));
  const { bytes } = await po.write(file, byId, { target });
  return new TextDecoder().decode(bytes);
}

const hasGettext = spawnSync('msgfmt', ['--version']).status === 0;

/** What msgfmt says against a file, without warnings about fields that have no effect. */
function complaints(content: string): string {
  const { stderr } = spawnSync('msgfmt', ['-c', '-o', '/dev/null', '-'], { input: content, encoding: 'utf8' });
  return stderr
    .split('\n')
    .filter((line) => line !== '' && !/warning: header field|^\s/.test(line))
    .join('\n');
}

describe('a translated catalogue', () => {
  const entry = (text: string, translation: string): string => `\nmsgid ${text}\nmsgstr ${translation}\n`;

  for (const [title, text, translation, expected] of [
    ['escapes', '"One"', 'a "b" \\ \t', '"a \\"b\\" \\\\"'],
    ['has the line ends of the source at both ends', '"\\nOne\\n"', 'Uno', '""\n"\\n"\n"Uno\\n"'],
    ['breaks lines after \\n', '"One\\nTwo"', 'Uno\nDos', '""\n"Uno\\n"\n"Dos"'],
    [
      'breaks lines at 79 columns',
      '"One"',
      'The quick brown fox jumps over the lazy dog, and the lazy dog looks at the quick brown fox.',
      '""\n"The quick brown fox jumps over the lazy dog, and the lazy dog looks at the "\n"quick brown fox."',
    ],
    ['does not break what fits', '"One"', `x${' x'.repeat(34)}`, `"x${' x'.repeat(34)}"`],
    ['breaks what does not fit', '"One"', `xxx${' x'.repeat(34)}`, `""\n"xxx${' x'.repeat(34)}"`],
    [
      'breaks lines of Japanese',
      '"One"',
      '日本語の長い文章は、'.repeat(5),
      `""\n"${'日本語の長い文章は、'.repeat(3)}日本語の長い文章"\n"は、${'日本語の長い文章は、'.repeat(1)}"`,
    ],
  ] as const) {
    test(title, async () => {
      assert.equal(await written(spanish + entry(text, '""'), [translation]), spanish + entry(text, expected));
    });
  }

  test('does not break lines where the file has long ones', async () => {
    const long = 'word '.repeat(20).trim();
    const content = spanish + entry(`"${long}"`, '""');
    assert.equal(await written(content, [long.toUpperCase()]), spanish + entry(`"${long}"`, `"${long.toUpperCase()}"`));
  });

  test('is not fuzzy, and says what it said before', async () => {
    const content = `${spanish}\n#: a.c\n#, c-format, fuzzy\n#| msgid "Ones"\nmsgid "One"\nmsgstr "x"\n\n#, fuzzy\nmsgid "Two"\nmsgstr "y"\n`;
    const expected = `${spanish}\n#: a.c\n#, c-format\nmsgid "One"\nmsgstr "Uno"\n\n#, fuzzy\nmsgid "Two"\nmsgstr "y"\n`;
    assert.equal(await written(content, ['Uno']), expected);
  });

  test('is fuzzy on request, and one that is fuzzy stays then', async () => {
    const content = `${spanish}\n#, c-format\nmsgctxt "a"\nmsgid "One"\nmsgstr ""\n\n#, fuzzy\nmsgid "Two"\nmsgstr "Dos"\n`;
    const result = await writtenWith(po, content, { '#1': 'Uno' }, 'es', { fuzzy: true });
    assert.equal(
      result,
      content.replace('msgctxt "a"\nmsgid "One"\nmsgstr ""', '#, fuzzy\nmsgctxt "a"\nmsgid "One"\nmsgstr "Uno"'),
    );
    assert.equal((await unitsOf(po, result, { fuzzy: true })).filter(({ target }) => target === undefined).length, 0);
    const again = await po.parse(new TextEncoder().encode(result), { fuzzy: true, overwrite: new Set(['#1']) });
    const { bytes } = await po.write(again, new Map([['#1', 'Una']]), { target: 'es' });
    assert.equal(new TextDecoder().decode(bytes), result.replace('Uno', 'Una'));
  });

  const plural = (...forms: readonly string[]): string =>
    `\nmsgid "day"\nmsgid_plural "days"\n${forms.map((form, index) => `msgstr[${index}] "${form}"\n`).join('')}`;

  test('has all forms of a plural or none', async () => {
    assert.equal(await written(spanish + plural('', ''), ['día', 'días']), spanish + plural('día', 'días'));
    assert.equal(await written(spanish + plural('', ''), ['día', undefined]), spanish + plural('', ''));
    assert.equal(await written(spanish + plural('x', ''), ['día', 'días']), spanish + plural('x', 'días'));
  });

  test('has no word for one where the form is also that of 21', async () => {
    const serbian = header(
      'Language: sr',
      'Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 ? 1 : 2);',
    );
    const content = (...forms: readonly string[]): string =>
      `${serbian}\n#, c-format\nmsgid "One day"\nmsgid_plural "%d days"\n${forms.map((form, index) => `msgstr[${index}] "${form}"\n`).join('')}`;
    assert.equal(await written(content('', ''), ['%d dan'], 'sr'), content('%d dan', '%d dan', '%d dan'));
  });

  for (const [target, forms, rule] of [
    ['ja', ['b'], 'nplurals=1; plural=0;'],
    ['fr', ['a', 'b'], 'nplurals=2; plural=(n > 1);'],
    ['pt-BR', ['a', 'b'], 'nplurals=2; plural=(n > 1);'],
    ['ru', ['a', 'b', 'b'], /^nplurals=3; plural=\(n%10==1/],
    ['ar', ['b', 'a', 'b', 'b', 'b', 'b'], /^nplurals=6;/],
  ] as const) {
    test(`has the header and the plural forms of ${target}`, async () => {
      const template = `#, fuzzy\nmsgid ""\nmsgstr ""\n"Project-Id-Version: a\\n"\n"Language: \\n"\n"Content-Type: text/plain; charset=CHARSET\\n"\n`;
      const translations = target === 'ja' ? ['b'] : ['a', 'b'];
      const content = await written(template + plural('', ''), translations, target);
      const { headers, translations: read } = gettext.parse(content);
      assert.deepEqual(read['']?.['day']?.msgstr, forms);
      assert.equal(headers['Language'], target.replace('-', '_'));
      assert.equal(headers['Content-Type'], 'text/plain; charset=UTF-8');
      assert.match(headers['Plural-Forms'] ?? '', typeof rule === 'string' ? /^/ : rule);
      if (typeof rule === 'string') assert.equal(headers['Plural-Forms'], rule);
      assert.doesNotMatch(content, /fuzzy/);
      if (hasGettext) assert.equal(complaints(content), '');
    });
  }

  test('is accepted by msgfmt and msgcat', { skip: hasGettext ? false : 'gettext is not installed' }, async () => {
    const content =
      spanish +
      entry('""\n"\\n"\n"One %s\\n"', '""').replace('msgid', '#, c-format\nmsgid') +
      plural('', '') +
      entry('""\n"b\\n"\n"c"', '""');
    const long = 'Una frase, que es larga (y más) '.repeat(8);
    const result = await written(content, [`${long}%s`, 'día', 'días', 'é\n"f"']);
    assert.equal(complaints(result), '');
    assert.equal(spawnSync('msgcat', ['-'], { input: result, encoding: 'utf8' }).stdout, result);
  });

  test('has the context and the comments of its entry', async () => {
    const content = '#. Note\n# by us\n#. more\nmsgctxt "menu"\nmsgid "a"\nmsgstr ""';
    const { units } = await po.parse(new TextEncoder().encode(content));
    assert.deepEqual(
      units.map(({ context, line }) => [context, line]),
      [['menu\nNote\nmore', 5]],
    );
  });
});
