import { findProtectedSpans } from '../document/protected-spans/find-protected-spans.ts';
import { noncharacter, readToken, tokenPattern } from '../document/token.ts';
import { withoutTokens } from './words.ts';

/** Signs that occur in markup. Engines use some as their own signs: `*unknown`, `@verb`, `**bold**`. */
const structural = /[<>{}[\]$%@#&*_`~|\\/]/;
const structurals = new RegExp(structural, 'g');
/** A number with its unit or currency: engines may write these by their signs. */
const quantity = /^(?:[^\p{Nd}{}<>[\]`%#@]{0,5}\p{Nd}|[%٪]\p{Nd}{1,9}$)/u;

/** Whether `translation` holds the tokens of `sentence`, each as often, with its pairs nested, and no other mark. */
export function keepsProtectedSpans(sentence: string, translation: string): boolean {
  return keepsTokens(sentence, translation) && !inventsMarks(sentence, translation);
}

/** Whether `translation` holds the tokens of `sentence`, each as often, and its pairs nested. */
export function keepsTokens(sentence: string, translation: string): boolean {
  // Two searches that mostly find nothing cost far less than taking both apart.
  const [sent, came] = [noncharacter.test(sentence), noncharacter.test(translation)];
  if (!sent && !came) return true;
  if (sent !== came) return false;
  const tokens = translation.match(tokenPattern) ?? [];
  const sentTokens = sentence.match(tokenPattern) ?? [];
  return (
    tokens.length === sentTokens.length &&
    areSame(tokens, sentTokens) &&
    !noncharacter.test(translation.replace(tokenPattern, '')) &&
    isNested(tokens)
  );
}

/** Whether both hold each token as often; mostly they do in the same order. */
function areSame(tokens: readonly string[], others: readonly string[]): boolean {
  return tokens.join('') === others.join('') || tokens.toSorted().join('') === others.toSorted().join('');
}

/** Whether each opening token is closed by its own counterpart, and the innermost first. */
export function isNested(tokens: readonly string[]): boolean {
  const open: number[] = [];
  for (const token of tokens) {
    const { role, number } = readToken(token);
    if (role === 'open') open.push(number);
    if (role === 'close' && open.pop() !== number) return false;
  }
  return open.length === 0;
}

/** Whether something in the words of `translation` would be read as a mark that the words of `sentence` do not hold. */
function inventsMarks(sentence: string, translation: string): boolean {
  if (!structural.test(translation)) return false;
  const words = withoutTokens(sentence);
  return marksIn(withoutTokens(translation)).some((mark) => !words.includes(mark) && holdsMoreSigns(mark, words));
}

/** Signs that stand alone in the source may come to stand before a word: that invents nothing. */
function holdsMoreSigns(mark: string, words: string): boolean {
  const signs = new Set(mark.match(structurals));
  return [...signs].some((sign) => mark.split(sign).length > words.split(sign).length);
}

function marksIn(text: string): readonly string[] {
  return findProtectedSpans(text)
    .spans.map(({ start, end }) => text.slice(start, end))
    .filter((mark) => structural.test(mark) && !quantity.test(mark));
}
