import { isIP } from 'node:net';

/** Returns true for host names and addresses of this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** As `isLoopback` for the host of a URL, where IPv6 is in brackets. */
export function leadsToLoopback(url: string): boolean {
  return isLoopback(new URL(url).hostname.replaceAll(/[[\]]/g, ''));
}
