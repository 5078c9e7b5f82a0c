import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { tokenPattern, tokensMax, writeToken } from '../../../src/text/document/token.ts';
import { assertKeepsTokens, withUnnumberedTokens } from '../../text/checks/written-tokens.ts';
import { openStarterTranslator, shown, translateWithTokens } from './segments-with-tokens.ts';

const translator = openStarterTranslator();
const translate = (segment: string): string => translateWithTokens(translator, segment);

describe('inline tags and placeholders with a real model', () => {
  test('may be as many as a segment can hold', () => {
    const tokens = (role: Parameters<typeof writeToken>[0], count: number) =>
      Array.from({ length: count }, (_, number) => writeToken(role, number));
    const half = tokensMax / 2;
    for (const segment of [
      `a${tokens('word', 100).join('')}`,
      `${tokens('point', tokensMax).join('')}sol`,
      `sol${tokens('space', tokensMax).join('')}sol`,
      `${tokens('open', half).join('')}casa${tokens('close', half).toReversed().join('')}`,
      withUnnumberedTokens(`${'x'.repeat(300)}{p}sol`),
      withUnnumberedTokens(`<b>${'家'.repeat(150)}</b>{w}`),
      withUnnumberedTokens(`<b>${'😀'.repeat(100)} sol</b>{w}`),
    ]) {
      assertKeepsTokens(segment, translate(segment));
    }
  });

  test('do not change the translation of the other words, except placeholders of words', async () => {
    const words = (translation: string) => translation.replace(tokenPattern, '').replaceAll(' ', '');
    for (const marked of await markedSentences()) {
      assert.equal(words(translate(marked)), words(translate(marked.replace(tokenPattern, ''))));
    }
  });

  test('have the grammar of names where they replace words', () => {
    const expected = {
      'Mi perro se llama {w}.': 'My dog is called {w0}.',
      'La puerta de ({w}) es azul.': 'The door of ({w0}) is blue.',
      'Tengo un perro, {w}, y un gato.': 'I have a dog, {w0}, and a cat.',
      'Hola {w}': 'Hello {w0}',
    };
    for (const [text, translation] of Object.entries(expected)) {
      assert.equal(shown(translate(withUnnumberedTokens(text))), translation);
    }
  });

  test('keep their places in a sentence that is translated in parts, whose words stay apart', async () => {
    const clauses = (await spanishSentences()).slice(0, 12).map((sentence) => sentence.replace(/[.?!]$/u, ''));
    const long = clauses.join(', ');
    const marked = `${withUnnumberedTokens('{w}')} ${writeToken('open', 1)}${long}${writeToken('close', 1)}${writeToken('point', 2)}.`;
    const translations = [long, marked].map(translate);
    for (const translation of translations) assert.doesNotMatch(translation, /\p{Ll}\p{Lu}|[,.]\p{L}|\p{L}X71/u);
    assertKeepsTokens(marked, translations[1] ?? '');
  });
});

/** Sentences with pairs, points and a line break between their words; where is decided by their lengths. */
async function markedSentences(): Promise<readonly string[]> {
  return (await spanishSentences()).map((sentence) => {
    const parts = sentence.split(' ');
    const at = sentence.length % parts.length;
    const last = Math.min(parts.length - 1, at + (sentence.length % 4));
    parts[at] = `<b>${parts[at]}`;
    parts[last] += '</b>';
    parts[parts.length >> 1] += '{p}';
    return withUnnumberedTokens(`{p} ${parts.join(' ')}`);
  });
}

async function spanishSentences(): Promise<readonly string[]> {
  const text = await readFile(new URL('../../fixtures/apertium/es.txt', import.meta.url), 'utf8');
  return text.split('\n').filter(Boolean);
}
