import type { BatchTranslation, Problem } from '../../sdk/src/wire.ts';
import { describeShape } from '../contract/shape.ts';

describeShape({
  name: 'the public API',
  path: '/api/v1/translate/batch',
  bodyOf: ({ texts, source = 'auto', target = 'en' }) => ({ texts, source_lang: source, target_lang: target }),
  required: ['texts'],
  scalars: ['source_lang', 'target_lang'],
  headers: (key) => ({ Authorization: `Bearer ${key}` }),
  textsOf: (body) => (body as BatchTranslation).translations.map(({ translated_text }) => translated_text),
  isFailure: (body) => typeof (body as Problem).error.code === 'string',
  statuses: { noKey: 401, wrongKey: 401, noBalance: 402, limited: 429, engineDown: 500, bug: 500, tooLong: 400 },
  takesBlanks: false,
  repeatable: { 'Idempotency-Key': 'once' },
});
