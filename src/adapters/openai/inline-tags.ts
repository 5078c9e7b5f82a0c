import { noncharacter, readToken, type TokenRole, tokenPattern, writeToken } from '../../core/document/token.ts';
import type { SegmentTerm } from '../../core/engine/engine.ts';
import type { AskedSentence } from './exchange.ts';

/** A segment as a language model reads it: with tags where its tokens stand. */
export type TaggedSegment = AskedSentence & {
  /**
   * Puts the tokens back. They may be fewer than there were, or stand more than once.
   *
   * @returns undefined when `translation` holds a tag or a token that the segment does not have, or half a character
   */
  restore(translation: string): string | undefined;
};

type Kind = 'x' | 'g' | 'p' | 's';

/** The first two as XLIFF calls them, which models have seen. Source: XLIFF 1.2, inline elements. */
const kindOf: Readonly<Record<TokenRole, Kind>> = { word: 'x', open: 'g', close: 'g', point: 'p', space: 's' };

/** What looks like one of ours, with the letters that set a family of tags apart. Four letters: more families than fit. */
const lookalike = /<[\s/]*[xgps]([a-z]{0,4})\d/gi;

/**
 * Tags are `<x1/>`, or with letters between, `<xb1/>`, where the text itself holds what looks like `<x1`: no text can
 * bring a tag of ours along, nor can what is wanted for a term. They are numbered as they come, so that the text does
 * not depend on the tokens' numbers.
 */
export function writeTags(segment: string, terms: readonly SegmentTerm[]): TaggedSegment {
  const family = unusedFamily([segment, ...terms.map(({ wanted = '' }) => wanted)]);
  const tokens = new Map<string, string>();
  const wanted = new Map(terms.map((term) => [term.number, term.wanted]));
  const named: [tag: string, words: string][] = [];
  const ordinals = new Map<string, number>();
  const text = segment.replace(tokenPattern, (token) => {
    const { role, number } = readToken(token);
    const kind = kindOf[role];
    const own = kind + String(number);
    const ordinal = ordinals.get(own) ?? ordinals.size + 1;
    ordinals.set(own, ordinal);
    tokens.set(keyOf(role, ordinal), writeToken(role, number));
    const name = kind + family + String(ordinal);
    const words = wanted.get(number);
    if (words !== undefined && (role === 'open' || role === 'word')) named.push([name, words]);
    return tagOf(role, name);
  });
  const pattern = new RegExp(`<([\\s/]*)([xgps])${family}(\\d+)([\\s/]*)>`, 'gi');
  const asked = { text, terms: named.length === 0 ? undefined : Object.fromEntries(named) };
  return { ...asked, restore: (translation) => restore(translation, { pattern, tokens }) };
}

function tagOf(role: TokenRole, name: string): string {
  if (role === 'open') return `<${name}>`;
  return role === 'close' ? `</${name}>` : `<${name}/>`;
}

function keyOf(role: TokenRole, ordinal: number): string {
  return `${role} ${ordinal}`;
}

/** '', 'a' to 'z', 'aa' and so on: the first that nothing in the texts looks like. */
function unusedFamily(texts: readonly string[]): string {
  const lookalikes = texts.flatMap((text) => [...text.matchAll(lookalike)]);
  const used = new Set(lookalikes.map(([, family = '']) => family.toLowerCase()));
  for (let index = 0; ; index++) {
    const family = familyAt(index);
    if (!used.has(family)) return family;
  }
}

function familyAt(index: number): string {
  return index === 0 ? '' : familyAt(Math.floor((index - 1) / 26)) + String.fromCharCode(97 + ((index - 1) % 26));
}

type Known = { readonly pattern: RegExp; readonly tokens: ReadonlyMap<string, string> };

function restore(translation: string, { pattern, tokens }: Known): string | undefined {
  if (noncharacter.test(translation) || !translation.isWellFormed()) return undefined;
  let isOurs = true;
  const restored = translation.replace(
    pattern,
    (...[, before = '', kind = '', ordinal, after = '']: readonly string[]) => {
      const roles = rolesOf(kind.toLowerCase(), { isEnd: before.includes('/'), isEmpty: after.includes('/') });
      const written = roles.map((role) => tokens.get(keyOf(role, Number(ordinal))));
      if (written.length === 0 || written.includes(undefined)) isOurs = false;
      return written.join('');
    },
  );
  return isOurs ? restored : undefined;
}

/** Which tokens a tag stands for: a pair with nothing in it may be written as one tag. None for the end of what has none. */
function rolesOf(
  kind: string,
  { isEnd, isEmpty }: { readonly isEnd: boolean; readonly isEmpty: boolean },
): readonly TokenRole[] {
  if (kind === 'g') {
    if (isEnd) return ['close'];
    return isEmpty ? ['open', 'close'] : ['open'];
  }
  const role = soleRoles[kind];
  return isEnd || role === undefined ? [] : [role];
}

const soleRoles: Readonly<Record<string, TokenRole>> = { x: 'word', p: 'point', s: 'space' };
