import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/** Sentences to translate: FLORES from `FLORES_DIR` where it is, else the project's own. */
export function readSentences(language: 'es'): { readonly name: string; readonly sentences: readonly string[] } {
  const flores = process.env['FLORES_DIR'] ?? join(root, '../shared/eval/flores-dev');
  for (const [name, file] of [
    ['FLORES dev', join(flores, `${language}.txt`)],
    ['own corpus', join(root, 'bench/corpus', `${language}.txt`)],
  ] as const) {
    try {
      return { name, sentences: readFileSync(file, 'utf8').trim().split('\n') };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`no sentences in ${language}`);
}

/** A text of exactly `count` code points made of the sentences, one after the other, a line break after every fifth. */
export function longText(sentences: readonly string[], count: number): string {
  let text = '';
  for (let index = 0; text.length < count; index++) {
    text += `${sentences[index % sentences.length]}${index % 5 === 4 ? '\n' : ' '}`;
  }
  return `${[...text].slice(0, count - 1).join('')}.`;
}
