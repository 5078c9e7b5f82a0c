/** Files to read and write, by name: large ones as people have, and hostile ones, which may be refused. */
import { ooxmlOf, xmlOf } from '../packages/documents/test/office-file.ts';
import { readSentences } from './corpus.ts';

export type Sample = {
  readonly file: string;
  /** @param scale 1, or 2 for twice the length */
  readonly content: (scale: number) => string | Promise<Uint8Array>;
};

const { sentences } = readSentences('es');
const sentence = (index: number): string => sentences[index % sentences.length] ?? '';

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const run = (text: string, properties = ''): string =>
  `<w:r>${properties}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;

/** A page has about 15 paragraphs of a sentence; each third word group is bold. */
const docx = (paragraphs: number): Promise<Uint8Array> =>
  wordFile(
    lines(paragraphs, (index) => {
      const words = sentence(index).split(' ');
      const parts = [words.slice(0, 5), words.slice(5, 9), words.slice(9)].map((part) => `${part.join(' ')} `);
      return `<w:p>${run(parts[0] ?? '')}${run(parts[1] ?? '', '<w:rPr><w:b/></w:rPr>')}${run(parts[2] ?? '')}</w:p>`;
    }),
  );

const wordFile = (body: string): Promise<Uint8Array> =>
  ooxmlOf({ 'word/document.xml': ['wordprocessingml.document.main', xmlOf('w:document', `<w:body>${body}</w:body>`)] });

export const largeSamples: readonly Sample[] = [
  { file: '300 pages.docx', content: (scale) => docx(4_500 * scale) },
  {
    file: '10,000 keys.json',
    content: (scale) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 10_000 * scale }, (_, at) => [`k${at}`, sentence(at)])),
        null,
        2,
      ),
  },
  {
    file: '10,000 keys.yaml',
    content: (scale) => lines(10_000 * scale, (at) => `k${at}: ${JSON.stringify(sentence(at))}`),
  },
  {
    file: '300 kB.md',
    content: (scale) =>
      lines(2_400 * scale, (at) => (at % 12 === 0 ? `\n## Part *${at}*\n` : `${sentence(at)} [link](x.md)\n`)),
  },
];

const repeated = (unit: string, count: number) => (scale: number) => unit.repeat(count * scale);

export const hostileSamples: readonly Sample[] = [
  {
    file: '100,000 runs.docx',
    content: (scale) =>
      wordFile(`<w:p>${lines(50_000 * scale, (at) => run('a', at % 2 === 0 ? '<w:rPr><w:b/></w:rPr>' : ''))}</w:p>`),
  },
  { file: '100,000 open tags.html', content: repeated('<b>a', 50_000) },
  { file: '100,000 open blocks.html', content: repeated('<div>a', 50_000) },
  { file: '100,000 brackets.md', content: repeated('[', 50_000) },
  { file: '100,000 emphases.md', content: repeated('*a **b ', 25_000) },
  { file: '100,000 quotations.md', content: repeated('> ', 50_000) },
  { file: '100,000 brackets.json', content: repeated('[', 50_000) },
  { file: '100,000 brackets.yaml', content: repeated('[', 50_000) },
  { file: '100,000 open tags.xlf', content: repeated('<g>', 50_000) },
  ...['line.txt', 'line.csv', 'line.srt', 'line.md', 'line.html', 'line.properties', 'line.po', 'line.yaml'].map(
    (file) => ({
      file: `10 MB ${file}`,
      content: repeated('word ', 1_000_000),
    }),
  ),
  { file: '10 MB line.json', content: (scale: number) => JSON.stringify({ key: 'word '.repeat(1_000_000 * scale) }) },
];
