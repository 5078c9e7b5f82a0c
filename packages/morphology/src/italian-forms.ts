import { type EndingRule, formsByEnding } from './noun-forms.ts';

/** Italian plurals say little of their singulars: those in -i come of -o and of -e. Only endings that one noun has. */
const singulars: readonly EndingRule[] = [
  [/(z|s|g|t|n)ioni$/, '$1ione'],
  [/((?:[aiu]|tt|es|s)t|ess|rd|ct)ori$/, '$1ore'],
  [/menti$/, 'mento'],
  [/trici$/, 'trice'],
  [/(zz|nz|ur|in|ett|ell|at|it|ut)e$/, '$1a'],
  [/che$/, 'ca'],
  [/ghe$/, 'ga'],
  [/logie$/, 'logia'],
  [/(?:ista|isti|iste)$/, undefined],
  [/(abil|ibil|al)i$/, '$1e'],
  [/(att|ett|ell|ort|ent|at)i$/, undefined],
];

const plurals: readonly EndingRule[] = [
  [/(?:tà|tù|[àèéìòù])$/, undefined],
  [/(z|s|g|t|n)ione$/, '$1ioni'],
  [/(t|s|d)ore$/, '$1ori'],
  [/(ment|ett|ell)o$/, '$1i'],
  [/trice$/, 'trici'],
  [/(zz|nz|ur|in|ett|ell|l|d|t|r|v|n|m|p|s|b)a$/, undefined],
  [/ca$/, 'che'],
  [/(belg|colleg|strateg)a$/, undefined],
  [/ga$/, 'ghe'],
  [/logia$/, 'logie'],
  [/(abil|ibil|al)e$/, '$1i'],
];

export const italian = formsByEnding({ unchanged: 'nozze annali somali viveri occhiali', singulars, plurals });
