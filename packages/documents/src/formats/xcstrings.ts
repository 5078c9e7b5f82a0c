import { codedText } from '../codes.ts';
import { escapedPieces } from '../escapes.ts';
import type { ParseOptions } from '../file.ts';
import {
  insideQuotes,
  type JsonMember,
  type JsonString,
  type JsonValue,
  jsonEscaping,
  memberOf,
  readJson,
  stringOf,
} from '../json-tree.ts';
import { keyPath } from '../key-path.ts';
import type { PartReader } from '../part-reader.ts';
import { pluralCategories } from '../plurals.ts';
import { textFilter } from '../text-filter.ts';

/** String catalogues of Xcode. One file has all languages: the target's are added, or filled where their state is new. */
export const xcstrings = textFilter({
  id: 'xcstrings',
  extensions: ['.xcstrings'],
  mediaTypes: ['application/json'],
  read(file, options) {
    const root = readJson(file);
    const language = stringOf(root, 'sourceLanguage');
    const strings = memberOf(root, 'strings');
    if (language === undefined || strings?.kind !== 'object') {
      throw file.error('wrong_format', 'the file is not a string catalogue: it has no source language or no strings');
    }
    file.source = language;
    file.isBilingual = true;
    file.target = options.targetLang;
    for (const entry of strings.members) {
      const translates = memberOf(entry.value, 'shouldTranslate');
      const isLeftOut = translates?.kind === 'literal' && translates.value === false;
      if (isLeftOut || stringOf(entry.value, 'extractionState') === 'stale') continue;
      readEntry(file, entry, { ...options, sourceLang: language });
    }
  },
});

/** A `stringUnit`, with its path in the localization, such as `plural.one`. */
type Leaf = { readonly path: string; readonly value: JsonString; readonly state?: JsonString };

/** What is around the text of a unit in its value. */
type Source = { readonly unit: string; readonly before: string; readonly after: string };

function readEntry(file: PartReader, entry: JsonMember, { sourceLang = '', targetLang }: ParseOptions): void {
  const { name, value: object } = entry;
  const localizations = memberOf(object, 'localizations');
  const source = memberOf(localizations, sourceLang);
  const key: Leaf = { path: '', value: { kind: 'string', value: name, start: entry.start, end: entry.nameEnd } };
  const leaves = source === undefined ? [key] : leavesOf(source, '');
  const keyOf = (path: string): string => (path === '' ? keyPath('', name) : keyPath(name, path));
  const isNew = ({ path, state }: Leaf): boolean => state?.value === 'new' || file.overwrites(keyOf(path));
  const existing = leavesOf(targetLang === undefined ? undefined : memberOf(localizations, targetLang), '');
  const targets = new Map(existing.map((leaf) => [leaf.path, leaf]));
  const sources = new Map<string, Source>();
  const comment = stringOf(object, 'comment');
  for (const { path, value } of leaves) {
    const target = targets.get(path);
    if (existing.length > 0 ? target === undefined : targetLang !== undefined && !hasForms(targetLang, path)) continue;
    const coded = codedText(file.text, escapedPieces(file.text, insideQuotes(value), jsonEscaping));
    if (coded === undefined) continue;
    const { id } = file.addUnit(coded, {
      key: keyOf(path),
      ...(target && !isNew(target) && { target: target.value.value.trim() }),
      ...(comment && { context: comment }),
    });
    const at = value.value.indexOf(coded.text);
    sources.set(path, {
      unit: id,
      before: value.value.slice(0, at),
      after: value.value.slice(at + coded.text.length),
    });
  }
  if (existing.length > 0) addFillSlots(file, existing.filter(isNew), sources);
  else if (sources.size > 0) addLocalizationSlot(file, object, { localizations, source, key, sources });
}

const formOrder = ['few', 'many', 'one', 'other', 'two', 'zero'];

/** Whether a language has the plural categories in a path. A form for 0 is allowed in every language. */
const hasForms = (language: string, path: string): boolean =>
  Array.from(path.matchAll(/(?:^|\.)plural\.(\w+)/g)).every(
    ([, category]) => category === 'zero' || pluralCategories(language).some((own) => own === category),
  );

/** Longer paths are not of real files, and would need memory of the length squared. */
const pathLengthMax = 500;

function leavesOf(localization: JsonValue | undefined, path: string): readonly Leaf[] {
  if (path.length > pathLengthMax) return [];
  const unit = memberOf(localization, 'stringUnit');
  const value = memberOf(unit, 'value');
  const state = memberOf(unit, 'state');
  const own: Leaf[] = value?.kind === 'string' ? [{ path, value, ...(state?.kind === 'string' && { state }) }] : [];
  const inner = variants(localization).flatMap(([name, variant]) => leavesOf(variant, childPath(path, name)));
  return [...own, ...inner];
}

const childPath = (path: string, name: string): string => `${path}${path && '.'}${name}`;

const membersOf = (value: JsonValue | undefined): readonly JsonMember[] =>
  value?.kind === 'object' ? value.members : [];

/** The parts of a localization, with the end of their paths. */
function variants(localization: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  const variations = membersOf(memberOf(localization, 'variations')).flatMap(({ name: kind, value: cases }) =>
    membersOf(cases).map(({ name, value }) => [`${kind}.${name}`, value] as const),
  );
  const substitutions = membersOf(memberOf(localization, 'substitutions'));
  return [...variations, ...substitutions.map(({ name, value }) => [name, value] as const)];
}

