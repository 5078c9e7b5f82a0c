import { isIP } from 'node:net';
import { ConfigError } from './config-environment.ts';
import { isLoopback, leadsToLoopback } from './ops/loopback.ts';

type Address = {
  readonly HOST: string;
  readonly PORT: number;
  readonly BASE_URL?: string | undefined;
  readonly TRUSTED_PROXIES: readonly string[];
  readonly DRAGOMAN_DEMO: boolean;
  readonly DEMO_PUBLISHED_ON_LOOPBACK: boolean;
};

/** Refuses a service that others can reach without TLS, and a demo that others can reach at all. @throws ConfigError */
export function refuseUnsafeAddress(address: Address, hasTls: boolean): void {
  const { HOST, BASE_URL, TRUSTED_PROXIES, DRAGOMAN_DEMO } = address;
  const loopback = isLoopback(HOST) || isPublishedDemo(address);
  // A demo takes no payment from anybody.
  const isReachedHere = loopback && (BASE_URL === undefined || leadsToLoopback(BASE_URL));
  if (DRAGOMAN_DEMO && !(isReachedHere && TRUSTED_PROXIES.length === 0)) {
    throw new ConfigError(
      'DRAGOMAN_DEMO=1 is for loopback only: HOST, BASE_URL, and no TRUSTED_PROXIES. In a container, DEMO_PUBLISHED_ON_LOOPBACK=1 states that its port is published on loopback only',
    );
  }
  if (!loopback && !hasTls && TRUSTED_PROXIES.length === 0) {
    throw new ConfigError(
      `HOST=${HOST} is not loopback: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES to the proxies that end TLS`,
    );
  }
  if (!loopback && BASE_URL === undefined) {
    throw new ConfigError(
      `HOST=${HOST} is not loopback: set BASE_URL to the public address, such as https://translate.example.com, for the links of pages and mails`,
    );
  }
}

/** Whether this is a demo in a container that publishes its port on loopback only. */
export function isPublishedDemo({ DRAGOMAN_DEMO, DEMO_PUBLISHED_ON_LOOPBACK }: Address): boolean {
  return DRAGOMAN_DEMO && DEMO_PUBLISHED_ON_LOOPBACK;
}

/** A demo uses a host name if possible, because browsers offer no passkeys for an IP address. */
export function defaultBaseUrl(address: Address, hasTls: boolean): string {
  const { HOST, PORT, DRAGOMAN_DEMO } = address;
  if (PORT === 0) return '';
  const isNamed = (DRAGOMAN_DEMO && HOST === '127.0.0.1') || isPublishedDemo(address);
  const host = isNamed ? 'localhost' : isIP(HOST) === 6 ? `[${HOST}]` : HOST;
  return `${hasTls ? 'https' : 'http'}://${host}:${PORT}`;
}
