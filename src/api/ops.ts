import { Hono } from 'hono';
import { privateJsonHeaders, type RenderProblem } from '../calls/problem.ts';
import type { MethodsOfPaths } from '../http/answering.ts';
import type { Release } from '../ops/release.ts';
import { type Application, Refusals } from './application.ts';

export type OpsParts = {
  readonly release: Release;
  /** Whether this node accepts work; the reasons are for the operator, one line each. */
  readonly isReady: () => Promise<{ readonly ready: boolean; readonly reasons: readonly string[] }>;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
  readonly renderProblem: RenderProblem;
};

const methodsOf: MethodsOfPaths = {
  '/livez': ['GET', 'HEAD'],
  '/readyz': ['GET', 'HEAD'],
  '/metrics': ['GET', 'HEAD'],
};

/** Creates the routes of the operator's listener, without a key. */
export function createOpsApi(parts: OpsParts): Application {
  const app: Application = new Hono();
  const refusals = new Refusals(parts.renderProblem);
  app.get('/livez', () => reply(200, { status: 'ok', ...parts.release }));
  app.get('/readyz', async () => {
    const { ready, reasons } = await parts.isReady();
    // Load balancers and schedulers expect 503. No other listener uses it.
    return ready ? reply(200, { status: 'ok' }) : reply(503, { status: 'unavailable', reasons });
  });
  app.get('/metrics', async () => {
    const { contentType, body } = await parts.metrics();
    return new Response(body, { status: 200, headers: { ...privateJsonHeaders, 'Content-Type': contentType } });
  });
  app.notFound((c) => refusals.address(c.env, c.req.path, methodsOf));
  app.onError((error, c) => refusals.respond(error, c.env));
  return app;
}

function reply(status: number, body: object): Response {
  return new Response(JSON.stringify(body), { status, headers: privateJsonHeaders });
}
