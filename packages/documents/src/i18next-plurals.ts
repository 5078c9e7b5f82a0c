/** Plural forms of i18next: the keys `item_one` and `item_other`, and `place_ordinal_few` of ordinal numbers. */
import type { JsonMember } from './json-tree.ts';
import type { PartReader } from './part-reader.ts';
import { isPluralCategory, type PluralCategory, pluralCategories } from './plurals.ts';
import type { Slot } from './skeleton.ts';

type PluralMember = { readonly member: JsonMember; readonly index: number; readonly category: PluralCategory };
export type PluralGroup = {
  readonly forms: readonly PluralMember[];
  readonly other: PluralMember;
  readonly type: Intl.PluralRuleType;
};

/**
 * Groups the members of an object that are plural forms. A key `reason_other` alone is one only with a count in its text.
 */
export function pluralGroups(members: readonly JsonMember[]): ReadonlyMap<JsonMember, PluralGroup> {
  const byKey = new Map<string, PluralMember[]>();
  for (const [index, member] of members.entries()) {
    const at = member.name.lastIndexOf('_');
    const category = member.name.slice(at + 1);
    if (at < 1 || member.value.kind !== 'string' || !isPluralCategory(category)) continue;
    const key = member.name.slice(0, at);
    const forms = byKey.get(key);
    if (forms === undefined) byKey.set(key, [{ member, index, category }]);
    else forms.push({ member, index, category });
  }
  const groups = new Map<JsonMember, PluralGroup>();
  for (const [key, forms] of byKey) {
    const other = forms.find(({ category }) => category === 'other');
    if (other === undefined || (forms.length === 1 && !hasCount(other))) continue;
    const group = { forms, other, type: key.endsWith('_ordinal') ? 'ordinal' : 'cardinal' } as const;
    for (const { member } of forms) groups.set(member, group);
  }
  return groups;
}

const hasCount = ({ member: { value } }: PluralMember): boolean =>
  value.kind === 'string' && /\{\{-? ?count\b/.test(value.value);

/** Whether a language has the category of a form. i18next uses `_zero` for 0 in every language. */
export function hasForm(language: string, { name }: JsonMember, { type }: PluralGroup): boolean {
  const category = name.slice(name.lastIndexOf('_') + 1);
  return (
    (category === 'zero' && type === 'cardinal') || pluralCategories(language, type).some((own) => own === category)
  );
}

/**
 * Adds the slots that give a group the forms of the target, after the unit of its form `other` was added. They count only if
 * that one is translated: a missing form without a translation takes that one.
 */
export function addPluralSlots(file: PartReader, members: readonly JsonMember[], group: PluralGroup): void {
  const slot = file.slots.at(-1);
  const { forms, other, type } = group;
  if (slot?.unit === undefined) return;
  const { unit } = slot;
  const { start, nameEnd, value } = other.member;
  const { text } = file;
  const before = text.slice(nameEnd, slot.start);
  const after = text.slice(slot.end, value.end);
  const quoted = text.slice(start, nameEnd);
  if (!quoted.endsWith('other"')) return;
  const space = /\s*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
  const write: Slot['write'] = (translation, target, context) => {
    const hasZero = type === 'cardinal' && context.form('zero') !== undefined;
    const categories = new Set([...(hasZero ? ['zero'] : []), ...pluralCategories(target, type)]);
    for (const { category } of forms) categories.delete(category);
    return Array.from(categories, (category) => {
      const written = slot.write(context.form(category) ?? translation, target, context);
      return `${quoted.slice(0, -6)}${category}"${before}${written}${after},${space}`;
    }).join('');
  };
  file.slots.push({ start, end: start, unit, isTarget: true, write });
  for (const { member, index } of forms) {
    // Each is removed with the comma between it and `other`, which stays, so that these places do not cross.
    const place =
      index < other.index
        ? { start: member.start, end: members[index + 1]?.start ?? member.value.end }
        : { start: members[index - 1]?.value.end ?? member.start, end: member.value.end };
    if (member === other.member) continue;
    const remove = (_: string, target: string): string | undefined => (hasForm(target, member, group) ? undefined : '');
    file.slots.push({ ...place, unit, isTarget: true, write: remove });
  }
}
