import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CacheRoom } from '../../../src/ground/cache-room.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { readEntryContent } from '../../../src/shop/glossaries/entry-content.ts';
import { GlossaryCache } from '../../../src/shop/glossaries/glossary-cache.ts';
import type { GlossaryStore } from '../../../src/shop/glossaries/glossary-store.ts';
import type { ReportedEntry } from '../../../src/text/attempts/reported-entries.ts';
import type { Engine } from '../../../src/text/engine/engine.ts';
import type { EntryId, GlossaryEntry } from '../../../src/text/glossary/glossary-entry.ts';
import type { Morphology } from '../../../src/text/glossary/morphology.ts';
import { pairName } from '../../../src/text/languages/language.ts';
import { needsApertium, openInstalled } from '../../adapters/apertium/installed-apertium.ts';
import { openStarter } from '../../adapters/bergamot/opened-engine.ts';
import { openModel } from '../../adapters/openai/open-model.ts';
import { partsOn } from '../../shop/sale/translator-world.ts';
import { besideTags, ChatServer } from '../../support/chat-server.ts';
import { type EntryCase, readEntryCases } from '../../support/entry-corpus.ts';
import { type GlossaryTrial, tryGlossary } from '../../support/glossary-trial.ts';
import { openPatientMorphology } from '../../support/patient-morphology.ts';
import { sampled } from '../../support/property-runs.ts';

const least = { sentences: 500, pairs: 20, scripts: 4, situations: 100 };
const never = new AbortController().signal;
const cases = readEntryCases();
const tried = sampled(cases);

test('the corpus of glossary entries is large and varied, and each entry is valid', () => {
  const withEntry = cases.filter(({ entries }) => entries.some(({ count }) => count > 0));
  const scripts = cases.flatMap(({ pair }) => [pair.source, pair.target]).map((tag) => new Intl.Locale(tag).maximize());
  const counts = {
    sentences: new Set(withEntry.map(({ pair, text }) => `${pairName(pair)} ${text}`)).size,
    pairs: new Set(cases.map(({ pair }) => pairName(pair))).size,
    scripts: new Set(scripts.map(({ script }) => script)).size,
    situations: new Set(cases.map(({ situation }) => situation)).size,
  };
  for (const [what, count] of Object.entries(counts)) {
    assert.ok(count >= least[what as keyof typeof least], `${count} ${what}`);
  }
  for (const one of cases) assert.doesNotThrow(() => glossaryOf(one), one.place);
});

test(
  'in every sentence of the corpus all terms are obeyed that apply, and nothing else is taken for one',
  needsApertium,
  async (t) => {
    await using morphology = openPatientMorphology();

    await t.test('by Apertium', async () => {
      await using engine = await openInstalled();
      await assertObeyed(tried, { engine, morphology });
    });

    await t.test('by a small neural model', async () => {
      await using engine = await openStarter();
      const own = cases.filter(({ pair }) => engine.pairs().some((served) => pairName(served) === pairName(pair)));
      assert.ok(own.length > 100);
      await assertObeyed(sampled(own), { engine, morphology });
    });

    for (const ignoresEntries of [false, true]) {
      await t.test(`by a language model that ${ignoresEntries ? 'ignores terms' : 'obeys'}`, async () => {
        await using server = await ChatServer.start({ ignoresEntries, write: inLettersOfTarget });
        const languages = [...new Set(cases.flatMap(({ pair }) => [pair.source, pair.target]))];
        await using engine = await openModel(server, { languages });
        await assertObeyed(tried, { engine, morphology });
      });
    }
  },
);

type Parts = { readonly engine: Engine; readonly morphology: Morphology };

test('detects a translation with missing or wrong glossary entries', () => {
  const missed = cases.filter((one) => {
    const isFoundOut = (trial: Trial): boolean =>
      one.entries.some((_, index) => findDisobedience(one, index, trial).length > 0);
    const uses = one.entries.flatMap(({ count }, index) => Array.from({ length: count }, () => useOf(index)));
    const worded = { entries: uses, translatedText: 'Nada.' };
    const unworded = { entries: [], translatedText: one.entries.flatMap(({ forms }) => forms).join(', ') };
    const taken = { entries: [...uses, useOf(0)], translatedText: unworded.translatedText };
    return !isFoundOut(taken) || (uses.length > 0 && !(isFoundOut(worded) && isFoundOut(unworded)));
  });
  const places = missed.map(({ place }) => place);
  assert.deepEqual(places, []);
});

type Trial = Pick<GlossaryTrial, 'translatedText'> & {
  readonly entries: readonly Pick<ReportedEntry, 'id' | 'inTranslation'>[];
};

/** A term that stands where none of its forms does. */
function useOf(index: number): Trial['entries'][number] {
  return { id: String(index) as EntryId, inTranslation: { start: 0, end: 0 } };
}

/** As many as run at once: one text has hardly any work. */
const casesAtOnce = 16;

