import { FileReply } from '../../calls/endpoint-reply.ts';
import { RefusedRequest } from '../../calls/problem.ts';
import { isOneLine } from '../../ground/one-line.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { csvCell } from '../../ops/csv-cell.ts';
import type { PlacedPair } from '../../shop/glossaries/glossary-cache.ts';
import type {
  NamedGlossary,
  NamedGlossaryId,
  NamedGlossaryPlace,
  NamedPair,
} from '../../shop/glossaries/glossary-store.ts';
import type { NamedEntries, PairEntries } from '../../shop/glossaries/named-glossaries.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import { FaultyRequest } from '../failure.ts';
import { Parameters } from '../parameters.ts';
import {
  type CompatParts,
  type EndpointPlace,
  type KeyedEndpoint,
  keyed,
  type ShapeEndpoint,
  type ShapeRequest,
} from '../shape.ts';
import { baseOf, glossaryCode, glossaryPair, glossaryPairs } from './languages.ts';
import { chosen } from './options.ts';

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const idsMax = 5;
const nameBytesMax = 1_024;
const entriesBytesMax = 12 * 2 ** 20;

const endpoint = (name: string, place: EndpointPlace, handle: KeyedEndpoint['handle']): ShapeEndpoint => ({
  ...keyed(`deepl-glossary-${name}`, place, handle),
  bodyBytesMax: entriesBytesMax,
});

const glossary = '/v2/glossaries/{id}';
const multilingual = '/v3/glossaries/{id}';
const dictionaries = `${multilingual}/dictionaries` as const;

/** Glossaries of one pair (v2) and of several (v3). They are the same ones; v2 shows those of one pair. */
export const deeplGlossaries: readonly ShapeEndpoint[] = [
  endpoint('pairs', 'GET /v2/glossary-language-pairs', (_, { catalogue }) => {
    return { reply: { supported_languages: glossaryPairs(catalogue).map(codesOf) } };
  }),
  endpoint('create', 'POST /v2/glossaries', async (request, parts) => {
    const name = nameOf(request.parameters);
    const sent = [sentEntries(request.parameters, parts)];
    return { status: 201, reply: singleOf(await create(request, parts, { name, sent })) };
  }),
  endpoint('list', 'GET /v2/glossaries', async ({ holder }, { namedGlossaries }) => {
    const all = await namedGlossaries.list(holder.accountId);
    return { reply: { glossaries: all.filter((each) => each.pairs.length === 1).map(singleOf) } };
  }),
  endpoint('read', `GET ${glossary}`, async (request, { namedGlossaries }) => ({
    reply: singleOf(await namedGlossaries.find(placeOf(request))),
  })),
  endpoint('entries', `GET ${glossary}/entries`, async (request, { namedGlossaries }) => {
    const place = placeOf(request);
    if (!/\*\/\*|text\/(?:\*|tab-separated-values)/.test(request.call.exchange.req.headers.accept ?? '*/*'))
      return { status: 415, reply: { message: 'The entries are text/tab-separated-values.' } };
    const entries = await namedGlossaries.read(place, onlyOf(await namedGlossaries.find(place)));
    const tsv = new TextEncoder().encode(tsvOf(entries ?? new Map()));
    return { reply: new FileReply(`${place.id}.tsv`, 'text/tab-separated-values; charset=utf-8', tsv) };
  }),
  endpoint('delete', `DELETE ${glossary}`, remove),
  endpoint('v3-create', 'POST /v3/glossaries', async (request, parts) => {
    const name = nameOf(request.parameters);
    const sent = sentDictionaries(request.parameters).map((each) => sentEntries(each, parts));
    return { status: 201, reply: shown(await create(request, parts, { name, sent })) };
  }),
  endpoint('v3-list', 'GET /v3/glossaries', async ({ holder }, { namedGlossaries }) => ({
    reply: { glossaries: (await namedGlossaries.list(holder.accountId)).map(shown) },
  })),
  endpoint('v3-read', `GET ${multilingual}`, async (request, { namedGlossaries }) => ({
    reply: shown(await namedGlossaries.find(placeOf(request))),
  })),
  endpoint('v3-change', `PATCH ${multilingual}`, async (request, parts) => {
    const { parameters } = request;
    const name = parameters.get('name') === undefined ? undefined : nameOf(parameters);
    const [sent, ...others] = sentDictionaries(parameters).map((each) => sentEntries(each, parts));
    if (others.length > 0) throw new RefusedRequest({ message: 'Change one dictionary at a time.' });
    return { reply: shown(await change(request, parts, { name, sent, isMerged: true })) };
  }),
  endpoint('v3-delete', `DELETE ${multilingual}`, remove),
  endpoint('v3-entries', `GET ${multilingual}/entries`, async (request, parts) => {
    const pair = glossaryPair(request.parameters, parts);
    const entries = await parts.namedGlossaries.read(placeOf(request), pair);
    if (entries === undefined) throw new ServiceError('no_glossary');
    const dictionary = { ...codesOf(pair), entries: tsvOf(entries), entries_format: 'tsv' };
    return { reply: { dictionaries: [dictionary] } };
  }),
  endpoint('dictionary-replace', `PUT ${dictionaries}`, async (request, parts) => {
    const sent = sentEntries(request.parameters, parts);
    const { pairs } = await change(request, parts, { sent, isMerged: false });
    const written = pairs.filter(({ source, target }) => source === sent.source && target === sent.target);
    return { reply: written.map(countOf)[0] };
  }),
  endpoint('dictionary-delete', `DELETE ${dictionaries}`, async (request, parts) => {
    await parts.namedGlossaries.removePair(placeOf(request), glossaryPair(request.parameters, parts));
    return { reply: undefined };
  }),
];

