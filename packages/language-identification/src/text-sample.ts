/** Length of the sample of a longer text, in UTF-16 units. */
export const sampleLength = 600;

const windows = 3;

/** Addresses and handles show no language, or seem English. */
const address = /^\W*(?:www\.|[a-z][a-z0-9+.-]*:\/\/|[\w.+-]*@)/i;
/** Numbers, file names and code. ASCII only, because some scripts do not separate words. */
const code = /^(?=[!-~]*$)[^]*(?:[\d_\\{}|=]|^[#/]|[a-z]\.[a-z]{2})/i;
const markup = /<[^<>]{0,300}>|&[a-z0-9#]{1,10};/gi;

/**
 * Returns the part of `text` to identify: three windows (beginning, middle, end) of a long text, because a title or a
 * signature may be in another language.
 *
 * @returns words separated by single spaces, in NFC; may be empty
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

/** Removes the first and the last word, which the window may have cut. Returns a single word unchanged. */
function wholeWords(window: string): string {
  const first = window.search(/\s/);
  const last = window.search(/\s\S*$/);
  return first < last ? window.slice(first, last) : window;
}
