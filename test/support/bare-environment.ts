import { fileURLToPath } from 'node:url';

/**
 * Environment of every process that a test starts: program paths, and the cache of compiled modules, which halves its
 * start time. Of the service's variables, those that prevent requests for models, and the use of starter models.
 */
export const bareEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  MODELS_URL: 'none',
  STARTER_MODELS_DIR: '',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
};
