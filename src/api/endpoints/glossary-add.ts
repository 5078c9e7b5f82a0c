import { z } from '@hono/zod-openapi';
import type { GlossaryEntryBody, GlossaryWritten } from '../../../sdk/src/wire.ts';
import type { FieldProblem } from '../../calls/problem.ts';
import { inRounds, type Steps } from '../../ground/steps.ts';
import { entryFieldNames, readEntryContent } from '../../shop/glossaries/entry-content.ts';
import { addedOf, changedOf, type ImportEntry } from '../../shop/glossaries/import-plan.ts';
import { checkListLength, parseBody } from '../body-fields.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import { refusedEntries } from '../entry-files.ts';
import { entryBody, versionField } from '../glossary-fields.ts';

const entriesMax = 1_000;
const entriesInTurn = 50;

/** Enough for the longest entries in UTF-8. */
const bodyBytesMax = 4 * 2 ** 20;

const bodySchema = z
  .strictObject({
    entries: z
      .array(entryBody, { error: ({ input }) => (input === undefined ? 'is required' : 'must be a list of objects') })
      .min(1, 'must not be empty')
      .openapi({ maxItems: entriesMax }),
  })
  .openapi('GlossaryBody');

const count = z.int().min(0);

const replySchema: z.ZodType<GlossaryWritten> = z
  .strictObject({
    version: versionField,
    added: count.openapi({ description: 'New entries.' }),
    replaced: count.openapi({
      description: 'Entries that took the place of one with the same languages, term and case rule.',
    }),
  })
  .openapi('GlossaryWritten');

export const glossaryAdd: KeyEndpoint = {
  name: 'glossary-add',
  method: 'POST',
  path: '/api/v1/glossary',
  access: 'key',
  summary: 'Add glossary entries',
  description:
    'Adds at most 1,000 entries, all or none. An entry replaces one with the same languages, term and case rule; one ' +
    'that is already there changes nothing. They apply from the next request.',
  body: {
    schema: bodySchema,
    example: {
      entries: [{ source_lang: 'es', target_lang: 'en', term: 'panel solar', translation: 'PV module' }],
    } satisfies { entries: readonly GlossaryEntryBody[] },
    bytesMax: bodyBytesMax,
  },
  reply: {
    description: 'What has changed.',
    schema: replySchema,
    example: { version: 17, added: 1, replaced: 0 } satisfies GlossaryWritten,
  },
  errors: [400, 401, 429, 500],
  handle: async ({ body, holder: { accountId } }, { glossaries, glossaryWork }) => {
    checkListLength(body, 'entries', entriesMax);
    const { entries } = parseBody(bodySchema, body);
    const read = await inRounds(readEntries(entries));
    using _ = glossaryWork.imports.begin(accountId);
    const { plan, version } = await glossaries.import({
      editor: { accountId, by: accountId },
      entries: read,
      options: {},
    });
    const message = 'An earlier entry has another translation for the same term.';
    // No other problems remain.
    refuseAny(plan.refusing.map(({ line }) => ({ param: `entries[${line}].term`, message })));
    const reply: GlossaryWritten = { version, added: addedOf(plan).length, replaced: changedOf(plan).length };
    return { reply };
  },
};

/** Yields now and then, because a term is parsed like a text. @throws RefusedRequest that lists all invalid entries */
function* readEntries(entries: z.output<typeof bodySchema>['entries']): Steps<readonly ImportEntry[]> {
  const read: ImportEntry[] = [];
  const problems: FieldProblem[] = [];
  for (const [line, entry] of entries.entries()) {
    if (line % entriesInTurn === entriesInTurn - 1) yield;
    const result = readEntryContent({
      source: entry.source_lang,
      target: entry.target_lang,
      term: entry.term,
      translation: entry.translation ?? undefined,
      doNotTranslate: entry.do_not_translate ? 'yes' : 'no',
      caseRule: entry.case,
      partOfSpeech: entry.part_of_speech ?? undefined,
      note: entry.note,
    });
    if (result.kind === 'content') read.push({ kind: 'content', line, content: result.content });
    else problems.push({ param: `entries[${line}].${entryFieldNames[result.field]}`, message: result.message });
  }
  refuseAny(problems);
  return read;
}

function refuseAny(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw refusedEntries(problems);
}
