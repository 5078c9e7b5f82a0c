/** A slash between forms. Slashes of the sentence are escaped with a backslash. */
const bareSlash = /[^\\[]\//;
const word = /(?:\\[\s\S]|[^\s\\[\]])+/g;
const form = /(?:\\[\s\S]|[^\\/])+/g;

/** "lagt til/lagða til": the next form repeats the last word of the first one. */
const forms = /(?<!\S)([^\s\\[\]/]+)\/(?:[^\s\\[\]/]+ ){1,2}\1(?![\p{L}\p{M}])/gu;

/**
 * Returns a reply with one form of each word for which the generator has several: "landa/landmärken" becomes
 * "landmärken". The longest form is kept, because the others are often parts of it, or the first of equally long ones.
 */
export function withOneForm(reply: string): string {
  return bareSlash.test(reply) ? reply.replace(forms, '$1').replace(word, longestForm) : reply;
}

function longestForm(written: string): string {
  if (!written.includes('/')) return written;
  const found: readonly string[] = written.match(form) ?? [];
  const [first = written, ...others] = found;
  if (others.length === 0) return written;
  const before = /^[^\p{L}\p{N}]*/u.exec(first)?.[0] ?? '';
  const behind = /[^\p{L}\p{M}\p{N}]*$/u.exec(others.at(-1) ?? '')?.[0] ?? '';
  const bare = [
    first.slice(before.length),
    ...others.slice(0, -1),
    (others.at(-1) ?? '').slice(0, -behind.length || undefined),
  ];
  return before + bare.reduce((longest, one) => (one.length > longest.length ? one : longest)) + behind;
}
