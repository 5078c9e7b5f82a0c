import { fileURLToPath } from 'node:url';

/**
 * What every process that a test starts is given: where programs are, and the modules that those before it compiled, with
 * which it starts in half the time. Of the service's variables the one that keeps it from asking the network for models.
 */
export const bareEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  MODELS_URL: 'none',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
};
