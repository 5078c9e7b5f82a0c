import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTags, type Prob, readProb, writeProb } from './prob.ts';

/** The names of the tags of one ambiguity class, joined by commas, in the tagger's own order. */
type ClassName = string;

/** Running text has some hundreds. Also limits a file that another program wrote. */
const learnedMax = 2_000;

const abandonedAfterMs = 3_600_000;

/** Adds ambiguity classes of running text: a tagger that meets an unknown class overwrites a part of its data. */
export class TaggerData {
  readonly #source: string;
  readonly #cacheDir: string;
  readonly #name: string;
  readonly #shipped: readonly ClassName[];
  #learned: Promise<Set<ClassName>> | undefined;

  /** @param options `source`: the `.prob` file; `name`: the mode's name, for files in `cacheDir` */
  constructor(options: { source: string; cacheDir: string; name: string; shipped: readonly ClassName[] }) {
    this.#source = options.source;
    this.#cacheDir = options.cacheDir;
    this.#name = options.name;
    this.#shipped = options.shipped;
  }

  /** Writes a copy with every known class, for one start of the tagger; then `discardTaggerFile` removes it. */
  async write(): Promise<string> {
    const prob = readProb(await readFile(this.#source));
    const learned = await this.#readLearned();
    await mkdir(this.#cacheDir, { recursive: true });
    const path = join(this.#cacheDir, `${this.#name}-${randomUUID()}.prob`);
    await writeFile(path, writeProb(prob, missingClasses(prob, [...this.#shipped, ...learned])), { flag: 'wx' });
    return path;
  }

  /** Stores missing classes, also for the next start. False if none is new: a restart would fail in the same way. */
  async learn(classes: readonly (readonly string[])[]): Promise<boolean> {
    const learned = await this.#readLearned();
    const added = classes
      .map((names) => names.join())
      .filter((name) => !this.#shipped.includes(name) && !learned.has(name));
    for (const name of added) learned.add(name);
    for (const oldest of [...learned].slice(0, -learnedMax)) learned.delete(oldest);
    // If this fails, they are learned again after the next start of the service.
    if (added.length > 0) await this.#keep(learned).catch(() => undefined);
    return added.length > 0;
  }

  #readLearned(): Promise<Set<ClassName>> {
    this.#learned ??= readNames(this.#keptPath).then(
      (names) => new Set(names),
      () => new Set(),
    );
    return this.#learned;
  }

  async #keep(learned: ReadonlySet<ClassName>): Promise<void> {
    const unfinished = `${this.#keptPath}.${randomUUID()}`;
    await mkdir(this.#cacheDir, { recursive: true });
    await writeFile(unfinished, JSON.stringify([...learned]));
    await rename(unfinished, this.#keptPath);
  }

  get #keptPath(): string {
    return join(this.#cacheDir, `${this.#name}.classes.json`);
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
