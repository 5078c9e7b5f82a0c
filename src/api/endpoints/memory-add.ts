import { z } from '@hono/zod-openapi';
import type { MemoryEntryBody, MemoryWritten } from '../../../sdk/src/wire.ts';
import type { ApiParts } from '../../calls/api-parts.ts';
import { quoted } from '../../calls/json-object.ts';
import type { FieldProblem } from '../../calls/problem.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { ApprovalFault, NewApproval } from '../../shop/memory/account-memory.ts';
import { checkListLength, parseBody } from '../body-fields.ts';
import type { KeyEndpoint, KeyRequest } from '../endpoint.ts';
import { refusedEntries } from '../entry-files.ts';
import { memoryEntryBody, memoryVersionField, readMemoryLanguage } from '../memory-fields.ts';

const entriesMax = 1_000;

const warningsMax = 1_000;

/** So few are one step of a database, and need no turn among the imports. */
const fewEntries = 100;

/** Enough for 1,000 entries of the length of a paragraph, and for the longest entries if there are few. */
const bodyBytesMax = 4 * 2 ** 20;

const bodySchema = z
  .strictObject({
    entries: z
      .array(memoryEntryBody, {
        error: ({ input }) => (input === undefined ? 'is required' : 'must be a list of objects'),
      })
      .min(1, 'must not be empty')
      .openapi({ maxItems: entriesMax }),
  })
  .openapi('MemoryBody');

const count = z.int().min(0);

const replySchema: z.ZodType<MemoryWritten> = z
  .strictObject({
    version: memoryVersionField,
    added: count.openapi({ description: 'New entries.' }),
    replaced: count.openapi({ description: 'Entries that have a new translation or note, and their old id.' }),
    ids: z.array(z.string()).readonly().openapi({ description: 'Of all entries of the request, in its order.' }),
    warnings: z
      .array(z.strictObject({ param: z.string(), message: z.string() }))
      .readonly()
      .openapi({ description: 'Terms that the glossary translates differently. They change nothing.' }),
  })
  .openapi('MemoryWritten');

export const memoryAdd: KeyEndpoint = {
  name: 'memory-add',
  method: 'POST',
  path: '/api/v1/memory',
  access: 'key',
  summary: 'Approve translations',
  description:
    'Adds at most 1,000 entries, all or none. An entry replaces one with the same languages and source; one that is ' +
    'already there changes nothing. They apply from the next request.',
  body: {
    schema: bodySchema,
    example: {
      entries: [
        {
          source_lang: 'en',
          target_lang: 'es',
          source: 'Delete {count} files?',
          target: '¿Eliminar {count} archivos?',
        },
      ],
    } satisfies { entries: readonly MemoryEntryBody[] },
    bytesMax: bodyBytesMax,
  },
  reply: {
    description: 'What has changed.',
    schema: replySchema,
    example: {
      version: 17,
      added: 1,
      replaced: 0,
      ids: ['01997c1e-0d6f-7a3b-9c53-2f6a54c6a001'],
      warnings: [],
    } satisfies MemoryWritten,
  },
  errors: [400, 401, 429, 500],
  handle: async ({ body, holder, call }, parts) => {
    const { accountId } = holder;
    checkListLength(body, 'entries', entriesMax);
    const { entries } = parseBody(bodySchema, body);
    const { approvals, unknown } = readApprovals(entries, parts);
    using _ = entries.length > fewEntries ? parts.glossaryWork.imports.begin(accountId) : undefined;
    if (unknown.length > 0) throw refusedApprovals(await parts.memory.check(approvals), unknown);
    const outcome = await parts.memory.approve({ accountId, by: accountId, origin: 'api' }, approvals);
    if (outcome.kind === 'invalid') throw refusedApprovals(outcome.faults);
    const { version, added, replaced, ids } = outcome;
    const warnings = await warningsOf(approvals, { holder, call }, parts);
    const reply: MemoryWritten = { version, added, replaced, ids, warnings };
    return { reply };
  },
};

type EntryProblem = FieldProblem & { readonly index: number };

/** `unknown`: problems of languages. Their entries have them as written. */
function readApprovals(
  entries: z.output<typeof bodySchema>['entries'],
  parts: Pick<ApiParts, 'catalogue'>,
): { readonly approvals: readonly NewApproval[]; readonly unknown: readonly EntryProblem[] } {
  const unknown: EntryProblem[] = [];
  const approvals = entries.map(({ source_lang, target_lang, source, target, note }, index) => {
    const languages = {
      source: readMemoryLanguage(parts, 'source', source_lang),
      target: readMemoryLanguage(parts, 'target', target_lang),
    };
    for (const role of ['source', 'target'] as const) {
      const { problem: message } = languages[role];
      if (message !== undefined) unknown.push({ index, param: `entries[${index}].${role}_lang`, message });
    }
    return { sourceLanguage: languages.source.tag, targetLanguage: languages.target.tag, source, target, note };
  });
  return { approvals, unknown };
}

/** None if they cannot be found in time: the entries are already approved. */
async function warningsOf(
  approvals: readonly NewApproval[],
  { holder, call: { exchange } }: Pick<KeyRequest, 'holder' | 'call'>,
  { memoryConflicts, deadlineMs }: ApiParts,
): Promise<MemoryWritten['warnings']> {
  try {
    const found = await memoryConflicts.find(holder, approvals, exchange.abortSignal(deadlineMs));
    const warnings = found.flatMap((conflicts, index) =>
      conflicts.map(({ words, wanted }) => {
        const message = `The glossary translates ${quoted(words)} as ${quoted(wanted)}.`;
        return { param: `entries[${index}].target`, message };
      }),
    );
    return warnings.slice(0, warningsMax);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [];
  }
}

const fieldNames: Readonly<Record<ApprovalFault['field'], string>> = {
  source: 'source',
  target: 'target',
  targetLanguage: 'target_lang',
  note: 'note',
};

function refusedApprovals(faults: readonly ApprovalFault[], unknown: readonly EntryProblem[] = []) {
  const found = faults.map(({ index, field, message }): EntryProblem => {
    return { index, param: `entries[${index}].${fieldNames[field]}`, message };
  });
  const all = [...unknown, ...found].toSorted((one, other) => one.index - other.index);
  return refusedEntries(all.map(({ param, message }) => ({ param, message })));
}
