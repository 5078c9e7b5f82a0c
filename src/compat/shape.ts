import type { IncomingMessage } from 'node:http';
import type { ApiParts } from '../calls/api-parts.ts';
import type { ApiCall, CalledEndpoint } from '../calls/call.ts';
import type { EndpointReply } from '../calls/endpoint-reply.ts';
import type { Turns } from '../ground/turns.ts';
import type { Exchange } from '../http/exchange.ts';
import type { NamedGlossaries } from '../shop/glossaries/named-glossaries.ts';
import type { KeyHolder } from '../shop/keys/key-store.ts';
import type { Failure, Words } from './failure.ts';
import type { KeyPlaces } from './key-places.ts';
import type { Parameters } from './parameters.ts';

/** The API of another vendor, over the use cases of the public API. */
export type Shape = {
  /** As in `/compat/<name>/`, in COMPAT, and before the names of endpoints in metrics. */
  readonly name: string;
  readonly endpoints: readonly ShapeEndpoint[];
  readonly key: KeyPlaces;
  /** Paths at the root that begin so are of this shape, whether they exist or not. */
  readonly rootPrefixes?: readonly `/${string}`[];
  /** At the root, a path that several shapes have is of this shape if the query has this parameter. */
  readonly rootParameter?: string;
  /** Its own messages; other failures have those of `failure.ts`. */
  readonly words: (parts: CompatParts) => Words;
  /** A failure as its clients expect it. */
  readonly problem: (failure: Failure) => { readonly status: number; readonly body: object };
  /** Headers of all replies except those of open endpoints. */
  readonly headers?: (requestId: string) => Readonly<Record<string, string>>;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type EndpointOf<Access> = Pick<CalledEndpoint, 'name' | 'isListed'> & {
  readonly methods: readonly Method[];
  /** Parameters are in braces, as in `/v3/glossaries/{id}`. */
  readonly path: `/${string}`;
  /** By default, that of one text. */
  readonly bodyBytesMax?: number;
  readonly access: Access;
};

/** An endpoint with a key. Its requests count for the rate limit. */
export type KeyedEndpoint = EndpointOf<'key'> & {
  readonly handle: (request: ShapeRequest, parts: CompatParts) => Promise<EndpointReply>;
};

/** An endpoint without a key. */
export type OpenShapeEndpoint = EndpointOf<'open'> & {
  readonly open: (request: OpenRequest, parts: CompatParts) => Response | Promise<Response>;
};

export type ShapeEndpoint = KeyedEndpoint | OpenShapeEndpoint;

/** A request to a shape after the key and the rate limit were checked. */
export type ShapeRequest = {
  readonly holder: KeyHolder;
  readonly call: ApiCall;
  readonly parameters: Parameters;
  /** Parameters of the path. */
  readonly path: Readonly<Record<string, string>>;
};

export type OpenRequest = Pick<ShapeRequest, 'path'> & {
  readonly exchange: Exchange;
  /** Reads the parameters; a body has at most 16 KiB. */
  readonly parameters: () => Promise<Parameters>;
};

/** What the shapes need from other folders. */
export type CompatParts = ApiParts & {
  readonly namedGlossaries: NamedGlossaries;
  /** The turns of translations, which detection shares. */
  readonly turns: Turns;
  /** Where callers reach the service, without a slash at the end. */
  readonly baseUrl: () => string;
  /** Whether the service works. Callers without a key may ask as often as they like. */
  readonly isWorking: () => Promise<boolean>;
  /** The caller's address, from the connection or a trusted proxy. */
  readonly clientAddress: (incoming: IncomingMessage) => string;
};
