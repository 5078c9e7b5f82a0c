import { primary } from '../../language-names.ts';
import type { PartReader } from '../../part-reader.ts';
import { attributeOf } from '../../xml.ts';
import { tagOf, type XmlNode } from './xml-tree.ts';

/** OpenDocument has three languages for a text: of Chinese, Japanese and Korean, of Arabic and Hebrew, and of the rest. */
const scripts = [
  ['style:language-asian', 'style:country-asian', /^(?:zh|ja|ko)\b/],
  ['style:language-complex', 'style:country-complex', /^(?:ar|fa|he|hi|th|ur|yi)\b/],
  ['fo:language', 'fo:country', /^(?!(?:zh|ja|ko|ar|fa|he|hi|th|ur|yi)\b)/],
] as const;

/** Changes the language of the usual style to that of the translation, and that of styles in the language of the file. */
export function addLanguages(part: PartReader, node: XmlNode, source: string | undefined, isDefault = false): void {
  for (const child of node.children) {
    if (child.name === 'style:text-properties') addLanguage(part, child, source, isDefault);
    // Text has no styles in it, and is most of a file.
    else if (child.name !== 'office:body') {
      addLanguages(part, child, source, isDefault || child.name === 'style:default-style');
    }
  }
}

function addLanguage(part: PartReader, node: XmlNode, source: string | undefined, isDefault: boolean): void {
  for (const [languageName, countryName, languages] of scripts) {
    const language = attributeOf(part.text, tagOf(node), languageName);
    const country = attributeOf(part.text, tagOf(node), countryName);
    const isOfFile = source !== undefined && primary(source) === language?.value;
    if (language === undefined || !(isDefault || isOfFile)) continue;
    const writes = (target: string): boolean =>
      languages.test(target) && ![language.value, primary(source ?? '')].includes(primary(target));
    part.slots.push({
      start: language.start,
      end: language.end,
      write: (_, target) => (writes(target) ? primary(target) : undefined),
    });
    if (country === undefined) continue;
    const regionOf = (target: string): string => /-([A-Z]{2})\b/.exec(target)?.[1] ?? 'none';
    part.slots.push({
      start: country.start,
      end: country.end,
      write: (_, target) => (writes(target) ? regionOf(target) : undefined),
    });
  }
}
