import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The sentences of a test set by language tag; the same line of each language says the same. */
export type Texts = ReadonlyMap<string, readonly string[]>;

/** Another system's output for a test text. */
export type PeerOutput = { readonly path: string; readonly who: string; readonly lines: readonly string[] };

/** Tags whose text is that of another: FLORES-200 has one text for each of these languages. */
const textOf: Readonly<Record<string, string>> = { 'en-US': 'en', 'pt-BR': 'pt', 'zh-Hans': 'zh' };

/** Returns the text to translate from `tag`, or the reference of a translation to it. */
export function textFor(texts: Texts, tag: string): readonly string[] | undefined {
  return texts.get(tag) ?? texts.get(textOf[tag] ?? '');
}

/** @throws Error when the folder has no test set, or its texts differ in their number of lines */
export async function readTexts(folder: string): Promise<Texts> {
  const texts = new Map<string, readonly string[]>();
  const files = await textFiles(folder).catch((cause: unknown) => {
    throw new Error(`${folder} cannot be read: FLORES_DIR names the folder of the test texts`, { cause });
  });
  for (const file of files) texts.set(file.slice(0, -'.txt'.length), await readLines(folder, file));
  const counts = new Set([...texts.values()].map((lines) => lines.length));
  if (counts.size === 1) return texts;
  throw new Error(`${folder}: ${texts.size === 0 ? 'no <language>.txt' : 'the texts differ in their number of lines'}`);
}

/** Returns nothing when the folder does not exist. Outputs with another number of lines are left out. */
export async function readPeers(folder: string, texts: Texts): Promise<readonly PeerOutput[]> {
  const outputs: PeerOutput[] = [];
  for (const file of await textFiles(folder).catch(() => [])) {
    const [, source, target, who] = /^([a-z]+)-([a-z]+)\.(.+)\.txt$/.exec(file) ?? [];
    if (source === undefined || target === undefined || who === undefined) continue;
    const lines = await readLines(folder, file);
    if (lines.length === texts.get(target)?.length) outputs.push({ path: `${source}>${target}`, who, lines });
  }
  return outputs;
}

async function textFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.txt')).toSorted();
}

async function readLines(folder: string, file: string): Promise<readonly string[]> {
  return (await readFile(join(folder, file), 'utf8')).replace(/\n$/, '').split('\n');
}
