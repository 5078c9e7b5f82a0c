import { type LanguagePair, pairName } from '../text/languages/language.ts';
import { parseLanguageTag } from '../text/languages/language-tag.ts';
import { UsageError } from './argument.ts';

/**
 * Reads a pair: `es-en`, or `es:en` and `es>en`, which also separate codes that contain hyphens.
 *
 * @throws UsageError unless there is exactly one way to read it
 */
export function parsePair(text: string): LanguagePair {
  const readings = [...text.matchAll(/[:>]/.test(text) ? /[:>]/g : /[-_]/g)].flatMap(({ index }) => {
    const [source, target] = [parseLanguageTag(text.slice(0, index)), parseLanguageTag(text.slice(index + 1))];
    return source === undefined || target === undefined || source === target ? [] : [{ source, target }];
  });
  const [pair, another] = readings;
  if (pair === undefined) throw new UsageError(`${JSON.stringify(text)} is no pair of languages such as es-en`);
  if (another === undefined) return pair;
  const written = readings.map((reading) => pairName(reading).replace('>', ':')).join(' or ');
  throw new UsageError(`${JSON.stringify(text)} can be read in two ways: write ${written}`);
}
