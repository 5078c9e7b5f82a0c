import { describe } from './page-circumstances.ts';
import type { Results } from './results.ts';
import type { Section } from './section.ts';

export function speedSections({ speed }: Results): readonly Section[] {
  if (speed === undefined) return [];
  const name = (one: (typeof speed.engines)[number]) => [one.engine, one.model].filter(Boolean).join(' ');
  return [
    {
      heading: 'Speed and memory',
      text: [
        `Source words per second for one caller of the engine, with sentences of the test text: one after the other, and
400 in one job. *First* is the time of the first sentence, including the start of processes or threads and loading of data.
*Memory* is the growth of all processes and threads of the engine afterwards, with shared pages counted in part.`,
        describe(speed.circumstances),
      ],
      table: {
        columns: ['engine', 'pair', 'first ms', 'words/s one by one', 'words/s in one job', 'memory MB'],
        texts: 2,
        rows: speed.engines.map((one) => [
          name(one),
          one.path,
          one.firstMs,
          one.wordsPerSecondAlone,
          one.wordsPerSecond,
          one.memoryMb,
        ]),
      },
      picture: [
        'speed',
        {
          title: 'Words per second',
          series: ['one sentence after the other', '400 in one job'],
          rows: speed.engines.map((one) => ({
            label: `${name(one)} ${one.path}`,
            values: { 'one sentence after the other': one.wordsPerSecondAlone, '400 in one job': one.wordsPerSecond },
          })),
          from: 0,
          to: 1.1 * Math.max(...speed.engines.map((one) => Math.max(one.wordsPerSecond, one.wordsPerSecondAlone))),
          unit: 'words/s',
        },
      ],
    },
  ];
}