async function assertObeyed(all: readonly EntryCase[], parts: Parts): Promise<void> {
  const problems: (readonly string[])[] = [];
  const waiting = all.values();
  const work = async (): Promise<void> => {
    for (const one of waiting) problems.push(await problemsOf(one, parts));
  };
  await Promise.all(Array.from({ length: casesAtOnce }, work));
  assert.deepEqual(problems.flat().toSorted(), []);
}

async function problemsOf(one: EntryCase, { engine, morphology }: Parts): Promise<readonly string[]> {
  const { place, text, pair } = one;
  const glossaries = new GlossaryCache({ store: glossaryOf(one), morphology, room: new CacheRoom(1_000) });
  const parts = partsOn(engine, { findGlossary: glossaries.find });
  const request = { accountId: 'ana' as AccountId, glossaryVersion: 1, text, ...pair };
  try {
    const trial = await tryGlossary(parts, request, never);
    return [...one.entries.keys()].flatMap((index) => findDisobedience(one, index, trial));
  } catch (error) {
    return [`${place} has no translation: ${String(error)} of "${text}"`];
  }
}

/** Reports an entry that was not found where it applies, was found elsewhere, or is missing in the translation. */
function findDisobedience({ place, entries }: EntryCase, index: number, trial: Trial): readonly string[] {
  const { raw, count, forms } = entries[index] ?? assert.fail();
  const own = trial.entries.filter(({ id }) => id === String(index));
  const { translatedText } = trial;
  const told = `${place} "${raw.term}" of "${translatedText}"`;
  if (own.length !== count) return [`${told}: found ${own.length} times, not ${count}`];
  const wrong = own.flatMap(({ inTranslation: at = { start: 0, end: 0 } }) => {
    const words = plain(translatedText.slice(at.start, at.end));
    return formsAt(plain(translatedText.slice(0, at.start)), forms).includes(words) ? [] : [words];
  });
  if (wrong.length > 0) return [`${told}: stands as ${wrong.join()}`];
  const inAll = countForms(plain(translatedText), forms);
  return inAll < count ? [`${told}: stands there ${inAll} times, not ${count}`] : [];
}

/** A sentence may begin with another word in the translation than in the text. */
function formsAt(before: string, forms: readonly string[]): readonly string[] {
  const begins = /(?:^|[.!?:…][”"'»)\]]* |\n)[^\p{L}\p{N}]*$/u.test(before);
  const change = begins ? raise : lower;
  return [...forms, ...forms.map(change)];
}

const raise = (form: string): string => form.charAt(0).toUpperCase() + form.slice(1);
const lower = (form: string): string =>
  /^\p{Lu}\P{Lu}*$/u.test(form) ? form.charAt(0).toLowerCase() + form.slice(1) : form;

/** Without tags, emphasis and quotations, white space as one space. */
function plain(text: string): string {
  return text
    .replaceAll(/<[^<>]*>|[*_]/g, '')
    .replaceAll(/\n> /g, ' ')
    .replaceAll(/&nbsp;|\s+/g, ' ');
}

function countForms(text: string, forms: readonly string[]): number {
  const either = [...new Set(forms.flatMap((form) => [form, raise(form), lower(form)]))]
    .map((form) => form.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');
  return text.match(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${either})(?![\\p{L}\\p{M}\\p{N}])`, 'gu'))?.length ?? 0;
}

/** The glossary of an account that has the entries of a case; a later one is newer. */
function glossaryOf({ entries: written, pair }: EntryCase): Pick<GlossaryStore, 'readGlossary'> {
  const entries = written.map(({ raw }, index): GlossaryEntry => {
    const read = readEntryContent({ ...pair, ...raw });
    assert.ok(read.kind === 'content', `${raw.term}: ${JSON.stringify(read)}`);
    return { ...read.content, id: String(index) as EntryId, addedIn: index + 1 };
  });
  return {
    readGlossary: ({ sources, targets }) => {
      const own = entries.filter(({ source, target }) => sources.includes(source) && targets.includes(target));
      return Promise.resolve({ version: 1, entries: own });
    },
  };
}

const alphabets: Readonly<Record<string, string>> = {
  Latn: 'abdefgilmnoprstu',
  Cyrl: 'абвгдеилмнопрсту',
  Deva: 'कखगचजटडतदनपबमरलस',
  Arab: 'بتجدرسشعفقکلمنوہ',
};

/** What a language model might write: words of as many letters in the script of the target, tags as they are. */
function inLettersOfTarget(sentence: string, instructions: string): string {
  const target = /^You translate .* into .*\((.*)\)\.$/m.exec(instructions)?.[1] ?? assert.fail();
  const letters = alphabets[new Intl.Locale(target).maximize().script ?? ''] ?? assert.fail(target);
  return besideTags(sentence, (words) =>
    words.replaceAll(/\p{L}\p{M}*/gu, (letter) => {
      const other = letters.charAt((letter.toLowerCase().codePointAt(0) ?? 0) % letters.length);
      return letter === letter.toLowerCase() ? other : other.toUpperCase();
    }),
  );
}
