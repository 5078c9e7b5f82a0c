import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FormatId, filters, type ParseOptions } from '../src/index.ts';

const enToEs = { sourceLang: 'en', targetLang: 'es' };
const poOf = (fields: string): string => `msgid ""\nmsgstr "${fields}"\n\nmsgid "One"\nmsgstr "Uno"\n`;
const xliff1 = (attribute: string): string =>
  `<xliff version="1.2"><file source-language="en"${attribute}><body/></file></xliff>`;

describe('a file names the language of its translations', () => {
  for (const [format, content, options, expected] of [
    ['po', poOf('Language: pt_BR\\n'), enToEs, [true, 'pt-BR']],
    ['po', poOf('Language: \\nX-Generator: a\\n'), enToEs, [true, undefined]],
    ['xliff', xliff1(' target-language="de_AT"'), enToEs, [true, 'de-AT']],
    ['xliff', xliff1(''), enToEs, [true, undefined]],
    ['xliff', '<xliff version="2.0" srcLang="en" trgLang="fr"/>', enToEs, [true, 'fr']],
    ['xcstrings', '{"sourceLanguage": "en", "strings": {}}', enToEs, [true, 'es']],
    ['csv', 'en,es\nOne,Uno\n', enToEs, [true, 'es']],
    ['csv', 'en,a\nOne,1\n', enToEs, [true, undefined]],
    ['csv', 'a,b\nOne,Uno\n', { ...enToEs, source: 'a', target: 'b' }, [true, 'es']],
    ['csv', 'en,es\nOne,Uno\n', { ...enToEs, columns: ['en'] }, [false, undefined]],
    ['csv', 'en\nOne\n', { sourceLang: 'en', targetLang: 'en' }, [false, undefined]],
    ['json', '{"@@locale": "en_US", "a": "One"}', enToEs, [false, undefined]],
  ] satisfies readonly (readonly [FormatId, string, ParseOptions, readonly unknown[]])[]) {
    test(`${format}: ${content.replaceAll('\n', ' ')}`, async () => {
      const filter = filters.find(({ id }) => id === format) ?? assert.fail();
      const { isBilingual, target } = await filter.parse(new TextEncoder().encode(content), options);
      assert.deepEqual([isBilingual, target], expected);
    });
  }
});
