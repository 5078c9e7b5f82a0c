import { type EndingRule, irregularForms, type NounForms, replaceEnding } from './noun-forms.ts';

const irregular = irregularForms(
  `mouse/mice louse/lice man/men woman/women child/children foot/feet tooth/teeth goose/geese person/people ox/oxen
  index/indices matrix/matrices vertex/vertices vortex/vortices appendix/appendices codex/codices criterion/criteria
  phenomenon/phenomena analysis/analyses crisis/crises thesis/theses hypothesis/hypotheses diagnosis/diagnoses
  prognosis/prognoses synthesis/syntheses parenthesis/parentheses emphasis/emphases oasis/oases basis/bases
  paralysis/paralyses catalysis/catalyses neurosis/neuroses stimulus/stimuli nucleus/nuclei cactus/cacti
  fungus/fungi radius/radii alumnus/alumni bacterium/bacteria stratum/strata hoof/hooves life/lives knife/knives
  wife/wives leaf/leaves shelf/shelves half/halves wolf/wolves self/selves thief/thieves loaf/loaves calf/calves
  elf/elves scarf/scarves sheaf/sheaves midwife/midwives bookshelf/bookshelves housewife/housewives quiz/quizzes`,
);

/** They end in s and are no plurals, or the same in both numbers. */
const unchanged = new Set(
  `news series species means headquarters crossroads barracks always perhaps besides towards afterwards plus pancreas christmas texas kansas chaos cosmos ethos kudos rhinoceros yes cyclops biceps triceps
  forceps corps remains mars hers ours yours theirs whereas this does has was goes its us as is thus pants scissors trousers
  glasses tongs pliers tweezers shorts jeans pyjamas pajamas thanks clothes mathematics physics economics politics
  statistics ethics athletics linguistics genetics electronics robotics mechanics gymnastics aerobics acoustics
  logistics optics dynamics thermodynamics aesthetics obstetrics paediatrics pediatrics phonetics semantics
  james charles paris athens brussels thomas united-states netherlands philippines maldives`.split(/\s+/),
);

/** They end in s and have plurals. */
const endingInS = new Set('lens bus minibus omnibus gas bias alias atlas canvas iris'.split(' '));

/** Their plurals are other words, or none: users write those as separate entries. */
const notInPlural = new Set(
  `information software hardware furniture equipment luggage baggage advice research evidence knowledge homework
  traffic weather music money rice progress feedback metadata malware spyware ransomware firmware middleware freeware
  shareware data sheep fish deer aircraft spacecraft hovercraft series species offspring salmon trout bison moose
  swine shrimp police cattle people staff`.split(/\s+/),
);

const singularRules: readonly EndingRule[] = [
  [/(?:ss|us|is|['’]s?)$/, undefined],
  [/^.{0,2}s$/, undefined],
  // They end in a vowel: "movie", "cookie", "tie".
  [
    /^((?:\w+[- ])?(?:mov|cook|zomb|rook|brown|self|hood|calor|p|t|l|d|gen|prair|smooth|talk|newb|freeb|ind|junk|vegg|goal|pix|aunt|food|group|sort|neckt)ie)s$/,
    '$1',
  ],
  [/([bcdfghjklmnpqrstvwxz]|qu)ies$/, '$1y'],
  [
    /((?:(?:^|head|tooth|heart|stomach|back)ache|cache|niche|avalanche|psyche|quiche|creche|cliche|brioche|moustache|mustache))s$/,
    '$1',
  ],
  [/(ss|sh|ch|zz|x)es$/, '$1'],
  [
    /((?:^|[^aeiou])(?:potat|tomat|her|ech|vet|torped|embarg|carg|mosquit|volcan|tornad|domin|mang|buffal|mott|n|g)o)es$/,
    '$1',
  ],
  [/^((?:re|mis|ab|over)?use|(?:de|re)?fuse|excuse|ruse|muse|recluse|hypotenuse)s$/, '$1'],
  [/([aeo]use)s$/, '$1'],
  [/(us)es$/, '$1'],
  [/((?:^|\w)(?:gas|alias|bias|atlas|canvas|lens|iris|pelvis|mantis|trellis|cosmos|rhinoceros|pancreas))es$/, '$1'],
  [/s$/, ''],
];

const pluralRules: readonly EndingRule[] = [
  [/(?<!^ir)is$/, undefined],
  [/([bcdfghjklmnpqrstvwxz]|qu)y$/, '$1ies'],
  [/(s|x|z|sh|ch)$/, '$1es'],
  [/((?:^|[^aeiou])(?:potat|tomat|her|ech|vet|torped|embarg|mosquit|volcan|tornad)o)$/, '$1es'],
  [/((?:^|post|work|sales|fire|police|door|gentle|wo|chair|crafts|business|layper|spokes)m)an$/, '$1en'],
  [/$/, 's'],
];

export const english: NounForms = {
  singulars: (word, written) => {
    if (/^[A-Z][A-Z0-9]+s$/.test(written)) return [word.slice(0, -1)];
    const known = irregular.singulars.get(word);
    if (known !== undefined) return [known];
    if (unchanged.has(word) || endingInS.has(word) || irregular.plurals.has(word) || !/^[a-z][a-z0-9-]*$/.test(word))
      return [];
    // An acronym has its plural in a small s; in capitals the S belongs to it ("DNS").
    if (/^[A-Z0-9-]{1,5}$/.test(written)) return [];
    const men = word.replace(/((?:[a-z]{3,}|wo)m)en$/, '$1an');
    if (men !== word && /(?:post|work|sales|fire|police|door|gentle|wo|chair|crafts|business|spokes)man$/.test(men)) {
      return [men];
    }
    const singular = replaceEnding(word, singularRules);
    return singular === undefined ? [] : [singular];
  },
  plural: (noun) => {
    const known = irregular.plurals.get(noun);
    if (known !== undefined) return known;
    if (isUncountable(noun)) return undefined;
    const isPlural = irregular.singulars.has(noun) || unchanged.has(noun);
    if (isPlural || !/^[a-z][a-z0-9-]*$/.test(noun) || noun.endsWith('ings')) return undefined;
    return replaceEnding(noun, pluralRules);
  },
};

/** Whether English has no plural of it, by its ending or because it is known. */
export function isUncountable(noun: string): boolean {
  return notInPlural.has(noun) || /(?:ware|ness|ics)$/.test(noun);
}
