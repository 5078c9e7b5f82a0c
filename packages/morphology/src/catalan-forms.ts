import { type EndingRule, formsByEnding } from './noun-forms.ts';

const catalanUnchanged = `dilluns temps fons cos pas gas cas mes més menys abans després llavors dos tres sis recurs discurs
  procés accés èxit ús país interès congrés progrés ingrés anglès francès japonès portuguès vas nas ros bas gros dels pels els als
  les uns unes virus cactus campus corpus tipus focus bonus estatus atles caos cosmos llapis oasis crisi tesis dosis cens descans
  avís permís compromís paradís pis ris vis anís os arròs repòs espòs fes verges aleshores només massa gairebé fins sinó doncs
  curs vacances concurs vers univers revers divers pols impuls fals boss tos abús refús ambdós nosaltres altres`;

const catalanSingulars: readonly EndingRule[] = [
  [/([aoè]ri)s$/, '$1'],
  [/(?:us|ss|[àèéíòóú]s|is)$/, undefined],
  [/(c|s|n|g|x|l|r|t)ions$/, '$1ió'],
  [/(seg|col|^b|^m|fon|gam|gr)ons$|[àèéíòóú].*ons$/, undefined],
  [/([bcdfglmnprtvxz])ons$/, '$1ó'],
  [/([bcdfglmprtvxz])ins$/, '$1í'],
  [/(t|ima|ori|ver|mar|falan)ges$/, '$1ge'],
  [/(sèri|espèci|superfíci)es$/, '$1e'],
  [/(ad|ud|[èà]nci|íci|ur|quin|ogi|grafi|eri)es$/, '$1a'],
  [/rxes$/, 'rxa'],
  [/gües$/, 'gua'],
  [/qües$/, 'qua'],
  [/ques$/, 'ca'],
  [/gues$/, 'ga'],
  [/ces$/, 'ça'],
  [/ges$/, 'ja'],
  [/((?:ad|d|t|nt|r|l|v|br|tr|n|s|i|m|p)es)$/, undefined],
  [/([^aeiouàèéíòóú])os$/, undefined],
  [/([aeiouàèéíòóú])ns$/, undefined],
  [/([bcdfghjklmpqrtvx])s$/, '$1'],
  [/([io])s$/, undefined],
];

const catalanPlurals: readonly EndingRule[] = [
  [/(?:[sçxz]|ig|st|sc|xt)$/, undefined],
  [/ca$/, 'ques'],
  [/ga$/, 'gues'],
  [/ça$/, 'ces'],
  [/ja$/, 'ges'],
  [/gua$/, 'gües'],
  [/qua$/, 'qües'],
  [/a$/, 'es'],
  [/ió$/, 'ions'],
  [/[àéèíóòú]$/, undefined],
  [/([\p{L}])$/u, '$1s'],
];

const occitanSingulars: readonly EndingRule[] = [
  [/(c|s|g|t|x)ions$/, '$1ion'],
  [/(?:[éèóòáàíú]s|us|is|ss)$/, undefined],
  [/(a|d|t|nt)s$/, '$1'],
];

const occitanPlurals: readonly EndingRule[] = [
  [/(c|s|g|t|x)ion$/, '$1ions'],
  [/([ad]|nt|at|it|or)$/, '$1s'],
];

export const catalan = formsByEnding({
  unchanged: catalanUnchanged,
  singulars: catalanSingulars,
  plurals: catalanPlurals,
});

export const occitan = formsByEnding({ unchanged: 'temps', singulars: occitanSingulars, plurals: occitanPlurals });
