import { Hono } from 'hono';
import { BodyBudget } from '../http/body-budget.ts';
import type { ApiParts } from './api-parts.ts';
import { type Application, type MethodsOfPaths, Refusals } from './application.ts';
import { languagesPreflight, languagesRoute } from './routes/languages.ts';
import { openApiRoute } from './routes/openapi.ts';
import { translateRoute } from './routes/translate.ts';
import { usageRoute } from './routes/usage.ts';

const readable = ['GET', 'HEAD'] as const;

const methodsOf: MethodsOfPaths = {
  '/api/v1/translate': ['POST'],
  '/api/v1/usage': readable,
  '/api/v1/languages': readable,
  '/api/v1/openapi.json': readable,
};

/** 100 bodies of the largest size; at most half of them for one account. */
const bodiesInMemory = { bytesMax: 128 * 2 ** 20, bytesPerSenderMax: 64 * 2 ** 20 };

/** Creates the public API. Each endpoint has one handler, because each middleware costs every request a promise. */
export function createApi(given: Omit<ApiParts, 'bodies'>): Application {
  const parts = { ...given, bodies: new BodyBudget(bodiesInMemory) };
  const translate = translateRoute(parts);
  const usage = usageRoute(parts);
  const languages = languagesRoute(parts.catalogue);
  const openApi = openApiRoute(parts.document);
  const refusals = new Refusals(parts.renderProblem);
  const app: Application = new Hono();
  app.post('/api/v1/translate', (c) => translate(c.env));
  app.get('/api/v1/usage', (c) => usage(c.env));
  app.get('/api/v1/languages', (c) => languages(c.env));
  app.options('/api/v1/languages', languagesPreflight);
  app.get('/api/v1/openapi.json', (c) => openApi(c.env));
  app.notFound((c) => refusals.address(c.env, c.req.path, methodsOf));
  app.onError((error, c) => {
    parts.events.failed(c.env.outgoing.requestId, error);
    return refusals.respond(error, c.env);
  });
  return app;
}