/** Returns the entries of the glossaries that a request names. @throws RefusedRequest; ServiceError `no_glossary` */
export async function namedPairs(
  { holder, parameters }: ShapeRequest,
  { namedGlossaries }: CompatParts,
  { source, target }: Omit<LanguagePair, 'source'> & { readonly source: LanguagePair['source'] | 'auto' },
): Promise<readonly PlacedPair[]> {
  const single = parameters.word('glossary_id');
  const several = parameters.words('glossary_ids');
  if (single === undefined && several.length === 0) return [];
  const refuse = (message: string) => new RefusedRequest({ message, param: 'glossary_id' });
  if (single !== undefined && several.length > 0) throw refuse('Send either glossary_id or glossary_ids, not both.');
  if (several.length > idsMax) throw refuse(`A request names at most ${idsMax} glossaries.`);
  if (source === 'auto') throw refuse('Use of a glossary requires the source_lang parameter to be specified.');
  const ids = (single === undefined ? several : [single]).map(idOf);
  const found = await namedGlossaries.findPairs(holder.accountId, ids, { source, target });
  if (found.length === 0) throw refuse(`No dictionary found for language pair ${source} to ${target}.`);
  return found;
}

async function remove(request: ShapeRequest, { namedGlossaries }: CompatParts) {
  await namedGlossaries.remove(placeOf(request));
  return { reply: undefined };
}

async function create(
  { holder: { accountId } }: ShapeRequest,
  parts: CompatParts,
  { name, sent }: { readonly name: string; readonly sent: readonly SentEntries[] },
): Promise<NamedGlossary> {
  if (new Set(sent.map(({ source, target }) => `${source} ${target}`)).size < sent.length)
    throw new RefusedRequest({ message: 'Two dictionaries have the same languages.', param: 'dictionaries' });
  using _ = parts.glossaryWork.imports.begin(accountId);
  const read = [];
  for (const each of sent) read.push(await readEntries(parts, each));
  return await parts.namedGlossaries.create(accountId, { name, pairs: read });
}

type Sent = SentEntries | undefined;
type SentChange = { readonly name?: string | undefined; readonly isMerged: boolean; readonly sent: Sent };

async function change(
  request: ShapeRequest,
  parts: CompatParts,
  { sent, ...changed }: SentChange,
): Promise<NamedGlossary> {
  const place = placeOf(request);
  using _ = parts.glossaryWork.imports.begin(place.accountId);
  const pair = sent && (await readEntries(parts, sent));
  return await parts.namedGlossaries.change(place, { ...changed, pair });
}

function placeOf({ holder: { accountId }, path: { id = '' } }: ShapeRequest): NamedGlossaryPlace {
  return { accountId, id: idOf(id) };
}

function idOf(written: string): NamedGlossaryId {
  if (!idPattern.test(written)) throw new FaultyRequest({ kind: 'unsupported', name: 'glossary_id', written });
  return written.toLowerCase() as NamedGlossaryId;
}

function nameOf(parameters: Parameters): string {
  const name = parameters.requiredWord('name').trim();
  if (isOneLine(name, nameBytesMax) && Buffer.byteLength(name) <= nameBytesMax) return name;
  throw new FaultyRequest({ kind: 'mistyped', name: 'name', expected: `one line of at most ${nameBytesMax} bytes` });
}

