import { finish, type Steps } from '../../steps.ts';
import { type ProtectedText, shifted } from '../span.ts';
import * as addresses from './addresses.ts';
import * as emoji from './emoji.ts';
import { findEntity } from './entities.ts';
import { findIcuArgument } from './icu-message.ts';
import * as names from './identifiers.ts';
import * as placeholders from './placeholders.ts';
import { findAmount, findPhone, findQuantity } from './quantities.ts';
import { type Finder, type Finding, isLower, scanOf } from './scan.ts';

/** UTF-16 units between two yields. */
const unitsInTurn = 2_048;

/**
 * Finds the protected spans that need no markup: addresses, placeholders, quantities, code, emoji, entities. What is
 * not surely a protected span is text: a false one leaves a word untranslated.
 *
 * @returns offsets of `text`; the roles are `word` and `point`
 */
export function findInlineSpans(text: string, from = 0, to = text.length): ProtectedText {
  const found = finish(readInlineSpans(text, from, to));
  return {
    spans: found.filter((each) => 'role' in each),
    spelled: found.filter((each) => 'spelling' in each),
  };
}

/** The same between two offsets, in steps: no span is read beyond `to`. */
export function* readInlineSpans(text: string, from: number, to: number): Steps<readonly Finding[]> {
  const scan = scanOf(text.slice(from, to));
  const findings: Finding[] = [];
  let isDueAt = unitsInTurn;
  for (let at = 0; at < scan.text.length; ) {
    if (at >= isDueAt) {
      yield;
      isDueAt = at + unitsInTurn;
    }
    const kind = kinds[scan.text.charCodeAt(at)] ?? 0;
    const found = kind === 0 ? undefined : finders[kind]?.(scan, at);
    if (!found || splitsKey(scan.text, found.end)) {
      at++;
      continue;
    }
    findings.push(shifted<Finding>(found, from));
    if (!('role' in found)) scan.spelledEnd = found.end;
    at = scan.floor = found.end;
  }
  return findings;
}

/** Whether a protected span that ends at `end` would leave the rest of an emoji behind, as of the figure in a key. */
function splitsKey(text: string, end: number): boolean {
  const unit = text.charCodeAt(end);
  return (unit === 0xfe0f || unit === 0x20e3) && /[0-9#*]/.test(text.charAt(end - 1));
}

/** The finders, and for each UTF-16 unit which of them it may be part of: most text is passed over by this alone. */
const finders: (Finder | undefined)[] = [undefined];
const kinds = new Uint8Array(0x1_00_00);

function trigger(finder: Finder, leads: readonly number[]): void {
  finders.push(finder);
  for (const unit of leads) kinds[unit] = finders.length - 1;
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function unitsOf(characters: string): readonly number[] {
  return [...characters].map((character) => character.charCodeAt(0));
}

function firstOf(...asked: readonly Finder[]): Finder {
  return (scan, at) => {
    for (const finder of asked) {
      const found = finder(scan, at);
      if (found) return found;
    }
    return undefined;
  };
}

/** A capital is worth a look where a small letter stands before it. */
const findHump: Finder = (scan, at) =>
  isLower(scan.text.charCodeAt(at - 1)) ? names.findIdentifier(scan, at) : undefined;

trigger(emoji.findEmoji, emoji.leadsOf('emoji'));
trigger(emoji.findOddCharacters, emoji.leadsOf('odd'));
trigger(emoji.findBeyond, range(0xd800, 0xdbff));
trigger(findQuantity, [...range(0x30, 0x39), ...unitsOf('¼½¾'), ...range(0x2150, 0x215e)]);
trigger(findHump, range(0x41, 0x5a));
trigger(names.findIdentifier, unitsOf('_'));
trigger(findAmount, unitsOf('€£¥₹₽₩₺₴₫₪₱₦₡₲₵₸₾฿¢'));
trigger(firstOf(addresses.findRootedPath, names.findDotted, names.findHiddenFile), unitsOf('.'));
trigger(
  firstOf(
    addresses.findUrl,
    addresses.findDrive,
    addresses.findIpv6,
    names.findScoped,
    placeholders.findColon,
    emoji.findSmiley,
  ),
  unitsOf(':'),
);
trigger(firstOf(addresses.findRootedPath, names.findPath), unitsOf('/'));
trigger(addresses.findRootedPath, unitsOf('~'));
trigger(firstOf(addresses.findRootedPath, placeholders.findEscape), unitsOf('\\'));
trigger(
  firstOf(placeholders.findFenced, placeholders.findInterpolation, addresses.findEmail, addresses.findHandle),
  unitsOf('@'),
);
trigger(
  firstOf(
    placeholders.findInterpolation,
    emoji.findKeycaps,
    addresses.findHashtag,
    names.findSignedName,
    placeholders.findNumberSign,
  ),
  unitsOf('#'),
);
trigger(firstOf(findIcuArgument, placeholders.findBraces), unitsOf('{'));
trigger(firstOf(placeholders.findDollar, findAmount), unitsOf('$'));
trigger(placeholders.findPercent, unitsOf('%'));
trigger(placeholders.findBracketed, unitsOf('['));
trigger(findEntity, unitsOf('&'));
trigger(names.findCall, unitsOf('('));
trigger(firstOf(placeholders.findOption, emoji.findFace), unitsOf('-'));
trigger(firstOf(findPhone, names.findSignedName), unitsOf('+'));
trigger(firstOf(emoji.findSmiley, emoji.findFace), unitsOf('<>'));
trigger(emoji.findSmiley, unitsOf(';='));
trigger(emoji.findFace, unitsOf('^'));
trigger(firstOf(emoji.findKeycaps, placeholders.findMerged), unitsOf('*'));
trigger(emoji.findShrug, unitsOf('¯'));
