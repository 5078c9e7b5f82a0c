import { readFileSync, statSync } from 'node:fs';
import { type Variable, variables } from './config-variables.ts';
import { editDistance } from './ops/edit-distance.ts';

/** An invalid value in the environment; the message is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const known: Readonly<Record<string, Variable>> = variables;
const secretNames = Object.keys(known).filter((name) => known[name]?.isSecret);

/**
 * Returns the values of the variables that are set, with secrets also from files.
 * @throws ConfigError for a value in quotes, or for a file that cannot be read; never quotes a secret
 */
export function readEnvironment(env: Environment): Readonly<Record<string, string>> {
  // An empty variable is how many process managers say "unset".
  const set = Object.entries(env).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  for (const [name] of set) refuseUnknownFile(name);
  const given = set.filter(([name]) => Object.hasOwn(known, name));
  const fromFiles = set
    .filter(([name]) => secretNames.includes(name.replace(/_FILE$/, '')) && name.endsWith('_FILE'))
    .map(([name, path]): [string, string] => [name.replace(/_FILE$/, ''), readSecret(name, withoutQuotes(name, path))]);
  const twice = fromFiles.find(([name]) => given.some(([other]) => other === name));
  if (twice !== undefined) throw new ConfigError(`${twice[0]} and ${twice[0]}_FILE are both set: unset one of them`);
  return Object.fromEntries([...given, ...fromFiles].map(([name, value]) => [name, withoutQuotes(name, value)]));
}

function withoutQuotes(name: string, value: string): string {
  if (!/^\s*(["']).*\1\s*$/s.test(value)) return value;
  throw new ConfigError(
    `${name}: the value is in quotes: remove them (env-files of containers and files of secrets keep quotes)`,
  );
}

/** Environments contain such names of other programs: those that neither resemble ours nor begin like them pass. */
function refuseUnknownFile(name: string): void {
  const of = /^(.*)_FILE$/.exec(name)?.[1];
  if (of === undefined || Object.hasOwn(known, name) || secretNames.includes(of)) return;
  const isOurs =
    Object.hasOwn(known, of) || /^(?:DRAGOMAN|TLS)_/.test(name) || secretNames.some((each) => resembles(of, each));
  if (!isOurs) return;
  throw new ConfigError(
    `${name} is unknown: files are read for ${secretNames.map((each) => `${each}_FILE`).join(', ')}`,
  );
}

function resembles(name: string, secret: string): boolean {
  const family = secret.slice(0, secret.indexOf('_') + 1);
  const isNear = name.length < 2 * secret.length && editDistance(name, secret) <= secret.length / 6;
  return `${name}_`.startsWith(family) || isNear;
}

const secretBytesMax = 65_536;

/** Without the line break that editors and `echo` add. */
function readSecret(name: string, path: string): string {
  const text = readText(name, path).replace(/\r?\n$/, '');
  if (text === '') throw new ConfigError(`${name}: ${path} is empty`);
  return text;
}

function readText(name: string, path: string): string {
  try {
    const stat = statSync(path);
    // A pipe or a device may have no end.
    if (!stat.isFile()) throw new ConfigError(`${name}: ${path} is not a file`);
    if (stat.size <= secretBytesMax) return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigError(`${name}: cannot read ${path} (${reason})`);
  }
  throw new ConfigError(`${name}: ${path} has more than ${secretBytesMax} bytes`);
}
