/** Serbian Cyrillic letters in Serbian Latin ones; three of them take two. Source: the Serbian orthography (Pravopis). */
const latinLetters: Readonly<Record<string, string>> = Object.fromEntries(
  [...'абвгдђежзијклљмнњопрстћуфхцчџш'].flatMap((letter, index) => {
    const latin = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ')[index] ?? letter;
    const title = latin.charAt(0).toUpperCase() + latin.slice(1);
    return [
      [letter, latin],
      [letter.toUpperCase(), title],
    ];
  }),
);

/**
 * Puts Serbian Cyrillic into Latin letters; everything else stays. One letter always gives the same letters, except
 * that Љ, Њ and Џ inside a word of capitals become two capitals. The way back is not a function, so there is none.
 */
export function latinizeSerbian(text: string): string {
  return text.replace(/[А-ШЂЈЉЊЋЏа-шђјљњћџ]/g, (letter, index: number) => {
    const latin = latinLetters[letter] ?? letter;
    return latin.length === 2 && isInCapitals(text, index) ? latin.toUpperCase() : latin;
  });
}

function isInCapitals(text: string, index: number): boolean {
  const isCapital = (letter: string): boolean => /\p{Lu}/u.test(letter);
  if (!isCapital(text.charAt(index))) return false;
  const next = text.charAt(index + 1);
  // At the end of a word the letter before decides: ИЊ ends in NJ, while Њ alone is Nj.
  return /\p{L}/u.test(next) ? isCapital(next) : isCapital(text.charAt(index - 1));
}
