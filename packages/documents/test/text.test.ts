import { text } from '../src/formats/text.ts';
import { describeFilter } from './filter-contract.ts';

describeFilter(
  text,
  [
    {
      title: 'with paragraphs and lists',
      content:
        'A title\n=======\n\nOne line\nand another.\n\n\t- Red\r\n- Green \r\n\n   indented\n1) first\n2) second\n42\n',
      texts: [
        'A title\n=======',
        'One line\nand another.',
        '- Red',
        '- Green',
        'indented',
        '1) first',
        '2) second\n42',
      ],
    },
    {
      title: 'with a byte order mark and line ends of old Macs',
      content: '\ufeffOne\r\rTwo\rThree',
      texts: ['One', 'Two\nThree'],
    },
    {
      title: 'in UTF-16',
      content: Uint8Array.from([0xfe, 0xff, ...[...'Añb\n\nc'].flatMap((letter) => [0, letter.charCodeAt(0)])]),
      texts: ['Añb', 'c'],
    },
  ],
  [{ title: 'binary content', content: 'A\0B', code: 'unknown_encoding' }],
);
