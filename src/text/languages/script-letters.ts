import furtherScripts from './further-scripts.json' with { type: 'json' };
import type { LanguageTag } from './language.ts';
import { tagParts } from './language-tag.ts';

/** Writing systems that combine several scripts. Source: ISO 15924. */
const compounds: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
  Hanb: ['Hani', 'Bopo'],
  Aran: ['Arab'],
};

/** Languages also written in another script than their likely one. Source: Unicode CLDR, languageData. */
const alsoWrittenIn: Readonly<Record<string, readonly string[]>> = furtherScripts;

/** Expressions for the letters of a script: `any` matches one in a text; `runs` is global, so not for `test`. */
export type ScriptLetters = { readonly any: RegExp; readonly runs: RegExp };

const known = new Map<string, ScriptLetters | undefined>();

/** Returns the letters of the language of `tag`; undefined when its script is unknown. */
export function lettersOfLanguage(tag: LanguageTag): ScriptLetters | undefined {
  const { language, script } = tagParts(tag);
  return script === undefined ? undefined : lettersOf([script, ...(alsoWrittenIn[language] ?? [])]);
}

/**
 * `scripts`: ISO 15924. Undefined for a script unknown to regular expressions. Never evicts: there are about 170 scripts
 * and a few languages with several.
 */
export function lettersOf(scripts: readonly string[]): ScriptLetters | undefined {
  const name = scripts.join();
  if (!known.has(name)) known.set(name, compile(scripts.flatMap((script) => compounds[script] ?? [script])));
  return known.get(name);
}

function compile(scripts: readonly string[]): ScriptLetters | undefined {
  const letters = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
  try {
    return { any: new RegExp(letters, 'u'), runs: new RegExp(`${letters}+`, 'gu') };
  } catch {
    return undefined;
  }
}

/** Scripts without spaces between words, for a character class. Source: UAX #14, class SA; UAX #29, section 4. */
export const unspacedScripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}`;
