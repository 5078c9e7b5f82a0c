import { type CodedText, codedText } from '../codes.ts';
import type { PartReader, UnitNotes } from '../part-reader.ts';
import type { Slot } from '../skeleton.ts';
import { textFilter } from '../text-filter.ts';
import { isFolded, type PoEntry, type PoString, type PoStyle, poEntries, writePoString } from './po-entries.ts';
import { pluralFormsOf } from './po-plurals.ts';

/** In the strings of the header. */
const poEncoding =
  /^msgid[ \t]+""[ \t]*[\r\n]+msgstr[ \t]+(?:"(?:[^"\\\r\n]|\\.)*"\s*)*?"(?:[^"\\\r\n]|\\.)*?charset=[\w.:-]+/m;

/** Message catalogues of gettext (https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html). */
export const po = textFilter({
  id: 'po',
  extensions: ['.po', '.pot'],
  mediaTypes: ['text/x-gettext-translation'],
  otherEncoding: poEncoding,
  read(file, { targetLang, fuzzy = false }) {
    const [first] = poEntries(file);
    const header = first !== undefined && isHeader(first) ? first : undefined;
    file.isBilingual = true;
    file.target = /^Language:[ \t]*(\S+)/im.exec(header?.forms[0]?.value ?? '')?.[1];
    const style = { newline: file.newline, isFolded: isFolded(file.text) };
    const plurals = knownPlurals(header?.forms[0]?.value ?? '');
    // Without a language, the forms are those of English.
    const catalogue = {
      file,
      style,
      getsFuzzy: fuzzy,
      hasPlurals: plurals !== undefined,
      plurals: plurals ?? pluralFormsOf(targetLang ?? 'en'),
    };
    addHeader(catalogue, header);
    for (const entry of poEntries(file)) if (!isHeader(entry)) addEntry(catalogue, entry);
  },
});

const isHeader = ({ id, context }: PoEntry): boolean => id?.value === '' && context === undefined;

type Catalogue = {
  readonly file: PartReader;
  readonly style: Omit<PoStyle, 'keyword'>;
  /** Whether translations get the flag `fuzzy`. */
  readonly getsFuzzy: boolean;
  /** The value of `Plural-Forms`, and whether the header has it. */
  readonly plurals: string;
  readonly hasPlurals: boolean;
};

const knownPlurals = (header: string): string | undefined =>
  /^Plural-Forms:[ \t]*(.*nplurals\s*=\s*[1-9](?!\d).*)/im.exec(header)?.[1];

/** Sets the fields of the header that gettext needs. A header that has them does not change, and is added if it is missing. */
function addHeader({ file, style, plurals, hasPlurals }: Catalogue, entry: PoEntry | undefined): void {
  const form = entry?.forms[0];
  const hasField = (field: RegExp): boolean => field.test(form?.value ?? '');
  const missing = (language: string): readonly (readonly [string, string])[] => [
    ...(hasField(/^Language:[ \t]*\S/im) ? [] : [['Language', language.replaceAll('-', '_')] as const]),
    ...(hasField(/charset=utf-?(?:8|16)/i) ? [] : [['Content-Type', 'text/plain; charset=UTF-8'] as const]),
    ...(hasPlurals ? [] : [['Plural-Forms', plurals] as const]),
  ];
  const write = (_: string, language: string): string =>
    missing(language).reduce(
      (raw, [name, value]) => withField(raw, { name, value, newline: style.newline }),
      form === undefined ? '""' : file.text.slice(form.start, form.end),
    );
  if (entry !== undefined && form !== undefined) {
    file.slots.push({ start: form.start, end: form.end, isTarget: true, write });
    addUnfuzzy(file, entry, { isTarget: true });
  } else {
    const { newline } = style;
    const head = (_: string, language: string): string =>
      `msgid ""${newline}msgstr ${write(_, language)}${newline}${newline}`;
    file.slots.push({ start: 0, end: 0, isTarget: true, write: head });
  }
}

type Field = { readonly name: string; readonly value: string; readonly newline: string };

/** Sets a field in the strings of a header as the file writes them. */
function withField(raw: string, { name, value, newline }: Field): string {
  const field = `${name}: ${value}\\n`;
  const found = new RegExp(String.raw`(?<=")${name}:(?:[^\\"]|"\s*")*\\n`, 'i');
  if (found.test(raw)) return raw.replace(found, () => field);
  const closed = raw === '""' || raw.endsWith('\\n"') ? raw : `${raw.slice(0, -1)}\\n"`;
  return `${closed}${newline}"${field}"`;
}

/** Slots that remove the flag `fuzzy` and what a fuzzy translation was made of. */
function addUnfuzzy(
  { slots }: PartReader,
  { flags, previous }: PoEntry,
  condition: { readonly unit?: string; readonly requires?: readonly string[]; readonly isTarget: true },
): void {
  for (const { start, end, text, lineEnd } of flags.filter(isFuzzyLine)) {
    const left = text.replaceAll(/,\s*fuzzy(?=\s*(?:,|$))/g, '');
    slots.push({ start, end, ...condition, write: () => (/^#[\s,]*$/.test(left) ? '' : left + lineEnd) });
  }
  for (const { start, end } of previous) slots.push({ start, end, ...condition, write: () => '' });
}

const isFuzzyLine = ({ text }: { readonly text: string }): boolean => /,\s*fuzzy\s*(?:,|$)/.test(text);

function addEntry(catalogue: Catalogue, entry: PoEntry): void {
  const { file } = catalogue;
  const { id, plural, forms, flags, comments } = entry;
  if (id === undefined) return;
  const ids = [1, plural === undefined ? 1 : 2].map((number) => `#${file.units.length + number}`);
  const isFuzzy = flags.some(isFuzzyLine);
  const isOpen = ids.some((one) => file.overwrites(one)) || (isFuzzy && !catalogue.getsFuzzy);
  const numbers = plural === undefined ? { count: 1, singular: 0 } : numbersOf(catalogue.plurals, id, plural);
  const needed = Array.from({ length: numbers.count }, (_, number) => ({
    number,
    isSingular: number === numbers.singular,
    value: isOpen ? '' : (forms[number]?.value.trim() ?? ''),
  }));
  const context = [entry.context?.value, ...comments].filter(Boolean).join('\n');
  const sources = [true, false].flatMap((isSingular) => {
    const values = needed.filter((form) => form.isSingular === isSingular).map(({ value }) => value);
    const string = isSingular ? id : plural;
    if (values.length === 0 || string === undefined) return [];
    const target = values.includes('') ? undefined : values.at(-1);
    return [
      { isSingular, string, coded: codedOf(string), notes: { ...(context && { context }), ...(target && { target }) } },
    ];
  });
  // With one of two texts, the entry would have forms without text.
  if (sources.some(({ coded }) => coded === undefined)) return;
  const filled = sources.map((source) => addSource(file, source));
  const open = filled.filter((source) => source.isOpen);
  const [first] = open;
  if (first === undefined) return;
  const requires = open.map(({ id: unit }) => unit);
  for (const { number, isSingular, value } of needed) {
    const source = filled.find((one) => one.isSingular === isSingular);
    if (source !== undefined && value === '') addForm(catalogue, entry, { number, source, requires });
  }
  const condition = { unit: first.id, requires, isTarget: true } as const;
  for (let number = numbers.count; number < forms.length; number++) {
    const [before, form] = [forms[number - 1], forms[number]];
    if (before === undefined || form === undefined || (form.value !== '' && !isOpen)) continue;
    file.slots.push({ start: before.end, end: form.end, ...condition, write: () => '' });
  }
  if (!catalogue.getsFuzzy) addUnfuzzy(file, entry, condition);
  else if (!isFuzzy) addFuzzy(catalogue, entry, condition);
}

function addFuzzy(
  { file, style }: Catalogue,
  { context, id }: PoEntry,
  condition: Pick<Slot, 'unit' | 'requires'>,
): void {
  const at = (context ?? id)?.start ?? 0;
  const start = Math.max(file.text.lastIndexOf('\n', at), file.text.lastIndexOf('\r', at)) + 1;
  file.slots.push({ start, end: start, ...condition, isTarget: true, write: () => `#, fuzzy${style.newline}` });
}

/**
 * How many forms the target has, and which one is that of a single thing. A single form is that of many, and so is one for
 * 1, 21 and 31 if the source says "one" without its number: msgfmt refuses it.
 */
function numbersOf(
  plurals: string,
  id: PoString,
  plural: PoString,
): { readonly count: number; readonly singular: number } {
  const count = Number(/nplurals\s*=\s*(\d)/.exec(plurals)?.[1] ?? 2);
  const isOften = /plural\s*=\s*\(?\s*n\s*%/.test(plurals);
  const isWithoutNumber = id.value.split('%').length < plural.value.split('%').length;
  if (count === 1 || (isOften && isWithoutNumber)) return { count, singular: -1 };
  // Arabic has a form for nothing.
  return { count, singular: Number(count > 2 && /plural\s*=\s*\(?\s*n\s*==\s*0\s*\?\s*0/.test(plurals)) };
}

const codedOf = ({ value }: PoString): CodedText | undefined =>
  codedText(value, [{ kind: 'text', text: value, start: 0, end: value.length }]);

type Source = {
  readonly isSingular: boolean;
  readonly string: PoString;
  readonly coded: CodedText | undefined;
  readonly notes: UnitNotes;
};
type AddedSource = {
  readonly isSingular: boolean;
  readonly id: string;
  readonly isOpen: boolean;
  /** Adds the white space around the source, which msgfmt wants in translations too. */
  readonly around: (translation: string) => string;
};

function addSource(file: PartReader, { isSingular, string, coded, notes }: Source): AddedSource {
  const { text, start, end } = coded ?? { text: '', start: 0, end: 0 };
  const { id, target } = file.addUnit({ text, codes: [], start: string.start }, notes);
  const around = (translation: string): string => string.value.slice(0, start) + translation + string.value.slice(end);
  return { isSingular, id, isOpen: target === undefined, around };
}

type NewForm = { readonly number: number; readonly source: AddedSource; readonly requires: readonly string[] };

function addForm({ file, style }: Catalogue, { plural, forms }: PoEntry, { number, source, requires }: NewForm): void {
  const keyword = plural === undefined ? 'msgstr ' : `msgstr[${number}] `;
  const form = forms[number];
  const place = form ?? { start: forms.at(-1)?.end ?? 0, end: forms.at(-1)?.end ?? 0 };
  const before = form === undefined ? style.newline + keyword : '';
  file.slots.push({
    start: place.start,
    end: place.end,
    unit: source.id,
    requires,
    isTarget: true,
    write: (translation) => before + writePoString(source.around(translation), { keyword, ...style }),
  });
}
