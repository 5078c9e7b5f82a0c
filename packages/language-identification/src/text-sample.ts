/** How much of a text is looked at, in UTF-16 units: all of a shorter one. */
export const sampleLength = 600;

const windows = 3;

/** Addresses and handles look the same in every language, or like English. */
const address = /^\W*(?:www\.|[a-z][a-z0-9+.-]*:\/\/|[\w.+-]*@)/i;
/** So do numbers, names of files and code. Only in ASCII, because some scripts do not separate words. */
const code = /^(?=[!-~]*$)[^]*(?:[\d_\\{}|=]|^[#/]|[a-z]\.[a-z]{2})/i;
const markup = /<[^<>]{0,300}>|&[a-z0-9#]{1,10};/gi;

/**
 * What the language of `text` is judged by: of a long text three windows, at the beginning, in the middle and at the
 * end, so that neither a title nor a signature in another language decides alone.
 *
 * @returns words divided by single spaces, composed (NFC); empty when nothing is left
 */
export function sampleText(text: string): string {
  const sample = text.length <= sampleLength ? text : windowsOf(text);
  const chunks = sample.replace(markup, ' ').split(/[\s\p{Cc}]+/u);
  return chunks
    .filter((chunk) => chunk !== '' && !address.test(chunk) && !code.test(chunk))
    .join(' ')
    .normalize('NFC');
}

function windowsOf(text: string): string {
  const length = sampleLength / windows;
  const starts = [0, Math.floor((text.length - length) / 2), text.length - length];
  return starts.map((start) => wholeWords(text.slice(start, start + length))).join(' ');
}

/** Without the first and the last word, which the window may have cut; all of it where it is a single one. */
function wholeWords(window: string): string {
  const first = window.search(/\s/);
  const last = window.search(/\s\S*$/);
  return first < last ? window.slice(first, last) : window;
}
