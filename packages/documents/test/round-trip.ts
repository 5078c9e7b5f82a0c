import type { Filter, ParseOptions, Unit } from '../src/file.ts';

/** The units of a file. A string is encoded as UTF-8. */
export async function unitsOf(filter: Filter, content: string, options: ParseOptions = {}): Promise<readonly Unit[]> {
  return (await filter.parse(new TextEncoder().encode(content), options)).units;
}

/** The texts of units, by their ids. */
export const textsOf = (units: readonly Unit[]): Readonly<Record<string, string>> =>
  Object.fromEntries(units.map(({ id, text }) => [id, text]));

/** A file with translations, by the ids of their units. */
export async function written(
  filter: Filter,
  content: string,
  translations: Readonly<Record<string, string>>,
  target = 'es',
  options: ParseOptions = {},
): Promise<string> {
  const file = await filter.parse(new TextEncoder().encode(content), options);
  const { bytes } = await filter.write(file, new Map(Object.entries(translations)), { target });
  return new TextDecoder().decode(bytes);
}
