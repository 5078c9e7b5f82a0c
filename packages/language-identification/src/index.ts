export { type Candidate, type Identification, LanguageIdentifier } from './identifier.ts';
export type { Eld } from './language-scorer.ts';
