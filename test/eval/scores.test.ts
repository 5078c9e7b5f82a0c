import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bleu, tokenize, tokenizerFor } from '../../eval/bleu.ts';
import { chrf2 } from '../../eval/chrf.ts';

/** The example of sacreBLEU's documentation, its first reference only. */
const documented = {
  hypotheses: ['The dog bit the man.', "It wasn't surprising.", 'The man had just bitten him.'],
  references: ['The dog bit the man.', 'It was not unexpected.', 'The man bit him first.'],
};

/** The results of sacreBLEU 2.6.0: `corpus_bleu` and `corpus_chrf`. */
const cases: readonly (readonly [
  what: string,
  hypotheses: readonly string[],
  references: readonly string[],
  scores: readonly [bleu: number, chrf2: number],
])[] = [
  ['the documented example', documented.hypotheses, documented.references, [45.0675063211, 50.0430636063]],
  [
    'the documented example, its second reference as hypothesis',
    ['The dog had bit the man.', 'No one was surprised.', 'The man had bitten the dog.'],
    documented.references,
    [22.9690978197, 39.0716739277],
  ],
  ['nothing at all', ['', '', ''], documented.references, [0, 0]],
  ['the reference itself', documented.references, documented.references, [100, 100]],
  ['orders without a match', ['a b c d e f', 'x y z'], ['a q c w e r', 'x t z'], [9.5354140409, 9.2592592593]],
  [
    'figures and signs',
    ['The fee is 12,345.67 USD (about 9-10% more).'],
    ['The fee was 12,345.67 USD, about 9-10 % more.'],
    [44.2850014269, 73.8071135498],
  ],
  [
    'entities',
    ['&quot;Tom &amp; Ann&quot; <skipped>left at 10-11.'],
    ['"Tom & Ann" left at 10 - 11.'],
    [100, 51.630953487],
  ],
  ['letters beyond ASCII', ['Größe: 5 °C – 7 €'], ['Die Größe: 5 °C – 8 €'], [55.7800286077, 63.4098430593]],
  ['one word for many', ['short'], ['a much longer reference than that'], [0, 3.4188034188]],
];

for (const [what, hypotheses, references, [bleuScore, chrfScore]] of cases) {
  test(`BLEU and chrF2 of ${what} equal sacreBLEU's`, () => {
    assertNear(bleu(hypotheses, references), bleuScore);
    assertNear(chrf2(hypotheses, references), chrfScore);
  });
}

test("BLEU of Chinese and of characters equals sacreBLEU's", () => {
  const chinese = [
    ['我们明天去 London 看 2 个朋友。', '他说：“你好！”'],
    ['我们明天到 London 看两个朋友。', '他说“你好！”'],
  ] as const;
  assertNear(bleu(...chinese, 'zh'), 51.5892744387);
  assertNear(chrf2(...chinese), 51.6043981511);
  assertNear(bleu(['私は明日東京へ行きます。'], ['私は明日、東京に行きます。'], 'char'), 53.1187890452);
});

test('Chinese and Japanese targets are not split at spaces', () => {
  const tokenizers = ['zh-Hans', 'zh-Hant', 'ja', 'en', 'pt-BR', 'hi'].map(tokenizerFor);
  assert.deepEqual(tokenizers, ['zh', 'zh', 'char', '13a', '13a', '13a']);
});

test('lines are tokenised like mteval-v13a', () => {
  for (const [line, tokens] of [
    ["It's 5.5%, isn't it? (Yes.)", "It's 5.5 % , isn't it ? ( Yes . )"],
    ['U.S.-based A/B-test: 1990-2000, end.', 'U . S . -based A / B-test : 1990 - 2000 , end .'],
    ['“Curly” – dash… a_b $5 x=y', '“Curly” – dash… a _ b $ 5 x = y'],
    ['a, b,c 1,000 ,5 5, .5 5.', 'a , b , c 1,000 , 5 5 , . 5 5 .'],
  ] as const) {
    assert.equal(tokenize(line, '13a').join(' '), tokens);
  }
  assert.equal(tokenize('我在 London，2019-20年“好”。', 'zh').join(' '), '我 在 London ， 2019 - 20 年 “ 好 ” 。');
});

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}
