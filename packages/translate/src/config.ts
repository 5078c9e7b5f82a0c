import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { formatCount } from './console.ts';
import type { FileGroup } from './file-group.ts';
import { checkSchema, type JsonSchema } from './json-schema.ts';
import { leavesFolder, readReal } from './real-path.ts';
import { UsageError } from './usage-error.ts';

export type Config = {
  readonly from?: string;
  readonly to: readonly string[];
  readonly files: readonly FileGroup[];
  readonly lock?: string;
};

export const defaultConfigName = 'dragoman.config.json';

const bytesMax = 1_000_000;

/** The schema that editors use is the only description of the configuration. */
const schemaFile = new URL('../config.schema.json', import.meta.url);

/**
 * Reads the configuration file.
 *
 * @param name undefined: the default one, which may be missing
 * @returns undefined if there is none
 * @throws UsageError that begins with the name of the file
 */
export async function readConfig(folder: string, name: string | undefined): Promise<Config | undefined> {
  const file = name ?? defaultConfigName;
  const read = leavesFolder(folder, file) ? readFile(resolve(folder, file)) : readReal(folder, file);
  const bytes = await read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && name === undefined) return undefined;
    const why = error.code === 'ENOENT' ? 'the file does not exist' : `the file cannot be read (${error.code})`;
    throw new UsageError(`${file}: ${why}.`);
  });
  if (bytes === undefined) return undefined;
  if (bytes.length > bytesMax) throw new UsageError(`${file}: the file has more than ${formatCount(bytesMax)} bytes.`);
  const value = parseJson(bytes.toString().replace(/^\ufeff/, ''), file);
  const schema = JSON.parse(await readFile(schemaFile, 'utf8')) as JsonSchema;
  try {
    checkSchema(value, schema);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${file}: ${error.message}`) : error;
  }
  const config = normalise(value as WrittenConfig);
  const paths = [config.lock ?? '', ...config.files.flatMap(({ include, exclude }) => [...include, ...exclude])];
  const outside = paths.find((path) => leavesFolder(folder, path));
  if (outside === undefined) return config;
  throw new UsageError(`${file}: ${outside} is outside the current folder. Only the command line may name such files.`);
}

function parseJson(text: string, file: string): unknown {
  const errors: ParseError[] = [];
  const value = parseNested(text, errors, file);
  const [first] = errors;
  if (first === undefined) return value;
  const line = text.slice(0, first.offset).split('\n').length;
  const what = printParseErrorCode(first.error).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  throw new UsageError(`${file}:${line}: the file is not valid JSON:${what}.`);
}

/** The parser calls itself for each level. */
function parseNested(text: string, errors: ParseError[], file: string): unknown {
  try {
    return parse(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${file}: the file has too many nested values.`);
  }
}

type Listed = string | readonly string[];
type WrittenGroup = Omit<FileGroup, 'include' | 'exclude'> & { readonly include: Listed; readonly exclude?: Listed };
type WrittenConfig = Omit<Config, 'to' | 'files'> & { readonly to?: Listed; readonly files?: readonly WrittenGroup[] };

function normalise({ to = [], files = [], ...config }: WrittenConfig): Config {
  const groups = files.map(({ include, exclude = [], ...group }) => {
    return { ...group, include: [include].flat(), exclude: [exclude].flat() };
  });
  return { ...config, to: [to].flat(), files: groups };
}
