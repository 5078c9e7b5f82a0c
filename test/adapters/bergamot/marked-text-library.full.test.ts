import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { WorkerThread } from '../../../src/adapters/bergamot/worker-thread.ts';
import { isNested } from '../../../src/core/fidelity/marks.ts';
import { tokenPattern, tokensMax, writeToken } from '../../../src/core/marks/token.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { shown, startMicro, tokensOf, translateCarried, withTokens } from './carried-segments.ts';

/** Segments that go to the library in one call. */
const batch = 15;

describe('marks through the real library', () => {
  let worker: WorkerThread;
  before(async () => {
    worker = await startMicro();
  });
  after(() => worker[Symbol.asyncDispose]());

  test('brings every token of any segment to its translation once, pairs nested, and never ends the module', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(segmentOf(), { minLength: batch, maxLength: batch }), async (segments) => {
        const translations = await translateCarried(worker, segments);
        translations.forEach((translation, index) => {
          assertIntact(segments[index] ?? '', translation);
        });
      }),
      { numRuns: propertyRuns('', 6), interruptAfterTimeLimit: 60_000 },
    );
  });

  test('survives as many tokens and as much markup as a segment can hold', async () => {
    const tokens = (role: 'word' | 'point' | 'space') =>
      Array.from({ length: tokensMax }, (_, number) => writeToken(role, number));
    const half = tokensMax / 2;
    const opened = tokens('word')
      .slice(0, half)
      .map((_, number) => writeToken('open', number));
    const closed = opened.map((_, number) => writeToken('close', half - 1 - number));
    const segments = [
      `a${tokens('word').slice(0, 100).join('')}`,
      `${tokens('point').join('')}sol`,
      `sol${tokens('space').join('')}sol`,
      `${opened.join('')}casa${closed.join('')}`,
      withTokens(`${'<'.repeat(200)} sol {p}`),
      withTokens(`${'&'.repeat(200)}sol{w}`),
      withTokens('<i>casa</i> &lt;b&gt; </i> <i id="0"> <!-- --> <?x ?> {w} &#0; &amp <script> {p}'),
      withTokens(`${'x'.repeat(300)}{p}sol`),
      withTokens(`<b>${'家'.repeat(150)}</b>{w}`),
      withTokens(`<b>${'😀'.repeat(100)} sol</b>{w}`),
    ];
    const translations = await translateCarried(worker, segments);
    translations.forEach((translation, index) => {
      assertIntact(segments[index] ?? '', translation);
    });
    assert.deepEqual(await translateCarried(worker, ['Hola.']), ['Hello.']);
  });

  test('gives the words of a sentence the translation that they have without pairs, points and spaces', async () => {
    const marked = await markedSentences();
    const plain = marked.map((segment) => segment.replace(tokenPattern, ''));
    const [translations, expected] = [await translateCarried(worker, marked), await translateCarried(worker, plain)];
    const words = (translation: string) => translation.replace(tokenPattern, '').replaceAll(' ', '');
    assert.deepEqual(translations.map(words), expected.map(words));
  });

  test('lets a name be a name: the grammar around it is that of one', async () => {
    const sentences = [
      'Mi perro se llama {w}.',
      'La puerta de ({w}) es azul.',
      'Tengo un perro, {w}, y un gato.',
      'Hola {w}',
    ];
    const translations = await translateCarried(
      worker,
      sentences.map((sentence) => withTokens(sentence)),
    );
    assert.deepEqual(translations.map(shown), [
      'My dog is called {w0}.',
      'The door ({w0}) is blue.',
      'I have a dog, {w0}, and a cat.',
      'Hello {w0}',
    ]);
  });

  test('translates a sentence that is too long for the library in parts, with no words grown together', async () => {
    const clauses = (await spanishSentences()).slice(0, 12).map((sentence) => sentence.replace(/[.?!]$/u, ''));
    const long = clauses.join(', ');
    const marked = `${withTokens('{w}')} ${writeToken('open', 1)}${long}${writeToken('close', 1)}${writeToken('point', 2)}.`;
    const translations = await translateCarried(worker, [long, marked]);
    for (const translation of translations) assert.doesNotMatch(translation, /\p{Ll}\p{Lu}|[,.]\p{L}|\p{L}X71/u);
    assertIntact(marked, translations[1] ?? '');
  });
});

function assertIntact(segment: string, translation: string): void {
  const message = `${shown(segment)} became ${shown(translation)}`;
  assert.deepEqual(tokensOf(translation).toSorted(), tokensOf(segment).toSorted(), message);
  assert.ok(isNested(tokensOf(translation)), message);
}

const words = 'la puerta está abierta el perro duerme una casa azul que vive en Gante 7:45 (hoy) ¿quién? «sí»'.split(
  ' ',
);
const odd = [
  '<',
  '>',
  '&',
  '</b>',
  '<i id="3">',
  '&amp;',
  '&lt',
  '"',
  "'",
  '\\',
  '{}',
  'X71',
  'David',
  '家',
  'ある',
  '😀',
  'é',
  '\u00A0',
];

/** A segment as core makes them, with pairs nested to any depth, and words that mean something to markup. */
function segmentOf(): fc.Arbitrary<string> {
  const text = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...words, ...words.map((word) => ` ${word}`)) },
    { weight: 2, arbitrary: fc.constantFrom(...odd) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).map(withoutNoncharacters) },
  );
  const { nodes } = fc.letrec<{ nodes: string; node: string }>((tie) => ({
    nodes: fc.array(tie('node'), { maxLength: 9 }).map((parts) => parts.join('')),
    node: fc.oneof(
      { weight: 8, arbitrary: text },
      { weight: 3, arbitrary: fc.constantFrom('\uE400', '\uE401', '\uE402') },
      { weight: 2, arbitrary: tie('nodes').map((inner) => `\uE403${inner}\uE404`) },
      { weight: 3, arbitrary: fc.constant(' ') },
    ),
  }));
  return nodes.map((drawn) => numbered(`${drawn} sol`.trim()));
}

function withoutNoncharacters(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Co}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu, '');
}

/** Puts tokens in the places that private characters hold for them. */
function numbered(drawn: string): string {
  const open: number[] = [];
  let count = 0;
  return drawn.replaceAll(/[\uE400-\uE404]/g, (place) => {
    if (place === '\uE404') return writeToken('close', open.pop() ?? 0);
    const number = count++;
    if (place === '\uE403') open.push(number);
    const role = { '\uE400': 'word', '\uE401': 'point', '\uE402': 'space', '\uE403': 'open' } as const;
    return writeToken(role[place as keyof typeof role], number);
  });
}

/** Sentences with pairs, points and a line break between their words; where is decided by their lengths. */
async function markedSentences(): Promise<readonly string[]> {
  return (await spanishSentences()).map((sentence) => {
    const parts = sentence.split(' ');
    const at = sentence.length % parts.length;
    const last = Math.min(parts.length - 1, at + (sentence.length % 4));
    parts[at] = `${writeToken('open', 0)}${parts[at]}`;
    parts[last] += writeToken('close', 0);
    parts[parts.length >> 1] += writeToken('point', 1);
    parts.unshift(writeToken('point', 2));
    return parts.join(' ');
  });
}

async function spanishSentences(): Promise<readonly string[]> {
  const text = await readFile(new URL('../../fixtures/apertium/es.txt', import.meta.url), 'utf8');
  return text.split('\n').filter(Boolean);
}
