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
  if (elsewhere !== undefined) return elsewhere;
  const near = known
    .map((field) => ({ field, distance: editDistance(folded, fold(field)) }))
    .toSorted((one, other) => one.distance - other.distance)[0];
  return near !== undefined && near.distance <= Math.ceil(near.field.length / 4) ? near.field : undefined;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

/** Counts insertions, deletions, replacements and swaps of neighbours. Source: Damerau (1964), restricted form. */
function editDistance(from: string, to: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[to.length] ?? 0;
}
