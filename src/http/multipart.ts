import { setImmediate as nextRound } from 'node:timers/promises';

const fieldsMax = 1_000;

/**
 * Reads `multipart/form-data`. Other requests run in between, because a file of 16 MB is copied several times.
 * @returns undefined if it cannot be read, or has too many fields
 */
export async function readMultipart(bytes: Buffer, contentType: string): Promise<FormData | undefined> {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined || hasMany(bytes, boundary)) return undefined;
  try {
    const headers = { 'Content-Type': contentType };
    return await new Response(ReadableStream.from(slicesOf(bytes)), { headers }).formData();
  } catch {
    return undefined;
  }
}

/** With other parameters, another parser might find another boundary. Source: RFC 2046, section 5.1.1. */
function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))\s*$/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary && `--${boundary}`;
}

/** Counts fields before anything is parsed, because each field costs far more than its bytes. */
export function hasMany(bytes: Buffer, separator: string, max = fieldsMax): boolean {
  let count = 0;
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + separator.length)) {
    if (++count > max) return true;
  }
  return false;
}

const sliceBytes = 1024 * 1024;

async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    await nextRound();
    yield bytes.subarray(at, at + sliceBytes);
  }
}
