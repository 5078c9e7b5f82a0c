import type { IncomingMessage } from 'node:http';
import type { ApiParts } from '../calls/api-parts.ts';
import type { ApiCall, CalledEndpoint } from '../calls/call.ts';
import type { EndpointReply } from '../calls/endpoint-reply.ts';
import type { Turns } from '../ground/steps.ts';
import type { Exchange } from '../http/exchange.ts';
import { documentFormBytesMax } from '../shop/documents/document.ts';
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
  readonly path: Path;
  /** By default, that of one text. */
  readonly bodyBytesMax?: number;
  readonly access: Access;
};

/** Parameters are in braces, as in `/v3/glossaries/{id}`. */
type Path = `/${string}`;

/** An endpoint with a key. Its requests count for the rate limit. */
export type KeyedEndpoint = EndpointOf<'key'> & {
  readonly handle: (request: ShapeRequest, parts: CompatParts) => EndpointReply | Promise<EndpointReply>;
};

/** An endpoint without a key. */
export type OpenShapeEndpoint = EndpointOf<'open'> & {
  readonly open: (request: OpenRequest, parts: CompatParts) => Response | Promise<Response>;
};

export type ShapeEndpoint = KeyedEndpoint | OpenShapeEndpoint;

/** The methods and the path of an endpoint. */
export type EndpointPlace = `${Method | 'GET POST'} ${Path}`;

export function keyed(name: string, place: EndpointPlace, handle: KeyedEndpoint['handle']): KeyedEndpoint {
  return { name, ...placed(place), access: 'key', handle };
}

/** An endpoint with a key that translates, so that the account's list of recent requests has its requests. */
export function translating(name: string, place: EndpointPlace, handle: KeyedEndpoint['handle']): KeyedEndpoint {
  return { ...keyed(name, place, handle), isListed: true };
}

/** The same, for a file. */
export function translatingFile(name: string, place: EndpointPlace, handle: KeyedEndpoint['handle']): KeyedEndpoint {
  return { ...translating(name, place, handle), bodyBytesMax: documentFormBytesMax };
}

export function keyless(name: string, place: EndpointPlace, open: OpenShapeEndpoint['open']): OpenShapeEndpoint {
  return { name, ...placed(place), access: 'open', open };
}

function placed(place: EndpointPlace) {
  const words = place.split(' ');
  return { methods: words.slice(0, -1) as Method[], path: words.at(-1) as Path };
}

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