/** Fills what the target has with the state new. A plural form that the source lacks takes the translation of `other`. */
function addFillSlots(file: PartReader, leaves: readonly Leaf[], sources: ReadonlyMap<string, Source>): void {
  for (const { path, value, state } of leaves) {
    const source = sources.get(path) ?? sources.get(path.replace(/[^.]+$/, 'other'));
    if (source === undefined) continue;
    const { unit, before, after } = source;
    const write = (translation: string): string => JSON.stringify(before + translation + after);
    file.slots.push({ start: value.start, end: value.end, unit, isTarget: true, write });
    if (state)
      file.slots.push({ start: state.start, end: state.end, unit, isTarget: true, write: () => '"translated"' });
  }
}

type Localization = {
  readonly localizations: JsonValue | undefined;
  /** The localization of the source language; a string without one is its key. */
  readonly source: JsonValue | undefined;
  readonly key: Leaf;
  readonly sources: ReadonlyMap<string, Source>;
};

/** Adds a localization like that of the source, if one of its units is translated. */
function addLocalizationSlot(file: PartReader, entry: JsonValue, of: Localization): void {
  const { localizations, source, key, sources } = of;
  const { start, end } = localizations ?? entry;
  const stringUnit = (path: string, value: JsonString, translations: ReadonlyMap<string, string>): Printed => {
    const { unit = '', before = '', after = '' } = sources.get(path) ?? {};
    const translation = translations.get(unit);
    const state = translation === undefined && sources.has(path) ? 'new' : 'translated';
    const text = translation === undefined ? value.value : before + translation + after;
    return [
      [
        'stringUnit',
        [
          ['state', JSON.stringify(state)],
          ['value', JSON.stringify(text)],
        ],
      ],
    ];
  };
  file.slots.push({
    start,
    end,
    write(_, target, { translations }) {
      if (membersOf(memberOf(localizations, target)).length > 0) return undefined;
      if (![...sources.values()].some(({ unit }) => translations.has(unit))) return undefined;
      const copy = (value: JsonValue, path: string): Printed =>
        membersOf(path.length > pathLengthMax ? undefined : value).flatMap(({ name, value: member }): Printed => {
          if (name === 'variations')
            return [[name, membersOf(member).map((kind) => [kind.name, copyCases(kind, path)])]];
          if (name === 'substitutions') {
            return [[name, membersOf(member).map((one) => [one.name, copy(one.value, childPath(path, one.name))])]];
          }
          if (name !== 'stringUnit') return [[name, file.text.slice(member.start, member.end)]];
          const text = memberOf(member, 'value');
          return text?.kind === 'string' ? stringUnit(path, text, translations) : [];
        });
      const copyCases = ({ name: kind, value }: JsonMember, path: string): Printed => {
        const cases = new Map(membersOf(value).map((one) => [one.name, one.value]));
        const other = cases.get('other');
        // Forms inside forms would multiply.
        const isPlural = kind === 'plural' && other !== undefined && !path.includes('plural.');
        const names = isPlural
          ? formOrder.filter(
              (form) =>
                hasForms(target, `plural.${form}`) &&
                (form !== 'zero' || cases.has(form) || pluralCategories(target).includes(form)),
            )
          : [...cases.keys()];
        return names.map((name) => {
          const from = cases.has(name) ? name : 'other';
          return [name, copy(cases.get(from) ?? value, childPath(path, `${kind}.${from}`))];
        });
      };
      const printed = source === undefined ? stringUnit('', key.value, translations) : copy(source, '');
      return localizations === undefined
        ? withMember(file, entry, { name: 'localizations', value: [[target, printed]], indent: '    ' })
        : withMember(file, localizations, { name: target, value: printed, indent: '      ' });
    },
  });
}

/** An object as its members in order, or unchanged JSON. */
type Printed = readonly (readonly [name: string, value: Printed | string])[];

/** As Xcode prints: two spaces a level, and a space before each colon. */
function print(value: Printed | string, indent: string, newline: string): string {
  if (typeof value === 'string') return value;
  const members = value.map(([name, inner]) => {
    return `${newline}${indent}  ${JSON.stringify(name)} : ${print(inner, `${indent}  `, newline)}`;
  });
  return `{${members.join(',') || newline}${newline}${indent}}`;
}

/** An object with one more member, in Xcode's order. */
function withMember(
  { text, newline }: PartReader,
  object: JsonValue,
  { name, value, indent }: { readonly name: string; readonly value: Printed; readonly indent: string },
): string {
  const members = membersOf(object).filter((member) => member.name !== name);
  const last = members.at(-1);
  if (last === undefined) return print([[name, value]], indent, newline);
  const added = `${JSON.stringify(name)} : ${print(value, `${indent}  `, newline)}`;
  const next = members.find((member) => member.name > name);
  const at = next?.start ?? last.value.end;
  const inserted = next ? `${added},${newline}${indent}  ` : `,${newline}${indent}  ${added}`;
  return text.slice(object.start, at) + inserted + text.slice(at, object.end);
}
