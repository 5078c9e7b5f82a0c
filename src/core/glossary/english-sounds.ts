/** Letters whose names begin with a vowel: "an FTP server", "a URL". */
const vowelLetters = /^[AEFHILMNORSX]/;

/** Written with a vowel and spoken with a consonant: "a user", "a European", "a one-off". */
const consonantSounds =
  /^(?:uni(?!n|m[pb]|d[ei])|us[aeiu]|ut[eio](?!n)|ur[aei]|ubi|ufo|uk(?:r|u)|eu|ewe|once|one(?![a-z])|one-|ouija|u(?![a-z])|u-)/i;

/** Written with "h" and spoken without: "an hour", "an honest user". */
const silentH = /^(?:hour|honest|honou?r|heir)/i;

/** Said as words though they are in capitals: "a NATO base", "a LAN", "a RAM chip". */
const saidAsWords = new Set(
  'FAQ HIPAA LAN LASER LED LIDAR MIDI MIME NAS NASA NATO NAND NOR RADAR RAM RAID REST ROM SAN SARS SIM SCUBA SOAP SONAR MAC MAN'.split(
    ' ',
  ),
);

/** Figures that are said with a vowel first: 8, 11, 18, 80 and their like. */
const vowelFigures = /^(?:8|1[18](?!\d)|1[18](?:\d{3})+(?!\d))/;

/**
 * Whether the first word of `text` begins with a vowel sound in English.
 *
 * @returns undefined when unknown
 */
export function beginsWithVowel(text: string): boolean | undefined {
  const [first] = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/u) ?? [];
  if (first === undefined) return undefined;
  if (/^\d/.test(first)) return vowelFigures.test(first.replaceAll(/\D.*/g, ''));
  const [letters = ''] = first.match(/^\p{L}+/u) ?? [];
  if (isSpelled(letters)) return vowelLetters.test(letters);
  if (silentH.test(first)) return true;
  if (consonantSounds.test(first)) return false;
  const plain = first.normalize('NFD');
  return /^[a-z]/i.test(plain) ? /^[aeiou]/i.test(plain) : undefined;
}

/** An acronym that is said letter by letter: one letter, or capitals that make no word. */
function isSpelled(letters: string): boolean {
  const [capitals = ''] = letters.match(/^[A-Z]+/) ?? [];
  if (capitals.length === 1) return letters.length === 1;
  if (capitals.length < 2 || !/^[A-Z]+s?$/.test(letters) || saidAsWords.has(capitals)) return false;
  // Two or three letters are mostly spelled; more of them where no vowel is among them.
  return capitals.length <= 3 || !/[AEIOU]/.test(capitals);
}
