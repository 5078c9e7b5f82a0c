import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The names of the tags of one ambiguity class, joined by commas, in the tagger's own order. */
type ClassName = string;

/** Running text has some hundreds. Also limits a file that another program wrote. */
const learnedMax = 2_000;

const abandonedAfterMs = 3_600_000;

/** `source`: the `.prob` file; `name`: the mode's name, for files in `cacheDir`. */
type TaggerDataOptions = Readonly<Record<'source' | 'cacheDir' | 'name', string>> & {
  readonly shipped: readonly ClassName[];
};

/** Adds ambiguity classes of running text: a tagger that meets an unknown class overwrites a part of its data. */
export class TaggerData {
  readonly #options: TaggerDataOptions;
  #learned: Promise<Set<ClassName>> | undefined;

  constructor(options: TaggerDataOptions) {
    this.#options = options;
  }

  /** Writes a copy with every known class, for one start of the tagger; then `discardTaggerFile` removes it. */
  async write(): Promise<string> {
    const { source, cacheDir, name, shipped } = this.#options;
    const prob = readProb(await readFile(source));
    const learned = await this.#readLearned();
    await mkdir(cacheDir, { recursive: true });
    const path = join(cacheDir, `${name}-${randomUUID()}.prob`);
    await writeFile(path, writeProb(prob, missingClasses(prob, [...shipped, ...learned])), { flag: 'wx' });
    return path;
  }

