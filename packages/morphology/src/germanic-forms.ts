import { type EndingRule, formsByEnding, type NounForms } from './noun-forms.ts';

// Only endings that bear one plural: most nouns of these languages do not show theirs.

const germanSingulars: readonly EndingRule[] = [
  [/(ung|heit|keit|schaft|ion|tät|enz|anz|ektur|atur)en$/, '$1'],
  [/(ier|er|el|or)innen$/, '$1in'],
  [/ismen$/, 'ismus'],
];

const germanPlurals: readonly EndingRule[] = [
  [/(ung|heit|keit|schaft|ion|tät|enz|anz|ektur|atur)$/, '$1en'],
  [/(ier|er|or)in$/, '$1innen'],
  [/ismus$/, 'ismen'],
];

const dutchSingulars: readonly EndingRule[] = [
  [/(ing|atie)en$/, '$1'],
  [/heden$/, 'heid'],
  [/(iteit)en$/, '$1'],
  [/(atie|ctie|eling|tje|pje|kje)s$/, '$1'],
];

const dutchPlurals: readonly EndingRule[] = [
  [/(ing)$/, '$1en'],
  [/heid$/, 'heden'],
  [/(iteit)$/, '$1en'],
  [/(atie|ctie|tje|pje|kje)$/, '$1s'],
];

const swedishSingulars: readonly EndingRule[] = [
  [/(\p{L}ning)ar(?:na)?$/u, '$1'],
  [/(\p{L}{2}(?:het|tion|sion|itet))er(?:na)?$/u, '$1'],
];

const swedishPlurals: readonly EndingRule[] = [
  [/(ning)$/, '$1ar'],
  [/(het|tion|sion|itet)$/, '$1er'],
];

const norwegianSingulars: readonly EndingRule[] = [[/(\p{L}{2}(?:ning|het|sjon|itet))(?:er|ene)$/u, '$1']];

const norwegianPlurals: readonly EndingRule[] = [[/(ning|het|sjon|itet)$/, '$1er']];

const danishSingulars: readonly EndingRule[] = [[/(\p{L}{2}(?:ning|hed|tion|sion|itet))(?:er|erne)$/u, '$1']];

const danishPlurals: readonly EndingRule[] = [[/(ning|hed|tion|sion|itet)$/, '$1er']];

const none = '';

export const germanicForms: Readonly<Record<string, NounForms>> = {
  de: formsByEnding({ unchanged: none, singulars: germanSingulars, plurals: germanPlurals }),
  nl: formsByEnding({ unchanged: none, singulars: dutchSingulars, plurals: dutchPlurals }),
  sv: formsByEnding({ unchanged: none, singulars: swedishSingulars, plurals: swedishPlurals }),
  nb: formsByEnding({ unchanged: none, singulars: norwegianSingulars, plurals: norwegianPlurals }),
  da: formsByEnding({ unchanged: none, singulars: danishSingulars, plurals: danishPlurals }),
};
