export type PluralCategory = Intl.LDMLPluralRule;

const usual: readonly PluralCategory[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** `Intl.PluralRules` takes 20 µs to make, and a file may have 100,000 plurals. */
const known = new Map<string, readonly PluralCategory[]>();

/** The plural categories of a language, `other` among them. */
export function pluralCategories(language: string, type: Intl.PluralRuleType = 'cardinal'): readonly PluralCategory[] {
  const key = `${type} ${language}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const own = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
  const categories = usual.filter((category) => own.includes(category));
  if (known.size < 1_000) known.set(key, categories);
  return categories;
}

export const isPluralCategory = (name: string): name is PluralCategory => usual.some((category) => category === name);
