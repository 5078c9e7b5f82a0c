import { entityCharacters } from './protected-spans/entity-names.ts';
import type { Rewritten } from './rewritten.ts';
import type { SpelledCharacter } from './span.ts';

const entityNames = new Map([...entityCharacters].map(([name, character]) => [character, name]));

const accented = /[^\0-\x7F]/;
const spellable = /[\p{L}\p{M}]/u;
const accentedLetters = /(?![\0-\x7F])[\p{L}\p{M}]/gu;
const apostrophes = /(?<=\p{L})['’ʼ‘\u200C\u200D](?=\p{L})/gu;

/** Returns a function that writes characters as the sentence does: `d&eacute;j&agrave;` if it has `caf&eacute;`. */
export function spellingOf(spelled: readonly SpelledCharacter[], text: string): (translation: Rewritten) => void {
  const written = new Map<string, string>();
  for (const { character, start, end } of spelled) {
    if (!written.has(character)) written.set(character, text.slice(start, end));
  }
  const first = spelled.find(({ character }) => accented.test(character) && spellable.test(character));
  return (translation) => {
    if (first !== undefined) {
      translation.replace(accentedLetters, (found) => written.get(found) ?? spell(found, first.spelling));
    }
    translation.replace(apostrophes, (apostrophe) => written.get(apostrophe) ?? apostrophe);
  };
}

function spell(character: string, spelling: SpelledCharacter['spelling']): string {
  const name = spelling === 'named' ? entityNames.get(character) : undefined;
  if (name !== undefined) return `&${name};`;
  if (spelling === 'escaped')
    return character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const codePoint = character.codePointAt(0) ?? 0;
  return spelling === 'hexadecimal' ? `&#x${codePoint.toString(16).toUpperCase()};` : `&#${codePoint};`;
}
