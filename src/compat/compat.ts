import { createHash } from 'node:crypto';
import { openPreflight } from '../calls/cached-reply.ts';
import { ApiCall } from '../calls/call.ts';
import type { EndpointReply } from '../calls/endpoint-reply.ts';
import { parseMediaType } from '../calls/json-object.ts';
import { nothingAtPath, privateJsonHeaders, RefusedRequest, type RenderProblem } from '../calls/problem.ts';
import { textBodyBytesMax } from '../calls/request-content.ts';
import { clientBlock } from '../ground/client-block.ts';
import type { HttpBindings } from '../http/answering.ts';
import { BodyBudget } from '../http/body-budget.ts';
import { apertium } from './apertium/shape.ts';
import { deepl } from './deepl/shape.ts';
import { FaultyRequest, failureOf } from './failure.ts';
import { google } from './google/shape.ts';
import { keyInBody, keyInHead } from './key-places.ts';
import { libretranslate } from './libretranslate/shape.ts';
import { LostReplies } from './lost-replies.ts';
import { microsoft } from './microsoft/shape.ts';
import { Parameters, readParameters } from './parameters.ts';
import type { CompatParts, KeyedEndpoint, OpenShapeEndpoint, Shape, ShapeEndpoint } from './shape.ts';

/** Bodies that are read before their key is known. */
const bodiesWithoutKey = { bytesMax: 64 * 2 ** 20, bytesPerSenderMax: 32 * 2 ** 20 };

/** The largest body of an endpoint without a key. */
const openBytesMax = 16_384;

/** The APIs of other vendors. */
export type Compat = {
  /** Answers a request; returns undefined for an address of no shape. */
  readonly answer: (bindings: HttpBindings) => Response | Promise<Response> | undefined;
  /** Returns how the shape of this address renders failures; undefined for an address of no shape. */
  readonly rendererOf: (url: string) => RenderProblem | undefined;
};

/** With the `renderProblem` of one shape. */
type OpenParts = CompatParts & { readonly lost: LostReplies; readonly bodiesWithoutKey: BodyBudget };

type Arrival = { readonly place: ShapePlace; readonly bindings: HttpBindings };

export function createCompat(shapes: readonly Shape[], given: CompatParts): Compat {
  const shared = { ...given, lost: new LostReplies(given.now), bodiesWithoutKey: new BodyBudget(bodiesWithoutKey) };
  const opened = new Map(shapes.map((shape) => [shape, { ...shared, renderProblem: rendererOf(shape, given) }]));
  const partsOf = ({ shape }: ShapePlace) => opened.get(shape) ?? shared;
  const placeOf = placesOf(shapes);
  return {
    answer: (bindings) => {
      const place = placeOf(bindings.incoming.url ?? '');
      return place && answer(partsOf(place), { place, bindings });
    },
    rendererOf: (url) => {
      const place = placeOf(url);
      return place && partsOf(place).renderProblem;
    },
  };
}

function rendererOf({ words, problem, headers }: Shape, parts: CompatParts): RenderProblem {
  return (error, requestId) => {
    const failure = failureOf(error, words(parts), requestId);
    const { status, body } = problem(failure);
    const { retryAfterSeconds } = failure;
    const all = {
      ...privateJsonHeaders,
      ...headers?.(requestId),
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    };
    return { status, headers: all, body: JSON.stringify(body) };
  };
}

function answer(parts: OpenParts, arrival: Arrival): Response | Promise<Response> {
  const { place, bindings } = arrival;
  const { method = '' } = bindings.incoming;
  const endpoint = place.endpoints.find((each) => methodsOf(each).includes(method));
  if (endpoint === undefined) return refuseAddress(parts, arrival);
  return endpoint.access === 'open' ? answerOpen(parts, endpoint, arrival) : answerKeyed(parts, endpoint, arrival);
}

/** Without HEAD for endpoints with a key: a translation whose reply has no body would be charged. */
function methodsOf({ methods, access }: ShapeEndpoint): readonly string[] {
  return methods.flatMap((method) => (method === 'GET' && access === 'open' ? ['GET', 'HEAD'] : [method]));
}

function refuseAddress({ renderProblem: render }: OpenParts, { place: { endpoints }, bindings }: Arrival): Response {
  const { requestId } = bindings.outgoing;
  if (endpoints.length === 0) return rendered(render(nothingAtPath(), requestId));
  const methods = endpoints.flatMap(methodsOf);
  const allow = { Allow: [...methods, 'OPTIONS'].join(', ') };
  if (bindings.incoming.method === 'OPTIONS')
    return methods.includes('HEAD') ? openPreflight() : new Response(null, { status: 204, headers: allow });
  const message = `Use ${methods.join(' or ')} on this path.`;
  return rendered(render(new RefusedRequest({ message }, 'method_not_allowed'), requestId), allow);
}

function rendered({ status, headers, body }: ReturnType<RenderProblem>, further = {}): Response {
  return new Response(body, { status, headers: { ...headers, ...further } });
}

async function answerOpen(
  parts: OpenParts,
  endpoint: OpenShapeEndpoint,
  { place: { path, query }, bindings }: Arrival,
): Promise<Response> {
  const { outgoing } = bindings;
  try {
    outgoing.countBodyFor(parts.bodiesWithoutKey, clientBlock(parts.clientAddress(bindings.incoming)));
    const parameters = () => readParameters(outgoing, query, openBytesMax);
    return await endpoint.open({ exchange: outgoing, parameters, path }, parts);
  } catch (error) {
    const problem = parts.renderProblem(error, outgoing.requestId);
    if (problem.status >= 500) parts.events.failed(outgoing.requestId, error);
    return rendered(problem);
  }
}

