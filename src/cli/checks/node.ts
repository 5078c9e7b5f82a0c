import type { Finding } from './check.ts';

/** The same as in `setup/node-runtime.mjs`, which has the reason. */
const least = { major: 24, minor: 15 };

/** @param version as in `24.15.0` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const finding = { check: 'Node', message: version };
  if (major > least.major || (major === least.major && minor >= least.minor)) return { ...finding, state: 'ok' };
  return { ...finding, state: 'fail', remedy: `install Node ${least.major}.${least.minor} or newer, or run npm ci` };
}
