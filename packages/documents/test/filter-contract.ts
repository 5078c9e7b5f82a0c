/** What every filter must do, run with each of its fixtures. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { plainText, renumberCodes } from '../src/codes.ts';
import type { Code, Filter, ParsedFile, ParseOptions, Unit } from '../src/file.ts';
import { FileError } from '../src/file-error.ts';
import type { Part } from '../src/skeleton.ts';

export type Fixture = {
  readonly title: string;
  /** A string is encoded as UTF-8. */
  readonly content: string | Uint8Array;
  /** The source and target of all tests are one language unless they are given, so that nothing but units changes. */
  readonly options?: ParseOptions;
  /** What is expected of the units, in order: their texts. */
  readonly texts?: readonly string[];
  /** The fixture has translations beside its sources, so that a written file has fewer units to translate. */
  readonly isBilingual?: boolean;
  /** Codes have units in them, which move with them: another order of codes is another order of units. */
  readonly movesUnits?: boolean;
};

export type BadInput = {
  readonly title: string;
  readonly content: string | Uint8Array;
  readonly options?: ParseOptions;
  readonly code: FileError['code'];
  readonly line?: number;
};

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;
const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

export function describeFilter(filter: Filter, fixtures: readonly Fixture[], badInputs: readonly BadInput[]): void {
  describe(`the filter ${filter.id}`, () => {
    for (const { title, content, options = {}, texts, isBilingual = false, movesUnits = false } of fixtures) {
      const target = options.targetLang ?? options.sourceLang ?? 'en';
      const both = { sourceLang: target, targetLang: target, ...options };
      const bytes = bytesOf(content);
      const parse = (of: Uint8Array = bytes): Promise<ParsedFile> => filter.parse(of, both);
      const write = async (file: ParsedFile, translate: (unit: Unit) => string | undefined) => {
        const translations = file.units.flatMap((unit) => {
          const translation = translate(unit);
          return translation === undefined ? [] : [[unit.id, translation] as const];
        });
        return filter.write(file, new Map(translations), { target });
      };

      describe(title, () => {
        test('has units with unique ids, and each code once in a unit', async () => {
          const { units, isBilingual: has } = await parse();
          assert.equal(has, isBilingual);
          assert.equal(new Set(units.map(({ id }) => id)).size, units.length);
          for (const { text, codes } of units) {
            assert.equal(text, text.trim());
            assert.match(text, /\p{L}/u);
            for (const { number, kind } of codes) assert.equal(text.split(tokenOf(number, kind)).length, 2);
          }
          if (texts !== undefined)
            assert.deepEqual(
              units.map(({ text }) => text),
              texts,
            );
        });

        test('comes back byte for byte without translations', async () => {
          const file = await parse();
          const { bytes: written, untranslated } = await write(file, () => undefined);
          await assertSameFile(filter, written, bytes, both);
          const sent = file.units.filter((unit) => unit.target === undefined);
          assert.deepEqual(
            untranslated,
            sent.map(({ id }) => id),
          );
        });

        test('comes back byte for byte with translations that equal their sources', { skip: isBilingual }, async () => {
          const { bytes: written, untranslated } = await write(await parse(), ({ text }) => text);
          await assertSameFile(filter, written, bytes, both);
          assert.deepEqual(untranslated, []);
        });

        test('changes every unit and nothing else', async () => {
          const file = await parse();
          const { bytes: written, untranslated } = await write(file, marked);
          assert.deepEqual(untranslated, []);
          const after = await parse(written);
          const expected = file.units.map((unit) =>
            isBilingual ? [unit.id, unit.text, unit.target ?? marked(unit)] : [unit.id, marked(unit), unit.target],
          );
          assert.deepEqual(
            after.units.map(({ id, text, target: has }) => [id, text, has]),
            expected,
          );
          if (!isBilingual) assert.deepEqual(outside(after), outside(file));
        });

        const orders = [
          ['the same order', marked],
          ['another order', swapped],
        ] as const;
        for (const [order, translate] of isBilingual ? [] : orders) {
          test(`has its translations when it is parsed again, with codes in ${order}`, {
            skip: isBilingual,
          }, async () => {
            const { sourceLang = 'en', targetLang = 'es' } = options;
            const file = await filter.parse(bytes, { ...options, sourceLang, targetLang });
            const translations = new Map(file.units.map((unit) => [unit.id, translate(unit)]));
            const { bytes: written, untranslated } = await filter.write(file, translations, { target: targetLang });
            assert.deepEqual(untranslated, []);
            const again = await filter.parse(written, { ...options, sourceLang: targetLang, targetLang });
            if (movesUnits && translate === swapped) {
              assert.deepEqual(
                new Set(again.units.map(({ text }) => withoutNumbers(text))),
                new Set([...translations.values()].map(withoutNumbers)),
              );
              return;
            }
            const units = new Map(file.units.map((unit) => [unit.id, unit]));
            const inBoth = again.units.filter(({ id }) => units.has(id));
            assert.deepEqual(
              inBoth.map(({ id, text, codes }) => [id, renumberCodes(text, codes, units.get(id)?.codes ?? [])]),
              file.units.map((unit) => [unit.id, inOrder(translate(unit), unit)]),
            );
            const added = again.units.filter(({ id }) => !units.has(id));
            for (const { id } of added) assert.ok(units.has(id.replace(pluralForm, 'other')), id);
          });
        }

        if (isBilingual)
          test('gets new translations for all that it has if they are asked for', async () => {
            const all = { ...both, overwrite: true };
            const file = await filter.parse(bytes, all);
            const before = await parse();
            assert.deepEqual(
              file.units.map(({ id, text, target: has }) => [id, text, has]),
              before.units.map(({ id, text }) => [id, text, undefined]),
            );
            const { bytes: unchanged } = await write(file, () => undefined);
            await assertSameFile(filter, unchanged, bytes, all);
            const { bytes: written } = await write(file, marked);
            const { units } = await parse(written);
            assert.deepEqual(
              units.map(({ id, target: has }) => [id, has]),
              file.units.map((unit) => [unit.id, marked(unit)]),
            );
          });

        test('keeps the source of a unit whose translation lost a code or a line', async () => {
          const file = await parse();
          const damaged = file.units.filter(
            ({ codes, text, target: has }) => has === undefined && (codes.length > 0 || text.includes('\n')),
          );
          const ids = new Set(damaged.map(({ id }) => id));
          const result = await write(file, ({ id }) => (ids.has(id) ? 'lost' : undefined));
          await assertSameFile(filter, result.bytes, bytes, both);
          for (const id of ids) assert.ok(result.untranslated.includes(id));
        });

        // Subtitles are wrapped anew, which may change their dialogues.
        for (const edited of filter.id === 'srt' ? [] : [onOneLine, withFurtherLine]) {
          test(`gets translations by hand without pairs of codes, ${edited.name}`, async () => {
            const file = await parse();
            const translations = new Map(file.units.map((unit) => [unit.id, edited(unit)]));
            const writeOptions = { target, byHand: new Set(translations.keys()) };
            const { bytes: written, untranslated } = await filter.write(file, translations, writeOptions);
            if (file.skeleton.kind === 'text' && edited === onOneLine) assert.deepEqual(untranslated, []);
            const left = new Set(untranslated);
            const visible = (unit: Unit, text: string): string =>
              withoutNumbers(spaced(isBilingual && unit.target ? unit.target : text));
            const rest = file.units.map((unit) => visible(unit, left.has(unit.id) ? unit.text : edited(unit)));
            const { units } = await parse(written);
            // Units in codes are lost with them.
            for (const unit of units) {
              const place = rest.indexOf(visible(unit, unit.text));
              assert.ok(place >= 0, `${unit.text} is not one of ${rest.join('; ')}`);
              rest.splice(0, place + 1);
            }
            const codes = file.units.flatMap((unit) => unit.codes);
            assert.ok(units.length >= file.units.length - codes.length);
          });
        }

        test('is refused or comes back byte for byte, however it is damaged', async () => {
          const position = fc.nat({ max: bytes.length });
          const noise = fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constantFrom(...noises).map(bytesOf));
          await fc.assert(
            fc.asyncProperty(position, fc.nat({ max: 8 }), noise, async (at, length, inserted) => {
              const damagedBytes = Uint8Array.from([
                ...bytes.subarray(0, at),
                ...inserted,
                ...bytes.subarray(at + length),
              ]);
              try {
                const file = await parse(damagedBytes);
                const { bytes: written } = await write(file, () => undefined);
                await assertSameFile(filter, written, damagedBytes, both);
              } catch (error) {
                if (!(error instanceof FileError)) throw error;
              }
            }),
          );
        });
      });
    }

    for (const { title, content, options, code, line } of badInputs) {
      test(`refuses ${title}`, async () => {
        await assert.rejects(filter.parse(bytesOf(content), options), (error) => {
          assert.ok(error instanceof FileError, String(error));
          assert.deepEqual([error.code, error.line], [code, line]);
          return true;
        });
      });
    }

    test('refuses an empty file', async () => {
      await assert.rejects(filter.parse(new Uint8Array()), { name: 'FileError', code: 'empty' });
    });
  });
}

