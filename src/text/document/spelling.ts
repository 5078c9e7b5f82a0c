import { entityCharacters } from './protected-spans/entity-names.ts';
import type { Rewritten } from './rewritten.ts';
import type { SpelledCharacter } from './span.ts';

const entityNames = new Map([...entityCharacters].map(([name, character]) => [character, name]));

const letters = /\p{L}/u;
const eachLetter = /\p{L}/gu;
const accented = /[^\0-\x7F]/;
const spellable = /[\p{L}\p{M}]/u;
const accentedLetters = /(?![\0-\x7F])[\p{L}\p{M}]/gu;
const apostrophes = /(?<=[\p{L}>}*_`])['’ʼ‘\u200C\u200D](?=\p{L})/gu;

/** Returns a function that writes characters as the sentence does: `d&eacute;j&agrave;` if it has `caf&eacute;`. */
export function spellingOf(spelled: readonly SpelledCharacter[], text: string): (translation: Rewritten) => void {
  const written = new Map<string, string>();
  for (const { character, start, end } of spelled) {
    if (!written.has(character)) written.set(character, text.slice(start, end));
  }
  const first = spelled.find(({ character }) => accented.test(character) && spellable.test(character));
  let mnemonic = spelled.find(({ spelling }) => spelling === 'mnemonic');
  return (translation) => {
    if (mnemonic && letters.test(translation.text)) {
      addMnemonic(translation, text.slice(mnemonic.start, mnemonic.end), text.charAt(mnemonic.end));
      mnemonic = undefined;
    }
    if (first !== undefined) {
      translation.replace(accentedLetters, (found) => written.get(found) ?? spell(found, first.spelling));
    }
    translation.replace(apostrophes, (apostrophe) => written.get(apostrophe) ?? apostrophe);
  };
}

/** Writes the sign of a key before its letter, or else before the first letter. */
function addMnemonic(translation: Rewritten, sign: string, key: string): void {
  const own = translation.text.toLowerCase().indexOf(key.toLowerCase());
  const at = own < 0 ? translation.text.search(letters) : own;
  translation.replace(eachLetter, (found, offset) => (offset === at ? sign + found : found));
}

function spell(character: string, spelling: SpelledCharacter['spelling']): string {
  const name = spelling === 'named' ? entityNames.get(character) : undefined;
  if (name !== undefined) return `&${name};`;
  if (spelling === 'escaped')
    return character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const codePoint = character.codePointAt(0) ?? 0;
  return spelling === 'hexadecimal' ? `&#x${codePoint.toString(16).toUpperCase()};` : `&#${codePoint};`;
}
