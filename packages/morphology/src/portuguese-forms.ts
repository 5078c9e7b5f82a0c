import { type EndingRule, formsByEnding } from './noun-forms.ts';

const portugueseUnchanged = `lápis ônibus óculos pires oásis atlas caos cais mais menos demais jamais antes depois após atrás aliás
  simples seis dois três deus pus bônus ônus status campus vírus apenas segundas mas nos dos das nas aos pelos pelas os as eles elas
  país mês gás rês ananás convés revés através invés viés arnês português inglês francês japonês chinês holandês burguês alferes costas estes esses aqueles quais tais`;

const portugueseSingulars: readonly EndingRule[] = [
  [/(?:us|ss|[áéêíóôú]s)$/, undefined],
  [/(ç|s|r|l|t|h|g|v|m|d|p|c|x|i|z|n)ões$/, '$1ão'],
  [/(p|c|alem|capit|charlat)ães$/, '$1ão'],
  [/(m|irm|cidad|órf|ch|crist|órg|bênç|sót)ãos$/, '$1ão'],
  [/(p)ais$/, '$1ai'],
  [/ais$/, 'al'],
  [/(an|pap|past|quart|carross|hot|mot|tún|cord|pinc|quart|fi|alugu|coron|bord)éis$/, '$1el'],
  [/(l?enç|farr?|espanh|caracr|anz|s|rous?in|gir|az)óis$/, '$1ol'],
  [/(az|pa)uis$/, '$1ul'],
  [/(her)óis$/, '$1ói'],
  [/([aií]ve|úte|óve|áve)is$/, '$1l'],
  [/(fác|dif[íi]c|út|f[áó]ss|míss|proj[ée]t|ág|frág|fért|têxt|réptil|port[áa]t|volát|hábil|estér)eis$/, '$1il'],
  [/(perf|fuz|can|barr|fun|abr|cív|infant|juven|sut|gent|mercant|cantil)is$/, '$1il'],
  [/([áéíóúêô]\p{L}+[eo]n)s$/u, '$1'],
  [/([aeiou])ns$/, '$1m'],
  [/(software|hardware|malware|hectare|árvore|folclore|genere|títere|cútis|torre|lebre|sabre|teatre)s$/, '$1'],
  [/([aeo]r)es$/, '$1'],
  [/(ju|ra)ízes$/, '$1iz'],
  [
    /(ve|cru|lu|vo|no|parede|capa|feli|nari|cicatri|matri|diretri|atri|imperatri|geni|xadre|velo|arro|gi|cartaz|rapa|pa)zes$/,
    '$1z',
  ],
  [/(m|d?eus|portugu|ingl|franc|japon|chin|land|burgu|norueg|marqu|fregu|campon)eses$/, '$1ês'],
  [/(pa)íses$/, '$1ís'],
  [/(g|^c)ases$/, '$1ás'],
  [/([aeiou]s)es$/, '$1e'],
  [/is$|ães$/, undefined],
  [/([^aeiouãáéíóúâêôõ])s$/, undefined],
  [/s$/, ''],
];

const portuguesePlurals: readonly EndingRule[] = [
  [/(ç|s)ão$/, '$1ões'],
  [/ão$/, undefined],
  [/m$/, 'ns'],
  [/-|caráter$|(?:^|[^aeiou])mal$|jui?z$|[^aeiou]il$|[sx]$/, undefined],
  [/([au])l$/, '$1is'],
  [/vel$/, 'veis'],
  [/el$/, undefined],
  [/([aeo])r$/, '$1res'],
  [/([aeiou])z$/, '$1zes'],
  [/([aeiouáéíóúâêôã])$/, '$1s'],
];

const galicianSingulars: readonly EndingRule[] = [
  [/(?:us|is$(?<![aeoé]is)|ss|[áéíóú]s)$/, undefined],
  [/ns$/, 'n'],
  [/(p)ais$/, '$1ai'],
  [/ais$/, 'al'],
  [/(pap|nív|niv|móv|túne|hot|mot|pinc)eis$/, '$1el'],
  [/([aeií]be)is$/, '$1l'],
  [/eis$|ois$|uis$/, undefined],
  [/(software|hardware|torre|árbore)s$/, '$1'],
  [/([aeo]r)es$/, '$1'],
  [/(ve|cru|lu|vo|raí|capa|feli|nari|matri|directri|atri|rapa|xuí|fero)ces$/, '$1z'],
  [/(ingl|franc|xapon|portugu|land)eses$/, '$1és'],
  [/^meses$/, 'mes'],
  [/(pa)íses$/, '$1ís'],
  [/^(gas|bus|autobus|dios|mil|gol)es$/, '$1'],
  [/(móbil|nobel|fósil|misil|ángel|árbol)es$/, '$1'],
  [/([^aeiouáéíóú])s$/, undefined],
  [/s$/, ''],
];

const galicianPlurals: readonly EndingRule[] = [
  [/carácter$|-/, undefined],
  [/([aeiouáéíóú])n$/, '$1ns'],
  [/([aeiouáéíóú].*a)l$/, '$1is'],
  [/[sx]$|[aeio]l$/, undefined],
  [/([aeo])r$/, '$1res'],
  [/z$/, 'ces'],
  [/([aeiouáéó])$/, '$1s'],
];

export const portuguese = formsByEnding({
  unchanged: portugueseUnchanged,
  singulars: portugueseSingulars,
  plurals: portuguesePlurals,
});

export const galician = formsByEnding({
  unchanged: portugueseUnchanged,
  singulars: galicianSingulars,
  plurals: galicianPlurals,
});
