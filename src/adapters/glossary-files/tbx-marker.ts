import type { CaseRule, PartOfSpeech } from '../../text/glossary/glossary-entry.ts';

/** Fields of an entry that TBX-Basic lacks, written as a note of the term. */
export type TbxMarker = {
  readonly isSource: boolean;
  readonly isTarget: boolean;
  readonly doNotTranslate: boolean;
  readonly caseRule: CaseRule;
  /** Undefined if TBX's own field has it. */
  readonly partOfSpeech: PartOfSpeech | undefined;
};

const lead = 'dragoman:';

/** `dragoman: source case=exact part=name` */
export function writeTbxMarker({ isSource, isTarget, doNotTranslate, caseRule, partOfSpeech }: TbxMarker): string {
  return [
    lead,
    ...(isSource ? ['source'] : []),
    ...(isTarget ? ['target'] : []),
    ...(doNotTranslate ? ['do-not-translate'] : []),
    `case=${caseRule}`,
    ...(partOfSpeech === undefined ? [] : [`part=${partOfSpeech}`]),
  ].join(' ');
}

/** @returns undefined if `note` is not a marker */
export function readTbxMarker(note: string): TbxMarker | undefined {
  const [first, ...words] = note.split(' ');
  if (first !== lead) return undefined;
  return {
    isSource: words.includes('source'),
    isTarget: words.includes('target'),
    doNotTranslate: words.includes('do-not-translate'),
    caseRule: words.includes('case=exact') ? 'exact' : 'follow',
    partOfSpeech: words.includes('part=name') ? 'name' : undefined,
  };
}
