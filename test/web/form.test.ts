import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { asyncProperty, assert as check, constantFrom, dictionary, string, uint8Array } from 'fast-check';
import { Form } from '../../src/web/form.ts';
import { RefusedVisit } from '../../src/web/wordings.ts';

const urlEncoded = 'application/x-www-form-urlencoded';

const isRefused = (error: unknown) => error instanceof RefusedVisit && error.code === 'validation_error';

/** Encodes as a browser does. */
async function multipart(data: FormData): Promise<readonly [Buffer, string]> {
  const request = new Response(data);
  const type = request.headers.get('Content-Type') ?? '';
  return [Buffer.from(await request.arrayBuffer()), type];
}

function dataOf(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

describe('form', () => {
  test('returns the typed text in both encodings that browsers send', async () => {
    const fields = dictionary(string({ minLength: 1 }), string({ unit: 'grapheme' }));
    await check(
      asyncProperty(fields, async (typed) => {
        const plain = await Form.parse(Buffer.from(new URLSearchParams(typed).toString()), urlEncoded);
        for (const [name, value] of Object.entries(typed)) {
          assert.equal(plain.text(name), value.replaceAll('\r\n', '\n'));
          assert.ok(plain.has(name));
        }
      }),
    );
    const form = await Form.parse(...(await multipart(dataOf({ name: 'Zażółć "gęślą"', note: 'a\r\nb' }))));
    assert.equal(form.text('name'), 'Zażółć "gęślą"');
    assert.deepEqual([form.text('note'), form.longText('note')], ['a\nb', 'a\r\nb']);
  });

  test('has every value of a name, and none of an unknown name', async () => {
    const form = await Form.parse(Buffer.from('pair=es-en&pair=en-es&name='), urlEncoded);
    assert.deepEqual(form.texts('pair'), ['es-en', 'en-es']);
    assert.deepEqual([form.text('name'), form.has('name')], ['', true]);
    assert.deepEqual([form.text('none'), form.has('none'), form.texts('none')], ['', false, []]);
  });

  test('has a file with its name and bytes, and none if none was chosen', async () => {
    const data = dataOf({ name: 'x' });
    const sent = Buffer.concat([Buffer.from([0, 255, 13, 10]), randomBytes(2_500_000)]);
    data.append('file', new File([sent], 'terms.csv'));
    data.append('empty', new File([], ''));
    const form = await Form.parse(...(await multipart(data)));
    const file = await form.file('file');
    assert.equal(file?.name, 'terms.csv');
    assert.ok(sent.equals(file.bytes));
    assert.equal(await form.file('empty'), undefined);
    assert.equal(await form.file('name'), undefined);
    assert.equal(form.text('file'), '', 'a file is no text');
  });

  test('with more than 1,000 fields is refused before it is parsed', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=1`).join('&');
    assert.equal((await Form.parse(Buffer.from(many(1_000)), urlEncoded)).text('a999'), '1');
    await assert.rejects(Form.parse(Buffer.from(many(1_002)), urlEncoded), isRefused);
    await assert.rejects(Form.parse(Buffer.from('&'.repeat(200_000)), urlEncoded), isRefused);
    const [bytes, type] = await multipart(
      dataOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`a${at}`, '1']))),
    );
    await assert.rejects(Form.parse(bytes, type), isRefused);
    const boundary = type.slice(type.indexOf('boundary='));
    for (const hidden of [`x="; boundary=b"; ${boundary}`, `${boundary}; boundary=b`, `boundary="b\\"; ${boundary}`]) {
      await assert.rejects(Form.parse(bytes, `multipart/form-data; ${hidden}`), isRefused, hidden);
    }
  });

  test('that is malformed, incomplete, or not UTF-8 is refused', async () => {
    const wrong: readonly (readonly [string | Uint8Array, string])[] = [
      ['{"name":"x"}', 'application/json'],
      ['name=x', 'text/plain'],
      ['name=x', ''],
      [Uint8Array.of(0x6e, 0x3d, 0xff), urlEncoded],
      ['+'.repeat(2.5 * 1024 * 1024 + 1), urlEncoded],
      ['--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx', 'multipart/form-data; boundary=b'],
      ['x', 'multipart/form-data'],
      ['x', `multipart/form-data; boundary=${'b'.repeat(71)}`],
      ['', 'multipart/form-data; boundary=b'],
    ];
    for (const [body, type] of wrong) await assert.rejects(Form.parse(Buffer.from(body), type), isRefused, type);
  });

  test('of any bytes is parsed or refused, without a failure', async () => {
    const type = constantFrom(urlEncoded, 'multipart/form-data; boundary=b', 'multipart/form-data; boundary="b b"');
    await check(
      asyncProperty(uint8Array({ maxLength: 200 }), type, async (bytes, contentType) => {
        const body = Buffer.concat([Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'), bytes]);
        try {
          const form = await Form.parse(body, contentType);
          assert.equal(typeof form.text('a'), 'string');
        } catch (error) {
          assert.ok(isRefused(error), String(error));
        }
      }),
    );
  });
});
