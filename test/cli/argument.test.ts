import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  parseCharacters,
  parseExpiresAt,
  parseOrder,
  parsePair,
  parseValidDays,
  UsageError,
} from '../../src/cli/argument.ts';
import { utcTime } from '../../src/cli/utc-time.ts';
import { unixMs } from '../../src/ground/units.ts';
import { pairName } from '../../src/text/languages/language.ts';

const refuses = (parse: (text: string) => unknown, texts: readonly string[]) => {
  for (const text of texts) assert.throws(() => parse(text), UsageError, JSON.stringify(text));
};

test('--characters takes whole numbers from 1 to 2^53-1, also with underscores between digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (count) => {
      assert.equal(parseCharacters(String(count)), count);
      assert.equal(parseCharacters(count.toLocaleString('en').replaceAll(',', '_')), count);
    }),
  );
  assert.equal(parseCharacters('9_007_199_254_740_991'), 2 ** 53 - 1);
});

test('--characters refuses everything else', () => {
  const wrong = ['', ' ', '0', '-1', '+1', '1.0', '1e6', '0x10', '1,000', '1 000', '_1', '1_', '1__0', '٣', 'x'];
  refuses(parseCharacters, [...wrong, '9007199254740992', '9'.repeat(400)]);
});

test('--valid-days accepts whole days', () => {
  assert.equal(parseValidDays('365'), 365);
  refuses(parseValidDays, ['', '0', '-1', '1.5', 'year']);
});

test('--order takes 1 to 255 visible ASCII characters', () => {
  assert.equal(parseOrder('in_1Abc'), 'in_1Abc');
  refuses(parseOrder, ['', 'a b', 'ä', 'a\n', 'x'.repeat(256)]);
});

for (const zone of ['UTC', 'America/Los_Angeles', 'Asia/Kolkata']) {
  test(`--expires-at is UTC, with a Z or without, on a machine in ${zone}`, () => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    try {
      assert.equal(parseExpiresAt('2027-11-20T00:00:00'), Date.UTC(2027, 10, 20));
      assert.equal(parseExpiresAt('2027-11-20T00:00:00Z'), Date.UTC(2027, 10, 20));
      // In this hour the clocks of Los Angeles go forward.
      assert.equal(utcTime(parseExpiresAt('2027-03-14T02:30:00')), '2027-03-14T02:30:00Z');
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });
}

test('every printed time is accepted as an argument', () => {
  const seconds = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59) / 1_000 });
  fc.assert(
    fc.property(seconds, (second) => {
      const time = unixMs(second * 1_000);
      assert.equal(parseExpiresAt(utcTime(time)), time);
    }),
  );
});

test('--expires-at refuses other time zones, other formats and invalid days', () => {
  const zones = '2027-11-20T00:00:00+00:00 2027-11-20T00:00:00+01:00 2027-11-20T00:00:00z';
  const formats = '2027-11-20T00:00:00.000Z 2027-11-20T00:00 2027-11-20 +002027-11-20T00:00:00 tomorrow';
  const days = '2027-02-29T00:00:00 2027-13-01T00:00:00 2027-11-20T24:00:00 2027-11-20T00:60:00';
  refuses(parseExpiresAt, ['', '2027-11-20 00:00:00', ...`${zones} ${formats} ${days}`.split(' ')]);
});

test('a language pair is read with any separator between its codes', () => {
  const readings = `es-en es>en, es:en es>en, es>en es>en, EN_es en>es, zh-Hans-en zh-Hans>en, en-zh-Hans en>zh-Hans,
    en-zh_hant en>zh-Hant, ca-valencia-es ca-valencia>es, es-ca-valencia es>ca-valencia, sr-Latn-en sr-Latn>en,
    en:pt-BR en>pt-BR, pt_br>en pt-BR>en, spa-eng es>en, en-no en>nb`;
  for (const reading of readings.split(/,\s*/)) {
    const [written = '', read] = reading.split(' ');
    assert.equal(pairName(parsePair(written)), read, written);
  }
});

test('an ambiguous language pair is refused with both readings', () => {
  for (const [written, readings] of [
    ['en-pt-BR', 'en:pt-BR or en-PT:br'],
    ['pt-BR-en', 'pt:br-EN or pt-BR:en'],
  ] as const) {
    const message = `"${written}" can be read in two ways: write ${readings}`;
    assert.throws(() => parsePair(written), { name: 'UsageError', message });
  }
});

test('an invalid language pair, or one with a language twice, is refused', () => {
  const wrong = ['', 'es', '-', 'es-', ':en', 'es-es', 'es>es', 'spanish-english', 'es en', 'a:b', 'es:en:fr', '🙂-en'];
  refuses(parsePair, wrong);
});
