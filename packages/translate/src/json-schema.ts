import { didYouMean } from './nearest-name.ts';
import { UsageError } from './usage-error.ts';

/** The part of JSON Schema that `checkSchema` interprets. */
export type JsonSchema = {
  readonly type: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly string[];
  readonly additionalProperties?: false;
};

/** @param path of the value, such as `files[0].include`. @throws UsageError for the first value that breaks the schema */
export function checkSchema(value: unknown, schema: JsonSchema, path = ''): void {
  const types = [schema.type].flat();
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (!types.includes(type)) {
    throw new UsageError(`${path || 'The configuration'} must be of type ${types.join(' or ')}, not ${type}.`);
  }
  if (schema.enum !== undefined && !schema.enum.includes(value as string)) {
    throw new UsageError(`${path} cannot be ${String(value)}. ${didYouMean(String(value), schema.enum)}`);
  }
  if (Array.isArray(value)) value.forEach((item, index) => checkItem(item, schema.items, `${path}[${index}]`));
  else if (typeof value === 'object') checkMembers(value as Record<string, unknown>, schema, path);
}

function checkItem(item: unknown, schema: JsonSchema | undefined, path: string): void {
  if (schema !== undefined) checkSchema(item, schema, path);
}

function checkMembers(value: Record<string, unknown>, schema: JsonSchema, path: string): void {
  const { properties = {}, required = [] } = schema;
  const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined) checkSchema(member, known, pathOf(name));
    else if (schema.additionalProperties === false) {
      throw new UsageError(`${pathOf(name)} is unknown. ${didYouMean(name, Object.keys(properties))}`);
    }
  }
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw new UsageError(`${pathOf(missing)} is missing.`);
}
