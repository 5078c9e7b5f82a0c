import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { translatedName } from '../../../src/shop/documents/document.ts';
import { describeDocuments } from '../../contract/documents.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

describeDocuments('SQLite', openTemporarySqlite);

describe('the name of a translated file', () => {
  for (const [name, expected] of [
    ['report.docx', 'report.pt-BR.docx'],
    ['en.json', 'pt-BR.json'],
    ['app.en.json', 'app.pt-BR.json'],
    ['messages.EN.po', 'messages.pt-BR.po'],
    ['README', 'README.pt-BR'],
    ['.env', '.env.pt-BR'],
  ] as const) {
    test(`${name}: ${expected}`, () => assert.equal(translatedName(name, 'en', 'pt-BR'), expected));
  }
});
