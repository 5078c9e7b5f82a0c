import * as fc from 'fast-check';
import { writeToken } from '../../../src/text/document/token.ts';

const words = ['sun', 'sea', 'Bread', 'and', 'niño', 'мир', '你好世界', 'l’', '(so', 'far)', 'wait,', 'no.'];

/** A pair has children; what is not spaced has the next one right behind it. */
type Node = {
  readonly kind: 'text' | 'word' | 'point' | 'space' | 'pair';
  readonly text: string;
  readonly children: readonly Node[];
  readonly isSpaced: boolean;
};

const { node } = fc.letrec<{ node: Node; children: readonly Node[] }>((tie) => ({
  children: fc.array(tie('node'), { maxLength: 4 }),
  node: fc.record({
    kind: fc.constantFrom('text', 'text', 'text', 'word', 'point', 'space', 'pair'),
    text: fc.constantFrom(...words),
    children: fc.oneof({ maxDepth: 2 }, fc.constant([]), tie('children')),
    isSpaced: fc.boolean(),
  }),
}));

/** As an engine gets it: tokens once each, pairs nested, white space of one plain space and none at a space token. */
export const sentenceWithTokens: fc.Arbitrary<string> = fc.array(node, { minLength: 2, maxLength: 10 }).map((nodes) => {
  let number = 0;
  const write = ({ kind, text, children, isSpaced }: Node): string => {
    const own = number++;
    const behind = isSpaced && kind !== 'space' ? ' ' : '';
    if (kind === 'text') return text + behind;
    if (kind !== 'pair') return writeToken(kind, own) + behind;
    return writeToken('open', own) + children.map(write).join('') + writeToken('close', own) + behind;
  };
  const written = nodes.map(write).join('');
  return `Once ${written}`.replace(/ +(?=\uFDD4)/g, '').trim();
});

const atom = /[\uFDD0-\uFDD4][\uE000-\uEF9F]|\s+|[^\s\uFDD0-\uFDD4]+/g;

/** What an engine may make of a sentence: parts in another order, lost, doubled, and white space anywhere. */
export const translationOf: fc.Arbitrary<(sentence: string) => string> = fc
  .array(fc.tuple(fc.constantFrom('swap', 'lose', 'double', 'space'), fc.nat(200), fc.nat(200)), { maxLength: 8 })
  .map((changes) => (sentence) => {
    const atoms = (sentence.match(atom) ?? []).map(translateWord);
    for (const [change, one, other] of changes) {
      const [at, to] = [one % atoms.length, other % atoms.length];
      const part = atoms[at] ?? '';
      if (change === 'swap') [atoms[at], atoms[to]] = [atoms[to] ?? '', part];
      if (change === 'lose') atoms[at] = '';
      if (change === 'double') atoms[at] = part + part;
      if (change === 'space') atoms[at] = ` ${part}`;
    }
    return atoms.join('');
  });

/** Another word of the same script, so that no word stands beside a token as in the sentence. */
function translateWord(word: string): string {
  return word
    .replace(/[a-zñ]/g, 'q')
    .replace(/[а-я]/g, 'ж')
    .replace(/\p{Script=Han}/gu, '国');
}
