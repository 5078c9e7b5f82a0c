import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';

/** Returns the descriptor of a standard stream that is a file or a device; undefined for a pipe, a socket or a terminal. */
export function fileOf(stream: Writable): number | undefined {
  return !(stream instanceof Socket) && 'fd' in stream && typeof stream.fd === 'number' ? stream.fd : undefined;
}

/** Writes all bytes. A write to a full disk writes some of them, and only the next one fails. */
export function writeWhole(fd: number, bytes: Uint8Array): { readonly written: number; readonly failure?: Error } {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written);
    return { written };
  } catch (cause) {
    return { written, failure: cause instanceof Error ? cause : new Error(String(cause)) };
  }
}

/** Returns the standard stream, or for a file one that fails when the disk is full: Node's own drops what is left. */
export function wholeStream(stream: Writable): Writable {
  const fd = fileOf(stream);
  if (fd === undefined) return stream;
  return new Writable({ write: (bytes: Uint8Array, _, done) => done(writeWhole(fd, bytes).failure) });
}
