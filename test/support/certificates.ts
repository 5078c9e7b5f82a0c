import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, serverIdentity } from './postgres-programs.ts';

/** Files of a certificate authority's certificate, and of a server's certificate and key for `localhost`. */
export type Certificates = { readonly authority: string; readonly certificate: string; readonly key: string };

/** Creates a certificate authority in a new folder of `parent`, and a certificate that it has signed. */
export function makeCertificates(parent: string): Certificates {
  const folder = mkdtempSync(join(parent, 'authority-'));
  const openssl = findProgram('openssl', 'openssl');
  const [authority, authorityKey] = [join(folder, 'authority.crt'), join(folder, 'authority.key')];
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  const make = (out: string, keyout: string, ...more: readonly string[]) =>
    execFileSync(
      openssl,
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'].concat(
        ['-out', out, '-keyout', keyout],
        more,
      ),
      { stdio: 'ignore' },
    );
  make(authority, authorityKey, '-subj', '/CN=authority of a test');
  const signed = ['-CA', authority, '-CAkey', authorityKey, '-subj', '/CN=database of a test'];
  make(
    certificate,
    key,
    ...signed,
    '-addext',
    'subjectAltName=DNS:localhost',
    '-addext',
    'basicConstraints=critical,CA:FALSE',
  );
  chmodSync(folder, 0o755);
  // PostgreSQL refuses a key that others may read.
  const identity = serverIdentity();
  if (identity !== undefined) chownSync(key, identity.uid, identity.gid);
  return { authority, certificate, key };
}
