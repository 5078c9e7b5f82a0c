import { hash } from 'node:crypto';
import type { GrammaticalGender, GrammaticalNumber } from '../../../text/glossary/morphology.ts';
import measured from './noun-table.json' with { type: 'json' };

/** A noun that a mode knows, usable as a placeholder noun. */
export type CandidateNoun = {
  /** The source word, in lower case. */
  readonly source: string;
  readonly sourceGender: GrammaticalGender | undefined;
  /** Its translation when nothing requires another form. */
  readonly target: string;
  /** Undefined if nouns of the target language have none. */
  readonly targetGender: GrammaticalGender | undefined;
  readonly number: GrammaticalNumber;
};

/** By modes, then by number and gender (`singular f`, `plural -`): `source:gender:target`, best preserved first. */
export type NounTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Nouns that the modes of Debian 12 preserve (written by `eval/apertium-placeholder-nouns.ts`). */
export const measuredNouns: NounTable = measured;

export const measuredNounsVersion = hash('sha256', JSON.stringify(measured)).slice(0, 8);

const genders: Readonly<Record<string, GrammaticalGender>> = {
  m: 'masculine',
  f: 'feminine',
  n: 'neuter',
  c: 'common',
};

export function nounsOf(table: NounTable, modeName: string): readonly CandidateNoun[] {
  const own = Object.entries(table).find(([modes]) => modes.split(' ').includes(modeName))?.[1] ?? {};
  return Object.entries(own).flatMap(([form, nouns]) => {
    const [number, gender = ''] = form.split(' ');
    return nouns.split(' ').map((noun): CandidateNoun => {
      const [source = '', sourceGender = '', target = ''] = noun.split(':');
      return {
        source,
        sourceGender: genders[sourceGender],
        target,
        targetGender: genders[gender],
        number: number === 'plural' ? 'plural' : 'singular',
      };
    });
  });
}
