import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { later } from '../../../src/ground/units.ts';
import { withoutGuard } from '../../../src/ops/csv-cell.ts';
import { csvRow } from '../../../src/web/usage/exports.ts';
import { eventually } from '../../support/eventually.ts';
import { dayMs } from '../../support/ledger-world.ts';
import { standingNow } from '../../support/served-pages.ts';
import { daysBefore, openUsageWorld } from './usage-world.ts';

const far = later(standingNow, 24 * dayMs);

const rowsOf = (csv: string): string[][] => parse(csv, { record_delimiter: '\r\n' });

describe('CSV rows', () => {
  test('are parsed back as written, and have no formula for any separator', () => {
    const cells = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 1, maxLength: 6 });
    const hostile = fc.constantFrom('"', ',', '\r\n', '\n', ';', 'a"b', '\t', '=1+1', '@x', "'", ' ', 'é', '\u{feff}');
    const row = fc.tuple(cells, fc.array(hostile)).map(([plain, more]) => ['first', ...plain, ...more]);
    fc.assert(
      fc.property(row, (written) => {
        const csv = csvRow(written);
        const read = rowsOf(csv).map((parsed) => parsed.map(withoutGuard));
        assert.deepEqual(read, [written]);
        for (const piece of csv.split(/[,;|\t\r\n]/)) assert.doesNotMatch(piece, /^[\s"]*[=+\-@＝＋－＠]/u);
      }),
    );
  });

  test('defuse formulas with an apostrophe at the start of a cell and after any separator', () => {
    for (const [cell, written] of [
      ['=cmd|"/c calc"!A1', `"'=cmd|""/c calc""!A1"`],
      ['x;=1+2;y', `"x;'=1+2;y"`],
      ['x;"@SUM(A1)"', `"x;""'@SUM(A1)"""`],
      ['a|-1', `"a|'-1"`],
      ['\t＝1', `"\t'＝1"`],
      ["it's 1=1, e-mail: a@b", `"it's 1=1, e-mail: a@b"`],
    ] as const) {
      assert.equal(csvRow([cell]), `${written}\r\n`);
    }
    assert.equal(csvRow([12, undefined, 'plain', '']), '12,,plain,\r\n');
  });
});

describe('journal as a file', () => {
  test("contains the rows of the page, in the API's words, with times in UTC", async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000, far);
    await world.charge(300, { keyId: await world.addKey('=HYPERLINK("http://evil")'), pair: 'es>pt-BR', api: 'deepl' });
    const { status, headers, body } = await world.text('/usage/journal.csv');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
    assert.equal(headers.get('content-disposition'), 'attachment; filename="dragoman-journal-2026-11-20.csv"');
    assert.equal(headers.get('cache-control'), 'no-store');
    const [header = [], charge = [], purchase = []] = rowsOf(body);
    const keyId = charge[6] ?? '';
    assert.deepEqual(header, [
      ...['number', 'time', 'kind', 'characters_added', 'characters_taken', 'characters_balance'],
      ...['key_id', 'key_name', 'source_lang', 'target_lang', 'engine', 'order_id', 'api'],
    ]);
    const time = '2026-11-20T12:00:00.000Z';
    const key = [keyId, `'=HYPERLINK("http://evil")`];
    assert.deepEqual(charge, ['2', time, 'charge', '0', '300', '700', ...key, 'es', 'pt-BR', 'apertium', '', 'deepl']);
    assert.deepEqual(purchase, ['1', time, 'purchase', '1000', '0', '1000', ...Array<string>(7).fill('')]);
    assert.equal(rowsOf(body).length, 3);
  });

  test('is sent once at a time for an account, until it is read or aborted', async () => {
    await using world = await openUsageWorld();
    await world.buy(100_000, far);
    // More than the sockets on both ends buffer.
    await world.addKey('k');
    const name = 'n'.repeat(60);
    const keyId = await world.addKey(name);
    for (let batch = 0; batch < 20; batch++) {
      await Promise.all(Array.from({ length: 1_500 }, () => world.charge(1, { keyId })));
    }
    const leaving = new AbortController();
    const left = await world.reader.fetch('/usage/journal.csv', { signal: leaving.signal });
    await left.body?.getReader().read();
    assert.equal((await world.text('/usage/days.csv')).status, 429);
    leaving.abort();
    await eventually(async () => (await world.text('/usage/days.csv')).status === 200);
    const { body } = await world.text('/usage/journal.csv');
    assert.equal(rowsOf(body).length, 30_002);
    const bugs = world.served.failures.filter((failure) => String(failure).includes('TypeError'));
    assert.deepEqual(bugs, []);
  });
});

test('each file begins with the byte order mark of UTF-8', async () => {
  await using world = await openUsageWorld();
  for (const path of ['/usage/journal.csv', '/usage/days.csv', '/requests.csv']) {
    const bytes = Buffer.from(await (await world.reader.fetch(path)).arrayBuffer());
    assert.equal(bytes.toString('hex', 0, 3), 'efbbbf', path);
  }
});

describe('sums of days as a file', () => {
  test('contain a row for each day, key and pair, oldest first', async () => {
    await using world = await openUsageWorld();
    await world.buy(1_000, far);
    await world.charge(10, { at: daysBefore(80), keyId: 'playground' });
    await world.charge(20, { at: daysBefore(2), keyId: 'playground' });
    await world.charge(5, { at: daysBefore(2), keyId: 'playground' });
    await world.charge(1, { keyId: 'gone' });
    const { headers, body } = await world.text('/usage/days.csv?days=90');
    assert.equal(headers.get('content-disposition'), 'attachment; filename="dragoman-usage-2026-08-23-2026-11-20.csv"');
    assert.deepEqual(rowsOf(body), [
      ['day', 'key_id', 'key_name', 'source_lang', 'target_lang', 'characters_charged', 'requests'],
      ['2026-09-01', 'playground', 'Playground', 'es', 'en', '10', '1'],
      ['2026-11-18', 'playground', 'Playground', 'es', 'en', '25', '2'],
      ['2026-11-20', 'gone', 'gone', 'es', 'en', '1', '1'],
    ]);
    assert.equal((await world.text('/usage/days.csv?from=soon')).status, 400);
  });
});
