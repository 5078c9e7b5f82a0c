import { uncachedHeaders } from './problem.ts';

export type EndpointReply = {
  /** JSON, or a file; undefined for no body. */
  readonly reply: object | FileReply | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A file to download. `name` has letters, digits, dots and hyphens. */
export class FileReply {
  readonly body: ReadableStream<Uint8Array> | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(name: string, type: string, body: ReadableStream<Uint8Array> | null) {
    this.body = body;
    this.headers = {
      ...uncachedHeaders,
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
    };
  }
}
