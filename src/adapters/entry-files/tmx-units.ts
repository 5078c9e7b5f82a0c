import { type UnixMs, unixMs } from '../../ground/units.ts';
import { unknownLanguage } from '../../shop/glossaries/entry-content.ts';
import { unitLanguagesMax } from '../../shop/memory/memory-files.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { UnreadableFile } from './file-text.ts';
import { codedTexts } from './inline-codes.ts';
import { type FoundUnit, skippedAt } from './memory-units.ts';
import type { NamedLanguages } from './named-languages.ts';
import { childrenOf, textOf, type XmlElement, type XmlFormat } from './xml-units.ts';

/**
 * TMX 1.1 to 1.4. Reads the translations from the source language of each unit to all others.
 *
 * Source: https://www.gala-global.org/tmx-14b
 */
export class TmxUnits implements XmlFormat<FoundUnit> {
  readonly name = 'tmx';
  readonly units: ReadonlySet<string> = new Set(['tu']);
  readonly containers: ReadonlySet<string> = new Set(['tu', 'tuv']);
  readonly #languages: NamedLanguages;
  /** Of the header. */
  #sourceLanguage: string | undefined;

  constructor(languages: NamedLanguages) {
    this.#languages = languages;
  }

  open({ name, attributes }: XmlElement): void {
    if (name === 'header') this.#sourceLanguage = attributes['srclang'];
  }

  read(unit: XmlElement): readonly FoundUnit[] {
    const variants = childrenOf(unit, 'tuv').map((element) => {
      const written = element.attributes['xml:lang'] ?? element.attributes['lang'] ?? '';
      return { element, written, language: this.#languages.find(written) };
    });
    if (variants.length > unitLanguagesMax) {
      throw new UnreadableFile(unit.line, `The unit has more than ${unitLanguagesMax} languages.`);
    }
    const source = this.#sourceOf(unit, variants);
    if ('message' in source) return [skippedAt(unit.line, source.message)];
    const targets = variants.filter((variant) => variant !== source && variant.language !== source.language);
    if (targets.length === 0) return [skippedAt(unit.line, 'The unit has no translation.')];
    return targets.flatMap((target): readonly FoundUnit[] => {
      const { line } = target.element;
      if (target.language === undefined) return [skippedAt(line, unknownLanguage(target.written))];
      if (!this.#languages.isAsked('target', target.language)) return [];
      return [readTranslation(unit, { ...source, to: target.element, targetLanguage: target.language })];
    });
  }

  /** Returns the variant that the others translate. @throws UnreadableFile if neither file nor caller names one */
  #sourceOf(unit: XmlElement, variants: readonly Variant[]): KnownVariant | { readonly message: string } {
    const said = unit.attributes['srclang'] ?? this.#sourceLanguage ?? anyLanguage;
    const { source: asked } = this.#languages.asked;
    if (said.toLowerCase() === anyLanguage && asked === undefined) {
      throw new UnreadableFile(unit.line, 'The file does not name the source language. Choose it (source_lang).');
    }
    const written = said.toLowerCase() === anyLanguage ? (asked ?? said) : said;
    const language = this.#languages.find(written);
    if (language === undefined) return { message: unknownLanguage(written) };
    const [base = ''] = language.split('-');
    const found =
      variants.find((variant) => variant.written.toLowerCase() === written.toLowerCase()) ??
      variants.find((variant) => variant.language === language) ??
      variants.find((variant) => variant.language?.split('-')[0] === base);
    if (found?.language === undefined) return { message: 'The unit has no text in its source language.' };
    if (!this.#languages.isAsked('source', found.language)) return { message: 'The unit has another source language.' };
    return { ...found, language: found.language };
  }
}

const anyLanguage = '*all*';

type Variant = {
  readonly element: XmlElement;
  /** As in the file. */
  readonly written: string;
  readonly language: LanguageTag | undefined;
};
type KnownVariant = Variant & { readonly language: LanguageTag };

type Translation = KnownVariant & { readonly to: XmlElement; readonly targetLanguage: LanguageTag };

/** Levels of Trados. A unit without any counts as confirmed. */
const unconfirmed: ReadonlySet<string> = new Set(['Unspecified', 'Draft', 'RejectedTranslation', 'RejectedSignOff']);
/** What OmegaT writes for a translation of one place only. */
const contexts: ReadonlySet<string> = new Set(['file', 'id', 'prev', 'next']);
/** The author of a machine translation that no person has changed, for Okapi and Trados. */
const machine = 'MT!';

function readTranslation(unit: XmlElement, { element, language, to, targetLanguage }: Translation): FoundUnit {
  const { line } = to;
  const props = [...childrenOf(unit, 'prop'), ...childrenOf(to, 'prop')];
  const isConfirmed = !props.some((prop) => {
    return prop.attributes['type'] === 'x-ConfirmationLevel' && unconfirmed.has(textOf(prop));
  });
  const [own, shared] = [to.attributes, unit.attributes];
  const author = own['changeid'] ?? shared['changeid'] ?? own['creationid'] ?? shared['creationid'];
  if (!isConfirmed || author === machine) return skippedAt(line, 'The translation is not confirmed.');
  const [from] = childrenOf(element, 'seg');
  const [into] = childrenOf(to, 'seg');
  if (from === undefined || into === undefined) return skippedAt(line, 'The unit has no translation.');
  const texts = codedTexts({ source: from, target: into });
  if (texts === undefined) return skippedAt(line, 'A code contains text (sub), which is not supported.');
  const created = own['creationdate'] ?? shared['creationdate'];
  return {
    kind: 'unit',
    line,
    sourceLanguage: language,
    targetLanguage,
    source: texts.source,
    target: texts.target,
    note: [...childrenOf(unit, 'note'), ...childrenOf(to, 'note')].map(textOf).join('\n'),
    hasContext: props.some(({ attributes }) => contexts.has(attributes['type'] ?? '')),
    changedAt: timeOf(own['changedate'] ?? shared['changedate'] ?? created),
    createdAt: timeOf(created),
    hasControl: element.hasControl || to.hasControl,
  };
}

/** Reads `20250131T120000Z`; as numbers, because that takes a third of the time of `Date.parse`. */
function timeOf(written = ''): UnixMs | undefined {
  if (written.length !== 16 || written[8] !== 'T') return undefined;
  const part = (from: number, to: number) => Number(written.slice(from, to));
  const time = Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(9, 11), part(11, 13), part(13, 15));
  return Number.isNaN(time) ? undefined : unixMs(time);
}
