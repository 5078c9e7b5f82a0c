import { describe } from './page-circumstances.ts';
import type { DetectionResult, Results } from './results.ts';
import type { Section } from './section.ts';

const series = { sentence: 'whole sentence', threeWords: 'first three words', oneWord: 'first word' } as const;

/** Percent. */
const hardBelow = 90;

export function detectionSections({ detection }: Results): readonly Section[] {
  if (detection === undefined) return [];
  const [largest] = detection.sets.toSorted((one, other) => other.languages - one.languages);
  return [
    {
      heading: 'Language detection',
      text: [
        `Percent of correctly detected texts: whole sentences, their first three words, and their first word. Every other line of
the test text is used; the detector's weights were fitted on the other half. Undecided texts count as not detected, although
a caller then gets the likeliest languages and no wrong translation.`,
        describe(detection.circumstances),
      ],
      table: {
        columns: ['among', 'languages', ...Object.values(series), 'sentences/s'],
        texts: 1,
        rows: detection.sets.map(({ among, languages: count, all, sentencesPerSecond }) => [
          among,
          count,
          ...figures(all),
          sentencesPerSecond,
        ]),
      },
    },
    ...(largest === undefined ? [] : [sectionOf(largest)]),
  ];
}

function sectionOf({ byLanguage: found, languages }: DetectionResult): Section {
  const rows = Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hard = rows.filter(([, { threeWords }]) => threeWords < hardBelow);
  return {
    heading: `Detection among ${languages} languages`,
    text: [`The table has the languages with less than ${hardBelow}% of correctly detected first three words.`],
    table: {
      columns: ['language', ...Object.values(series)],
      texts: 1,
      rows: hard.map(([language, accuracy]) => [language, ...figures(accuracy)]),
    },
    picture: [
      'detection',
      {
        title: `Correctly detected, of ${languages} languages`,
        series: Object.values(series),
        rows: rows.map(([language, accuracy]) => ({
          label: language,
          values: {
            [series.sentence]: accuracy.sentence,
            [series.threeWords]: accuracy.threeWords,
            [series.oneWord]: accuracy.oneWord,
          },
        })),
        from: 0,
        to: 100,
        unit: '%',
      },
    ],
  };
}

function figures({ sentence, threeWords, oneWord }: DetectionResult['all']): readonly string[] {
  return [sentence, threeWords, oneWord].map((value) => value.toFixed(1));
}
