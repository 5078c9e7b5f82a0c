import { counted } from '../../ground/counts.ts';
import { dayMs } from '../../ground/units.ts';
import { type Key, type KeyId, playgroundKey } from '../../shop/keys/key-store.ts';
import { startOfDay, type UtcDay } from '../../shop/usage/usage-store.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { nameLanguage } from '../../text/languages/language-name.ts';
import { dayText } from '../pieces.ts';

/** The owner's name for a key, or its id if it is not in `keys`. */
export function keyName(id: KeyId, keys: readonly Pick<Key, 'id' | 'name'>[]): string {
  if (id === playgroundKey) return 'Playground';
  return keys.find((key) => key.id === id)?.name ?? id;
}

/** Behind the name of a key: the vendor whose API received the request. */
export function byApi(api: string | undefined): string {
  return api === undefined ? '' : `, ${api} API`;
}

/** `Spanish → English`; exports and addresses have the codes. */
export function pairWords(source: LanguageTag, target: LanguageTag): string {
  return `${languageName(source)} → ${languageName(target)}`;
}

const languageNames = new Map<LanguageTag, string>();
const namesMax = 1_000;

export function languageName(tag: LanguageTag): string {
  const name = languageNames.get(tag) ?? nameLanguage(tag).name;
  if (languageNames.size >= namesMax) languageNames.clear();
  languageNames.set(tag, name);
  return name;
}

export function dayWords(day: UtcDay): string {
  return dayText(startOfDay(day));
}

/** Returns how far away a moment is: `in 24 days`, `in 5 hours`, `3 days ago`. */
export function distance(ms: number): string {
  const size = Math.abs(ms);
  const { name, unitMs } = units.find(({ fromMs }) => size >= fromMs) ?? minute;
  // Near times are rounded down. A pack of 365 days is still shown with 365 days a moment later.
  const amount = size < farMs ? Math.floor(size / unitMs) : Math.round(size / unitMs);
  const words = counted(amount, name);
  return ms < 0 ? `${words} ago` : `in ${words}`;
}

const farMs = 60 * dayMs;

const minute = { name: 'minute', unitMs: 60_000, fromMs: 0 };

const units = [
  { name: 'day', unitMs: dayMs, fromMs: 2 * dayMs },
  { name: 'hour', unitMs: 3_600_000, fromMs: 7_200_000 },
];
