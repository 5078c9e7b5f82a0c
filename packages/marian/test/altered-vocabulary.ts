import { fieldsOf } from '../src/byte-reader.ts';

/** An integer, an f32, or the bytes of a text or message. */
type Value = number | { readonly float: number } | string | Uint8Array;
export type Fields = readonly (readonly [number: number, value: Value])[];

const varint = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))];

/** Writes a message in protocol buffers. */
export function message(fields: Fields): Uint8Array {
  const parts = fields.flatMap(([number, value]) => {
    if (typeof value === 'number') return [Uint8Array.from([...varint(8 * number), ...varint(value)])];
    if (typeof value === 'object' && 'float' in value) {
      return [Uint8Array.from(varint(8 * number + 5)), new Uint8Array(Float32Array.of(value.float).buffer)];
    }
    const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
    return [Uint8Array.from([...varint(8 * number + 2), ...varint(bytes.length)]), bytes];
  });
  return Uint8Array.from(Buffer.concat(parts));
}

export type Alteration = {
  /** Fields of `TrainerSpec` and `NormalizerSpec` in place of those with the same numbers. */
  readonly trainer?: Fields;
  readonly normalizer?: Fields;
  /** Kinds of pieces by their texts. */
  readonly kinds?: Readonly<Record<string, number>>;
  /** Pieces of this kind are left out. */
  readonly without?: number;
};

/** A SentencePiece model with other options. */
export function alteredVocabulary(
  file: Uint8Array,
  { trainer = [], normalizer = [], kinds = {}, without = 0 }: Alteration,
): Uint8Array {
  const altered: (readonly [number, Value])[] = [];
  for (const { number, value } of fieldsOf(file)) {
    if (!(value instanceof Uint8Array)) continue;
    if (number !== 1) {
      // Of fields with the same number the last counts.
      altered.push([number, Buffer.concat([value, message(number === 2 ? trainer : normalizer)])]);
      continue;
    }
    const fields = new Map(Array.from(fieldsOf(value), (field) => [field.number, field.value]));
    const text = new TextDecoder().decode(fields.get(1) as Uint8Array);
    const kind = kinds[text] ?? (fields.get(3) as number | undefined) ?? 1;
    const piece = message([
      [1, text],
      [2, { float: fields.get(2) as number }],
      [3, kind],
    ]);
    if (kind !== without) altered.push([1, piece]);
  }
  return message(altered);
}

/** Options that SentencePiece treats otherwise, by their names in `fixtures/sentencepiece.json`. */
export const alterations: Readonly<Record<string, Alteration>> = {
  'as it is': {},
  'without a space before the text': { normalizer: [[3, 0]] },
  'with all spaces': { normalizer: [[4, 0]] },
  'with all spaces and none before the text': {
    normalizer: [
      [3, 0],
      [4, 0],
    ],
  },
  'with spaces as they are': { normalizer: [[5, 0]] },
  'without pieces of bytes': {
    without: 6,
    trainer: [
      [35, 0],
      [44, '[?]'],
    ],
  },
  'with pieces that are never or always used': {
    kinds: { '▁the': 5, ción: 5, '▁de': 4, es: 4, e: 4, á: 4, '▁': 4 },
  },
};