/** The order of the checks is that of the public API: key, rate limit, request, balance. */
async function answerKeyed(parts: OpenParts, endpoint: KeyedEndpoint, { place, bindings }: Arrival): Promise<Response> {
  const { outgoing: exchange } = bindings;
  const { shape, path, query } = place;
  const call = new ApiCall(parts, { ...endpoint, api: shape.name }, exchange);
  try {
    let key = keyInHead(shape.key, exchange.req.headers, query);
    let parameters: Parameters | undefined;
    const read = () => readParameters(exchange, query, endpoint.bodyBytesMax ?? textBodyBytesMax);
    if (key === undefined && shape.key.body !== undefined) {
      exchange.countBodyFor(parts.bodiesWithoutKey, clientBlock(parts.clientAddress(bindings.incoming)));
      parameters = await read();
      key = keyInBody(shape.key, parameters);
    }
    if (key === undefined) throw new FaultyRequest({ kind: 'no_key' });
    const holder = await call.admit(key);
    parameters ??= await read();
    const { bytes } = parameters;
    const idOf = () =>
      createHash('sha256')
        .update(`${holder.accountId} ${endpoint.name} ${query.toString()} `)
        .update(withoutBoundary(bytes, exchange.req.headers['content-type']))
        .digest('base64');
    const request = { holder, call, parameters, path };
    const taken = parts.lost.isEmpty ? undefined : parts.lost.take(idOf());
    let lost: EndpointReply | undefined;
    const make = async () => (lost = await taken) ?? (await endpoint.handle(request, parts));
    const making = make();
    const charged = () => making.then((made) => (lost !== undefined || call.charged > 0 ? made : undefined));
    exchange.onLost(() => void parts.lost.keep(idOf(), charged()));
    const made = await making;
    return call.succeed({ ...made, headers: { ...shape.headers?.(exchange.requestId), ...made.headers } });
  } catch (error) {
    return call.fail(error);
  }
}

/** Clients separate the parts of a form by another boundary in each attempt. */
function withoutBoundary(bytes: Uint8Array, contentType = ''): Uint8Array | string {
  const type = parseMediaType(contentType);
  const boundary = type?.essence === 'multipart/form-data' && type.params.get('boundary');
  return boundary ? new TextDecoder('latin1').decode(bytes).replaceAll(boundary, '') : bytes;
}

/** The endpoints at an address; none for an unknown address of a shape. */
type ShapePlace = {
  readonly shape: Shape;
  readonly endpoints: readonly ShapeEndpoint[];
  /** Parameters of the path, as sent: ids have no character that must be escaped. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
};

type Found = Omit<ShapePlace, 'query'>;

const belowPrefix = /^\/compat\/([a-z]+)(\/.*)?$/;

/** Returns a function that finds the place of a request target: at the root, or below the prefix of a shape. */
export function placesOf(shapes: readonly Shape[]): (target: string) => ShapePlace | undefined {
  const finders = shapes.map((shape) => ({ shape, find: finderOf(shape) }));
  return (target) => {
    const at = target.indexOf('?');
    const path = plainPath(at < 0 ? target : target.slice(0, at));
    const query = () => new URLSearchParams(at < 0 ? '' : target.slice(at + 1));
    const [, name, rest = '/'] = belowPrefix.exec(path) ?? [];
    const named = finders.find(({ shape }) => shape.name === name);
    if (named) return { ...(named.find(rest) ?? { shape: named.shape, endpoints: [], path: {} }), query: query() };
    // Python's urljoin replaces the last part of an address that does not end with a slash.
    const own = path.replace(/^\/compat(?=\/)/, '');
    const found = finders.flatMap(({ shape, find }) => find(own) ?? unknownOf(shape, own) ?? []);
    if (found.length === 0) return undefined;
    const parameters = query();
    const isNamed = ({ shape: { rootParameter } }: Found) =>
      rootParameter !== undefined && parameters.has(rootParameter);
    const chosen = found.find(isNamed) ?? found.find(({ shape }) => shape.rootParameter === undefined) ?? found[0];
    return chosen && { ...chosen, query: parameters };
  };
}

/** Without empty parts and a slash at the end, which clients add when they join an address and a path. */
function plainPath(path: string): string {
  return path.includes('//') || path.endsWith('/') ? `/${path.split('/').filter(Boolean).join('/')}` : path;
}

function unknownOf(shape: Shape, path: string): Found | undefined {
  return shape.rootPrefixes?.some((prefix) => `${path}/`.startsWith(prefix))
    ? { shape, endpoints: [], path: {} }
    : undefined;
}

function finderOf(shape: Shape): (path: string) => Found | undefined {
  const byPath = Map.groupBy(shape.endpoints, ({ path }) => path as string);
  const patterns = [...byPath.keys()]
    .filter((path) => path.includes('{'))
    .map((path) => [new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`), byPath.get(path) ?? []] as const);
  return (path) => {
    const endpoints = byPath.get(path);
    if (endpoints !== undefined) return { shape, endpoints, path: {} };
    for (const [pattern, others] of patterns) {
      const { groups } = pattern.exec(path) ?? {};
      if (groups !== undefined) return { shape, endpoints: others, path: { ...groups } };
    }
    return undefined;
  };
}

/** The shapes by their names in COMPAT. */
export const shapes = { deepl, google, libretranslate, microsoft, apertium } satisfies Readonly<Record<string, Shape>>;
