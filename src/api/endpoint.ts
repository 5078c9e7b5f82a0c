import type { z } from '@hono/zod-openapi';
import type { ApiParts } from '../calls/api-parts.ts';
import type { ApiCall, CalledEndpoint } from '../calls/call.ts';
import type { EndpointReply } from '../calls/endpoint-reply.ts';
import type { HttpBindings } from '../http/answering.ts';
import type { KeyHolder } from '../shop/keys/key-store.ts';
import type { DocumentedHeaders } from './documented-headers.ts';

/** An endpoint as router, `Allow`, OpenAPI document, reference page and metrics need it. */
type Described = CalledEndpoint & {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Parameters are in braces, as in `/api/v1/glossary/{id}`. */
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly reply: CalledEndpoint['reply'] & {
    readonly description: string;
    /** Of JSON. Without it, the reply is a file of `files`, or a 204 without a body. */
    readonly schema?: z.ZodType;
    readonly example?: unknown;
    /** Media types. */
    readonly files?: readonly string[];
    /** In addition to those of every reply. */
    readonly headers?: DocumentedHeaders;
  };
  /** Statuses of its failures. */
  readonly errors: readonly number[];
};

/** An endpoint that needs a key, and counts for the rate limit. */
export type KeyEndpoint = Described & {
  readonly access: 'key';
  /** A JSON object, or with `isForm` the fields of `multipart/form-data`; undefined if it takes none. */
  readonly body?: {
    readonly schema: z.ZodObject;
    readonly example: object;
    readonly bytesMax: number;
    readonly isForm?: true;
  };
  /** A file as the body, instead of JSON. */
  readonly file?: { readonly types: readonly string[]; readonly example: string; readonly bytesMax: number };
  /** Query parameters; undefined if it takes none. */
  readonly query?: z.ZodObject;
  /** Whether it stores its replies for an Idempotency-Key itself, together with their charge. */
  readonly storesReplies?: boolean;
  /** Called after the key and the rate limit were checked. Its errors become replies. */
  readonly handle: (request: KeyRequest, parts: ApiParts) => Promise<EndpointReply>;
  /** Ends what `handle` has begun when its reply could not be stored for the Idempotency-Key, so that no caller gets it. */
  readonly undo?: (made: EndpointReply, request: KeyRequest, parts: ApiParts) => Promise<void>;
};

export type KeyRequest = {
  readonly holder: KeyHolder;
  /** The members of the body, not validated, with the name of the file in a form; empty if the endpoint takes none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The body of an endpoint that takes a file, or the file in a form; else empty. */
  readonly bytes: Buffer;
  /** Query parameters, each at most once, not validated. */
  readonly query: Readonly<Record<string, string>>;
  /** Parameters of the path, not validated. */
  readonly path: Readonly<Record<string, string>>;
  readonly call: ApiCall;
};

/** An endpoint without a key. Its replies may be stored by caches, and read by pages of any origin. */
export type OpenEndpoint = Described & {
  readonly access: 'open';
  readonly open: (parts: ApiParts) => (bindings: HttpBindings) => Response;
};

export type Endpoint = KeyEndpoint | OpenEndpoint;
