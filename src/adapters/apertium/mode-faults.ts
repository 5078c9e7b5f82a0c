import { properIn, withoutAddedCapitals } from './capitals.ts';
import { type Carrying, frameSentence, opaquePattern, readReply } from './frame.ts';
import { readModeName } from './language-tags.ts';
import type { Mode, Stage } from './mode.ts';
import table from './mode-faults.json' with { type: 'json' };
import type { Wire } from './pipeline.ts';

type Repair = (translation: string, sentence: string) => string;

/** Repairs of systematic errors in a mode's rules, by fault. */
const repairs = {
  numbers_meanings: (translation, sentence) => {
    return sentence.search(raised) === -1 ? translation.replaceAll(raised, '') : translation;
  },
  doubles_ordinals: (translation, sentence) => {
    return sentence.includes('/') ? translation : translation.replace(doubledOrdinal, '$1');
  },
  turns_quotes: (translation, sentence) => {
    return sentence.includes('‘') ? translation : translation.replaceAll('‘', "'");
  },
  sets_points: removeAddedPoints,
  glues_ages: separateAges,
} satisfies Readonly<Record<string, Repair>>;

type FaultName =
  | keyof typeof repairs
  /** Installed completely, but not served. */
  | 'left_out'
  | 'tagger_crashes'
  /** Drops characters or turns them into words: they are sent as blanks. */
  | 'damages'
  /** Keeps state from each sentence: a prelude before each sentence resets it. */
  | 'keeps_auxiliary'
  /** Keeps state from early sentences: a fixed first sentence sets it. */
  | 'learns_articles'
  | 'blanks_part_words'
  | 'inserts_articles'
  | 'capitalizes_start'
  | 'glues_words';

/** Found by testing each of Debian's language pairs. */
const faults = table.map(({ modes, ...fault }) => ({ ...fault, pattern: new RegExp(modes) }));

/** @returns undefined for a mode without the fault */
export function findFault(modeName: string, name: FaultName) {
  return faults.find(({ fault, pattern }) => fault === name && pattern.test(modeName));
}

export function sentenceWire(mode: Mode): Wire {
  const carrying = carryingOf(mode);
  const repair = repairFor(mode.name);
  const languages = readModeName(mode.name);
  const own = languages && properIn(languages);
  return {
    frame: (framed) => frameSentence(framed, carrying),
    read: (reply, framed) => {
      const translation = readReply(reply, framed, carrying);
      if (translation === undefined) return undefined;
      return withoutAddedCapitals(repair(translation, framed.text), framed.text, own);
    },
    opening: findFault(mode.name, 'learns_articles')?.text ?? '',
    prelude: findFault(mode.name, 'keeps_auxiliary')?.text,
  };
}

export function repairMode(mode: Mode): Mode {
  if (findFault(mode.name, 'tagger_crashes') === undefined) return mode;
  const stages = mode.stages
    .filter(([program]) => program !== 'apertium-tagger')
    .map(([program, ...rest]): Stage => (program === 'cg-proc' ? [program, '-1', '-n', ...rest] : [program, ...rest]));
  return { name: mode.name, stages };
}

function carryingOf({ name, stages }: Mode): Carrying {
  const hasFault = (fault: FaultName): boolean => findFault(name, fault) !== undefined;
  return {
    opaque: opaquePattern(findFault(name, 'damages')?.text),
    // `rtx-proc` removes the blanks of words that its rules join: a quarter of all words.
    losesWordBlanks: stages.some(([program]) => program === 'rtx-proc'),
    insertsArticles: hasFault('inserts_articles'),
    blanksPartWords: hasFault('blanks_part_words'),
    capitalizesStart: hasFault('capitalizes_start'),
    gluesWords: hasFault('glues_words'),
  };
}

export function repairFor(modeName: string): Repair {
  const names = Object.keys(repairs) as (keyof typeof repairs)[];
  const own = names.filter((name) => findFault(modeName, name) !== undefined).map((name): Repair => repairs[name]);
  return (translation, sentence) => own.reduce((repaired, repair) => repair(repaired, sentence), translation);
}

const raised = /(?<=\p{L})[¹²³⁴-⁹⁻]+/gu;

const doubledOrdinal = /(?<!\d)(\d{1,9}-\p{L}{1,9})\/\d{1,9}-\p{L}{1,9}/gu;

/** Removes the point before a space after a figure, unless the sentence has it too. */
function removeAddedPoints(translation: string, sentence: string): string {
  return translation.replace(/(?<![\d.,:])(\d{1,9})\.(?= )/g, (pointed, figure: string) => {
    return sentence.includes(pointed) ? pointed : figure;
  });
}

function separateAges(translation: string, sentence: string): string {
  return translation.replace(/(?<=\p{L})de(\d+)(?=\p{Ll})/gu, (glued, figure: string) => {
    return sentence.includes(glued) ? glued : ` de ${figure} `;
  });
}
