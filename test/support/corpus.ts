import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Requirements on the translation of one file of `test/corpus`, written by hand beside it. */
export type Expectation = {
  /** Source and target, as in `es>en`. */
  readonly pair: string;
  /** Each occurs in the reply exactly as often as in the source, byte for byte. */
  readonly marks?: readonly string[];
  /** Words of the source that must be translated; ignores case, and words inside protected spans. */
  readonly gone?: readonly string[];
  /** Protected spans that keep their order. */
  readonly order?: readonly string[];
  /** Pairs that nest properly and still enclose something. */
  readonly enclosed?: readonly (readonly [open: string, close: string])[];
  /** Words of the translation, each between the two spans around the source word. */
  readonly around?: readonly (readonly [open: string, word: string, close: string])[];
  /** Entities that spell letters: those of a translated word are translated with it. */
  readonly spelled?: readonly string[];
  /** There is nothing to translate: the text is returned unchanged and costs nothing. */
  readonly unchanged?: boolean;
};

export type CorpusFile = {
  /** Folder and name, as in `html/bold.html`. */
  readonly path: string;
  readonly text: string;
  readonly expected: Expectation;
};

/** The service's answer for a file. */
export type CorpusReply = { readonly text: string; readonly charged: number };

const root = fileURLToPath(new URL('../corpus', import.meta.url));

/** Returns the folders of the corpus, one for each kind of text. */
export function corpusFolders(): readonly string[] {
  return readdirSync(root).toSorted();
}

/** Returns the files of one folder. A file without an expectation, and an expectation without a file, are errors. */
export function readCorpus(folder: string): readonly CorpusFile[] {
  const expectations = JSON.parse(readFileSync(join(root, folder, 'expected.json'), 'utf8')) as Readonly<
    Record<string, Expectation>
  >;
  const names = readdirSync(join(root, folder)).filter((name) => name !== 'expected.json');
  const strays = names.filter((name) => !(name in expectations));
  if (strays.length > 0) throw new Error(`nothing is expected of ${strays.join(', ')} in ${folder}`);
  return Object.entries(expectations).map(([name, expected]) => {
    const bytes = readFileSync(join(root, folder, name));
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path: `${folder}/${name}`, text, expected };
  });
}

/** Returns errors of an expectation, one sentence each: it could not fail, or could never be met. */
export function findSlips({ text, expected }: CorpusFile): readonly string[] {
  const { marks = [], gone = [], order = [], enclosed = [], spelled = [], unchanged = false } = expected;
  const missing = [...marks, ...order, ...spelled, ...enclosed.flat()].filter(
    (mark) => mark === '' || !text.includes(mark),
  );
  return [
    ...missing.map((mark) => `The source has no ${shown(mark)}.`),
    ...gone
      .filter((word) => !holdsWord(withoutMarks(text, marks, word), word))
      .map((word) => `It has no word ${word}.`),
    ...(order.length > 0 && occurrences(text, order).length < 2 ? ['What is alone has no order.'] : []),
    ...(unchanged && gone.length > 0 ? ['What is unchanged keeps its words.'] : []),
    ...(!unchanged && gone.length + marks.length === 0 ? ['It expects nothing.'] : []),
  ];
}

/** Returns every defect of the reply to a file, one sentence each. */
export function findDamage({ text, expected }: CorpusFile, reply: CorpusReply): readonly string[] {
  const { marks = [], gone = [], order = [], enclosed = [], spelled = [], unchanged = false } = expected;
  const found: string[] = [];
  const mustEqual = (what: string, read: (of: string) => readonly string[]) => {
    const [before, after] = [read(text), read(reply.text)];
    const at = before.findIndex((each, index) => each !== after[index]);
    if (at >= 0) found.push(`${what}: ${shown(before[at])} became ${shown(after[at])}.`);
    else if (after.length > before.length) found.push(`${what}: ${shown(after[before.length])} was not there.`);
  };
  const cost = unchanged ? 0 : [...text].length;
  if (reply.charged !== cost) found.push(`It cost ${reply.charged} characters, not ${cost}.`);
  if (unchanged && reply.text !== text) found.push(`Nothing was to translate, but ${shown(text)} came back changed.`);
  for (const mark of marks) {
    const isWhole = count(text, mark, true) > 0;
    const [before, after] = [count(text, mark, isWhole), count(reply.text, mark, isWhole)];
    if (before !== after) found.push(`${shown(mark)} occurs ${after} times, not ${before}.`);
  }
  for (const word of gone) {
    if (holdsWord(withoutMarks(reply.text, marks, word), word)) found.push(`"${word}" was not translated.`);
  }
  mustEqual('Line breaks', lineBreaks);
  mustEqual('White space', whiteSpace);
  mustEqual('Spaces before signs', spacesBeforeSigns);
  mustEqual('Signs', (of) => signs(without(of, spelled)));
  mustEqual('Numbers', (of) => numbers(without(of, spelled)));
  if (order.length > 0) mustEqual('Order', (of) => occurrences(of, order));
  if (enclosed.length > 0) found.push(...misplacedPairs(reply.text, enclosed));
  for (const [open, word, close] of expected.around ?? []) {
    if (!between(reply.text, open, close).some((inside) => holdsWord(inside, word))) {
      found.push(`No ${shown(open)} stands before "${word}".`);
    }
  }
  return found;
}

