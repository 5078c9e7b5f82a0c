import { editDistance } from '../ops/edit-distance.ts';

/** Names in other translation APIs for the fields of this one, in lower case and without `_` and `-`. */
const namesElsewhere: Readonly<Record<string, string>> = {
  q: 'text',
  texts: 'text',
  content: 'text',
  contents: 'text',
  input: 'text',
  source: 'source_lang',
  from: 'source_lang',
  sl: 'source_lang',
  src: 'source_lang',
  srclang: 'source_lang',
  sourcelanguage: 'source_lang',
  sourcelanguagecode: 'source_lang',
  target: 'target_lang',
  to: 'target_lang',
  tl: 'target_lang',
  tgt: 'target_lang',
  dest: 'target_lang',
  trglang: 'target_lang',
  targetlanguage: 'target_lang',
  targetlanguagecode: 'target_lang',
};

const nameLengthMax = 32;

/** Returns the field of `known` that is most similar to `name`; undefined if none is similar. */
export function nearestField(name: string, known: readonly string[]): string | undefined {
  if (name.length > nameLengthMax) return undefined;
  const folded = fold(name);
  const elsewhere = Object.hasOwn(namesElsewhere, folded) ? namesElsewhere[folded] : undefined;
  if (elsewhere !== undefined && known.includes(elsewhere)) return elsewhere;
  const near = known
    .map((field) => ({ field, distance: editDistance(folded, fold(field)) }))
    .toSorted((one, other) => one.distance - other.distance)[0];
  return near !== undefined && near.distance <= Math.ceil(near.field.length / 4) ? near.field : undefined;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}
