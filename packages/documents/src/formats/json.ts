import { escapeStyle, stringReader } from '../escapes.ts';
import type { ParseOptions } from '../file.ts';
import { addPluralSlots, hasForm, pluralGroups } from '../i18next-plurals.ts';
import {
  insideQuotes,
  type JsonMember,
  type JsonValue,
  jsonEscaping,
  memberOf,
  readJson,
  stringOf,
} from '../json-tree.ts';
import { keyPath } from '../key-path.ts';
import { renamedLanguage } from '../language-names.ts';
import type { PartReader } from '../part-reader.ts';
import { textFilter } from '../text-filter.ts';

/** Values that are strings. ARB files and messages of browser extensions have their own rules. */
export const json = textFilter({
  id: 'json',
  extensions: ['.json', '.jsonc', '.arb'],
  mediaTypes: ['application/json'],
  read(file, options) {
    const root = readJson(file);
    const add = stringReader(file, escapeStyle(file.text, jsonEscaping));
    const members = root.kind === 'object' ? root.members : [];
    const addMembers = (own: readonly JsonMember[], path: string): void => {
      const groups = pluralGroups(own);
      for (const member of own) {
        const group = groups.get(member);
        if (group && options.targetLang !== undefined && !hasForm(options.targetLang, member, group)) continue;
        const { length } = file.units;
        addValue(member.value, keyPath(path, member.name));
        if (member === group?.other.member && file.units.length > length) addPluralSlots(file, own, group);
      }
    };
    const addValue = (value: JsonValue, key: string): void => {
      if (value.kind === 'string') add(insideQuotes(value), { key });
      else if (value.kind === 'object') addMembers(value.members, key);
      else if (value.kind === 'array')
        for (const [index, item] of value.items.entries()) addValue(item, keyPath(key, index));
    };
    const addMessage = (value: JsonValue | undefined, key: string, description: string | undefined): void => {
      if (value?.kind === 'string') add(insideQuotes(value), { key, ...(description && { context: description }) });
    };
    if (isArb(members)) {
      nameLanguage(file, members, options);
      const notes = new Map(members.map(({ name, value }) => [name, value]));
      for (const { name, value } of members) {
        if (!name.startsWith('@')) addMessage(value, name, stringOf(notes.get(`@${name}`), 'description'));
      }
    } else if (isExtension(members)) {
      for (const { name, value } of members) {
        addMessage(memberOf(value, 'message'), keyPath(name, 'message'), stringOf(value, 'description'));
      }
    } else addValue(root, '');
  },
});

/** Application resource bundles of Flutter: `@title` describes `title`. */
function isArb(members: readonly JsonMember[]): boolean {
  const names = new Set(members.map(({ name }) => name));
  return (
    names.has('@@locale') ||
    members.some(({ name, value }) => {
      return value.kind === 'object' && name.startsWith('@') && names.has(name.slice(1));
    })
  );
}

function nameLanguage(file: PartReader, members: readonly JsonMember[], options: ParseOptions): void {
  const locale = members.find(({ name }) => name === '@@locale')?.value;
  if (locale?.kind !== 'string') return;
  file.source = locale.value;
  const write = (_: string, target: string): string | undefined =>
    renamedLanguage(locale.value, { source: options.sourceLang, target, separator: '_' });
  file.slots.push({ ...insideQuotes(locale), write });
}

/** `messages.json` of browser extensions. */
function isExtension(members: readonly JsonMember[]): boolean {
  return (
    members.length > 0 &&
    members.every(({ value }) => {
      if (value.kind !== 'object' || stringOf(value, 'message') === undefined) return false;
      return value.members.every(({ name }) => extensionKeys.has(name));
    })
  );
}

const extensionKeys: ReadonlySet<string> = new Set(['message', 'description', 'placeholders']);
