import type { LanguageTag } from '../languages/language.ts';
import { countCharacters } from '../units.ts';
import { ngramsOf, type WordClass } from './candidate-phrases.ts';
import { type CandidateWord, isHeading, readCandidateWords } from './candidate-words.ts';
import { functionWordsOf } from './function-words.ts';
import type { Morphology, WordReading } from './morphology.ts';
import { termCharactersMax } from './term.ts';

/** A sentence of a document, with tokens in the place of marks. */
export type CandidateSentence = {
  readonly text: string;
  /** Of the documents that are searched, and of the sentences of that one, from 0. */
  readonly document: number;
  readonly index: number;
};

export type CandidatePlace = {
  readonly sentence: CandidateSentence;
  /** UTF-16 offsets in its text, end exclusive. */
  readonly start: number;
  readonly end: number;
};

export type TermCandidate = {
  /** As it is mostly written, in the singular where that is known to stand there. */
  readonly words: string;
  readonly kind: 'name' | 'phrase';
  readonly count: number;
  /** The higher, the likelier it is a term. */
  readonly score: number;
  /** The first ones, in different sentences. */
  readonly places: readonly CandidatePlace[];
};

export type CandidateSearch = {
  readonly language: LanguageTag;
  readonly sentences: readonly CandidateSentence[];
  readonly morphology: Pick<Morphology, 'read'>;
  /** How often one must stand there. */
  readonly countMin: number;
};

/** As many sentences of a candidate as are translated to see what becomes of it. */
export const placesMax = 5;

/** Different phrases that are counted at once; those that stood there once make room for others. */
const phrasesMax = 300_000;

/** Different words of which a dictionary is asked. */
const wordsReadMax = 50_000;

/** Languages in which every noun has a capital, which then is no sign of a name. */
const capitalNouns: ReadonlySet<string> = new Set(['de', 'lb', 'nds', 'bar', 'gsw']);

/** Small words that may stand inside a name between two capitals. */
const nameJoints: ReadonlySet<string> = new Set(
  "d' da das de del della dello di do dos du e i la of the van den der von und y zu".split(' '),
);

/**
 * Names and repeated phrases that may be terms, the likeliest first. Time and memory grow in proportion to the text.
 *
 * Scored as C-value: longer and more frequent is likelier, and what stands there mostly as part of a longer one is not.
 * Source: Frantzi, Ananiadou and Mima (2000), "Automatic recognition of multi-word terms: the C-value/NC-value method".
 */
export async function findCandidates(search: CandidateSearch): Promise<readonly TermCandidate[]> {
  const sentences = search.sentences.map((sentence) => {
    return { sentence, words: readCandidateWords(sentence.text, search.language) };
  });
  const lexicon = await readLexicon(search, sentences);
  const tally = new Tally();
  for (const { sentence, words } of sentences) {
    for (const found of [...namesIn(sentence.text, words, lexicon), ...phrasesIn(words, lexicon)]) {
      tally.add(found, { sentence, start: found.start, end: found.end });
    }
  }
  return ranked(tally.atLeast(search.countMin));
}

type Read = { readonly sentence: CandidateSentence; readonly words: readonly CandidateWord[] };

/** What is known of the words of the documents. */
type Lexicon = {
  readonly language: LanguageTag;
  readonly isFunctionWord: (folded: string) => boolean;
  /** Whether it stands somewhere without a capital. */
  readonly isSeenSmall: (folded: string) => boolean;
  readonly hasDictionary: boolean;
  readonly readingsOf: (word: CandidateWord) => readonly WordReading[];
};

