import { X509Certificate } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createSecureContext } from 'node:tls';

/** PEM files: the certificate chain, and its private key. */
export type CertificateFiles = { readonly certFile: string; readonly keyFile: string };

/** The certificate chain and the private key of a TLS listener. */
export type Certificate = {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** When the certificate expires; milliseconds since 1970. */
  readonly expiresAtMs: number;
};

export type CertificateWatch = {
  readonly files: CertificateFiles;
  /** Applies a valid new certificate. */
  readonly apply: (certificate: Certificate) => void;
  /** Called when the files changed but cannot be used; the old certificate stays in use. */
  readonly refused: (cause: unknown) => void;
  /** How often the files are checked without a change event, as on network file systems. */
  readonly checkEveryMs?: number;
};

// Certificate and key are two files: a tool that replaces them needs a moment between the first and the second.
const settleMs = 100;

/** @throws when a file is missing, is not PEM, or the key does not belong to the certificate */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(files.certFile), readFile(files.keyFile)]);
  createSecureContext({ cert, key });
  return { cert, key, expiresAtMs: new X509Certificate(cert).validToDate.getTime() };
}

/** Watches the folders, because tools replace a file or the link to its folder. `reload` reads anyway. */
export function watchCertificate(options: CertificateWatch): Disposable & { readonly reload: () => Promise<void> } {
  const { files } = options;
  let seen = versionOf(files);
  let settling: NodeJS.Timeout | undefined;
  const reload = async () => {
    try {
      options.apply(await readCertificate(files));
    } catch (cause) {
      options.refused(cause);
    }
  };
  const check = async () => {
    const before = await seen;
    seen = versionOf(files);
    if ((await seen) !== before) await reload();
  };
  const checkSoon = () => {
    clearTimeout(settling);
    settling = setTimeout(() => void check(), settleMs);
  };
  const watchers = [...new Set([dirname(files.certFile), dirname(files.keyFile)])].map((folder) =>
    watchFolder(folder, checkSoon),
  );
  const timer = setInterval(() => void check(), options.checkEveryMs ?? 60_000);
  timer.unref();
  return {
    reload,
    [Symbol.dispose]: () => {
      clearTimeout(settling);
      clearInterval(timer);
      for (const watcher of watchers) watcher?.close();
    },
  };
}

/** Returns undefined where the system cannot watch the folder; the timer alone then detects changes. */
function watchFolder(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

async function versionOf(files: CertificateFiles): Promise<string> {
  const versions = await Promise.all(
    [files.certFile, files.keyFile].map(async (file) => {
      const found = await stat(file).catch(() => undefined);
      return found === undefined ? 'missing' : `${found.ino}:${found.size}:${found.mtimeMs}`;
    }),
  );
  return versions.join(' ');
}
