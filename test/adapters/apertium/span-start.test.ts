import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownPart, withoutPutIn } from '../../../src/adapters/apertium/tag-placement.ts';
import { writeToken } from '../../../src/text/document/token.ts';
import { needsApertium, openInstalled, translate } from './installed-apertium.ts';

test('shortens a shared span to as many of its last words as its blank names', () => {
  const text = "de l'aeroport";
  const own = (count: number, opening: number | undefined): string => {
    const { start, end } = ownPart(text, { span: { start: 0, end: text.length }, count, opening });
    return text.slice(start, end);
  };
  assert.deepEqual([own(1, 14), own(2, 3), own(3, 14)], ['aeroport', "l'aeroport", text]);
  // Text that was opened before it is a separate phrase: "point of sale".
  assert.deepEqual([own(1, 0), own(1, undefined)], [text, text]);
});

test('does not shorten a span of several long words', () => {
  const text = 'energia nuclear';
  const span = { start: 0, end: text.length };
  assert.deepEqual(ownPart(text, { span, count: 1, opening: 8 }), span);
});

test('excludes only inserted articles and prepositions', () => {
  const cases = [
    ['la prisión', 'prison', 'prisión'],
    ["de l'aeroport", 'airport', 'aeroport'],
    ['la prisión', 'the prison', 'la prisión'],
    ['los medios de comunicación', 'mass media', 'medios de comunicación'],
    ['la', 'the', 'la'],
    ['casa blanca', 'house', 'casa blanca'],
    ['', 'x', ''],
  ] as const;
  for (const [text, content, expected] of cases) {
    const { start, end } = withoutPutIn(text, { start: 0, end: text.length }, content);
    assert.equal(text.slice(start, end), expected);
  }
});

test('puts a pair around the translation of its words, without an inserted article', needsApertium, async () => {
  await using engine = await openInstalled();
  const [open, close] = [writeToken('open', 0), writeToken('close', 0)];
  const cases: readonly (readonly [pair: string, segment: string, translation: string])[] = [
    ['es>ca', 'El cierre del [aeropuerto] viejo.', "El tancament de l'[aeroport] vell."],
    ['es>ca', 'El cierre de [el aeropuerto] viejo.', "El tancament de [l'aeroport] vell."],
    ['es>ca', 'La [casa roja] es bonita.', 'La [casa vermella] és bonica.'],
    ['fr>ca', "L'[aéroport] est fermé.", "L'[aeroport] està tancat."],
    ['fr>ca', "La fin de l'[Union européenne].", 'La fi de la [Unió Europea].'],
    ['es>it', 'El techo de la [escuela].', 'Il tetto della [scuola] .'],
    ['en>es', 'The [prison] is old.', 'La [prisión] es vieja.'],
    ['en>es', '[The prison] is old.', '[La prisión] es vieja.'],
    ['en>ca', 'The [airport] vehicle is old.', "El vehicle d'[aeroport] és vell."],
  ];
  for (const [name, segment, expected] of cases) {
    const [translation = ''] = await translate(engine, name, [segment.replace('[', open).replace(']', close)]);
    assert.equal(translation.replace(open, '[').replace(close, ']'), expected, `${name} ${segment}`);
  }
});
