/** Length of the sample of a longer text, in UTF-16 units. */
export const sampleLength = 600;

const windows = 3;

/** The sign before a comment, which alone is in a language. */
const comment = /\s(?:\/\/|\/\*|#|(--))\s/;
const codeSign = /[;{}=]/;
const statement =
  /^\s*(?:class|const|def|docker|from|func|function|git|import|include|let|npm|pip|print|public|return|sudo|use|var)\s/;
const anyLetter = /\p{L}/u;
/** Addresses and handles show no language, or seem English. */
const address = /^\W*(?:www\.|[a-z][a-z0-9+.-]*:\/\/|[\w.+-]*@)/i;
/** Numbers, file names and code. ASCII only, because some scripts do not separate words. */
const code = /^(?=[!-~]*$)[^]*(?:[\d_\\{}|=]|^[#/]|[a-z]\.[a-z]{2})/i;
const number = /^\W*\d[\d.,:/]*\W*$/;
/** After a number. */
const unit = /^(?:[kmgt]i?[bo]|[kmg]?hz|m?ah|[cdkmµ]?[glm]|[km]?wh?|v|db|dpi|fps|mp|px)[²³]?[.,;]?$/i;
const markup = /<[^<>]{0,300}>|&[a-z0-9#]{1,10};/gi;
const sentence = /\p{L}[,;:.!?](?:\s|$)/u;
const capital = /\p{Lu}/u;

/**
 * Returns the part of `text` to identify: three windows (beginning, middle, end) of a long text, because a title or a
 * signature may be in another language. Addresses, numbers with their units, and code are no evidence. Neither are the
 * capitalised words of a product title, because they are names.
 *
 * @returns words separated by single spaces, in NFC; may be empty
 */
export function sampleText(text: string): string {
  const sample = text.length <= sampleLength ? text : windowsOf(text);
  const plain = sample.split('\n').map(withoutCode).join('\n').replace(markup, ' ');
  const chunks = plain.split(/[\s\p{Cc}]+/u).filter((chunk) => chunk !== '' && !address.test(chunk));
  const isCode = (chunk: string, at: number): boolean =>
    code.test(chunk) || (unit.test(chunk) && number.test(chunks[at - 1] ?? ''));
  const words = chunks.filter((chunk, at) => !isCode(chunk, at));
  const common = words.filter((chunk) => !capital.test(chunk));
  const names = words.length - common.length;
  const codes = chunks.filter((chunk, at) => isCode(chunk, at) && !number.test(chunk)).length;
  const hasNumber = words.length < chunks.length;
  const isTitle = hasNumber && !sentence.test(plain) && common.length > 0 && names > 1 && names + codes > common.length;
  return (isTitle ? common : words).join(' ').normalize('NFC');
}

function withoutCode(line: string): string {
  const found = comment.exec(line);
  if (found === null) return line;
  const [before, after] = [line.slice(0, found.index), line.slice(found.index + found[0].length)];
  // Two hyphens may be a dash.
  const isCode = codeSign.test(before) || (found[1] === undefined && statement.test(before));
  return isCode && anyLetter.test(after) ? after : line;
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
