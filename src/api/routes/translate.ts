import type { Translation } from '../../../sdk/src/wire.ts';
import { characters } from '../../ground/units.ts';
import type { HttpBindings } from '../../http/answering.ts';
import type { Exchange } from '../../http/exchange.ts';
import { readBody } from '../../http/request-body.ts';
import type { TranslateReply } from '../../shop/sale/translate.ts';
import type { ApiParts } from '../api-parts.ts';
import { Call } from '../call.ts';
import { parseJsonObject } from '../json-object.ts';
import { contentTypeProblem } from '../media-type.ts';
import { RefusedRequest } from '../problem.ts';
import { refuseQuery } from '../query.ts';
import { bodyBytesMax } from '../schemas.ts';
import { parseTranslateInput } from '../translate-input.ts';

const noCharge = characters(0);

const replayedHeaders = { 'Idempotency-Replayed': 'true' } as const;

/** `POST /api/v1/translate`. The order of the checks is part of the API: 401, 429, 400, 402. */
export function translateRoute(parts: ApiParts): (bindings: HttpBindings) => Promise<Response> {
  return async ({ outgoing: exchange }) => {
    const call = new Call(parts, 'translate', exchange);
    try {
      const holder = await call.admit();
      const body = parseJsonObject(await readJson(exchange));
      const idempotencyKey = exchange.req.headers['idempotency-key'] as string | undefined;
      const request = parseTranslateInput(parts.catalogue, { body, idempotencyKey, holder });
      call.describe(request);
      const reply = await parts.translate(request, exchange.abortSignal(parts.deadlineMs), call);
      const { source, target, charged } = reply;
      call.describe({ source, target, charged: reply.replayed ? noCharge : charged });
      return call.succeed(JSON.stringify(wireOf(reply)), reply.replayed ? replayedHeaders : undefined);
    } catch (error) {
      return call.fail(error);
    }
  };
}

async function readJson(exchange: Exchange): Promise<Buffer> {
  const { url, headers } = exchange.req;
  refuseQuery(url);
  const message = contentTypeProblem(headers['content-type']);
  if (message !== undefined) throw new RefusedRequest({ message, param: 'Content-Type' });
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new RefusedRequest({ message: 'A compressed body is not accepted.', param: 'Content-Encoding' });
  }
  return readBody(exchange, bodyBytesMax);
}

function wireOf(reply: TranslateReply): Translation {
  return {
    translated_text: reply.translatedText,
    characters_charged: reply.charged,
    source_lang: reply.source,
    target_lang: reply.target,
  };
}
