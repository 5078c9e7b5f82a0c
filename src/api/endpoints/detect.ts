import { z } from '@hono/zod-openapi';
import type { DetectedLanguage } from '../../../sdk/src/wire.ts';
import { textBodyBytesMax } from '../../calls/request-content.ts';
import type { LanguageCandidate } from '../../text/languages/detector.ts';
import { parseBody, textField } from '../body-fields.ts';
import type { KeyEndpoint } from '../endpoint.ts';

const bodySchema = z.strictObject({ text: textField('The text.') }).openapi('DetectBody');

const confidence = z.number().min(0).max(1);

const replySchema: z.ZodType<DetectedLanguage> = z
  .strictObject({
    language: z.string().nullable().openapi({
      description: 'The language of the text; `null` where `/translate` cannot detect it.',
      example: 'fr',
    }),
    confidence: confidence.openapi({
      description: 'How likely the first candidate is, from 0 to 1; 0 without candidates.',
      example: 0.998,
    }),
    candidates: z
      .array(z.strictObject({ language: z.string(), confidence }))
      .readonly()
      .openapi({
        description:
          'At most five languages that the service offers, the likeliest first; none for a text without words of a ' +
          'known language.',
        example: [{ language: 'fr', confidence: 0.998 }],
      }),
  })
  .openapi('DetectedLanguage');

export const detect: KeyEndpoint = {
  name: 'detect',
  method: 'POST',
  path: '/api/v1/detect',
  access: 'key',
  summary: 'Detect the language of a text',
  description:
    'Decides as `/translate` does with `auto`, so the languages of your recent requests win close calls. Charges nothing, ' +
    'and counts for the rate limit.',
  body: { schema: bodySchema, example: { text: 'La maison est grande.' }, bytesMax: textBodyBytesMax },
  reply: {
    description: 'The language, and the candidates.',
    schema: replySchema,
    example: {
      language: 'fr',
      confidence: 0.998,
      candidates: [
        { language: 'fr', confidence: 0.998 },
        { language: 'ca', confidence: 0.001 },
      ],
    } satisfies DetectedLanguage,
  },
  errors: [400, 401, 429, 500],
  handle: async ({ body, holder, call }, { detector, catalogue, recentSources }) => {
    const { text } = parseBody(bodySchema, body);
    const recent = await recentSources(holder.accountId);
    const startedAt = performance.now();
    const detection = detector.detect(text, catalogue.sourcesOffered(), recent);
    const candidates = detector.rank(text, catalogue.sourcesOffered(), recent).map(wireOf);
    call.record('detect', performance.now() - startedAt);
    const reply: DetectedLanguage = {
      language: detection.kind === 'detected' ? detection.language : null,
      confidence: candidates[0]?.confidence ?? 0,
      candidates,
    };
    return { reply };
  },
};

function wireOf({ language, confidence: likelihood }: LanguageCandidate): DetectedLanguage['candidates'][number] {
  return { language, confidence: Math.round(likelihood * 1_000) / 1_000 };
}
