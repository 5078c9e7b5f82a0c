import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reviewName, translatedName } from '../../../src/shop/documents/document.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { describeDocuments } from '../../contract/documents.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

describeDocuments('SQLite', openTemporarySqlite);

describe('the name of a translated file', () => {
  for (const [name, expected, review] of [
    ['report.docx', 'report.pt-BR.docx', 'report.en-pt-BR.xlf'],
    ['en.json', 'pt-BR.json', 'en-pt-BR.xlf'],
    ['app.en.json', 'app.pt-BR.json', 'app.en-pt-BR.xlf'],
    ['messages.EN.po', 'messages.pt-BR.po', 'messages.en-pt-BR.xlf'],
    ['README', 'README.pt-BR', 'README.en-pt-BR.xlf'],
    ['.env', '.env.pt-BR', '.env.en-pt-BR.xlf'],
  ] as const) {
    test(`${name}: ${expected}, ${review}`, () => {
      const document = { name, source: 'en' as LanguageTag, target: 'pt-BR' as LanguageTag };
      assert.equal(translatedName(document), expected);
      assert.equal(reviewName(document, 'xlf'), review);
    });
  }
});
