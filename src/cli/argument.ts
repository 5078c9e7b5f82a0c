import { type Characters, characters } from '../ground/units.ts';
import { formatAmount, isCurrency, parseAmount } from '../shop/orders/currency.ts';
import { parseIsoDay } from '../shop/usage/usage-store.ts';
import { anyLanguage, type EntryLanguage } from '../text/glossary/glossary-entry.ts';
import { type LanguagePair, type LanguageTag, pairName } from '../text/languages/language.ts';
import { parseLanguageTag } from '../text/languages/language-tag.ts';
import { parseUtcTime } from './utc-time.ts';

/** A wrong command line; the message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns a parser that throws a UsageError with this message when `read` returns undefined. */
function parser<Value>(read: (text: string) => Value | undefined, message: string): (text: string) => Value {
  return (text) => {
    const value = read(text);
    if (value === undefined) throw new UsageError(message);
    return value;
  };
}

/** Reads a whole number from 1 to 2^53-1; single underscores between digits are fine. */
function readCount(text: string): number | undefined {
  const count = /^\d+(_\d+)*$/.test(text) ? Number(text.replaceAll('_', '')) : 0;
  return count >= 1 && Number.isSafeInteger(count) ? count : undefined;
}

function limitParser(options: string, most: number): (text: string) => number {
  const read = (text: string) => {
    const count = readCount(text);
    return count !== undefined && count <= most ? count : undefined;
  };
  return parser(read, `${options} a whole number from 1 to ${most}`);
}

const parseCount = parser(
  readCount,
  `--characters takes a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, such as 1_000_000`,
);

export const parseCharacters = (text: string): Characters => characters(parseCount(text));
export const parseValidDays = parser(readCount, '--valid-days takes a whole number of days, such as 365');
export const parseEntry = parser(readCount, '--entry takes the number of a row of the journal, such as 12');
export const parseEntriesListed = limitParser('--limit takes', 10_000);
export const parseListed = limitParser('--limit takes', 1_000);
export const parseExpiresAt = parser(parseUtcTime, '--expires-at takes a time in UTC, such as 2027-11-20T00:00:00');
export const parseDay = parser(parseIsoDay, '--from and --to take a day, such as 2026-11-20');

/** @throws UsageError */
export function parseOrder(text: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(text)) throw new UsageError('--order takes 1 to 255 visible ASCII characters');
  return text;
}

/** @throws UsageError unless `text` is a currency code, in upper or lower case */
export function parseCurrency(text: string): string {
  const code = text.toUpperCase();
  if (!isCurrency(code)) throw new UsageError('--currency takes the three letters of ISO 4217, such as EUR');
  return code;
}

/** Reads an amount of money in the smallest unit of its currency. @throws UsageError */
export function parseAmountIn(text: string, { option, currency }: { option: string; currency: string }): number {
  const amount = parseAmount(text, currency);
  if (amount !== undefined) return amount;
  throw new UsageError(
    `${option} takes an amount with the decimals that ${currency} has, such as ${formatAmount(1_990, currency)}`,
  );
}

/** @throws UsageError unless `text` is a language code, or `*` */
export function entryLanguageArgument(text: string): EntryLanguage {
  const language = text === anyLanguage ? anyLanguage : parseLanguageTag(text);
  if (language === undefined) throw new UsageError(`${JSON.stringify(text)} is no language code such as es, or *`);
  return language;
}

export const languageArgument: (text: string) => LanguageTag = parser(
  parseLanguageTag,
  '--source and --target take a language code such as es',
);

/** Reads `es-en`, or `es:en` and `es>en`, for codes with hyphens. @throws UsageError if it is ambiguous or none */
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
