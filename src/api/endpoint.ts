import type { z } from '@hono/zod-openapi';
import type { HttpBindings } from '../http/answering.ts';
import type { KeyHolder } from '../shop/keys/key-store.ts';
import type { ApiParts } from './api-parts.ts';
import type { ApiCall, CalledEndpoint } from './call.ts';
import type { DocumentedHeaders } from './documented-headers.ts';

/** An endpoint as router, `Allow`, OpenAPI document, reference page and metrics need it. */
type Described = CalledEndpoint & {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly reply: {
    readonly description: string;
    readonly schema: z.ZodType;
    readonly example: unknown;
    /** In addition to those of every reply. */
    readonly headers?: DocumentedHeaders;
  };
  /** Statuses of its failures. */
  readonly errors: readonly number[];
};

/** An endpoint that needs a key, and counts for the rate limit. */
export type KeyEndpoint = Described & {
  readonly access: 'key';
  /** A JSON object; undefined if it takes no body. */
  readonly body?: { readonly schema: z.ZodObject; readonly example: object; readonly bytesMax: number };
  /** Request headers of its own. */
  readonly headers?: z.ZodObject;
  /** Called after the key and the rate limit were checked. Its errors become replies. */
  readonly handle: (request: KeyRequest, parts: ApiParts) => Promise<EndpointReply>;
};

export type KeyRequest = {
  readonly holder: KeyHolder;
  /** The members of the body, not validated; empty if the endpoint takes none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly call: ApiCall;
};

export type EndpointReply = { readonly reply: object; readonly headers?: Readonly<Record<string, string>> };

/** An endpoint without a key. Its replies may be stored by caches, and read by pages of any origin. */
export type OpenEndpoint = Described & {
  readonly access: 'open';
  readonly open: (parts: ApiParts) => (bindings: HttpBindings) => Response;
};

export type Endpoint = KeyEndpoint | OpenEndpoint;
