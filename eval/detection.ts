import type { Detector } from '../src/text/languages/detector.ts';
import type { LanguageTag } from '../src/text/languages/language.ts';
import type { Accuracy, DetectionResult } from './results.ts';
import type { Texts } from './texts.ts';

export type DetectionSet = {
  readonly name: string;
  /** The detector's candidates. */
  readonly among: ReadonlySet<LanguageTag>;
};

/** The service's tags of texts with other names. */
const tagOf: Readonly<Record<string, string>> = { zh: 'zh-Hans' };

/**
 * Measures how often the detector finds the language of a sentence, of its first three words and of its first word.
 * Uses every other line: the weights of the detector were fitted on the rest. An undecided text counts as not found,
 * though the service then returns the likeliest languages instead of a wrong translation.
 */
export function measureDetection(detector: Detector, texts: Texts, { name, among }: DetectionSet): DetectionResult {
  const measured = [...texts].filter(([tag]) => among.has((tagOf[tag] ?? tag) as LanguageTag));
  const heldOut = measured.map(
    ([tag, lines]) => [(tagOf[tag] ?? tag) as LanguageTag, lines.filter((_, index) => index % 2 === 1)] as const,
  );
  const shareFound = (language: LanguageTag, samples: readonly string[]): number =>
    samples.filter((sample) => {
      const found = detector.detect(sample, among);
      return found.kind === 'detected' && found.language === language;
    }).length / samples.length;
  const startedAt = process.cpuUsage();
  const sentence = heldOut.map(([language, lines]) => shareFound(language, lines));
  const { user, system } = process.cpuUsage(startedAt);
  const byLanguage = heldOut.map(([language, lines], index): [string, Accuracy] => [
    language,
    {
      sentence: percent(sentence[index] ?? 0),
      threeWords: percent(
        shareFound(
          language,
          lines.map((line) => firstWords(line, language, 3)),
        ),
      ),
      oneWord: percent(
        shareFound(
          language,
          lines.map((line) => firstWords(line, language, 1)),
        ),
      ),
    },
  ]);
  const mean = (of: keyof Accuracy) =>
    Math.round((10 * byLanguage.reduce((sum, [, one]) => sum + one[of], 0)) / byLanguage.length) / 10;
  const count = heldOut.reduce((sum, [, lines]) => sum + lines.length, 0);
  return {
    among: name,
    languages: among.size,
    byLanguage: Object.fromEntries(byLanguage),
    all: { sentence: mean('sentence'), threeWords: mean('threeWords'), oneWord: mean('oneWord') },
    sentencesPerSecond: Math.round((1e6 * count) / (user + system)),
  };
}

/** Returns a table for the terminal: percentages by language, with those of the last run in brackets. */
export function compareDetection(now: DetectionResult, before: DetectionResult | undefined): string {
  const row = (language: string, found: Accuracy, earlier: Accuracy | undefined): string => {
    const cells = (['sentence', 'threeWords', 'oneWord'] as const).map((kind) => {
      return `${found[kind].toFixed(1)} (${earlier?.[kind].toFixed(1) ?? '-'})`.padStart(15);
    });
    return language.padEnd(8) + cells.join('');
  };
  return [
    `${now.among}: ${now.sentencesPerSecond} sentences/s`,
    'language       sentence    three words       one word',
    ...Object.entries(now.byLanguage).map(([language, found]) => row(language, found, before?.byLanguage[language])),
    row('mean', now.all, before?.all),
  ].join('\n');
}

/** As written, up to the end of the last word. */
function firstWords(sentence: string, language: LanguageTag, count: number): string {
  if (language !== 'ja' && !language.startsWith('zh')) return sentence.split(/\s+/).slice(0, count).join(' ');
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(sentence)];
  const last = words.filter(({ isWordLike }) => isWordLike)[count - 1];
  return last === undefined ? sentence : sentence.slice(0, last.index + last.segment.length);
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
