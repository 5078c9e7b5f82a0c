/** Whether a value of a reply has the type that `wire.ts` promises. */
export type Shape = (value: unknown) => boolean;

const text: Shape = (value) => typeof value === 'string';
const flag: Shape = (value) => typeof value === 'boolean';
const number: Shape = (value) => Number.isFinite(value) && Number(value) >= 0;

const nullOr =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);

const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || nullOr(shape)(value);

const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every((item) => shape(item));

/** Further fields are ignored. */
const fields =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shapes).every(([name, shape]) => shape((value as Record<string, unknown>)[name]));

const translation = { translated_text: text, characters_charged: number, source_lang: text };
const entry = { id: text, source_lang: text, target_lang: text, note: text };
const pageOf = (shape: Shape): Shape => fields({ entries: listOf(shape), next_cursor: nullOr(text) });
const estimate = { format: text, characters: number, characters_from_memory: number };
const written = { version: number, added: number, replaced: number };
const problem = { code: text, message: text, param: optional(text) };

export const isTranslation = fields({ ...translation, target_lang: text });
export const isBatch = fields({ translations: listOf(fields(translation)), target_lang: text });
export const isUsage = fields({
  ...{ characters_balance: number, characters_used: number, characters_expires_at: nullOr(text) },
});
export const areLanguages = listOf(
  fields({
    ...{ code: text, name: text, native_name: text, direction: text },
    ...{ source: flag, target: flag, targets: listOf(text) },
  }),
);
export const isDetection = fields({
  ...{ language: nullOr(text), confidence: number },
  candidates: listOf(fields({ language: text, confidence: number })),
});
export const isGlossaryPage = pageOf(
  fields({
    ...{ ...entry, term: text, translation: nullOr(text), case: text },
    ...{ do_not_translate: flag, part_of_speech: nullOr(text) },
  }),
);
export const isGlossaryWritten = fields(written);
export const isImport = fields({
  ...{ ...written, skipped: number },
  problems: listOf(fields({ line: number, message: text })),
});
export const isMemoryPage = pageOf(
  fields({ ...entry, source: text, target: text, origin: text, created_at: text, updated_at: text }),
);
export const isMemoryWritten = fields({
  ...{ ...written, ids: listOf(text) },
  warnings: optional(listOf(fields({ param: text, message: text }))),
});
export const isMemoryLookup = fields({
  version: number,
  results: listOf(
    fields({
      ...{ source_lang: text, characters: number, characters_to_charge: number, translated_text: nullOr(text) },
      matches: listOf(fields({ id: text, start: number, end: number, match: text, target: text })),
    }),
  ),
});
export const isEstimate = fields({ ...estimate, units: number });
export const isTranslatedFile = fields({
  ...{ ...estimate, id: text, status: text, source_lang: text, target_lang: text },
  ...{ characters_charged: optional(number), error: optional(fields(problem)) },
  untranslated: optional(listOf(fields({ id: text, line: nullOr(number) }))),
});
export const isProblem = fields({
  error: fields({
    ...{ ...problem, doc_url: optional(text), request_id: optional(text), retry_after: optional(number) },
    ...{ candidates: optional(listOf(text)), errors: optional(listOf(fields({ param: text, message: text }))) },
    ...{ characters_required: optional(number), characters_balance: optional(number) },
  }),
});
