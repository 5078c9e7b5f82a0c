export type PluralCategory = Intl.LDMLPluralRule;

/** The plural categories of a language, `other` among them. */
export function pluralCategories(language: string): readonly PluralCategory[] {
  const usual: readonly PluralCategory[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
  const own = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return usual.filter((category) => own.includes(category));
}
