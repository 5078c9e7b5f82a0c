import type { IncomingHttpHeaders } from 'node:http';
import { credentialOf } from '../calls/call.ts';
import type { Parameters } from './parameters.ts';

/** Where clients of a shape send their key, other than `Authorization: Bearer`. */
export type KeyPlaces = {
  /** Another scheme of `Authorization`, in lower case. */
  readonly scheme?: string;
  /** In lower case. */
  readonly headers?: readonly string[];
  /** Query parameters. */
  readonly query?: readonly string[];
  /** Members of a body. */
  readonly body?: readonly string[];
};

/** Returns the credential in headers or query; undefined for none. */
export function keyInHead(
  { scheme, headers = [], query = [] }: KeyPlaces,
  sent: IncomingHttpHeaders,
  parameters: URLSearchParams,
): string | undefined {
  const { authorization } = sent;
  const own = scheme === undefined ? undefined : credentialOf(authorization, scheme);
  const places = [
    own ?? credentialOf(authorization),
    ...headers.map((name) => sent[name]),
    ...query.map((name) => parameters.get(name)),
  ];
  return places.find(isKey);
}

/** Returns the credential among the members of a body; undefined for none. */
export function keyInBody({ body = [] }: KeyPlaces, parameters: Parameters): string | undefined {
  return body.map((name) => parameters.inBody(name)).find(isKey);
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
