import { attachmentOf } from '../ops/content-disposition.ts';
import { uncachedHeaders } from './problem.ts';

export type EndpointReply = {
  /** JSON, or a file; undefined for no body. */
  readonly reply: object | FileReply | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** By default, that of the endpoint. */
  readonly status?: number;
};

/** A file to download, or with an undefined name any content that is not JSON. */
export class FileReply {
  readonly body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(name: string | undefined, type: string, body: FileReply['body']) {
    this.body = body;
    this.headers = {
      ...uncachedHeaders,
      'Content-Type': type,
      ...(name !== undefined && { 'Content-Disposition': attachmentOf(name) }),
    };
  }
}