async function readLexicon({ language, morphology }: CandidateSearch, sentences: readonly Read[]): Promise<Lexicon> {
  const small = new Set<string>();
  const distinct = new Set<string>();
  for (const { words } of sentences) {
    for (const { text, folded, isCapital, isFirst } of words) {
      if (!isCapital) small.add(folded);
      if (distinct.size >= wordsReadMax) continue;
      distinct.add(text);
      if (isFirst) distinct.add(folded);
    }
  }
  const { known, readings } = await morphology.read(language, [...distinct]);
  const functionWords = functionWordsOf(language);
  return {
    language,
    hasDictionary: known,
    isFunctionWord: (folded) => functionWords.has(folded.replace(/['’]$/, '')),
    isSeenSmall: (folded) => small.has(folded),
    readingsOf: ({ text, folded }) => readings.get(text) ?? readings.get(folded) ?? [],
  };
}

/** A phrase in a sentence. `key` is the same for all its forms. */
type Found = {
  readonly key: string;
  readonly kind: 'name' | 'phrase';
  readonly words: string;
  readonly length: number;
  /** Whether its place shows that it is a candidate at all. */
  readonly isEvidence: boolean;
  readonly isSingular: boolean;
  readonly start: number;
  readonly end: number;
};

/** Words with capitals that stand together, with small words between them. */
function namesIn(sentence: string, words: readonly CandidateWord[], lexicon: Lexicon): readonly Found[] {
  const [language = ''] = lexicon.language.split('-');
  if (capitalNouns.has(language) || isHeading(sentence, words)) return [];
  const names: Found[] = [];
  for (let from = 0; from < words.length; from++) {
    const to = nameEnd(words, from);
    if (to === from) continue;
    for (const part of partsOfName(words.slice(from, to))) {
      const name = withoutSentenceCapital(part, lexicon);
      if (name.length > 0) names.push(nameOf(name));
      // Its first word may be none of it, and have its capital from the sentence.
      if (name.length > 1 && name[0]?.isFirst) names.push(nameOf(name.slice(1)));
    }
    from = to - 1;
  }
  return names;
}

/** `Ana Ruiz of the Bank of Spain` may be one name, two, or three: what stands between small words, and what they join. */
function partsOfName(name: readonly CandidateWord[]): readonly (readonly CandidateWord[])[] {
  const starts = name.flatMap((word, at) => (isBig(word) && !isBig(name[at - 1]) ? [at] : []));
  const ends = name.flatMap((word, at) => (isBig(word) && !isBig(name[at + 1]) ? [at + 1] : []));
  return starts.flatMap((start) => ends.filter((end) => end > start).map((end) => name.slice(start, end)));
}

function isBig(word: CandidateWord | undefined): boolean {
  return word !== undefined && (word.isCapital || /^\p{N}/u.test(word.text));
}

const nameWordsMax = 8;

function nameEnd(words: readonly CandidateWord[], from: number): number {
  let end = from;
  for (let at = from; at < words.length && at - from < nameWordsMax; at++) {
    const word = words[at];
    if (word === undefined || (at > from && !word.goesOn)) break;
    if (word.isCapital) end = at + 1;
    else if (at === from || !(nameJoints.has(word.folded) || /^\p{N}+$/u.test(word.text))) break;
    else if (/^\p{N}+$/u.test(word.text)) end = at + 1;
  }
  return end;
}

/** A sentence's first word has its capital from the place when it is written small elsewhere, or is a small word. */
function withoutSentenceCapital(name: readonly CandidateWord[], lexicon: Lexicon): readonly CandidateWord[] {
  let from = 0;
  for (const word of name) {
    const isPlaces = word.isFirst && from === 0 && lexicon.isSeenSmall(word.folded);
    if (!isPlaces && !lexicon.isFunctionWord(word.folded)) break;
    from++;
  }
  return name.slice(from);
}

function nameOf(name: readonly CandidateWord[]): Found {
  const words = written(name);
  return {
    key: words.toLowerCase(),
    kind: 'name',
    words,
    length: name.length,
    isEvidence: name[0]?.isFirst === false,
    isSingular: true,
    start: name[0]?.start ?? 0,
    end: name.at(-1)?.end ?? 0,
  };
}

function* phrasesIn(words: readonly CandidateWord[], lexicon: Lexicon): Generator<Found> {
  const classes = words.map((word, at) => {
    const own = classOf(word, lexicon);
    // What a noun and a name are joined to is hardly a term: "panel de Acme".
    return own === 'link' && words[at + 1]?.isCapital ? 'function' : own;
  });
  const joins = words.map(({ goesOn }) => goesOn);
  for (const { from, to } of ngramsOf({ classes, joins, ...lexicon })) {
    const phrase = words.slice(from, to);
    const readings = phrase.map((word) => lexicon.readingsOf(word).find(isNominal));
    yield {
      key: phrase.map(({ folded }, index) => readings[index]?.lemma.toLowerCase() ?? folded).join(' '),
      kind: 'phrase',
      words: written(phrase),
      length: phrase.length,
      isEvidence: true,
      isSingular: readings.every((reading) => reading?.number !== 'plural'),
      start: phrase[0]?.start ?? 0,
      end: phrase.at(-1)?.end ?? 0,
    };
  }
}

function isNominal({ partOfSpeech }: WordReading): boolean {
  return partOfSpeech === 'noun' || partOfSpeech === 'adjective' || partOfSpeech === 'name';
}

const linking: ReadonlySet<string> = new Set(["d'", 'd’', 'da', 'das', 'de', 'del', 'des', 'di', 'do', 'dos', 'du']);

function classOf(word: CandidateWord, lexicon: Lexicon): WordClass {
  const { folded, text } = word;
  if (linking.has(folded)) return 'link';
  if (lexicon.isFunctionWord(folded)) return 'function';
  if (!/\p{L}/u.test(text)) return 'figure';
  if (!lexicon.hasDictionary) return 'any';
  const readings = lexicon.readingsOf(word);
  if (readings.length === 0) return 'unknown';
  if (readings.some(({ partOfSpeech }) => partOfSpeech === 'noun' || partOfSpeech === 'name')) return 'noun';
  return readings.some(({ partOfSpeech }) => partOfSpeech === 'adjective') ? 'adjective' : 'function';
}

/** Words as they stand, with one space where there is white space. */
function written(words: readonly CandidateWord[]): string {
  return words
    .map(({ text, start }, index) => {
      const before = words[index - 1];
      return before === undefined || before.end === start ? text : ` ${text}`;
    })
    .join('');
}

type Counted = {
  readonly key: string;
  readonly kind: 'name' | 'phrase';
  readonly length: number;
  count: number;
  isEvident: boolean;
  readonly forms: Map<string, { count: number; readonly isSingular: boolean }>;
  readonly places: CandidatePlace[];
};

function newlyCounted(what: Pick<Counted, 'key' | 'kind' | 'length'>): Counted {
  return { ...what, count: 0, isEvident: false, forms: new Map(), places: [] };
}

/** Counts candidates, of which only so many are held at once. */
class Tally {
  readonly #counted = new Map<string, Counted>();

  add({ key, kind, words, length, isEvidence, isSingular }: Found, place: CandidatePlace): void {
    if (countCharacters(words) > termCharactersMax) return;
    const id = `${kind} ${key}`;
    const counted: Counted = this.#counted.get(id) ?? newlyCounted({ key, kind, length });
    counted.count++;
    counted.isEvident ||= isEvidence;
    const form = counted.forms.get(words) ?? { count: 0, isSingular };
    form.count++;
    counted.forms.set(words, form);
    if (counted.places.length < placesMax && counted.places.at(-1)?.sentence !== place.sentence) {
      counted.places.push(place);
    }
    this.#counted.set(id, counted);
    if (this.#counted.size > phrasesMax) this.#makeRoom();
  }

  atLeast(countMin: number): readonly Counted[] {
    const all = [...this.#counted.values()].filter(({ count, isEvident }) => isEvident && count >= countMin);
    const names = new Set(all.filter(({ kind }) => kind === 'name').map(({ key }) => key));
    // The same words are often counted in both ways.
    return all.filter(({ kind, key }) => kind === 'name' || !names.has(key));
  }

  #makeRoom(): void {
    for (const [id, { count }] of this.#counted) if (count === 1) this.#counted.delete(id);
    // A text in which so many phrases are repeated is none that anybody wrote.
    if (this.#counted.size > phrasesMax / 2) this.#counted.clear();
  }
}

function ranked(counted: readonly Counted[]): readonly TermCandidate[] {
  const around = longerOnes(counted);
  return counted
    .map((one) => ({ one, score: scoreOf(one, around.get(one.key)) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.one.key < b.one.key ? -1 : 1))
    .map(({ one: { kind, count, forms, places }, score }) => {
      return { words: commonest(forms), kind, count, score: Math.round(score * 100) / 100, places };
    });
}

type Around = { phrases: number; count: number };

/** By key: in how many longer candidates it stands, and how often those do. */
function longerOnes(counted: readonly Counted[]): ReadonlyMap<string, Around> {
  const around = new Map<string, Around>();
  for (const { key, length, count } of counted) {
    const words = key.split(' ');
    if (length < 2 || words.length !== length) continue;
    const inner = new Set<string>();
    for (let from = 0; from < length; from++) {
      for (let to = from + 1; to <= length; to++) if (to - from < length) inner.add(words.slice(from, to).join(' '));
    }
    for (const each of inner) {
      const sum = around.get(each) ?? { phrases: 0, count: 0 };
      around.set(each, { phrases: sum.phrases + 1, count: sum.count + count });
    }
  }
  return around;
}

function scoreOf({ length, count }: Counted, around: Around | undefined): number {
  return Math.log2(length + 1) * (count - (around === undefined ? 0 : around.count / around.phrases));
}

/** The singular where it was seen, since a term matches its plurals as well; else what was seen most. */
function commonest(forms: Counted['forms']): string {
  const all = [...forms];
  const singular = all.filter(([, { isSingular }]) => isSingular);
  const [first] = (singular.length > 0 ? singular : all).toSorted(([, a], [, b]) => b.count - a.count);
  return first?.[0] ?? '';
}
