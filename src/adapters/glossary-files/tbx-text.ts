import type { EntryContent } from '../../shop/glossaries/stored-entry.ts';
import { anyLanguage, type EntryLanguage, type PartOfSpeech } from '../../text/glossary/glossary-entry.ts';
import { type TbxMarker, writeTbxMarker } from './tbx-marker.ts';

/**
 * Writes TBX-Basic, version 3, in the style DCA: a concept for each entry, with its languages. A note of each term has
 * the fields that the format lacks. Source: ISO 30042:2019; TBX-Basic (LTAC Global).
 */
export function* writeTbx(entries: Iterable<EntryContent>): Generator<string> {
  yield start;
  let number = 0;
  for (const entry of entries) yield writeConcept(entry, ++number);
  yield end;
}

const start = `<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>Terms of a Dragoman account</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
`;

const end = '</body></text>\n</tbx>\n';

function writeConcept(content: EntryContent, number: number): string {
  const { source, target, term, translation, note, caseRule, partOfSpeech } = content;
  const isOneSection = source === target;
  const marker: TbxMarker = {
    isSource: true,
    isTarget: isOneSection,
    doNotTranslate: translation === undefined,
    caseRule,
    partOfSpeech: partOfSpeech === 'name' ? 'name' : undefined,
  };
  const sections = [writeSection(source, term, { marker, partOfSpeech })];
  if (!isOneSection) {
    const targetMarker = { ...marker, isSource: false, isTarget: true };
    sections.push(writeSection(target, translation ?? term, { marker: targetMarker, partOfSpeech }));
  }
  const noteElement = note === '' ? '' : `<note>${escape(note)}</note>`;
  return `<conceptEntry id="c${number}">${noteElement}\n${sections.join('')}</conceptEntry>\n`;
}

function writeSection(
  language: EntryLanguage,
  term: string,
  { marker, partOfSpeech }: { readonly marker: TbxMarker; readonly partOfSpeech: PartOfSpeech | undefined },
): string {
  const tag = language === anyLanguage ? 'mul' : language;
  const part = partOfSpeech === undefined ? '' : `<termNote type="partOfSpeech">${tbxPart(partOfSpeech)}</termNote>`;
  const note = `<note>${writeTbxMarker(marker)}</note>`;
  return `<langSec xml:lang="${tag}"><termSec><term>${escape(term)}</term>${part}${note}</termSec></langSec>\n`;
}

/** TBX-Basic has no value for a name. It becomes a noun, and the marker has `name`. */
function tbxPart(part: PartOfSpeech): string {
  return part === 'name' ? 'noun' : part;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