const noises = ['<', '>', '"', "'", '{', '}', '[', ']', '\n', '\\', '&', '#', '*', '`', ':', '<b>', '</', '-->', '\t'];

const tokenOf = (number: number, kind: string): string =>
  kind === 'word' ? `{${number}}` : kind === 'pair' ? `<${number}>` : `<${number}/>`;

/** Other letters of the same kind, and the same codes, spaces, figures and signs. */
const marked = ({ text, codes }: Pick<Unit, 'text' | 'codes'>): string => {
  const own = new Set(codes.map(({ number }) => number));
  return text.replaceAll(/<\/?\d+\/?>|\{\d+\}|\p{Ll}/gu, (found) => {
    if (/\d/.test(found) && own.has(Number(found.replaceAll(/\D/g, '')))) return found;
    return found.length === 1 ? (found === 'ö' ? 'é' : 'ö') : found;
  });
};

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const onOneLine = (unit: Pick<Unit, 'text' | 'codes'>): string => spaced(plainText({ ...unit, text: marked(unit) }));

/** The line would have a meaning in Markdown. */
const withFurtherLine = (unit: Pick<Unit, 'text' | 'codes'>): string => onOneLine(unit).replace(/ (?=\S*$)|$/, '\n# ö');

/** As `marked`, with the first two codes of the unit swapped, unless a point or a line break would get to an end. */
const swapped = (unit: Pick<Unit, 'text' | 'codes'>): string => {
  const text = marked(unit);
  const own = new Set(unit.codes.map(({ number }) => number));
  const [one, two] = Array.from(text.matchAll(/<(\d+)>[^]*?<\/\1>|<(\d+)\/>|\{(\d+)\}/g)).filter(
    ([, pair, point, word]) => own.has(Number(pair ?? point ?? word)),
  );
  if (one === undefined || two === undefined) return text;
  const [first, second] = [one[0], two[0]];
  const between = text.slice(one.index + first.length, two.index);
  const result = text.slice(0, one.index) + second + between + first + text.slice(two.index + second.length);
  return /^<\d+\/>|<\d+\/>$/.test(result) ? text : result;
};

