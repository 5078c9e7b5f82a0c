import { readFileSync } from 'node:fs';

const containerfile = readFileSync(new URL('../../Containerfile', import.meta.url), 'utf8');
const [, variables = ''] = /^ENV (HOST=.*)$/m.exec(containerfile) ?? [];

/** The environment variables that the image sets. */
export const imageEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  [...variables.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
);
