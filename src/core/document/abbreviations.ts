import type { LanguageTag } from '../languages/language.ts';

/** Words whose point does not end a sentence. Each is written with its point. */
export type Abbreviations = {
  /** Titles and other words that never end a sentence: as written, or with a capital. */
  readonly always: ReadonlySet<string>;
  /** Only before a number. In lower case. */
  readonly beforeNumber: ReadonlySet<string>;
  /** Words that look like initials but often end a sentence. */
  readonly ends: ReadonlySet<string>;
  /** True if the language writes "third" as `3.`, which a capital may follow. */
  readonly ordinals: boolean;
};

const ends = words('a.m. p.m. A.M. P.M. etc. i.s.o. d.d.');

/** Used in all languages. */
const everywhere = {
  always: 'Dr. Prof. Mr. Mrs. Ms. St. vs. cf. Cf. i.e. e.g. ibid.',
  beforeNumber: 'no. nº. n. p. pp. vol. fig. art. cap. ca. c. tel. jan. feb. apr. aug. sept. oct. nov. dec.',
};

const byLanguage: Readonly<Record<string, { readonly always: string; readonly beforeNumber?: string }>> = {
  af: { always: 'mnr. mev. mej. bv. bl. asb. dr. prof. ds.' },
  ast: { always: 'Sr. Sra. D. Dña. p.ex. ex. EE. UU.' },
  an: { always: 'Sr. Sra. D. p.eix. EE. UU.' },
  bg: { always: 'г-н. г-жа. д-р. проф. инж. напр. т.нар. т.е. ул. гр. св.', beforeNumber: 'стр. чл. ал. т. ок.' },
  be: { always: 'г.зн. напр. вул. праф. св. ім.', beforeNumber: 'стар. арт. т. каля.' },
  br: { always: 'Ao. It. sk.' },
  ca: {
    always: 'Sr. Sra. Srta. Srs. D. Dra. Il·lm. Excm. p. ex. Mn. Sta. Sto. EE. UU. av. c/.',
    beforeNumber: 'pàg. pàgs. núm. núms. vol. aprox.',
  },
  cs: { always: 'p. pan. pí. sl. MUDr. Ing. Mgr. Bc. např. tzv. tj. sv. ul.', beforeNumber: 'č. str. čl. r. odst.' },
  da: {
    always: 'hr. fr. f.eks. bl.a. dvs. Skt. sml. mht. pga. ift. jf.',
    beforeNumber: 'nr. s. kl. kap. stk.',
  },
  de: {
    always: 'Hr. Fr. Frl. z. z.B. B. bzw. d.h. vgl. sog. Ing. Dipl. Hl. ggf. inkl. Str. u.a. bspw.',
    beforeNumber: 'nr. s. bd. abs. kap. abb. mind. max. jh. jhd.',
  },
  en: {
    always:
      'Messrs. Jr. Sr. Gen. Col. Lt. Sgt. Capt. Cpl. Maj. Cmdr. Adm. Rev. Hon. Gov. Sen. Rep. Pres. Supt. Mt. Ft. Fr. ' +
      'viz. approx.',
    beforeNumber: 'nos. ch. sec. eq. jun. jul. mar. sep. op. par. est. b. d. r.',
  },
  eo: { always: 'S-ro. S-ino. D-ro. prof. ekz. k.s. t.e. t.n.', beforeNumber: 'p. n-ro. paĝ.' },
  es: {
    always:
      'Sr. Sra. Srta. Sres. Sras. D. Dña. Dª. Dra. Dres. Gral. Cnel. Cap. Ing. Lic. Arq. Mons. Fr. Sto. Sta. Excmo. ' +
      'Excma. Ilmo. Ilma. Ud. Uds. Vd. Vds. p. ej. p.ej. pág. págs. EE. UU. FF. AA. RR. SS. CC. JJ. OO. av. Avda.',
    beforeNumber: 'núm. núms. nro. pág. págs. aprox. ss. párr. tít.',
  },
  eu: { always: 'jn. and. adib. etab.', beforeNumber: 'or. zk. orr.' },
  fr: {
    always: 'M. MM. Mme. Mmes. Mlle. Mlles. Mgr. Me. Dr. Pr. Ste. p. ex. c.-à-d. env. av. apr. J.-C. bd.',
    beforeNumber: 'nº. nos. chap. al. éd. §.',
  },
  frp: { always: 'M. Mma. p. ègz.' },
  gl: {
    always: 'Sr. Sra. Srta. D. Dna. Dª. Dra. p. ex. p.ex. EE. UU. Sto. Sta. Ilmo. Ilma. av.',
    beforeNumber: 'páx. páxs. núm. aprox.',
  },
  hi: { always: 'डॉ. श्री. प्रो. पं. सं.' },
  hr: {
    always: 'g. gđa. gđica. dr. prof. mr. ing. npr. tzv. tj. sv. ul. sc. ur.',
    beforeNumber: 'br. str. god. čl. st.',
  },
  id: { always: 'Bpk. Bp. Sdr. Sdri. H. Hj. Ir. Drs. Jl. a.n. d.a. yth.', beforeNumber: 'hlm. hal. no. telp.' },
  is: { always: 'hr. frú. t.d. þ.e. m.a. skv. sr. dr. próf. o.fl. sbr.', beforeNumber: 'nr. bls. kl. gr. kr.' },
  it: {
    always:
      'Sig. Sigg. Sigra. Sig.ra. Sig.na. Dott. Dott.ssa. Ing. Avv. Arch. Geom. Rag. On. Mons. Sen. S. p. es. p.es. ' +
      'Egr. Gent. Spett. ecc. Ill.mo. Rev. Gen. Col. Cap.',
    beforeNumber: 'pag. pagg. artt. nn. par. ca. circa.',
  },
  mk: { always: 'г. г-ѓа. д-р. проф. инж. на пр. т.н. т.е. ул. св.', beforeNumber: 'стр. бр. чл. год.' },
  ms: { always: 'En. Pn. Cik. Hj. Hjh. Dato. Tn. Jln. YB. YAB.', beforeNumber: 'hlm. no. bil.' },
  nb: { always: 'hr. fr. f.eks. bl.a. dvs. St. jf. ifm. mht. pga.', beforeNumber: 'nr. s. kl. kap. pkt.' },
  nl: {
    always: 'dhr. mevr. mw. ir. drs. mr. dr. ds. bv. bijv. d.w.z. o.a. a.u.b. z.g. sr. jr.',
    beforeNumber: 'nr. blz. art. hfdst. afb. ong. tel.',
  },
  nn: { always: 'hr. fr. t.d. bl.a. dvs. St. jf. ifm. mht. pga.', beforeNumber: 'nr. s. kl. kap. pkt.' },
  oc: { always: 'Sr. Sra. M. Mme. Mma. p. ex. St. Sta. Mn.', beforeNumber: 'pag. num.' },
  pl: {
    always:
      'p. pp. inż. dr. mgr. prof. hab. św. ks. ul. al. pl. np. tzw. tj. tzn. im. ok. gen. płk. kpt. por. hr. red.',
    beforeNumber: 'nr. str. s. art. ust. poz. godz. r. rys.',
  },
  pt: {
    always: 'Sr. Sra. Srta. Srs. Sras. D. Dr. Dra. Drs. Dª. Eng. Exmo. Exma. V. p. ex. p.ex. Ex.mo. Av. R. Sto. Sta.',
    beforeNumber: 'pág. págs. núm. nº. nro. aprox. séc. fl. fls.',
  },
  ro: {
    always: 'dl. dna. dra. dvs. ing. prof. sf. str. d-l. d-na. de ex.',
    beforeNumber: 'nr. pag. art. alin. cca.',
  },
  ru: {
    always: 'г-н. г-жа. проф. акад. им. ул. т.е. т. е. напр. св. о. тов.',
    beforeNumber: 'стр. гл. рис. табл. ст. п. пп. руб. ок. кв. д.',
  },
  sc: { always: 'Sig. Dot. p. es. St.', beforeNumber: 'pàg. n.' },
  sl: {
    always: 'g. ga. gdč. dr. prof. mag. inž. npr. oz. t.i. tj. sv. ul. im. gl.',
    beforeNumber: 'št. str. čl. l. st.',
  },
  sr: {
    always: 'g. gđa. gđica. dr. prof. mr. npr. tzv. tj. sv. ul. г. гђа. гђица. др. проф. мр. нпр. тзв. тј. св. ул.',
    beforeNumber: 'br. str. god. čl. бр. стр. год. чл.',
  },
  sv: {
    always: 'hr. fr. t.ex. bl.a. dvs. d.v.s. S:t. jfr. fr.o.m. t.o.m. s.k. m.a.o.',
    beforeNumber: 'nr. s. kl. kap. st. ca.',
  },
  szl: { always: 'p. inż. dr. mgr. prof. np. św. ks. ul. tzw.', beforeNumber: 'nr. str. r.' },
  uk: { always: 'п. пп. проф. акад. ім. вул. тобто. напр. св. м. о.', beforeNumber: 'стор. гл. рис. ст. р. пп.' },
};

/** Languages that use the abbreviations of another one. */
const likes: Readonly<Record<string, string>> = { bs: 'hr' };

const languagesWithOrdinals = new Set(['de']);
const known = new Map<string, Abbreviations>();

/** The abbreviations of the language of `tag`, ignoring region and variant, and the international ones. */
export function abbreviationsOf(tag: LanguageTag): Abbreviations {
  const hyphen = tag.indexOf('-');
  const language = hyphen < 0 ? tag : tag.slice(0, hyphen);
  const found = known.get(likes[language] ?? language) ?? known.get('');
  return found ?? readAbbreviations('');
}

for (const language of ['', ...Object.keys(byLanguage)]) known.set(language, readAbbreviations(language));

function readAbbreviations(language: string): Abbreviations {
  const own = byLanguage[language];
  return {
    always: withCapitals(words(`${everywhere.always} ${own?.always ?? ''}`)),
    beforeNumber: words(`${everywhere.beforeNumber} ${own?.beforeNumber ?? ''}`),
    ends,
    ordinals: languagesWithOrdinals.has(language),
  };
}

function withCapitals(list: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...list].flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)]));
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').filter((word) => word.endsWith('.')));
}
