/** Reads and writes files in a worker thread: answers each message with one. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import {
  FileError,
  type FileErrorCode,
  type Filter,
  type FormatId,
  filterFor,
} from '../../../packages/documents/src/index.ts';
import type { FileUnit, ReadFile, SentFile, WrittenFile } from '../../shop/documents/file-filters.ts';

export type ToFilters = {
  readonly file: SentFile;
  /** Writes the file with them; undefined to read it only. */
  readonly translations: ReadonlyMap<string, string> | undefined;
};

export type FromFilters =
  | { readonly kind: 'read'; readonly file: ReadFile }
  | { readonly kind: 'written'; readonly file: WrittenFile }
  /** `message` is one sentence without text of the file. `fault` is an error that no filter expected. */
  | {
      readonly kind: 'refused';
      readonly code: FileErrorCode;
      readonly message: string;
      readonly columns: ReadFile['columns'];
      readonly fault: Error | undefined;
    };

const port = parentPort as MessagePort;
port.on('message', (message: ToFilters) => void answer(message).then((reply) => port.postMessage(reply)));

async function answer({ file, translations }: ToFilters): Promise<FromFilters> {
  try {
    const filter = filterFor(file.name, file.bytes, file.format as FormatId | undefined);
    if (translations === undefined) return { kind: 'read', file: await read(filter, file) };
    return { kind: 'written', file: await write(filter, file, translations) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { cause } = error;
    // The properties of the error that a message to another thread can have.
    const fault = cause instanceof Error ? Object.assign(new Error(cause.message), { stack: cause.stack }) : undefined;
    return { kind: 'refused', code: error.code, message: wordingOf(error), columns: error.columns, fault };
  }
}

async function read(filter: Filter, file: SentFile): Promise<ReadFile> {
  const { format, source, columns, units } = await parse(filter, file);
  const sent = units.filter(({ target }) => target === undefined);
  return { format, source, columns, units: sent.map(({ id, text, line }): FileUnit => ({ id, text, line })) };
}

async function write(filter: Filter, file: SentFile, translations: ReadonlyMap<string, string>): Promise<WrittenFile> {
  const parsed = await parse(filter, file);
  const { bytes, untranslated } = await filter.write(parsed, translations, { target: file.target });
  const lines = new Map(parsed.units.map(({ id, line }) => [id, line]));
  const mediaType = filter.mediaTypes[0] ?? 'application/octet-stream';
  return { bytes, mediaType, untranslated: untranslated.map((id) => ({ id, line: lines.get(id) })) };
}

const parse = (filter: Filter, { bytes, options, source, target }: SentFile) =>
  filter.parse(bytes, { ...options, sourceLang: source, targetLang: target, unpackedBytesMax: workerData as number });

function wordingOf({ message, part, line, column }: FileError): string {
  if (line === undefined) return part === undefined ? message : `${part}: ${message}`;
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  return part === undefined ? `${place}: ${message}` : `${part}, ${place}: ${message}`;
}
