import { fileURLToPath } from 'node:url';

/**
 * Environment of every process that a test starts: program paths, and the cache of compiled modules, which halves its
 * start time. Of the service's variables, the one that prevents requests for models.
 */
export const bareEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  MODELS_URL: 'none',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
};
