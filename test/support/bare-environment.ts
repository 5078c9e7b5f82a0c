import { fileURLToPath } from 'node:url';

/**
 * What every process that a test starts is given: where programs are, and the modules that those before it compiled, with
 * which it starts in half the time. No variable of the service, so that only what the test sets counts.
 */
export const bareEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
};
