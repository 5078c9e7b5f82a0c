import type { ApiParts } from '../calls/api-parts.ts';
import { FileReply } from '../calls/endpoint-reply.ts';
import { parseMediaType } from '../calls/json-object.ts';
import { type FieldProblem, RefusedRequest } from '../calls/problem.ts';
import { pieceStream } from '../ops/piece-stream.ts';
import { type ExportedFile, exportReadingMsMax } from '../shop/entries/exported-file.ts';
import type { KeyRequest } from './endpoint.ts';

/** Refuses entries or rows of a file, at least one. Their messages are whole sentences. */
export function refusedEntries(errors: readonly FieldProblem[]): RefusedRequest {
  const [{ param, message } = { param: '', message: '' }, ...others] = errors;
  const more = others.length === 0 ? '' : ` (${others.length} more, see errors.)`;
  return new RefusedRequest({ message: `Nothing was changed. \`${param}\`: ${message}${more}`, param, errors });
}

type Row = { readonly line: number | undefined; readonly message: string };

export function refusedRows(rows: readonly Row[]): RefusedRequest {
  const errors = rows.map(({ line, message }) => ({
    param: 'file',
    message: line === undefined ? message : `Line ${line}: ${message}`,
  }));
  return refusedEntries(errors);
}

/** Sends a file as it is written, one for each account at a time. @throws ServiceError `busy_with_files` */
export async function exportReply(
  { glossaryWork, events }: Pick<ApiParts, 'glossaryWork' | 'events'>,
  { holder, call: { exchange } }: Pick<KeyRequest, 'holder' | 'call'>,
  open: () => Promise<ExportedFile>,
): Promise<FileReply> {
  using work = new DisposableStack();
  work.use(glossaryWork.exports.begin(holder.accountId));
  const { name, type, pieces } = await open();
  if (exchange.req.method === 'HEAD') return new FileReply(name, type, null);
  const sent = { work: work.move(), readingMsMax: exportReadingMsMax, exchange, failed: events.failed };
  return new FileReply(name, type, pieceStream({ pieces, ...sent }));
}

/** @param types the format of each media type @throws RefusedRequest for a type of no format */
export function formatOfType<Format>(types: ReadonlyMap<string, Format>, contentType: string | undefined): Format {
  const { essence = '' } = parseMediaType(contentType ?? '') ?? {};
  const format = types.get(essence);
  if (format !== undefined) return format;
  const message = `The Content-Type must be one of ${[...types.keys()].join(', ')}, or set the query parameter \`format\`.`;
  throw new RefusedRequest({ message, param: 'Content-Type' });
}