/** In JSON a list of objects, in a form `dictionaries[0].source_lang` and so on. */
function sentDictionaries(parameters: Parameters): readonly Parameters[] {
  const list = parameters.get('dictionaries');
  if (list !== undefined) {
    const all: readonly unknown[] = Array.isArray(list) ? list : [undefined];
    if (all.every((each) => typeof each === 'object' && each !== null))
      return all.map((each) => parametersOf(Object.entries(each)));
    throw new FaultyRequest({ kind: 'mistyped', name: 'dictionaries', expected: 'a list of objects' });
  }
  const found: Parameters[] = [];
  for (;;) {
    const member = (name: string) => [name, parameters.get(`dictionaries[${found.length}].${name}`)] as const;
    const members = ['source_lang', 'target_lang', 'entries', 'entries_format'].map(member);
    if (members.every(([, value]) => value === undefined)) return found;
    found.push(parametersOf(members));
  }
}

function parametersOf(members: readonly (readonly [string, unknown])[]): Parameters {
  return new Parameters(new URLSearchParams(), { members });
}

function sentEntries(parameters: Parameters, parts: CompatParts): SentEntries {
  const format: EntriesFormat | undefined = chosen(parameters, 'entries_format', ['tsv', 'csv']);
  if (format === undefined) throw new FaultyRequest({ kind: 'missing', name: 'entries_format' });
  const text = parameters.requiredWord('entries');
  if (!text.isWellFormed()) throw new FaultyRequest({ kind: 'ill_formed', name: 'entries' });
  return { ...glossaryPair(parameters, parts), format, text };
}

/** @throws ServiceError `no_glossary` for a glossary of several pairs, which v2 does not show */
function onlyOf({ pairs: [pair, ...others] }: NamedGlossary): NamedPair {
  if (pair === undefined || others.length > 0) throw new ServiceError('no_glossary');
  return pair;
}

/** A glossary as v2 shows it. */
function singleOf(single: NamedGlossary): object {
  const { id, name, createdAt } = single;
  const { entry_count: count, ...codes } = countOf(onlyOf(single));
  const creation = new Date(createdAt).toISOString();
  return { glossary_id: id, name, ready: true, ...codes, creation_time: creation, entry_count: count };
}

/** A glossary as v3 shows it. */
function shown({ pairs, id, name, createdAt }: NamedGlossary): object {
  const creation = new Date(createdAt).toISOString();
  return { glossary_id: id, name, dictionaries: pairs.map(countOf), creation_time: creation };
}

function countOf(pair: NamedPair) {
  return { ...codesOf(pair), entry_count: pair.entryCount };
}

function codesOf({ source, target }: LanguagePair) {
  return { source_lang: glossaryCode(source), target_lang: glossaryCode(target) };
}

function tsvOf(entries: NamedEntries): string {
  return [...entries].map(([term, translation]) => `${term}\t${translation}`).join('\n');
}

/** The columns of entries. A row of CSV may end with its languages, and is left out if they are of another pair. */
const headings = { tsv: 'term,translation', csv: 'term,translation,source lang,target lang' } as const;

type EntriesFormat = keyof typeof headings;

/** Entries as a client sends them. */
type SentEntries = Omit<PairEntries, 'entries'> & { readonly format: EntriesFormat; readonly text: string };

/** Reads at least one entry of a pair, no term twice. @throws RefusedRequest with the first problem */
async function readEntries(
  { openFiles }: Pick<CompatParts, 'openFiles'>,
  { source, target, format, text }: SentEntries,
): Promise<PairEntries> {
  const rows = format === 'csv' ? text : csvOf(text);
  const files = await openFiles();
  const bytes = new TextEncoder().encode(`${headings[format]}\n${rows}`);
  const file = await files.read(bytes, { format: 'csv', languages: { source, target } });
  if (file.kind === 'unreadable') throw refused(file.line, file.message);
  const entries = new Map<string, string>();
  for (const entry of file.entries) {
    if (entry.kind === 'problem') throw refused(entry.line, entry.message);
    const { term, translation = term, ...languages } = entry.content;
    if (baseOf(languages.source) !== source || baseOf(languages.target) !== target) continue;
    if (entries.has(term)) throw refused(entry.line, 'The term appears more than once.');
    entries.set(term, translation);
  }
  if (entries.size === 0) throw refused(undefined, 'There are no entries.');
  return { source, target, entries };
}

/** TSV has no quotation marks. */
function csvOf(text: string): string {
  const rowOf = (line: string) => line.split('\t').map(csvCell).join(',');
  return text.split(/\r?\n/).map(rowOf).join('\n');
}

function refused(line: number | undefined, problem: string): RefusedRequest {
  const at = line === undefined ? '' : `Key with the index ${Math.max(line - 2, 0)} (line ${Math.max(line - 1, 1)}): `;
  const errors = [{ param: 'entries', message: `${at}${problem}` }];
  return new RefusedRequest({ message: 'Invalid glossary entries provided', param: 'entries', errors });
}
