/** Glossaries of the maximum size, from the words of the corpus. */
import { join } from 'node:path';
import { openSqlite } from '../src/adapters/sql/sqlite/open-sqlite.ts';
import { unixMs } from '../src/ground/units.ts';
import type { AccountId } from '../src/shop/accounts/account.ts';
import type { GlossaryStore } from '../src/shop/glossaries/glossary-store.ts';
import type { StoredEntry } from '../src/shop/glossaries/stored-entry.ts';
import type { EntryId } from '../src/text/glossary/glossary-entry.ts';
import type { LanguageTag } from '../src/text/languages/language.ts';
import { readSentences } from './corpus.ts';
import { seedSqlite } from './ledger-seed.ts';

const accountId = 'bench-0' as AccountId;
const source = 'es' as LanguageTag;
const target = 'en' as LanguageTag;

const events = {
  backgroundFailed({ task, cause }: { readonly task: string; readonly cause: unknown }): void {
    throw new Error(task, { cause });
  },
};

/** Every fiftieth entry occurs in the corpus; the others have similar words. */
function makeEntries(count: number): readonly StoredEntry[] {
  const sentences = readSentences('es').sentences;
  const phrases = sentences.flatMap((sentence) => sentence.match(/[\p{L}\p{M}]{4,}(?: [\p{L}\p{M}]{4,})?/gu) ?? []);
  const words = [...new Set(phrases.flatMap((phrase) => phrase.split(' ')))];
  const random = steadyNumbers();
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? '';
  const half = (word: string): number => Math.ceil(word.length / 2);
  const made = (): string => {
    const [one, other] = [pick(words), pick(words)];
    return one.slice(0, half(one)) + other.slice(half(other));
  };
  const entries = new Map<string, StoredEntry>();
  while (entries.size < count) {
    const fromCorpus = entries.size % 50 === 0 ? pick(phrases) : '';
    // A small corpus has fewer phrases than are wanted.
    const isNew = fromCorpus !== '' && !entries.has(fromCorpus.toLowerCase());
    const term = isNew ? fromCorpus : Array.from({ length: 1 + random(3) }, made).join(' ');
    if (entries.has(term.toLowerCase())) continue;
    entries.set(term.toLowerCase(), {
      id: `00000000-0000-7000-8000-${String(entries.size).padStart(12, '0')}` as EntryId,
      source,
      target,
      term,
      translation: `the ${term}`,
      caseRule: random(10) === 0 ? 'exact' : 'follow',
      partOfSpeech: random(4) === 0 ? 'noun' : undefined,
      note: '',
      createdAt: unixMs(0),
      createdBy: 'operator',
    });
  }
  return [...entries.values()];
}

/** A database in `folder` whose only account has `count` terms. */
export async function seedGlossary(folder: string, count: number): Promise<string> {
  const file = join(folder, 'terms.db');
  await seedSqlite({ file, accounts: 1, rowsEach: 1 });
  await using stores = await openSqlite({ file, events });
  const add = makeEntries(count);
  const request = { accountId, at: unixMs(0), by: 'operator', remove: [], expectedVersion: undefined };
  const outcome = await stores.glossaries.changeEntries({ ...request, kind: 'import', add });
  if (outcome.kind !== 'changed') throw new Error(outcome.kind);
  return file;
}

/** Opens the database again, as a server does, and reads the glossary. */
export async function openGlossary(
  file: string,
): Promise<AsyncDisposable & { read(): ReturnType<GlossaryStore['readGlossary']> }> {
  const stores = await openSqlite({ file, events });
  return {
    read: () => stores.glossaries.readGlossary({ accountId, sources: [source], targets: [target] }),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

/** Returns pseudo-random numbers below a bound, the same in every run. Source: Marsaglia (2003), Xorshift RNGs. */
function steadyNumbers(): (bound: number) => number {
  let state = 2_463_534_242;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}
