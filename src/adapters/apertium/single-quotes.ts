/** A word of three letters or more: shorter ones are cut off words, as in "rock 'n' roll" and "'s morgens". */
const opening = /(?<![\p{L}\p{M}\p{N}'’])'(?=\p{L}{3})/gu;

/**
 * Writes a straight quotation mark before a quoted word as one that opens. Dictionaries take a straight one for the
 * apostrophe of a contraction: to them "'really" is "are" with something behind it.
 */
export function openSingleQuotes(text: string): string {
  const last = text.lastIndexOf("'");
  return text.replace(opening, (quote, index: number) => (index < last ? '‘' : quote));
}
