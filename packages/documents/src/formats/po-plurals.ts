import { pluralCategories } from '../plurals.ts';

/**
 * The header field `Plural-Forms` that gettext's manual has for a language
 * (https://www.gnu.org/software/gettext/manual/html_node/Plural-forms.html).
 */
export function pluralFormsOf(language: string): string {
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  const rule = rules.find(([languages]) => languages.split(' ').includes(base));
  if (rule !== undefined) return `nplurals=${rule[1]}; plural=(${rule[2]});`;
  if (pluralCategories(base).length === 1) return 'nplurals=1; plural=0;';
  const isNoneOne = new Intl.PluralRules(language).select(0) === 'one';
  return `nplurals=2; plural=(n ${isNoneOne ? '>' : '!='} 1);`;
}

const few = 'n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2';

/** Languages with three forms and more. */
const rules: readonly (readonly [string, number, string])[] = [
  ['ru uk be sr hr bs sh', 3, `n%10==1 && n%100!=11 ? 0 : ${few}`],
  ['pl', 3, `n==1 ? 0 : ${few}`],
  ['cs sk', 3, 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2'],
  ['lt', 3, 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2'],
  ['lv', 3, 'n%10==1 && n%100!=11 ? 0 : n!=0 ? 1 : 2'],
  ['ro mo', 3, 'n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2'],
  ['ga', 3, 'n==1 ? 0 : n==2 ? 1 : 2'],
  ['sl', 4, 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3'],
  ['cy', 4, 'n==1 ? 0 : n==2 ? 1 : n!=8 && n!=11 ? 2 : 3'],
  ['gd', 4, 'n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>2 && n<20 ? 2 : 3'],
  ['mt', 4, 'n==1 ? 0 : n==0 || (n%100>1 && n%100<11) ? 1 : n%100>10 && n%100<20 ? 2 : 3'],
  ['ar', 6, 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5'],
];
