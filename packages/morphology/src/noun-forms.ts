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

export type Endings = {
  /** Parted by white space: words that look like plurals and are none. */
  readonly unchanged: string;
  readonly singulars: readonly EndingRule[];
  readonly plurals: readonly EndingRule[];
};

/** Shorter ones are mostly no nouns. */
const wordLengthMin = 4;

const letters = /^[\p{L}\p{M}-]+$/u;
/** Letters that are said one by one take no ending of the language. */
const acronym = /^[\p{Lu}\p{N}-]{1,5}$/u;

export function formsByEnding({ unchanged, singulars, plurals }: Endings): NounForms {
  const kept = new Set(unchanged.split(/\s+/));
  const isNoun = (word: string, written: string): boolean =>
    word.length >= wordLengthMin - 1 && letters.test(word) && !acronym.test(written) && !kept.has(word);
  return {
    singulars: (word, written) => {
      const singular =
        word.length >= wordLengthMin && isNoun(word, written) ? replaceEnding(word, singulars) : undefined;
      return singular === undefined || singular === word ? [] : [singular];
    },
    plural: (noun, written) => (isNoun(noun, written) ? replaceEnding(noun, plurals) : undefined),
  };
}
