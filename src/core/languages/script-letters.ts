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

/**
 * Languages that are also written in another script than the one that their bare tag means.
 * Source: Unicode CLDR, supplemental data, languageData.
 */
const alsoWrittenIn: Readonly<Record<string, readonly string[]>> = {
  az: ['Cyrl', 'Arab'],
  be: ['Latn'],
  bs: ['Cyrl'],
  ha: ['Arab'],
  kk: ['Latn', 'Arab'],
  ku: ['Arab'],
  ky: ['Latn', 'Arab'],
  mn: ['Mong'],
  ms: ['Arab'],
  pa: ['Arab'],
  sd: ['Deva'],
  sr: ['Latn', 'Cyrl'],
  tg: ['Latn', 'Arab'],
  tk: ['Cyrl', 'Arab'],
  tt: ['Latn', 'Arab'],
  ug: ['Latn', 'Cyrl'],
  uz: ['Cyrl', 'Arab'],
};

/** The letters of a script: one anywhere in a text, and every stretch of them (global, so not for `test`). */
export type ScriptLetters = { readonly any: RegExp; readonly runs: RegExp };

const known = new Map<string, ScriptLetters | undefined>();

/**
 * @param script ISO 15924
 * @returns undefined for a script that regular expressions do not know
 */
export function lettersOfScript(script: string): ScriptLetters | undefined {
  return lettersOf([script]);
}

/** The letters of the language of `tag`; undefined when its script is unknown. */
export function lettersOfLanguage(tag: LanguageTag): ScriptLetters | undefined {
  const { language, script } = tagParts(tag);
  return script === undefined ? undefined : lettersOf([script, ...(alsoWrittenIn[language] ?? [])]);
}

/** There are about 170 scripts and a few languages with several, so that all may be kept. */
function lettersOf(scripts: readonly string[]): ScriptLetters | undefined {
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
