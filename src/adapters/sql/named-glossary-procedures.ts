import type { AccountId } from '../../shop/accounts/account.ts';
import {
  type DictionaryPlace,
  type GlossaryPlace,
  type NamedDictionary,
  type NamedGlossary,
  type NamedGlossaryChange,
  type NamedGlossaryId,
  type NewDictionary,
  type NewNamedGlossary,
  namedLimits,
} from '../../shop/glossaries/named-glossary-store.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import { lockAccount } from './account-procedures.ts';
import {
  change,
  changed,
  countOf,
  momentValue,
  type Procedure,
  plainText,
  query,
  type SqlRow,
  wholeNumberValue,
} from './procedure.ts';

const selectWith = (condition: string) => `select id, name, created_at, source, target, revision, entry_count
 from named_glossaries as named left join named_dictionaries as dictionaries
  on dictionaries.account_id = named.account_id and glossary_id = id
 where named.account_id = $1${condition} order by created_at, id, position, source, target`;

const ofPair = 'account_id = $1 and glossary_id = $2 and source = $3 and target = $4';

const selectEntries = `select entries from named_dictionaries where ${ofPair} and revision = $5`;

const otherTotals = `select coalesce(sum(entry_count), 0), coalesce(sum(length), 0) from named_dictionaries
 where account_id = $1 and not (glossary_id = $2 and source = $3 and target = $4)`;

const insert = 'insert into named_glossaries (account_id, id, name, created_at) values ($1, $2, $3, $4)';

const writeDictionary = `insert into named_dictionaries
 (account_id, glossary_id, source, target, revision, entry_count, length, entries, position)
 values ($1, $2, $3, $4, $5, $6, $7, $8,
  (select coalesce(max(position) + 1, 0) from named_dictionaries where account_id = $1 and glossary_id = $2))
 on conflict (account_id, glossary_id, source, target) do update set
  revision = excluded.revision, entry_count = excluded.entry_count, length = excluded.length, entries = excluded.entries`;

export function* listNamed(accountId: AccountId): Procedure<readonly NamedGlossary[]> {
  return glossariesOf(yield query(selectWith(''), accountId));
}

export function* findNamed({ accountId, id }: GlossaryPlace): Procedure<NamedGlossary | undefined> {
  return glossariesOf(yield query(selectWith(' and id = $2'), accountId, id))[0];
}

function glossariesOf(rows: readonly SqlRow[]): readonly NamedGlossary[] {
  return [...Map.groupBy(rows, ([id]) => plainText(id))].map(([id, [first, ...others]]) => ({
    id: id as NamedGlossaryId,
    name: plainText(first?.[1]),
    createdAt: momentValue(first?.[2]),
    dictionaries: [first ?? [], ...others].filter((row) => row[3] !== null).map(dictionaryOf),
  }));
}

function dictionaryOf([, , , source, target, revision, count]: SqlRow): NamedDictionary {
  const pair = { source: plainText(source) as LanguageTag, target: plainText(target) as LanguageTag };
  return { ...pair, revision: plainText(revision), entryCount: wholeNumberValue(count) };
}

export function* readDictionary(place: DictionaryPlace): Procedure<string | undefined> {
  const { accountId, id, source, target, revision } = place;
  const [row] = yield query(selectEntries, accountId, id, source, target, revision);
  return row && plainText(row[0]);
}

export function* createNamed(glossary: NewNamedGlossary): Procedure<'created' | 'no_account' | 'too_many'> {
  const { accountId, id, name, createdAt, dictionaries } = glossary;
  const account = yield* lockAccount(accountId);
  if (account === undefined || account.erasedAt !== undefined) return 'no_account';
  const count = countOf(yield query('select count(*) from named_glossaries where account_id = $1', accountId));
  if (count >= namedLimits.glossaries || !(yield* mayAdd(glossary, dictionaries))) return 'too_many';
  yield change(insert, accountId, id, name, createdAt);
  for (const dictionary of dictionaries) yield* putDictionary(glossary, dictionary);
  return 'created';
}

export function* changeNamed({
  name,
  dictionary,
  ...place
}: NamedGlossaryChange): Procedure<'changed' | 'missing' | 'outdated' | 'too_many'> {
  const { accountId, id } = place;
  yield* lockAccount(accountId);
  const found = yield* findNamed(place);
  if (found === undefined) return 'missing';
  if (dictionary !== undefined) {
    const isSame = (each: LanguagePair) => each.source === dictionary.source && each.target === dictionary.target;
    if (found.dictionaries.find(isSame)?.revision !== dictionary.instead) return 'outdated';
    if (!(yield* mayAdd(place, [dictionary]))) return 'too_many';
    yield* putDictionary(place, dictionary);
  }
  if (name !== undefined)
    yield change('update named_glossaries set name = $3 where account_id = $1 and id = $2', accountId, id, name);
  return 'changed';
}

/** Whether the account stays within its limits if these take the place of the dictionary of the first one's pair. */
function* mayAdd({ accountId, id }: GlossaryPlace, added: readonly NewDictionary[]): Procedure<boolean> {
  const [row = []] = yield query(otherTotals, accountId, id, added[0]?.source ?? '', added[0]?.target ?? '');
  const entries = added.reduce((sum, { entryCount }) => sum + entryCount, wholeNumberValue(row[0]));
  const length = added.reduce((sum, each) => sum + each.entries.length, wholeNumberValue(row[1]));
  return entries <= namedLimits.entries && length <= namedLimits.lengthOfEntries;
}

function* putDictionary({ accountId, id }: GlossaryPlace, dictionary: NewDictionary): Procedure<void> {
  const { source, target, revision, entryCount, entries } = dictionary;
  yield change(writeDictionary, accountId, id, source, target, revision, entryCount, entries.length, entries);
}

export function* removeNamed({ accountId, id }: GlossaryPlace): Procedure<boolean> {
  return changed(yield change('delete from named_glossaries where account_id = $1 and id = $2', accountId, id));
}

export function* removeDictionary({ accountId, id, source, target }: GlossaryPlace & LanguagePair): Procedure<boolean> {
  return changed(yield change(`delete from named_dictionaries where ${ofPair}`, accountId, id, source, target));
}
