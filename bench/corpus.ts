import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/** Returns sentences to translate: FLORES from `FLORES_DIR` if it is set, else the project's own. */
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

/**
 * Returns everyday sentences of 3 to about 20 words: the project's own, and their beginnings.
 */
export function everydayTexts(): readonly string[] {
  const sentences = readFileSync(join(root, 'bench/corpus/es.txt'), 'utf8').trim().split('\n');
  return sentences.flatMap((sentence, index) => {
    const words = sentence.replace(/[.?!]$/, '').split(' ');
    const beginnings = [3, 6, 10].map((count) =>
      words
        .slice(0, count + (index % 3))
        .join(' ')
        .replace(/,$/, ''),
    );
    return [...beginnings.map((beginning) => `${beginning}.`), sentence];
  });
}

/**
 * Returns `count` different sentences about as long as those of FLORES, 14 to 38 words: one or two of the project's own
 * each.
 */
export function longSentences(count: number): readonly string[] {
  const sentences = readFileSync(join(root, 'bench/corpus/es.txt'), 'utf8').trim().split('\n');
  return Array.from({ length: count }, (_, index) => {
    const joined = [0, 7].slice(0, 1 + (index % 2)).map((next) => {
      const sentence = sentences[(index + next) % sentences.length] ?? '';
      return sentence.charAt(0).toLowerCase() + sentence.slice(1, -1);
    });
    return `En ${1_001 + index}, ${joined.join(', y ')}.`;
  });
}

/**
 * Returns a text of exactly `count` code points made of the sentences in order, with a line break after every fifth.
 */
export function longText(sentences: readonly string[], count: number): string {
  let text = '';
  for (let index = 0; text.length < count; index++) {
    text += `${sentences[index % sentences.length]}${index % 5 === 4 ? '\n' : ' '}`;
  }
  return `${[...text].slice(0, count - 1).join('')}.`;
}

/** `count` different texts of equal length: spans of the sentences, each with a different number. */
export function shortTexts(
  sentences: readonly string[],
  { count, texts }: { readonly count: number; readonly texts: number },
): readonly string[] {
  const all = [...sentences.join(' ')];
  return Array.from({ length: texts }, (_, index) => {
    const end = ` ${index}.`;
    const start = (index * stride) % (all.length - count);
    return (
      all
        .slice(start, start + count - end.length)
        .join('')
        .replace(/^\s|\s$/g, 'a') + end
    );
  });
}

/** A prime, so that spans do not begin at the same places again. */
const stride = 89;

/** Returns HTML of exactly `count` code points or a few less, about half of it markup. */
export function denseHtml(sentences: readonly string[], count: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let index = 0; length < count; index++) {
    const words = (sentences[index % sentences.length] ?? '').split(' ');
    const inline = words.map((word, at) => {
      if (at % 5 === 1) return `<b>${word}</b>`;
      if (at % 5 === 3) return `<a href="/pagina/${index}?de=${at}&amp;a=1" class="enlace">${word}</a>`;
      return at % 11 === 4 ? `${word}&nbsp;` : word;
    });
    const part = `<p id="p${index}" class="texto">${inline.join(' ')}<br/></p>\n`;
    length += [...part].length;
    if (length < count) parts.push(part);
  }
  return parts.join('');
}
