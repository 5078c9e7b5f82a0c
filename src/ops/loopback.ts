import { isIP } from 'node:net';

/** True for the names and addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** The same of where an address leads, in which IPv6 stands in brackets. */
export function leadsToLoopback(url: string): boolean {
  return isLoopback(new URL(url).hostname.replaceAll(/[[\]]/g, ''));
}
