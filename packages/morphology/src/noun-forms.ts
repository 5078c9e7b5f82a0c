/** The singulars and plurals of one language's nouns, as far as endings show them. */
export type NounForms = {
  /** @param word in lower case; `written` with its capitals */
  singulars(word: string, written: string): readonly string[];
  plural(noun: string, written: string): string | undefined;
};

/** An ending and its replacement; undefined if the ending does not decide. The first rule that matches applies. */
export type EndingRule = readonly [ending: RegExp, replacement: string | undefined];

/** The rules of one language in `rules.json`. */
export type ListedRules = {
  /** Words that look like plurals but are none, several in each string. */
  readonly unchanged: readonly string[];
  /** Pairs of a regular expression and a replacement, or null. */
  readonly singulars: readonly (readonly (string | null)[])[];
  readonly plurals: readonly (readonly (string | null)[])[];
};

/** Returns the words of strings with several words each. */
export function wordsOf(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}

export function endingRules(listed: readonly (readonly (string | null)[])[]): readonly EndingRule[] {
  return listed.map(([ending, replacement]) => [new RegExp(ending ?? '', 'u'), replacement ?? undefined]);
}

export function replaceEnding(word: string, rules: readonly EndingRule[]): string | undefined {
  for (const [ending, replacement] of rules) {
    if (ending.test(word)) return replacement === undefined ? undefined : word.replace(ending, replacement);
  }
  return undefined;
}

/** Shorter words are mostly no nouns. */
const wordLengthMin = 4;

const letters = /^[\p{L}\p{M}-]+$/u;
/** Letters that are pronounced one by one take no ending of the language. */
const acronym = /^[\p{Lu}\p{N}-]{1,5}$/u;

export function formsByEnding(listed: ListedRules): NounForms {
  const unchanged = new Set(wordsOf(listed.unchanged));
  const singulars = endingRules(listed.singulars);
  const plurals = endingRules(listed.plurals);
  const isNoun = (word: string, written: string): boolean =>
    word.length >= wordLengthMin - 1 && letters.test(word) && !acronym.test(written) && !unchanged.has(word);
  return {
    singulars: (word, written) => {
      const singular =
        word.length >= wordLengthMin && isNoun(word, written) ? replaceEnding(word, singulars) : undefined;
      return singular === undefined || singular === word ? [] : [singular];
    },
    plural: (noun, written) => (isNoun(noun, written) ? replaceEnding(noun, plurals) : undefined),
  };
}
