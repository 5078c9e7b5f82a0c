import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';

/** What is written together with a noun without being part of it, in small letters. */
export type Clitics = {
  /** Before an apostrophe: "l" in "l'ordinateur". */
  readonly elided: ReadonlySet<string>;
  /** Behind an apostrophe: "s" in "Ada's". */
  readonly endings: ReadonlySet<string> | 'any';
  /** Before a hyphen: "il" in "il-ktieb". */
  readonly articles: ReadonlySet<string>;
  /** Behind a hyphen: "ul" in "site-ul". */
  readonly suffixes: ReadonlySet<string>;
  /** A word may be cut short by a hyphen: "Haus- und Gartenarbeit". */
  readonly suspends: boolean;
  /** An apostrophe between letters is one itself: "комп'ютер". */
  readonly apostropheIsLetter: boolean;
};

type Listed = {
  readonly elided?: string;
  readonly endings?: string;
  readonly articles?: string;
  readonly suffixes?: string;
};

const listed: Readonly<Record<string, Listed>> = {
  fr: { elided: 'l d j m t s n c qu jusqu lorsqu puisqu quoiqu', suffixes: 'ci là' },
  it: {
    elided:
      'l un d c s m t v dell all dall nell sull coll quell quest bell sant gl tutt anch cos com dov mezz quant senz nessun ciascun',
  },
  ca: { elided: 'l d s n m t' },
  oc: { elided: 'l d s n m t qu' },
  pt: { elided: 'd l n' },
  gl: { elided: 'd l n' },
  eo: { elided: 'l d' },
  sc: { elided: 'l d s n m t' },
  scn: { elided: 'l d nn c' },
  frp: { elided: 'l d j m t s n qu' },
  wa: { elided: 'l d' },
  lb: { elided: 'd', endings: 's' },
  ga: { elided: 'd b m' },
  gd: { elided: 'd m b' },
  mt: {
    elided: 'f b m x',
    articles:
      'l il id in ir is it ix iz iż iċ tal tad tan tar tas tat tax taż taċ fil fid fis fit bil bid bis bit lil lis lit mal mit mis għal għad għas għat mill mid mis',
  },
  ro: { suffixes: 'ul ului uri urile urilor le lor lui i a ei' },
  hu: {
    suffixes:
      't ot et at k ok ek val vel nak nek ban ben ba be ból ből hoz hez höz tól től ra re ról ről on en ön n nál nél ért ig ként kal kel nal nel ja je jét ját',
  },
  pl: { endings: 'a u em ie y owi ów om ami ach ego emu iem', suffixes: 'y i u a ów om ami ach em owi' },
  fi: {},
  en: { endings: 's' },
  de: { endings: 's' },
  nl: { endings: 's' },
  af: { endings: 's' },
};

/** Source: Turkic orthographies: an apostrophe divides a name from its endings. */
const dividesEndings: ReadonlySet<string> = new Set(['tr', 'az', 'crh', 'gag', 'tk', 'fi', 'et']);
/** Germanic and Finnic languages, whose compounds are long. */
const suspending: ReadonlySet<string> = new Set('de nl af lb fy nds sv da nb nn no is fo en fi et hu'.split(' '));
const apostropheLetters: ReadonlySet<string> = new Set('uk be rue br uz gn he haw'.split(' '));

const read = new Map<string, Clitics>();

export function cliticsOf(language: LanguageTag): Clitics {
  const base = tagParts(language).language;
  const known = read.get(base) ?? readClitics(base);
  read.set(base, known);
  return known;
}

function readClitics(base: string): Clitics {
  const { elided = '', endings = 's', articles = '', suffixes = '' } = listed[base] ?? {};
  return {
    elided: new Set(elided.split(' ')),
    endings: dividesEndings.has(base) ? 'any' : new Set(endings.split(' ')),
    articles: new Set(articles.split(' ')),
    suffixes: new Set(suffixes.split(' ')),
    suspends: suspending.has(base),
    apostropheIsLetter: apostropheLetters.has(base),
  };
}
