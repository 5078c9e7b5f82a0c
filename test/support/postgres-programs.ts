import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's folder for the programs of each major version. */
const debianFolder = '/usr/lib/postgresql';

/** The oldest supported major version. */
const versionMin = 15;

/**
 * Returns the folder of PostgreSQL's programs: the newest Debian version, or the one in PATH.
 * @throws Error naming the Debian package when there is none
 */
export function postgresPrograms(): string {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : [];
  const ofDebian = versions
    .filter((version) => version >= versionMin)
    .toSorted((one, other) => other - one)
    .map((version) => join(debianFolder, String(version), 'bin'));
  const found = [...ofDebian, ...searchPath()].find((folder) => canRun(join(folder, 'initdb')));
  if (found === undefined) {
    throw new Error(`These tests need PostgreSQL ${versionMin} or newer: install the Debian package postgresql.`);
  }
  return found;
}

/**
 * Returns the path of a program that tests call by name.
 * @param debianPackage that contains it
 * @throws Error naming the package when the program is missing
 */
export function findProgram(name: string, debianPackage: string): string {
  // Debian installs servers in a folder that is only in root's PATH.
  const folder = [...searchPath(), '/usr/sbin'].find((each) => canRun(join(each, name)));
  if (folder === undefined) {
    throw new Error(`These tests need the program ${name}: install the Debian package ${debianPackage}.`);
  }
  return join(folder, name);
}

/** The user of a server; undefined for the current user. PostgreSQL and PgBouncer refuse to run as root. */
export function serverIdentity(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Returns an id of the user `postgres`, or of `nobody` if there is no such user. */
function idOf(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return 65_534;
  }
}

const searchPath = (): readonly string[] => (process.env['PATH'] ?? '').split(delimiter).filter((path) => path !== '');

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
