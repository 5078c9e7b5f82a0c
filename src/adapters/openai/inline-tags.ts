import { noncharacter, readToken, type TokenRole, tokenPattern, writeToken } from '../../text/document/token.ts';
import type { SegmentEntry } from '../../text/engine/engine.ts';
import type { AskedSentence } from './exchange.ts';

/** A segment for a language model, with tags in place of its tokens. */
export type TaggedSegment = AskedSentence & {
  /** Tokens may be missing or repeated. Undefined for a lone surrogate, or a tag or token that the segment lacks. */
  restore(translation: string): string | undefined;
};

type Kind = 'x' | 'g' | 'p' | 's';

/** `x` and `g` are XLIFF's names, which models know. Source: XLIFF 1.2, inline elements. */
const kindOf: Readonly<Record<TokenRole, Kind>> = { word: 'x', open: 'g', close: 'g', point: 'p', space: 's' };

/** Text that looks like a tag, and the letters of its family. No text can use all families of four letters. */
const lookalike = /<[\s/]*[xgps]([a-z]{0,4})\d/gi;

/**
 * Replaces tokens by tags such as `<x1/>`, or with more letters (`<xb1/>`) if the text or a wanted translation contains
 * something like `<x1`. Numbered in order, so that the result does not depend on the numbers of the tokens.
 */
export function writeTags(segment: string, entries: readonly SegmentEntry[]): TaggedSegment {
  const family = unusedFamily([segment, ...entries.map(({ wanted = '' }) => wanted)]);
  const tokens = new Map<string, string>();
  const wanted = new Map(entries.map((entry) => [entry.number, entry.wanted]));
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
  const asked = { text, entries: named.length === 0 ? undefined : Object.fromEntries(named) };
  return { ...asked, restore: (translation) => restore(translation, { pattern, tokens }) };
}

function tagOf(role: TokenRole, name: string): string {
  if (role === 'open') return `<${name}>`;
  return role === 'close' ? `</${name}>` : `<${name}/>`;
}

function keyOf(role: TokenRole, ordinal: number): string {
  return `${role} ${ordinal}`;
}

/** Returns the first of '', 'a' to 'z', 'aa' and so on that no lookalike in the texts has. */
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

/** Returns the tokens of a tag: both of a pair for `<g1/>`, none for an end tag of another kind. */
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