/** A translation with codes that are alike in their order. */
function inOrder(translation: string, { codes }: Pick<Unit, 'codes'>): string | undefined {
  const place = ({ number, kind }: Code): number => translation.indexOf(tokenOf(number, kind));
  const sorted = [...codes].sort((one, other) => place(one) - place(other));
  return renumberCodes(translation, sorted, codes);
}

const withoutNumbers = (text: string): string => text.replaceAll(/(?<=[<{]\/?)\d+(?=\/?[>}])/g, '');

const pluralForm = /(?<=^|[._])(?:zero|one|two|few|many)(?=(?:#\d+)?$)/;

/** What is around the slots of a file. */
function outside({ skeleton }: ParsedFile): unknown {
  const around = ({ text, slots }: Part): string => {
    let from = 0;
    let rest = '';
    for (const { start, end } of [...slots].sort((one, other) => one.start - other.start)) {
      if (start < from) continue;
      rest += `${text.slice(from, start)}\u0000`;
      from = end;
    }
    return rest + text.slice(from);
  };
  if (skeleton.kind === 'text') return around(skeleton);
  return skeleton.entries.map(({ name, bytes, isStored }) => {
    const part = skeleton.parts.get(name);
    return [name, isStored, part === undefined ? textOf(bytes) : around(part)];
  });
}

/** Text formats are equal in their bytes; ZIP archives in their entries, which are compressed again. */
async function assertSameFile(
  filter: Filter,
  written: Uint8Array,
  expected: Uint8Array,
  options: ParseOptions,
): Promise<void> {
  const [one, other] = await Promise.all([filter.parse(written, options), filter.parse(expected, options)]);
  if (one.skeleton.kind === 'text')
    assert.ok(Buffer.compare(written, expected) === 0, `${textOf(written)}\n--- is not\n${textOf(expected)}`);
  else assert.deepEqual(outside(one), outside(other));
}
