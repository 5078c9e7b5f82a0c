import type { Piece } from '../codes.ts';
import { textFilter } from '../text-filter.ts';

/** Lines that begin with white space or a bullet are units. Other lines are joined to paragraphs, which blank lines end. */
export const text = textFilter({
  id: 'text',
  extensions: ['.txt', '.text'],
  mediaTypes: ['text/plain'],
  otherEncoding: 'code page',
  read(file) {
    let paragraph: Piece[] = [];
    const finish = (): void => {
      file.add(paragraph, (translation) => translation);
      paragraph = [];
    };
    for (const { 1: line = '', 2: lineEnd = '', index } of file.text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
      const end = index + line.length;
      const isBlank = line.trim() === '';
      if (isBlank || startsUnit.test(line)) finish();
      if (isBlank) continue;
      paragraph.push({ kind: 'text', text: line, start: index, end });
      paragraph.push({ kind: 'break', start: end, end: end + lineEnd.length });
    }
    finish();
  },
});

const startsUnit = /^(?:\s|[-*+•‣◦–—·]\s|\(?(?:\d{1,3}|\p{L})[.)]\s)/u;
