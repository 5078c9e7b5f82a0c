import { Hono } from 'hono';
import type { ApiParts } from '../calls/api-parts.ts';
import { openPreflight } from '../calls/cached-reply.ts';
import { ApiCall, credentialOf } from '../calls/call.ts';
import { contentTypeProblem, parseJsonObject, quoted, shortened } from '../calls/json-object.ts';
import { RefusedRequest } from '../calls/problem.ts';
import { readBytes } from '../calls/request-content.ts';
import type { HttpBindings, MethodsOfPaths } from '../http/answering.ts';
import type { Exchange } from '../http/exchange.ts';
import { readMultipart } from '../http/multipart.ts';
import { type Application, Refusals } from './application.ts';
import type { KeyEndpoint, KeyRequest } from './endpoint.ts';
import { endpointPaths, endpoints } from './endpoints.ts';
import { once } from './idempotency.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { openApiReply } from './openapi-document.ts';

const openApiPath = '/api/v1/openapi.json';

/** In the path of an endpoint. */
const parameter = /\{(\w+)\}/g;

/** Creates the public API. Each endpoint has one handler, because each middleware costs every request a promise. */
export function createApi(parts: ApiParts, document: OpenApiDocument): Application {
  const refusals = new Refusals(parts.renderProblem, endpointPaths);
  const app: Application = new Hono();
  for (const endpoint of endpoints) {
    const answer = endpoint.access === 'key' ? keyHandler(endpoint, parts) : endpoint.open(parts);
    const path = endpoint.path.replace(parameter, ':$1');
    app.on(endpoint.method, path, path === endpoint.path ? (c) => answer(c.env) : (c) => answer(c.env, c.req.param()));
    if (endpoint.access === 'open') app.options(endpoint.path, openPreflight);
  }
  const openApi = openApiReply(document);
  app.get(openApiPath, (c) => openApi(c.env));
  app.options(openApiPath, openPreflight);
  app.notFound((c) => refusals.address(c.env, c.req.path, methodsAt(c.req.path)));
  app.onError((error, c) => {
    parts.events.failed(c.env.outgoing.requestId, error);
    return refusals.respond(error, c.env);
  });
  return app;
}

const methodsOf: MethodsOfPaths = {
  ...Object.fromEntries(
    [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, all]) => [
      path,
      all.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    ]),
  ),
  [openApiPath]: ['GET', 'HEAD'],
};

/** The methods of the endpoints at a path: those without parameters, or else those with them. */
function methodsAt(path: string): MethodsOfPaths {
  if (Object.hasOwn(methodsOf, path)) return methodsOf;
  const pattern = Object.keys(methodsOf).find((each) => new RegExp(`^${each.replace(parameter, '[^/]+')}$`).test(path));
  return pattern === undefined ? {} : { [path]: methodsOf[pattern] ?? [] };
}

/** The order of the checks is part of the API: 401, 429, 400, 402. */
function keyHandler(
  endpoint: KeyEndpoint,
  parts: ApiParts,
): (bindings: HttpBindings, path?: Readonly<Record<string, string>>) => Promise<Response> {
  const { method, storesReplies } = endpoint;
  const required = Object.entries(endpoint.body?.schema.shape ?? {}).flatMap(([name, field]) =>
    field.safeParse(undefined).success ? [] : [name],
  );
  return async ({ outgoing: exchange }, path = {}) => {
    const call = new ApiCall(parts, endpoint, exchange);
    try {
      const holder = await call.admit(credentialOf(exchange.req.headers.authorization));
      const query = readQuery(exchange.req.url, endpoint.query);
      const content = await readContent(exchange, endpoint, required);
      const request = { holder, ...content, query, path, call };
      const isStored = method === 'POST' && storesReplies !== true;
      return call.succeed(await (isStored ? once(endpoint, request, parts) : endpoint.handle(request, parts)));
    } catch (error) {
      return call.fail(error);
    }
  };
}

const noBytes = Buffer.alloc(0);

type Content = Pick<KeyRequest, 'body' | 'bytes'>;

/** Synchronous for a body that has already arrived. */
function readContent(
  exchange: Exchange,
  { body, file }: KeyEndpoint,
  required: readonly string[],
): Content | Promise<Content> {
  const bytesMax = (file ?? body)?.bytesMax;
  if (bytesMax === undefined) return { body: {}, bytes: noBytes };
  const type = exchange.req.headers['content-type'];
  const isJson = body !== undefined && !body.isForm;
  const message = isJson ? contentTypeProblem(type) : undefined;
  if (message !== undefined) throw new RefusedRequest({ message, param: 'Content-Type' });
  const parse = (bytes: Buffer): Content | Promise<Content> => {
    if (isJson) return { body: parseJsonObject(bytes, required), bytes: noBytes };
    return file === undefined ? readForm(type, bytes) : { body: {}, bytes };
  };
  const bytes = readBytes(exchange, bytesMax);
  return bytes instanceof Promise ? bytes.then(parse) : parse(bytes);
}

/** Reads a form with at most one file. */
async function readForm(type: string | undefined, content: Buffer): Promise<Content> {
  const form = await readMultipart(content, type ?? '');
  if (form === undefined) {
    const message = 'Send the fields as multipart/form-data, with a boundary in the Content-Type.';
    throw new RefusedRequest({ message, param: 'Content-Type' });
  }
  const body: Record<string, string> = {};
  let bytes = noBytes;
  for (const [name, value] of form) {
    const param = shortened(name);
    if (Object.hasOwn(body, name))
      throw new RefusedRequest({ message: `The field ${quoted(name)} appears more than once.`, param });
    if (typeof value === 'string' && name !== 'file') body[name] = value;
    else if (typeof value === 'string' || name !== 'file')
      throw new RefusedRequest({
        message: 'Send the file with its name as the field `file`, and nothing else as a file.',
        param,
      });
    else {
      body[name] = value.name;
      bytes = Buffer.from(await value.arrayBuffer());
    }
  }
  return { body, bytes };
}

/**
 * Returns the query parameters. Refuses a query on an endpoint that takes none: an ignored `?target_lang=de` would be
 * charged for English, and a key in a URL ends up in logs.
 * @param target the request target, as in `/api/v1/usage?x=1`
 * @throws RefusedRequest that names the first invalid parameter
 */
function readQuery(target: string | undefined, schema: KeyEndpoint['query']): Readonly<Record<string, string>> {
  const at = target?.indexOf('?') ?? -1;
  if (target === undefined || at === -1 || at === target.length - 1) return {};
  const parameters = new URLSearchParams(target.slice(at));
  const [name = ''] = parameters.keys();
  const param = shortened(name);
  if (schema !== undefined) {
    const query = Object.fromEntries(parameters);
    if (Object.keys(query).length === parameters.size) return query;
    throw new RefusedRequest({ message: 'A query parameter appears more than once.', param });
  }
  throw new RefusedRequest({
    message: `The query parameter ${quoted(name)} is unknown: this endpoint takes none.`,
    param,
    errors: [{ param, message: 'is an unknown query parameter; this endpoint takes none' }],
  });
}
