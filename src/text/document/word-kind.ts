import type { WordKind } from './token.ts';

/** What most programs call a number: `n`, `numFiles`, `item_count`, `user.posts.length`. */
const name = String.raw`(?:n|num\w*|[\w.-]*(?:(?<!ac)count|number|total|amount|quantity|qty|length|minutes|hours|days|cantidad|n[uú]mero|d[ií]as))`;
const number = new RegExp(
  String.raw`^(?:#|%(?:\d\$)?[-+#0,' ]*\d*(?:\.\d+)?(?:hh?|ll?|[jztL])?[diuf]|(?:[#$%@]?\{{1,3} ?\$?|[%\\]\(|[:%@!$<])${name}(?:[^\w{}][^{}]*)?\}{0,3})$`,
  'iu',
);
/** Before a plural it is a number too. Before a verb with the same ending, a figure does no harm. */
const nameless = /^(?:%(?:\d\$)?[s@]|%\d|\{\d{0,2}\})$/;
const plural = /^ \p{Ll}{3,}\(?s(?!\p{L})/u;
/** A word of Latin letters without a plural among it and the next two. Models keep an irregular plural after 1. */
const singular = /^ (?!(?:\p{Ll}+ ){0,2}\p{Ll}{3,}\(?s(?!\p{L}))[a-zß-ÿ]/u;
const date = /^(?:\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2\d{4})$/;

/** @param written a `word` span. `after`: what follows it; a few words are enough */
export function wordKindOf(written: string, after: string): WordKind {
  if (date.test(written)) return 'date';
  if (number.test(written)) return singular.test(after) ? 'one' : 'many';
  return nameless.test(written) && plural.test(after) ? 'many' : 'noun';
}