  /** Stores missing classes, also for the next start. False if none is new: a restart would fail in the same way. */
  async learn(classes: readonly (readonly string[])[]): Promise<boolean> {
    const learned = await this.#readLearned();
    const added = classes
      .map((names) => names.join())
      .filter((name) => !this.#options.shipped.includes(name) && !learned.has(name));
    for (const name of added) learned.add(name);
    for (const oldest of [...learned].slice(0, -learnedMax)) learned.delete(oldest);
    // If this fails, they are learned again after the next start of the service.
    if (added.length > 0) await this.#keep(learned).catch(() => undefined);
    return added.length > 0;
  }

  #readLearned(): Promise<Set<ClassName>> {
    const read = () => readNames(this.#keptPath).catch(() => []);
    this.#learned ??= read().then((names) => new Set(names));
    return this.#learned;
  }

  async #keep(learned: ReadonlySet<ClassName>): Promise<void> {
    const unfinished = `${this.#keptPath}.${randomUUID()}`;
    await mkdir(this.#options.cacheDir, { recursive: true });
    await writeFile(unfinished, JSON.stringify([...learned]));
    await rename(unfinished, this.#keptPath);
  }

  get #keptPath(): string {
    return join(this.#options.cacheDir, `${this.#options.name}.classes.json`);
  }
}

export async function discardTaggerFile(path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
}

/** Removes files of earlier processes that were killed before the tagger had read them. */
export async function sweepTaggerFiles(cacheDir: string): Promise<void> {
  for (const file of await readdir(cacheDir).catch(() => [])) {
    if (!/\.prob$|\.classes\.json\./.test(file)) continue;
    const path = join(cacheDir, file);
    const written = await stat(path).catch(() => undefined);
    // Another process may still read a newer one.
    if (written !== undefined && written.mtimeMs < Date.now() - abandonedAfterMs) await discardTaggerFile(path);
  }
}

async function readNames(path: string): Promise<readonly ClassName[]> {
  const names: unknown = JSON.parse(await readFile(path, 'utf8'));
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(-learnedMax) : [];
}

/** Another release of a language pair may already have a class, or lack one of its tags. */
function missingClasses(prob: Prob, names: readonly ClassName[]): readonly (readonly number[])[] {
  const present = new Set(prob.classes.map((tags) => tags.join()));
  const missing = new Map<string, readonly number[]>();
  for (const name of names) {
    const tags = findTags(prob, name.split(','));
    if (tags !== undefined && !present.has(tags.join())) missing.set(tags.join(), tags);
  }
  return [...missing.values()];
}

/** Source: the tagger's own message, apertium 3.8. */
const classLine = /^New ambiguity class: \{([^{}]*)\}$/;

/** A line with a class contains tag names only, and is much shorter. */
const lineBytesMax = 16 * 1024;

/** Finds missing classes in the errors of `apertium-tagger -d`. Keeps nothing else: it contains customer text. */
export function openTaggerNotes() {
  let rest = '';
  return {
    /** @returns the names of the tags of each class that this chunk completes */
    read(chunk: Buffer): readonly (readonly string[])[] {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = (lines.pop() ?? '').slice(0, lineBytesMax);
      return lines.flatMap((line) => {
        const names = classLine.exec(line)?.[1];
        return names === undefined ? [] : [names.split(',').filter(Boolean)];
      });
    },
  };
}

/** Tags by number, ascending. */
export type TagSet = readonly number[];

/** The probability that a tag emits a word of a class: a big-endian double. */
type Emission = { readonly tag: number; readonly classNumber: number; readonly value: Uint8Array };

/** A hidden Markov tagger's data, as far as adding a class needs. A class: the coarse tags that a word may have. */
type Prob = {
  /** By number. */
  readonly tagNames: readonly string[];
  /** The class that unknown words belong to. */
  readonly openClass: TagSet;
  readonly classes: readonly TagSet[];
  /** A missing probability counts as nearly zero. */
  readonly emissions: readonly Emission[];
  /** The bytes before the classes, between them and the emissions, and after those: copied unchanged. */
  readonly verbatim: { readonly head: Uint8Array; readonly transitions: Uint8Array; readonly tail: Uint8Array };
  readonly tagCount: number;
};

const doubleBytes = 8;

/** Any value works where all tags of a class have the same: it scales every reading of a sentence alike. */
const evenProbability = Buffer.alloc(doubleBytes);
evenProbability.writeDoubleBE(1e-4);

/** Reads a `.prob` file. @throws RangeError if `bytes` is truncated, or the data of another kind of tagger */
export function readProb(bytes: Uint8Array): Prob {
  const reader = openReader(bytes);
  const { integer, text, list } = reader;
  let previous = 0;
  const openClass = list(() => (previous += integer()));
  list(() => [integer(), integer()]);
  const tagNames = list(text);
  list(() => [text(), integer()]);
  list(() => [integer(), list(integer)]);
  list(text);
  list(() => [text(), integer()]);
  const head = reader.before();
  const classes = list(() => list(integer));
  const tagCount = integer();
  if (integer() !== classes.length) throw new RangeError('the class counts of a .prob file differ');
  const transitions = reader.bytes(tagCount * tagCount * doubleBytes);
  const emissions = list(() => ({ tag: integer(), classNumber: integer(), value: reader.bytes(doubleBytes) }));
  return { tagNames, openClass, classes, emissions, verbatim: { head, transitions, tail: reader.rest() }, tagCount };
}

/**
 * Adds classes with the emission probabilities that the tagger would choose. Otherwise it overwrites its class of
 * unknown words, which damages later texts. Compares with the file's own classes only, so their order does not matter.
 */
export function writeProb(prob: Prob, added: readonly TagSet[]): Uint8Array {
  const classes = [...prob.classes, ...added];
  const addedEmissions = added.flatMap((tags, index) => emit(prob, tags, prob.classes.length + index));
  const emissions = [...prob.emissions, ...addedEmissions];
  return Buffer.concat([
    prob.verbatim.head,
    encodeIntegers([classes.length, ...classes.flatMap((tags) => [tags.length, ...tags])]),
    encodeIntegers([prob.tagCount, classes.length]),
    prob.verbatim.transitions,
    encodeIntegers([emissions.length]),
    ...emissions.flatMap(({ tag, classNumber, value }) => [encodeIntegers([tag, classNumber]), value]),
    prob.verbatim.tail,
  ]);
}

/** Returns the numbers of the tags called `names`, ascending; undefined if the file lacks a tag. */
export function findTags(prob: Prob, names: readonly string[]): TagSet | undefined {
  const numbers = names.map((name) => prob.tagNames.indexOf(name)).toSorted((one, other) => one - other);
  return numbers.includes(-1) ? undefined : numbers;
}

function emit(prob: Prob, tags: TagSet, classNumber: number): readonly Emission[] {
  const similar = findSimilarClass(prob, tags);
  // Even probabilities leave the choice to nearby words; the tagger's own fallback makes other tags almost impossible.
  if (similar === undefined) return tags.map((tag) => ({ tag, classNumber, value: evenProbability }));
  return prob.emissions
    .filter((emission) => emission.classNumber === similar && tags.includes(emission.tag))
    .map(({ tag, value }) => ({ tag, classNumber, value }));
}

/** Returns the number of the first smallest class that includes `tags`, if it is no larger than the open one. */
function findSimilarClass(prob: Prob, tags: TagSet): number | undefined {
  const includesAll = (candidate: TagSet): boolean => tags.every((tag) => candidate.includes(tag));
  let similar: TagSet = prob.openClass;
  for (const candidate of prob.classes) {
    if (candidate.length < similar.length && includesAll(candidate)) similar = candidate;
  }
  const name = similar.join();
  return includesAll(similar) ? prob.classes.findIndex((candidate) => candidate.join() === name) : undefined;
}

function encodeIntegers(values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap(encodeInteger));
}

/**
 * Reads Apertium's binary files. The two top bits of a number count its bytes after the first; the rest is the value,
 * big-endian. A string or list is its length, then numbers or items. Reading past the end throws RangeError.
 */
export function openReader(bytes: Uint8Array) {
  let offset = 0;
  const byte = (): number => {
    const value = bytes[offset++];
    if (value === undefined) throw new RangeError('a binary file of Apertium ends too early');
    return value;
  };
  const integer = (): number => {
    const first = byte();
    let value = first & 0x3f;
    for (let following = first >> 6; following > 0; following--) value = value * 256 + byte();
    return value;
  };
  const list = <Item>(readItem: () => Item): readonly Item[] => {
    const count = integer();
    // Every item takes at least one byte, so a larger count means another kind of file.
    if (count > bytes.length - offset) throw new RangeError('a binary file of Apertium has an impossible count');
    return Array.from({ length: count }, readItem);
  };
  return {
    integer,
    list,
    text: () => String.fromCodePoint(...list(integer)),
    bytes(length: number) {
      if (length > bytes.length - offset) throw new RangeError('a binary file of Apertium ends too early');
      offset += length;
      return bytes.subarray(offset - length, offset);
    },
    before: () => bytes.subarray(0, offset),
    rest: () => bytes.subarray(offset),
  };
}

const valueMax = 0x3fff_ffff;

/** @throws RangeError when `value` does not fit the 30 bits that the format has */
export function encodeInteger(value: number): readonly number[] {
  if (!Number.isInteger(value) || value < 0 || value > valueMax) throw new RangeError(`cannot write ${value}`);
  if (value < 0x40) return [value];
  if (value < 0x4000) return [0x40 | (value >> 8), value & 0xff];
  if (value < 0x40_0000) return [0x80 | (value >> 16), (value >> 8) & 0xff, value & 0xff];
  return [0xc0 | (value >> 24), (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}
