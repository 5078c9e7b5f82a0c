/** What a language's endings say of nouns. */
export type NounForms = {
  /** @param word in small letters; `written` as it stands */
  singulars(word: string, written: string): readonly string[];
  plural(noun: string, written: string): string | undefined;
};

/** An ending and what takes its place; `undefined` where it says nothing. The first that fits decides. */
export type EndingRule = readonly [ending: RegExp, replacement: string | undefined];

export function replaceEnding(word: string, rules: readonly EndingRule[]): string | undefined {
  for (const [ending, replacement] of rules) {
    if (ending.test(word)) return replacement === undefined ? undefined : word.replace(ending, replacement);
  }
  return undefined;
}

/** Pairs of singular and plural, as `one/other one/other`, both ways. */
export function irregularForms(pairs: string): {
  readonly singulars: ReadonlyMap<string, string>;
  readonly plurals: ReadonlyMap<string, string>;
} {
  const entries = pairs.split(/\s+/).map((pair) => pair.split('/'));
  return {
    singulars: new Map(entries.map(([singular = '', plural = '']) => [plural, singular])),
    plurals: new Map(entries.map(([singular = '', plural = '']) => [singular, plural])),
  };
}
