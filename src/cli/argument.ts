import { anyLanguage, type TermLanguage } from '../core/glossary/term.ts';
import { parseLanguageTag } from '../core/languages/language-tag.ts';
import { formatAmount, isCurrency, parseAmount } from '../core/orders/currency.ts';
import { type Characters, characters, type UnixMs } from '../core/units.ts';
import type { UtcDay } from '../core/usage/usage-store.ts';
import { parseUtcDate, parseUtcTime } from './utc-time.ts';

/** A wrong command line; the message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError unless `text` is a whole number from 1 to 2^53-1; single underscores between digits are fine */
export function parseCharacters(text: string): Characters {
  const count = parseWholeNumber(text);
  if (count === undefined || count < 1) {
    const most = Number.MAX_SAFE_INTEGER;
    throw new UsageError(`--characters takes a whole number from 1 to ${most}, such as 1_000_000`);
  }
  return characters(count);
}

/** @throws UsageError */
export function parseValidDays(text: string): number {
  const days = parseWholeNumber(text);
  if (days === undefined || days < 1) throw new UsageError('--valid-days takes a whole number of days, such as 365');
  return days;
}

/** @throws UsageError */
export function parseEntry(text: string): number {
  const entry = parseWholeNumber(text);
  if (entry === undefined || entry < 1)
    throw new UsageError('--entry takes the number of a row of the journal, such as 12');
  return entry;
}

/** @throws UsageError */
export function parseExpiresAt(text: string): UnixMs {
  const time = parseUtcTime(text);
  if (time === undefined) throw new UsageError('--expires-at takes a time in UTC, such as 2027-11-20T00:00:00');
  return time;
}

/** @throws UsageError */
export function parseDay(text: string): UtcDay {
  const day = parseUtcDate(text);
  if (day === undefined) throw new UsageError('--from and --to take a day, such as 2026-11-20');
  return day;
}

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

/**
 * Reads an amount of money in the smallest unit of its currency.
 *
 * @throws UsageError
 */
export function parseAmountIn(text: string, { option, currency }: { option: string; currency: string }): number {
  const amount = parseAmount(text, currency);
  if (amount !== undefined) return amount;
  throw new UsageError(
    `${option} takes an amount with the decimals that ${currency} has, such as ${formatAmount(1_990, currency)}`,
  );
}

/** @throws UsageError unless `text` is a language code, or `*` */
export function parseTermLanguage(text: string): TermLanguage {
  const language = text === anyLanguage ? anyLanguage : parseLanguageTag(text);
  if (language === undefined) throw new UsageError(`${JSON.stringify(text)} is no language code such as es, or *`);
  return language;
}

const termsListedMax = 10_000;

/** @throws UsageError */
export function parseTermsListed(text: string): number {
  const count = parseWholeNumber(text);
  if (count !== undefined && count >= 1 && count <= termsListedMax) return count;
  throw new UsageError(`--limit takes a whole number from 1 to ${termsListedMax}`);
}

const listedMax = 1_000;

/** @throws UsageError */
export function parseListed(text: string): number {
  const count = parseWholeNumber(text);
  if (count !== undefined && count >= 1 && count <= listedMax) return count;
  throw new UsageError(`--limit takes a whole number from 1 to ${listedMax}`);
}

const candidateCountMax = 1_000;

/** @throws UsageError */
export function parseCandidateCount(text: string): number {
  const count = parseWholeNumber(text);
  if (count !== undefined && count >= 1 && count <= candidateCountMax) return count;
  throw new UsageError(`--at-least and --limit take a whole number from 1 to ${candidateCountMax}`);
}

function parseWholeNumber(text: string): number | undefined {
  if (!/^\d+(_\d+)*$/.test(text)) return undefined;
  const number = Number(text.replaceAll('_', ''));
  return Number.isSafeInteger(number) ? number : undefined;
}
