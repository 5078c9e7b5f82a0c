import type { GrammaticalGender, GrammaticalNumber, WordReading } from '../../text/glossary/morphology.ts';

/** `red<n><f><pl>`, where `+` joins words or parts of a compound. Source: wiki.apertium.org/wiki/List_of_symbols */
export type Analysis = { readonly lemma: string; readonly tags: readonly string[]; readonly raw: string };

/** The tags of each value. `ma`, `mi` and `mp` are the animate, inanimate and personal masculine of Slavic languages. */
type TagsOf<Value extends string> = Readonly<Record<Value, readonly string[]>>;

const partsOfSpeech: TagsOf<Exclude<WordReading['partOfSpeech'], 'other'>> = {
  noun: ['n'],
  name: ['np'],
  adjective: ['adj'],
  verb: ['vblex', 'vbser', 'vbhaver', 'vbmod', 'vbdo', 'vbavea', 'vaux', 'vbaux', 'vbtr', 'vbintr'],
};

const numbers: TagsOf<GrammaticalNumber> = { singular: ['sg'], plural: ['pl'] };

const genders: TagsOf<GrammaticalGender> = {
  masculine: ['m', 'ma', 'mi', 'mp', 'mn'],
  feminine: ['f'],
  neuter: ['nt'],
  common: ['ut'],
};

function firstOf<Value extends string>(tags: readonly string[], tagsOf: TagsOf<Value>): Value | undefined {
  const values = Object.keys(tagsOf) as Value[];
  return tags.map((tag) => values.find((value) => tagsOf[value].includes(tag))).find((value) => value !== undefined);
}

/** Marks a part of a compound before the last one, which has none of the word's grammar. */
const compoundTag = 'cmp';

/** With a gender it is inflected as an adjective: "facturas vencidas". */
const participleTag = 'pp';

/** Undefined for several joined words. @param raw one analysis, including escapes */
export function readAnalysis(raw: string): (Analysis & { readonly before: string }) | undefined {
  const parts = raw.split('+');
  const read = parts.map(readPart);
  const last = read.at(-1);
  if (last === undefined || read.some((part) => part === undefined)) return undefined;
  if (!read.slice(0, -1).every((part) => part?.tags.includes(compoundTag) === true)) return undefined;
  const before = read.slice(0, -1).map((part) => part?.lemma ?? '');
  return { ...last, before: before.join('') };
}

function readPart(raw: string): Analysis | undefined {
  const [, lemma, tags] = /^([^<>]+)((?:<[^<>]+>)+)$/.exec(raw) ?? [];
  if (lemma === undefined || tags === undefined) return undefined;
  return { lemma: lemma.replaceAll(/\\(.)/gu, '$1'), tags: tags.slice(1, -1).split('><'), raw };
}

/** @param raws analyses of `word`, the likeliest first if the analyser ranks them */
export function readingsOf(word: string, raws: readonly string[]): readonly WordReading[] {
  const readings = new Map<string, WordReading>();
  for (const raw of raws) {
    const analysis = readAnalysis(raw);
    if (analysis === undefined) continue;
    const reading = readingOf(word, analysis);
    const key = Object.values(reading).join();
    if (!readings.has(key)) readings.set(key, reading);
  }
  return [...readings.values()];
}

function readingOf(word: string, { lemma, tags, before }: Analysis & { readonly before: string }): WordReading {
  const gender = firstOf(tags, genders);
  const isParticiple = tags.includes(participleTag) && gender !== undefined;
  return {
    lemma: before === '' ? lemma : compoundLemma(word, lemma, before),
    partOfSpeech: isParticiple ? 'adjective' : (firstOf(tags.slice(0, 1), partsOfSpeech) ?? 'other'),
    number: firstOf(tags, numbers),
    gender,
  };
}

/** Keeps the linking letters of the word between its parts: "arbeid-s-plass". */
function compoundLemma(word: string, lemma: string, before: string): string {
  const small = word.toLowerCase();
  const at = small.lastIndexOf(lemma.slice(0, Math.max(2, lemma.length - 3)).toLowerCase());
  return (at > 0 ? small.slice(0, at) : before) + lemma;
}