/** Returns runs of white space with a line break, in order, including indentation and trailing spaces. */
function lineBreaks(text: string): readonly string[] {
  return text.match(/[\s\u0085]*[\r\n\v\f\u0085\u2028\u2029][\s\u0085]*|^\s+|\s+$/g) ?? [];
}

/** Returns white space other than plain spaces, sorted. */
function whiteSpace(text: string): readonly string[] {
  return (text.match(/[^\S ]| {2,}/g) ?? []).toSorted();
}

/** Returns plain spaces right before a sign that closes in every language. */
function spacesBeforeSigns(text: string): readonly string[] {
  return (text.match(/(?<=\S) [,.)\]}](?![\p{L}\p{N}])/gu) ?? []).toSorted();
}

/** Returns characters that are neither letters, numbers, white space nor language-dependent punctuation. */
function signs(text: string): readonly string[] {
  return (text.match(/[^\p{L}\p{M}\p{N}\s.,;:!?¿¡'’‘‚"“”„«»‹›\-–—…·。।۔،؟]|[\u20e3\ufe0e\ufe0f]/gu) ?? []).toSorted();
}

/** Returns runs of digits of any script, sorted. */
function numbers(text: string): readonly string[] {
  return (text.match(/\p{Nd}+/gu) ?? []).toSorted();
}

/** Returns every occurrence of one of `marks`, in order; of two at the same place, the longer one. */
function occurrences(text: string, marks: readonly string[]): readonly string[] {
  const longestFirst = marks.toSorted((one, other) => other.length - one.length);
  return text.match(new RegExp(longestFirst.map(literally).join('|'), 'g')) ?? [];
}

function misplacedPairs(text: string, pairs: NonNullable<Expectation['enclosed']>): readonly string[] {
  const wrong: string[] = [];
  const open: { readonly close: string; readonly from: number }[] = [];
  const halves = pairs.flat().toSorted((one, other) => other.length - one.length);
  for (const found of text.matchAll(new RegExp(halves.map(literally).join('|'), 'g'))) {
    const [half] = found;
    const last = open.at(-1);
    const opened = pairs.find(([each]) => each === half);
    if (last?.close === half) {
      open.pop();
      if (!/[\p{L}\p{N}]/u.test(text.slice(last.from, found.index))) wrong.push(`${shown(half)} closes on nothing.`);
    } else if (opened === undefined) wrong.push(`${shown(half)} closes what is not open.`);
    else open.push({ close: opened[1], from: found.index + half.length });
  }
  return [...wrong, ...open.map(({ close }) => `${shown(close)} is missing.`)];
}

/** Returns the texts between `open` and the next `close`; if both are the same, they alternate. */
function between(text: string, open: string, close: string): readonly string[] {
  const parts = text.split(open).slice(1);
  if (open === close) return parts.filter((_, index) => index % 2 === 0);
  return parts.map((part, index) => parts.slice(index).join(open).split(close)[0] ?? part);
}

/** Removes the spans that contain `word`. */
function withoutMarks(text: string, marks: readonly string[], word: string): string {
  return without(
    text,
    marks.filter((mark) => holdsWord(mark, word)),
  );
}

/** Removes parts without joining the words around them. */
function without(text: string, parts: readonly string[]): string {
  return parts.reduce((left, part) => left.replaceAll(part, ' '), text);
}

function holdsWord(text: string, word: string): boolean {
  return new RegExp(String.raw`(?<![\p{L}\p{M}])${literally(word)}(?![\p{L}\p{M}])`, 'iu').test(text);
}

/** Returns a regular expression, also for the `u` flag, that matches only `text`. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** Counts `mark` in `text`; with `isWhole`, not inside a longer word or number. */
function count(text: string, mark: string, isWhole: boolean): number {
  const before = isWhole && /^[\p{L}\p{N}]/u.test(mark) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const behind = isWhole && /[\p{L}\p{N}]$/u.test(mark) ? String.raw`(?![\p{L}\p{N}])` : '';
  return text.match(new RegExp(before + literally(mark) + behind, 'gu'))?.length ?? 0;
}

function shown(text: string | undefined): string {
  return text === undefined ? 'nothing' : JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
